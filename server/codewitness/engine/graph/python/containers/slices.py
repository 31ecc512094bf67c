"""What slices of sequences of Python are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_MAX_LEFT_OUT = 12  # elements at the beginning of a list, by slices of slices


def sliced(flows: Flows, scope: Scope, expression: Expression) -> Values:
    """What `one[low:high]` of a scope may be."""
    found = set()
    for owner in flows.values(scope, expression[1]):
        if owner[0] == "L":
            found.add(_cut(owner, expression[2] or 0, expression[3]))
        elif owner[0] in "HVYEK":
            found.add(owner)
        elif owner[0] == "I":
            found |= flows.get(("el", owner, ANY))
            for method in flows.get(("ia", owner[1], "__iter__")):
                found |= flows.get(("ret", method[1])) if method[0] in "FB" else NONE
    return frozenset(found)


def _cut(owner: Value, low: int, high: int | None) -> Value:
    """A slice of a display, or of a slice of one: all of that if its own end is not known."""
    if owner[3:] == (0,) and (low < 0 or (high or 0) < 0):
        return (*owner, high) if not low else (*owner[:3], low, high)
    if owner[3] < 0 or low < 0:
        return owner
    begin = min(owner[3] + low, max(owner[3], _MAX_LEFT_OUT))  # not without end: `walk(rest[1:])`
    ends = [one for one in owner[4:] if one is not None]
    if high is not None and high >= 0 and min(ends, default=0) >= 0:
        ends = [min([*ends, owner[3] + high])]
    return (*owner[:3], begin, *ends)


def kept(owner: Value, display: list[Expression], *, is_whole: bool = True) -> list[Expression]:
    """The parts of a display that a slice of it has; less is left out if more was put into it."""
    parts = display[3:]
    if owner[3:] == (0,):
        return parts
    low, high = owner[3], owner[4] if len(owner) > 4 else None
    star = next((k for k, one in enumerate(parts) if form(one) == "*"), len(parts))
    if star < len(parts) or not is_whole:
        is_told = high is None or 0 <= high <= star
        return parts[max(0, min(low, star)) : high if is_told else None]
    return parts[low:high]
