"""What must hold where a place stands that else had been left before: `if not ok: return`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.jumping import jumps_over
from codewitness.engine.verify.code.leaving_loops import is_its_pass, passed_over
from codewitness.engine.verify.conditions.asked import decided
from codewitness.engine.verify.conditions.came_to import (
    ARMS,
    CHOOSING,
    came_to,
    is_asked_inverted,
    own_arm,
)
from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.hit import ENDING, has_word
from codewitness.engine.verify.question import EITHER, Question
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


def left_before(outline: Outline, span: Span) -> Iterator[Known]:
    """Conditions that have left before: `if not ok: return`, and then what is asked about."""
    exits = _exits(outline) + jumps_over(outline, span)
    for holder in outline.marked("conditional"):
        if holder.span.end > span.start or CHOOSING.match(holder.text):
            continue
        beyond = _between(outline, holder.span, span)
        if not beyond <= _PLAIN:
            continue
        if (condition := _first_condition(outline, holder)) is None:
            continue
        left = _leaves(outline, holder, condition.span, exits)
        if not beyond:
            yield from _behind(outline, holder, condition, left, exits)
        elif left is not None:
            known = _left_within(outline, holder, condition, span, is_so=left)
            yield from () if known is None else (known,)


def _behind(
    outline: Outline, holder: Item, first: Item, left: bool | None, exits: Sequence[Span]
) -> Iterator[Known]:
    """What is known right behind a conditional, of which some arms leave."""
    told = list(_of_other_arms(outline, holder, first, left, exits))
    for asked, holds in (*([] if left is None else [(first, left)]), *told):
        for question in decided(asked.text, holds=holds):
            yield Known(question, asked.span)


def _of_other_arms(
    outline: Outline, holder: Item, first: Item, left: bool | None, exits: Sequence[Span]
) -> Iterator[tuple[Item, bool]]:
    """What `elif b: return` and `else: return` say behind it, each with what it has come to."""
    own = own_arm(outline, holder, first.span)
    if own is None or own[1]:
        return
    arms = [r for r in outline.regions if r.around in ARMS and holder.span.contains(r.span)]
    otherwise = [r.span for r in arms if r.around is Around.ELSE and r.span.start >= own[0].end]
    others = [
        c
        for c in outline.marked("condition")
        if holder.span.contains(c.span) and c.span.start >= own[0].end
    ]
    others = [c for c in others if not any(r.span.contains(c.span) for r in arms)]
    if left is None and not others and len(otherwise) == 1:
        if _is_left(outline, otherwise[0], exits):
            yield first, came_to(outline, first.span, own[0]) is not False
        return
    for one in others if left is not None else ():
        arm = own_arm(outline, holder, one.span)
        if arm is None or arm[1] or not _is_left(outline, arm[0], exits):
            return
        yield one, False


def is_left_within(outline: Outline, exit_: Span, span: Span) -> bool:
    """True if a place is left before it under two conditions: `if a: (if b: return)`.

    What is asked for last may be known in there alone, `if a: (if ok := f(): return)`: then not.
    """
    holders = [h for h in outline.marked("conditional") if h.span.contains(exit_)]
    holders = [h for h in holders if not h.span.contains(span)]
    if len(holders) < _SEVERAL:
        return False
    inner = min(holders, key=lambda one: one.span.end - one.span.start)
    outer = max(holders, key=lambda one: one.span.end - one.span.start)
    asked = _first_condition(outline, inner)
    return asked is None or not _is_made_within(outline, outer.span, asked)


_SEVERAL = 2


def _is_made_within(outline: Outline, outer: Span, condition: Item) -> bool:
    """True if what a condition asks for is set within `outer` first."""
    return any(
        outer.contains(one.target_span) and has_word(condition.text, name)
        for one in outline.assigned
        for name in re.findall(r"[A-Za-z_]\w*", one.target)
    )


def _exits(outline: Outline) -> list[Span]:
    exits = [item.span for item in outline.returns]
    exits += [item.span for item in outline.marked("return", "raised")]
    return [*exits, *ended_by(outline), *passed_over(outline)]


def ended_by(outline: Outline) -> list[Span]:
    """The calls that do not come back, `panic(…)`, `exit(1)`."""
    return [call.whole for call in outline.calls if call.name.rstrip("!") in ENDING]


def _first_condition(outline: Outline, holder: Item) -> Item | None:
    inside = [c for c in outline.marked("condition") if holder.span.contains(c.span)]
    return inside[0] if inside else None


def _left_within(
    outline: Outline, holder: Item, condition: Item, span: Span, *, is_so: bool
) -> Known | None:
    """What is known behind `if a: (if b: return)`: one of the two did not hold."""
    outer = [
        one
        for one in outline.marked("conditional")
        if one.span != holder.span and one.span.contains(holder.span)
    ]
    outer = [one for one in outer if not one.span.contains(span)]
    if any(CHOOSING.match(one.text) for one in outer) or _is_beside(outline, holder.span, span):
        return None
    if any(_is_made_within(outline, one.span, condition) for one in outer):
        return None
    sides = [tuple(decided(condition.text, holds=is_so))]
    texts = [condition.text]
    for one in outer:
        asked = _first_condition(outline, one)
        came = None if asked is None else came_to(outline, asked.span, holder.span)
        if asked is None or came is None:
            return None
        sides.append(tuple(decided(asked.text, holds=not came)))
        texts.append(asked.text)
    raw = "\n".join(texts)
    start = min((one.span.start for one in outer), default=holder.span.start)
    question = Question("", EITHER, "", holds=True, raw=raw, sides=tuple(sides))
    return Known(question, Span(start, condition.span.end))


def _is_beside(outline: Outline, holder: Span, span: Span) -> bool:
    """True for what stands in another arm of a conditional than `span` does."""
    arms = [r.span for r in outline.regions if r.around in ARMS and r.span.contains(holder)]
    around = [one.span for one in outline.marked("conditional") if one.span.contains(span)]
    return any(
        one.contains(arm) and one != arm and not arm.contains(span)
        for arm in arms
        for one in around
    )


_PLAIN = frozenset({Around.BRANCH, Around.ELSE, Around.WITH})


def _between(outline: Outline, holder: Span, span: Span) -> set[Around]:
    """What stands around the first and not around the other."""
    around = (r for r in outline.regions if r.span.contains(holder))
    return {r.around for r in around if not r.span.contains(span)}


def _leaves(outline: Outline, holder: Item, condition: Span, exits: Sequence[Span]) -> bool | None:
    """What a condition comes to behind its conditional, if one of its arms always leaves."""
    is_inverted = is_asked_inverted(outline, condition)
    before = [
        r.span
        for r in outline.regions
        if r.around is Around.BRANCH
        and holder.span.contains(r.span)
        and r.span.end <= condition.start
    ]
    if outline.language == "ruby" and before:
        return is_inverted if _is_left(outline, before[0], exits) else None
    own = own_arm(outline, holder, condition)
    if own is None:
        return None
    arm, is_otherwise = own
    conditions = [c.span for c in outline.marked("condition") if holder.span.contains(c.span)]
    n_conditions = sum(one.start < arm.start for one in conditions)
    is_lone = n_conditions == 1 or outline.language == "swift"
    if not is_lone or not _is_left(outline, arm, exits):
        return None
    return is_otherwise != is_inverted


def _is_left(outline: Outline, arm: Span, exits: Sequence[Span]) -> bool:
    """True if the last thing that is done there is to leave, whatever else is so."""
    last = [
        one
        for one in exits
        if arm.contains(one)
        and is_its_pass(outline, one, arm)
        and not outline.text.slice(Span(one.end, arm.end)).strip(" \t\n\r;})")
    ]
    return any(_is_left_anyhow(outline, arm, one, exits) for one in last)


def _is_left_anyhow(outline: Outline, arm: Span, exit_: Span, exits: Sequence[Span]) -> bool:
    """True if nothing decides within the arm whether this is left, or each of its ways leaves."""
    inside = [r for r in outline.regions if r.span != arm and arm.contains(r.span)]
    inner = [r.span for r in inside if r.around in _DECIDING and r.span.contains(exit_)]
    if not inner:
        return True
    outer = max(inner, key=lambda one: one.end - one.start)
    around = [h.span for h in outline.marked("conditional") if h.span.contains(outer)]
    own = min(around, key=lambda one: one.end - one.start, default=None)
    if own is None or not arm.contains(own):
        return False
    arms = [r for r in inside if r.around in ARMS and own.contains(r.span)]
    arms = [r for r in arms if not any(o.span != r.span and o.span.contains(r.span) for o in arms)]
    has_else = any(r.around is Around.ELSE for r in arms)
    return has_else and all(_is_left(outline, r.span, exits) for r in arms)


_DECIDING = frozenset({*ARMS, Around.HANDLER})
