"""What a function of Python gives beside, or instead of, what it is declared to give."""

from __future__ import annotations

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.kinds import gives_none
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, form

_MAX_STEPS = 3  # from a return to where an object is made


class Returned:
    """Over one workspace."""

    def __init__(self, flows: Flows, names: Names, cells: Cells) -> None:
        self.flows = flows
        self.names = names
        self.cells = cells

    def of(self, function: Scope, declared: set[Value], returned: set[Value]) -> set[Value]:
        """What a function gives that is declared to give this, of classes below what it returns.

        Where all that it returns is seen to be made, its declared type is no more than a base.
        """
        if not returned or not all(self._is_made(function, one) for one in function.flow.returns):
            return declared | returned
        above = {one for each in returned for one in self.names.mro(each[1])[1:]}
        for value in function.flow.returns:  # an object of the base itself may be among them
            above -= {("C", one[1]) for one in self.flows.values(function, value) if one[0] == "I"}
        return {one for one in declared if one[0] != "I" or ("C", one[1]) not in above} | returned

    def _is_made(self, scope: Scope, value: Expression, steps: int = 0) -> bool:
        """True for None, and for what is an object that is made there, or kept in a field."""
        if steps > _MAX_STEPS:
            return False
        kind, binds = form(value), scope.flow.binds
        if kind == "u":
            return all(self._is_made(scope, one, steps) for one in value[1:])
        if kind == "v":
            return all(i >= 0 and self._is_made(scope, binds[i][1], steps + 1) for i in value[2:])
        if kind == "c":
            made = self.cells.get(("s", scope.key, value[1]))
            return bool(made) and all(one[0] == "C" for one in made)
        if kind == "a":
            return self._is_made_field(scope, value, steps)
        return bool(value == ["t", "None"])

    def _is_made_field(self, scope: Scope, value: Expression, steps: int) -> bool:
        method = method_around(scope)
        own = method.parameter_names if method is not None else []
        if method is None or method.parent is None or not own or value[1] != ["v", own[0], -1]:
            return False
        name, writes = value[2], self.flows.writes
        if self.names.has(method.parent, name) or writes.is_set_elsewhere(name):
            return False
        if any(writes.places(one, name) for one in self.names.subclasses(method.parent.key)):
            return False
        places = writes.places(method.parent, name)
        return bool(places) and all(
            gives_none(home, index) or self._is_made(home, home.flow.binds[index][1], steps + 1)
            for home, index in places
        )
