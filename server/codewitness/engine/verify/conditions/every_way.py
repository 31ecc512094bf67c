"""Whether each way through the code comes to one of several places, as each arm has one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.code.jumping import jumps
from codewitness.engine.verify.conditions.labels import falls_through
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_ARMS = frozenset({Around.BRANCH, Around.ELSE})
_SOMETIMES = frozenset({Around.LOOP, Around.COMPREHENSION, Around.HANDLER})
_OTHERWISE = re.compile(r"\b(?:default|else)\b|(?:^|[{,\s])_\s*(?:=>|->)")
_CHOOSING = {"swift": "switch", "rust": "match"}  # which leave out no value
# What stands between the values of `c ? a : b` and `a if c else b`.
_CHOICE = re.compile(r"\s*:\s*|\s+if\b.+\belse\s+", re.DOTALL)


def is_on_every_way(hits: Sequence[Hit]) -> bool:
    """True if whichever arms are taken, one of the places is come to before it is left."""
    outlines = {id(hit.outline) for hit in hits}
    if len(hits) < 2 or len(outlines) > 1 or hits[0].outline.body_span is None:
        return False
    outline = hits[0].outline
    return _is_covered(outline, outline.span, [hit.whole for hit in hits])


def _is_covered(outline: Outline, level: Span, places: Sequence[Span]) -> bool:
    """True if code at `level` always comes to a place, whatever of its arms is taken."""
    arms = list(_outermost(outline, level))
    choices = [(max(arm.end for arm in one), one) for one in _grouped(outline, arms)]
    events = [(end, 1, one) for end, one in choices]
    ways_out = _ways_out(outline)
    free = [span for span in ways_out if _is_at(outline, level, arms, span)]
    events += [(span.end, 2, [span]) for span in free]
    found = [one for one in places if _is_at(outline, level, arms, one, is_sure=True)]
    events += [(span.end, 0, [span]) for span in found]
    for _, sort, spans in sorted(events):
        if sort == 0:
            return True
        if sort == 2:
            return False
        covered = _covered_arms(outline, spans, places)
        if len(covered) == len(spans) and _is_exhaustive(outline, spans):
            return True
        left = [arm for arm in spans if any(map(arm.contains, ways_out))]
        if any(arm not in covered for arm in left):
            return False
    return False


def _ways_out(outline: Outline) -> list[Span]:
    return outline.exits + [jump for jump, _ in jumps(outline)]


def _covered_arms(outline: Outline, arms: Sequence[Span], places: Sequence[Span]) -> list[Span]:
    """Of the arms of a choice those that come to a place, by themselves or by falling through."""
    covered: list[Span] = []
    holder = _holder(outline, arms[0])
    is_switch = holder is not None and outline.text.slice(holder).startswith("switch")
    for at in range(len(arms) - 1, -1, -1):
        is_led_on = is_switch and at + 1 < len(arms) and arms[at + 1] in covered
        if _is_covered(outline, arms[at], places) or (
            is_led_on and falls_through(outline, arms[at])
        ):
            covered.append(arms[at])
    return covered


def _outermost(outline: Outline, level: Span) -> Iterator[Span]:
    """The arms at a level that stand in no other arm, and in nothing that may not be run."""
    inside = {
        r.span
        for r in outline.regions
        if r.around in _ARMS and level.contains(r.span) and r.span != level
    }
    for arm in sorted(inside):
        if not any(one != arm and one.contains(arm) for one in inside):
            yield arm


def _is_at(
    outline: Outline, level: Span, arms: Sequence[Span], span: Span, *, is_sure: bool = False
) -> bool:
    """True for what stands at a level itself, and in none of its arms; `is_sure`, nor in a loop."""
    if not level.contains(span) or any(arm.contains(span) for arm in arms):
        return False
    return not is_sure or not any(
        r.around in _SOMETIMES and level.contains(r.span) and r.span.contains(span)
        for r in outline.regions
        if r.span != level
    )


def _grouped(outline: Outline, arms: Sequence[Span]) -> list[list[Span]]:
    """The arms by the choice that they are of."""
    groups: dict[Span, list[Span]] = {}
    above: Span | None = None
    for arm in arms:
        holder = _holder(outline, arm)
        is_second = above is not None and _CHOICE.fullmatch(_between(outline, above, arm))
        key = holder or (above if is_second and above is not None else arm)
        groups.setdefault(key, []).append(arm)
        above = None if holder else arm
    return list(groups.values())


def _holder(outline: Outline, arm: Span) -> Span | None:
    around = [
        item.span
        for item in outline.marked("conditional")
        if item.span.contains(arm) and item.span != arm
    ]
    return min(around, key=lambda one: one.end - one.start, default=None)


def _between(outline: Outline, one: Span, two: Span) -> str:
    return outline.text.slice(Span(one.end, max(one.end, two.start)))


def _is_exhaustive(outline: Outline, arms: Sequence[Span]) -> bool:
    """True if one of the arms is taken, whatever is asked."""
    holder = _holder(outline, arms[0])
    if holder is None:  # `c ? a : b`
        return len(arms) == 2
    if any(r.around is Around.ELSE and r.span in arms for r in outline.regions):
        return True
    keyword = _CHOOSING.get(outline.language)
    if keyword and outline.text.slice(holder).startswith(keyword):
        return True
    if not re.match(r"(?:switch|case|when|match|select)\b", outline.text.slice(holder)):
        return False
    starts = [Span(holder.start, holder.start), *arms]
    heads = [_between(outline, one, two) for one, two in zip(starts, arms, strict=False)]
    labels = [outline.text.slice(arm).lstrip()[:12] for arm in arms]
    return bool(_OTHERWISE.search(heads[-1])) or labels[-1].startswith(("default", "else"))
