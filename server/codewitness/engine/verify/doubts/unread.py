"""Whether what was not found may stand where a text could not be read.

A syntax error may hide a call of `f`, but not where the word `f` does not stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.calling.calls import may_name_callee
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline, whole_word
from codewitness.model.text import Span
from codewitness.syntax.conflicts import may_have, regions

P = Predicate
_OF_NAMES = frozenset(
    {P.CALLS, P.READS, P.WRITES, P.USES, P.RAISES, P.CATCHES, P.AWAITS, P.INSTANTIATES, P.PASSES}
    | {P.SUBSCRIPTS, P.YIELDS}
)
# Words of which one stands where there is such a construct, in any language.
_WORDS = {
    P.LOOPS: ("for", "foreach", "while", "do", "loop", "repeat", "until", "goto", "each", "times"),
    P.TRIES: ("try", "begin", "do", "rescue"),
    P.AWAITS: ("await", "async"),
    P.YIELDS: ("yield",),
    P.CATCHES: ("catch", "except", "rescue", "recover"),
    P.RAISES: ("throw", "throws", "raise", "panic", "fail", "exit", "abort"),
}


IN_CONFLICT = "it stands in a merge conflict"


def hidden(clause: Clause, subject: Subject) -> str:
    """Why what the clause says may be done where nothing could be read; empty if it is not."""
    if any(_is_in_conflict(part) or _conflicts(part.outline) for part in subject.parts):
        return IN_CONFLICT
    if _may_hide(clause, subject):
        return "a part of it could not be read: it has a syntax error"
    return ""


def _may_hide(clause: Clause, subject: Subject) -> bool:
    broken = [part for part in subject.parts if part.outline.has_error]
    if not broken or clause.order is not None:
        return bool(broken)
    if clause.predicate is P.CALLS:
        by_name = [(one, may_name_callee(one)) for one in broken]
        if any(words and _has_word(words, part) for part, words in by_name):
            return True
    named = [one.text for one in clause.objects if one.is_code or one.text.isidentifier()]
    if clause.predicate in _OF_NAMES and named and len(named) == len(clause.objects):
        words = [tuple(re.findall(r"\w+", parts(name)[-1])[-1:]) for name in named]
        if clause.any_of or len(words) == 1 or clause.is_negated:
            return any(_has_word(word, part) for word in words for part in broken)
        return all(any(_has_word(word, part) for part in broken) for word in words)
    words_of = _WORDS.get(clause.predicate, ())
    if not words_of or clause.objects:
        return True
    return any(_has_word(words_of, part) for part in broken)


_CONFLICT = re.compile(rb"\s*^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)", re.MULTILINE)


def _is_in_conflict(part: Part) -> bool:
    """True where a marker of a conflict stands right behind it, and may have cut off its rest."""
    return _CONFLICT.match(part.outline.text.raw, part.outline.span.end) is not None


def is_of_conflict(proofs: Sequence[Proof]) -> bool:
    """True if all of these lines may go when a conflict is resolved."""
    return bool(proofs) and all(
        any(region.contains(one.span) for region in _conflicts(one.outline)) for one in proofs
    )


def _conflicts(outline: Outline) -> list[Span]:
    """The conflicts within a definition; those in its strings are none."""
    raw, own = outline.text.raw, outline.span
    if not may_have(raw):
        return []
    silent = outline.silent
    return [
        one
        for one in regions(raw)
        if own.start < one.end
        and one.start < own.end
        and not any(text.contains(one) for text in silent)
    ]


def _has_word(words: tuple[str, ...], part: Part) -> bool:
    """True if one of the words stands in what is no comment and no string; True of none."""
    outline = part.outline
    raw = outline.text.raw
    for word in words:
        for match in whole_word(word).finditer(raw, outline.span.start, outline.span.end):
            if not any(one.start <= match.start() < one.end for one in outline.silent):
                return True
    return not words
