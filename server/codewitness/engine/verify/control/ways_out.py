"""Where loops are left: by `break`, by a return, or by an error."""

from __future__ import annotations

import re

from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_CHOOSING = re.compile(r"(?:switch|select)\b")


def ways_out(outline: Outline) -> list[Span]:
    """All of them, in order."""
    spans = [*outline.exits]
    spans += [item.span for item in outline.occurrences("break") if _is_of_loop(item.span, outline)]
    return sorted({one for one in spans if Around.LOOP in outline.around(one)})


def ways_out_of(loop: Span, outline: Outline) -> list[Span]:
    """Those of one loop: its own `break`, and what leaves all that stands around it."""
    return [one for one in ways_out(outline) if _leaves(one, loop, outline)]


def _leaves(way: Span, loop: Span, outline: Outline) -> bool:
    if not loop.contains(way):
        return False
    is_plain = outline.text.slice(way) == "break" and not _is_labelled(way, outline)
    return not is_plain or outline.innermost(way, Around.LOOP) in (None, *bodies_of(loop, outline))


def bodies_of(loop: Span, outline: Outline) -> list[Span]:
    """The parts of a loop that are run again and again, but not those of loops inside."""
    others = [one.span for one in outline.marked("loop") if one.span != loop]
    inner = [one for one in others if loop.contains(one)]
    return [
        one.span
        for one in outline.regions
        if one.around is Around.LOOP
        and loop.contains(one.span)
        and not any(other.contains(one.span) for other in inner)
    ]


def _is_labelled(span: Span, outline: Outline) -> bool:
    return re.match(rb"[ \t]+[\w']", outline.text.raw[span.end : span.end + 4]) is not None


def _is_of_loop(span: Span, outline: Outline) -> bool:
    """False for the `break` of an arm of a `switch`, but for one that names a loop."""
    if _is_labelled(span, outline):
        return True
    loops = [item.span for item in outline.marked("loop") if item.span.contains(span)]
    choices = [
        item.span
        for item in outline.marked("conditional")
        if item.span.contains(span) and _CHOOSING.match(item.text)
    ]
    innermost = max(loops, key=lambda one: one.start, default=None)
    return innermost is not None and not any(innermost.contains(one) for one in choices)
