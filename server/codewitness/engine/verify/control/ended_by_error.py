"""Loops that go on until an error comes: `until it catches EOFError`, `until Empty is raised`."""

from __future__ import annotations

import re

from codewitness.engine.verify.control.ways_out import ways_out_of
from codewitness.engine.verify.errors.covering import handlers_around, own_types
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_NAME = r"(?:an? |the )?(?:\w+(?:\.|::))*(?P<name>[A-Z]\w+)"
_UNTIL_MET = re.compile(
    r"until (?:(?:\S+ ){1,3})?"
    rf"(?:catches|gets|hits|meets|receives|raises|throws|fails with) {_NAME}"
)
_UNTIL_COMING = re.compile(rf"until {_NAME}(?: (?:is (?:raised|thrown|caught)|occurs|comes))?")


def is_ended_so(described: str, outline: Outline, loop: Span) -> bool | None:
    """Whether a loop ends by the error that is said; None if none is, or no handler has it.

    It does where its handler leaves the loop or stands around it, and does not where the loop goes
    on behind the handler.
    """
    said = _UNTIL_MET.fullmatch(described) or _UNTIL_COMING.fullmatch(described)
    if said is None:
        return None
    name = said["name"]
    outer = [one for one in handlers_around(loop, outline) if not loop.contains(one.span)]
    inner = [one for one in outline.marked("handler") if loop.contains(one.span)]
    around, inside = (
        [one for one in every if _is_of(name, [item.text for item in own_types(one, outline)])]
        for every in (outer, inner)
    )
    ways = ways_out_of(loop, outline)
    if any(one.span.contains(way) for one in inside for way in ways):
        return True
    return False if inside else (True if around else None)


def _is_of(name: str, types: list[str]) -> bool:
    return any(name in re.findall(r"\w+", one) for one in types)
