"""Whether words that nobody knows may be left out of a claim, or may narrow it."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.reading.lexicon import NEGATIONS
from codewitness.engine.verify.reading.tokens import Sort, Token
from codewitness.engine.verify.reading.unknown import denies


def may_be_left(words: Sequence[Token]) -> bool:
    """True for `with capacity n`, `to build x`: what is named there is to be spoken of, no more."""
    plain = {one.word for one in words if not one.is_quoted}
    is_said = words[0].sort is Sort.WORD and not plain & _NARROWING
    return is_said and not any(map(denies, plain))


# Words in which a place, an order, a number or a condition may be said: they must be judged.
_NARROWING = NEGATIONS | frozenset(
    {
        *("first", "last", "only", "alone", "nested", "inner", "closure", "lambda", "callback"),
        *("outer", "outside", "inside", "finally", "afterwards", "later", "than", "twice", "once"),
        *("times", "in", "within", "loop", "loops", "iteration", "if", "when", "unless", "else"),
        *("try", "catch", "handler", "before", "after", "except", "instead", "rather", "but"),
        *("other", "otherwise", "same", "which", "that", "who", "whose", "where", "like", "?"),
    }
)
