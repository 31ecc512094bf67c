"""Places of which one way through the code comes to no more than one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from codewitness.engine.verify.code.jumping import jumps_over
from codewitness.engine.verify.code.leaving_loops import passed_over
from codewitness.engine.verify.conditions.came_to import came_to
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

Apart = Callable[[Hit, Hit], bool]


def is_in_other_arm(one: Hit, two: Hit) -> bool:
    """True if only one of them can be reached: they are in different arms of a conditional."""
    return _stand_in_arms(one, two) or _is_decided(one, two)


def is_left_between(one: Hit, two: Hit) -> bool:
    """True if what stands first is in a branch that leaves before it comes to the other."""
    earlier, later = sorted((one, two), key=lambda hit: hit.whole.end)
    outline = earlier.outline
    return any(
        region.around in _ARMS
        and region.span.contains(earlier.whole)
        and region.span.end <= later.whole.start
        and _leaves(outline, region.span, later.whole)
        for region in outline.regions
    )


_ARMS = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER})


def _leaves(outline: Outline, arm: Span, later: Span) -> bool:
    """True if an arm of a conditional ends with a way out, and not in a conditional within it."""
    for span in outline.exits + jumps_over(outline, later) + _ends_of_passes(outline, later):
        if arm.contains(span) and _TAIL.fullmatch(outline.text.slice(Span(span.end, arm.end))):
            inner = (r.span for r in outline.regions if r.span != arm and arm.contains(r.span))
            if not any(one.contains(span) for one in inner):
                return True
    return False


def _ends_of_passes(outline: Outline, later: Span) -> list[Span]:
    """Each `break` and `continue` of the loop that `later` stands in, which it does not come to."""
    loop = outline.innermost(later, Around.LOOP)
    if loop is None:
        return []
    return [one for one, own in _passes(outline) if own == loop]


@lru_cache(maxsize=64)
def _passes(outline: Outline) -> tuple[tuple[Span, Span | None], ...]:
    """Each `break` and `continue`, and the loop that it is of."""
    return tuple((one, outline.innermost(one, Around.LOOP)) for one in passed_over(outline))


_TAIL = re.compile(r"[\s;})]*(?:end)?\s*")


def most_on_one_way(hits: Sequence[Hit], is_apart: Apart = is_in_other_arm) -> int:
    """The most of these places that one way through the code may come to, loops aside."""
    places = list({(id(hit.outline), hit.span): hit for hit in hits}.values())
    if len(places) > _TOO_MANY:
        return len(places)
    return _most(places, is_apart)


_TOO_MANY = 10  # to try which go together


def _most(places: Sequence[Hit], is_apart: Apart) -> int:
    if not places:
        return 0
    first, rest = places[0], places[1:]
    beside = [one for one in rest if not is_apart(first, one)]
    with_first = 1 + _most(beside, is_apart)
    return with_first if len(beside) == len(rest) else max(with_first, _most(rest, is_apart))


def is_apart_or_left(one: Hit, two: Hit) -> bool:
    """As `is_in_other_arm`, or behind a branch that leaves."""
    return is_in_other_arm(one, two) or is_left_between(one, two)


def _stand_in_arms(one: Hit, two: Hit) -> bool:
    outline = one.outline
    for holder in outline.marked("conditional"):
        if holder.span.contains(one.whole) and holder.span.contains(two.whole):
            arms = [
                region.span
                for region in outline.regions
                if region.around is Around.BRANCH and holder.span.contains(region.span)
            ]
            mine = _around(arms, one.whole)
            yours = _around(arms, two.whole)
            if mine and yours and not mine & yours:
                return True
    return False


def _around(arms: list[Span], span: Span) -> set[Span]:
    return {arm for arm in arms if arm.contains(span)}


def _is_decided(one: Hit, two: Hit) -> bool:
    """True if a condition holds where one of them is reached, and not where the other is."""
    if one.outline is not two.outline:
        return False
    for condition in one.outline.marked("condition"):
        ways = {came_to(one.outline, condition.span, hit.whole) for hit in (one, two)}
        if ways == {True, False}:
            return True
    return False
