"""How long a loop goes on: as a claim says it, `until x is set`, and as its head and exits do."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import coded, said
from codewitness.engine.verify.conditions.comparing import Relation, compared
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_LASTING = re.compile(r"(while|until)\s+")
_INVERTING = b"until"


def lasts(described: str) -> bool:
    """True if what is described is how long something goes on."""
    return _LASTING.match(described) is not None


def compares(described: str) -> bool:
    """True if what is described is how two values are to each other, as `while n < 3` does."""
    return any(one.kind in ("equals", "above", "below") for one in said(described))


def goes_on_so(described: str, outline: Outline, span: Span) -> bool | None:
    """Whether the loop around `span`, or at it, goes on as is said; None if that can't be told.

    False, too, if nothing in the loop speaks of what is said.
    """
    loop = _loop_at(outline, span)
    going = said(described)
    if loop is None or not going:
        return None
    answers = [_by_head(one, outline, loop) for one in going]
    if all(answers) or False in answers:  # its exits stand under its head, which says this there
        return all(answers)
    if (is_left_so := _is_left_so(described, outline, loop)) is not None:
        return is_left_so
    text = outline.text.slice(loop)
    names = {name for one in going for name in re.findall(r"\w+", one.what)[-1:]}
    return None if any(re.search(rf"\b{name}\b", text) for name in names) else False


def is_headed_so(described: str, outline: Outline, loop: Span) -> bool:
    """True if the head alone of this very loop says how long it goes on as is said."""
    going = said(described)
    answers = [_by_head(one, outline, loop) for one in going]
    return bool(answers) and all(answers)


def speaks_of_code(described: str, outline: Outline) -> bool:
    """True if what is described has a name that is one in the code, or is written as such."""
    names = {name for one in said(described) for name in re.findall(r"\w+", one.what)}
    named = {name for name in names if re.search(r"[A-Z_\d]", name)}
    return bool(named) or any(True for name in names for _ in outline.occurrences(name))


def _loop_at(outline: Outline, span: Span) -> Span | None:
    loops = [item.span for item in outline.marked("loop") if item.span.contains(span)]
    return min(loops, key=lambda one: one.end - one.start) if loops else None


def _by_head(asked: Question, outline: Outline, loop: Span) -> bool | None:
    """What the condition that the loop itself has says."""
    for condition in outline.marked("condition"):
        holders = [
            item.span
            for item in outline.marked("loop", "conditional", "comprehension")
            if item.span.contains(condition.span)
        ]
        if not holders or min(holders, key=lambda one: one.end - one.start) != loop:
            continue
        before = outline.text.raw[max(condition.span.start - 8, 0) : condition.span.start]
        is_inverted = before.rstrip(b" (").endswith(_INVERTING)
        known = [*coded(condition.text, holds=not is_inverted)]
        for one in known:
            if (answer := is_answered(asked, one, outline.language)) is not None:
                return answer
        relation = compared(asked, known)  # `max < size` asks for `size > max`
        if relation in (Relation.IMPLIED, Relation.EXCLUDED):
            return relation is Relation.IMPLIED
    return None


def _is_left_so(described: str, outline: Outline, loop: Span) -> bool | None:
    """Whether the loop is left, by `break` or otherwise, where what is said has come true."""
    word, rest = described.split(" ", 1)
    when = f"{'if' if word == 'until' else 'unless'} {rest}"
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in (*outline.occurrences("break"), *outline.marked("raised"))]
    inside = [one for one in exits if loop.contains(one)]
    answers = {is_as_said(when, outline, one, is_only=True).is_so for one in inside} - {None}
    return any(answers) if answers else None
