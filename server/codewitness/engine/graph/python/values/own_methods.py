"""Methods that code of a class of Python takes as values of its own object: `{"go": self.go}`.

The object may be of a class below, which has another one in its place. What is called as it is
written, `self.go()`, has edges of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.values.writes import is_private
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_MAX_BELOW = 8  # methods in the place of one; of more it is the one of the class itself


def is_own(expression: Expression) -> bool:
    """True for an attribute of the first parameter, as its function reads it."""
    base = expression[1]
    return type(base) is list and base[-1] == -1 and base[0] == "v" and len(base) == 3


def in_its_place(flows: Flows, scope: Scope, expression: Expression, found: Values) -> Values:
    """The methods of classes below that stand in the place of one that `self` is asked for."""
    around, name = scope.parent, expression[2]
    if around is None or not around.is_class or is_private(name):
        return NONE
    if "B" not in {one[0] for one in found}:
        return NONE
    below: list[Scope] = [
        child
        for one in flows.names.subclasses(around.key)
        for child in one.children
        if child.name == name
    ]
    if len(below) > _MAX_BELOW or any(child.header[0] for child in below):
        return NONE
    return frozenset(("B", one.key) for one in below if one.is_callable)
