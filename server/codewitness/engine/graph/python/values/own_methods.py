"""Methods that code of a class of Python takes as values of its own object: `{"go": self.go}`.

The object may be of a class below, which has another one in its place. What is called as it is
written, `self.go()`, has edges of its own. So it may be where the object itself is handed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.values.overrides import comes_to
from codewitness.engine.graph.python.values.writes import is_private
from codewitness.model.flow import Expression, form

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


def handed_on(flows: Flows, scope: Scope, expression: Expression) -> Values:
    """What a value may be that is kept or handed to a call: `parent.add(self)`.

    An object that a method itself hands on may be of each class below that comes to the method.
    """
    found = flows.values(scope, expression)
    if len(found) != 1:
        return found
    method = scope
    if isinstance(expression, str) and (outer := method_around(scope)) is not None:
        is_own, method = expression in outer.parameter_names[:1], outer
    else:
        is_own = form(expression) == "v" and expression[2:] == [-1]
    around = method.parent
    if not is_own or around is None or found != {("I", around.key)}:
        return found
    below = flows.names.subclasses(around.key)
    if not 0 < len(below) <= _MAX_BELOW:
        return found
    return found | {("I", one.key) for one in below if comes_to(flows.names, one.key, method)}
