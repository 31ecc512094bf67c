"""What a name was given before something else was put in its place: `old = m.f; m.f = new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows


def put_later(flows: Flows, scope: Scope, index: int) -> Values:
    """What a module, which runs once, puts in place of what an earlier assignment of it read."""
    binds = scope.flow.binds
    read = binds[index][1]
    if scope.parent is not None or form(read) != "a":
        return NONE
    later = (value for target, value in binds[index + 1 :] if target == read)
    return NONE.union(*(flows.values(scope, one) for one in later if form(one) != "a"))
