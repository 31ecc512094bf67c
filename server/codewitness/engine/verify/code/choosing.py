"""Arms of `c ? a : b`, `a if c else b`, `[a for x in xs if c]`: which is given where `c` holds."""

from __future__ import annotations

import re

from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_ASKED = re.compile(r"[\s)]*\?\s*")
_IF, _ELSE = re.compile(r"[\s)]*\bif\b[\s(]*"), re.compile(r"[\s)]*\belse\b[\s(]*")
_FOR, _FILTERED = re.compile(r"\bfor\b"), re.compile(r"(?s)\bfor\b.*\bin\b.*\bif[\s(]*$")
_COLON = re.compile(r"[\s)]*:[\s(]*")


def chosen(outline: Outline, condition: Span, span: Span) -> bool | None:
    """True for what stands in the arm of the condition, False in the other; None in neither."""
    around = [r.span for r in outline.regions if r.around is Around.BRANCH]
    for arm in around:
        if not arm.contains(span) or arm.contains(condition):
            continue
        if _stands_between(outline, condition.end, arm.start, _ASKED):
            return True
        if outline.language == "python":
            if _stands_between(outline, arm.end, condition.start, _IF):
                return True if _has_other(outline, condition, around) else None
            if _stands_between(outline, condition.end, arm.start, _ELSE):
                return False
        elif any(
            _stands_between(outline, condition.end, other.start, _ASKED)
            and _stands_between(outline, other.end, arm.start, _COLON)
            for other in around
        ):
            return False
    return True if _is_kept(outline, condition, span) else None


def _is_kept(outline: Outline, condition: Span, span: Span) -> bool:
    """True for `f(x)` of Python's `[f(x) for x in xs if c]`, which is done only where `c` holds."""
    if outline.language != "python" or span.end > condition.start:
        return False
    around = [one.span for one in outline.marked("comprehension") if one.span.contains(condition)]
    if not (around := [one for one in around if one.contains(span)]):
        return False
    own = min(around, key=lambda one: one.end - one.start)
    lead = outline.text.slice(Span(own.start, span.start))
    return (
        _FOR.search(lead) is None
        and _FILTERED.search(outline.text.slice(Span(span.end, condition.start))) is not None
    )


def is_other_arm(outline: Outline, span: Span) -> bool:
    """True for `b` of `c ? a : b`, which is no fallback of `c`."""
    return any(chosen(outline, one.span, span) is False for one in outline.marked("condition"))


def _has_other(outline: Outline, condition: Span, around: list[Span]) -> bool:
    return any(_stands_between(outline, condition.end, arm.start, _ELSE) for arm in around)


def _stands_between(outline: Outline, start: int, end: int, what: re.Pattern[str]) -> bool:
    return start <= end and what.fullmatch(outline.text.slice(Span(start, end))) is not None
