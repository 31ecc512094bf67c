"""How long a loop goes on: as a claim says it, `until x is set`, and as its head and exits do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import coded, said
from codewitness.engine.verify.conditions.comparing import Relation, compared
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.control.ended_by_error import is_ended_so
from codewitness.engine.verify.control.ways_out import bodies_of, ways_out_of
from codewitness.engine.verify.question import Question
from codewitness.model.facts import Item
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
    if loop is None or not lasts(described):
        return None
    if (is_so := is_ended_so(described, outline, loop)) is not None:
        return is_so
    if not (going := said(described)):
        return None
    answers = [_by_head(one, outline, loop) for one in going]
    if all(answers) or False in answers:  # its exits stand under its head, which says this there
        return all(answers)
    for told in (_is_headed_in_words, _is_left_so):
        if (is_so := told(described, outline, loop)) is not None:
            return is_so
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
    for condition in heads_of(loop, outline):
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


def _is_headed_in_words(described: str, outline: Outline, loop: Span) -> bool | None:
    """What the condition that the loop itself has says of what is said in words."""
    heads = [one.span for one in heads_of(loop, outline)]
    bodies = [one for one in bodies_of(loop, outline) if not any(map(one.contains, heads))]
    if not heads or not bodies:
        return None
    word, rest = described.split(" ", 1)
    when = f"{'if' if word == 'while' else 'unless'} {rest}"
    at = Span(bodies[0].end - 1, bodies[0].end)
    within = Span(heads[0].start, heads[-1].end)
    return is_as_said(when, outline, at, is_only=False, within=within).is_so


def heads_of(loop: Span, outline: Outline) -> Iterator[Item]:
    """The conditions that the loop itself has."""
    every = outline.marked("loop", "conditional", "comprehension")
    for condition in outline.marked("condition"):
        holders = [one.span for one in every if one.span.contains(condition.span)]
        if holders and min(holders, key=lambda one: one.end - one.start) == loop:
            yield condition


def _is_left_so(described: str, outline: Outline, loop: Span) -> bool | None:
    """Whether the loop is left, by `break` or otherwise, where what is said has come true."""
    word, rest = described.split(" ", 1)
    when = f"{'if' if word == 'until' else 'unless'} {rest}"
    if not (ways := ways_out_of(loop, outline)):
        return None
    heads = [one.span.end for one in heads_of(loop, outline)]
    body = Span(max((one for one in heads if one <= ways[0].start), default=loop.start), loop.end)
    told = (is_as_said(when, outline, one, is_only=True, within=body).is_so for one in ways)
    answers = [is_so for is_so in told if is_so is not None]
    return any(answers) if answers else None
