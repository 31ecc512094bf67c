"""A definition's own code, statement by statement, without its layout and its comments.

Two versions of a definition have the same pieces if, and only if, they have the same code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from codewitness.model.text import Span, Text

_LITERAL = re.compile(
    r"-?\.?\d.*|[Tt]rue|[Ff]alse|None|null|nil|NULL|nullptr|undefined|YES|NO", re.DOTALL
)
_OPENS = re.compile(r"\s*[{:]$")
_NEGATES = frozenset({"unless", "until", "guard"})


class PieceKind(StrEnum):
    """What a piece of code is of."""

    CONDITION = "condition"
    LOOP = "loop"
    RETURN = "return"
    TRY = "try"  # the heads of a try, of its handlers and of what is done at last
    OTHER = "other"


class Token(NamedTuple):
    """One word or sign. `is_text`: it stands in a string."""

    text: str
    span: Span
    is_text: bool

    @property
    def is_literal(self) -> bool:
        """True for what stands for itself: a number, a truth value, nothing, a part of a text."""
        return self.is_text or _LITERAL.fullmatch(self.text) is not None


class Piece(NamedTuple):
    """The part of a statement that no other one within interrupts: of an `if` its head.

    depth: of statements around it. conditions: what is asked in it.
    """

    kind: PieceKind
    depth: int
    tokens: tuple[Token, ...]
    conditions: tuple[Span, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """What it says."""
        return tuple(one.text for one in self.tokens)

    @property
    def span(self) -> Span:
        """From its first to its last token."""
        return Span(self.tokens[0].span.start, self.tokens[-1].span.end)

    @property
    def asked(self) -> Span:
        """The condition if it is one and no more, and holds where it leads on; else the whole."""
        is_plain = self.kind is PieceKind.CONDITION and len(self.conditions) == 1
        if is_plain and not any(one in _NEGATES for one in self.words):
            return self.conditions[0]
        return self.span

    def within(self, span: Span) -> tuple[Token, ...]:
        """Its tokens in a part of it."""
        return tuple(one for one in self.tokens if span.contains(one.span))

    def shown(self, text: Text, span: Span | None = None) -> str:
        """It, or a part of it, on one line; of functions within the place alone."""
        own = self.within(span) if span is not None else self.tokens
        found = _OPENS.sub("", "".join(_joined(own, text)))
        is_enclosed = span is not None and [one.text for one in own[:1]] == ["("]
        return found[1:-1] if is_enclosed and closes_last(found) else found


def closes_last(text: str) -> bool:
    """True if the bracket that opens `text` is closed by its end and not before."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False


def _joined(tokens: tuple[Token, ...], text: Text) -> Iterator[str]:
    end: int | None = None
    for one in tokens:
        if end is not None and one.span.start > end:
            between = text.raw[end : one.span.start]
            if b"{" in between or b"=>" in between:
                yield " … "
            else:
                yield "; " if between.strip() == b";" else " "
        yield one.text
        end = one.span.end
