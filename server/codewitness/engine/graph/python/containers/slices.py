"""What slices of sequences of Python are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_MAX_LEFT_OUT = 12  # elements at the beginning of a list, by slices of slices


def sliced(flows: Flows, scope: Scope, expression: Expression) -> Values:
    """What `one[low:high]` of a scope may be."""
    found = set()
    for owner in flows.values(scope, expression[1]):
        low = expression[2] or 0
        if owner[0] == "L" and low >= 0:  # not without end: `walk(rest[1:])`
            found.add((*owner[:3], min(owner[3] + low, max(owner[3], _MAX_LEFT_OUT))))
        elif owner[0] in "LHVYEK":
            found.add(owner)
        elif owner[0] == "I":
            found |= flows.get(("el", owner, ANY))
            for method in flows.get(("ia", owner[1], "__iter__")):
                found |= flows.get(("ret", method[1])) if method[0] in "FB" else NONE
    return frozenset(found)
