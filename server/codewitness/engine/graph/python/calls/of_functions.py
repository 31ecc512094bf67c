"""What functions of Python have as objects: what they are given, and what a decorator wraps."""

from __future__ import annotations

from codewitness.engine.graph.cells import Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import WRAPPED
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.descriptors import READING
from codewitness.engine.graph.python.values.writes import Writes
from codewitness.model.flow import Expression, form, last_name


class OfFunctions:
    """Over one workspace."""

    def __init__(self, cells: Cells, names: Names, writes: Writes) -> None:
        self.cells = cells
        self.names = names
        self.writes = writes

    def attribute(self, owner: Value, name: str) -> Values:
        """What a function has by a name: what it is given, else from outside, by a decorator."""
        if name == "__call__":
            return frozenset([owner])
        if owner[0] != "F":
            return frozenset()
        if own := self.writes.of_function(owner[1], name):
            return own
        function = self.names.scope(owner[1])
        is_decorated = function is not None and bool(function.header[0])
        if function is not None and is_decorated and name == WRAPPED:
            return self._wrapped_by(function)
        is_told = is_decorated or name == READING
        return frozenset([("X", f"builtins.function.{name}")]) if is_told else frozenset()

    def _wrapped_by(self, function: Scope) -> Values:
        """`f.__wrapped__`: what `@wraps(function)` names, or f as it is written."""
        around = function.parent
        if around is not None:
            self.cells.note("scope", around.key)
            for index in function.header[0]:
                callee = around.flow.sites[index][1]
                made = around.flow.sites[callee[1] if form(callee) == "c" else index]
                if last_name(made[1]) == "wraps" and len(made) > 4 and made[4]:
                    return self.writes.values(around, made[4][0])
        return frozenset([("F", function.key)])


def bound_to(scope: Scope, callee: Expression) -> Expression:
    """The object of a method that is called: `one.go`, `go.__get__(one)`, `MethodType(go, one)`."""
    if form(callee) == "a":
        return callee[1]
    site = scope.flow.sites[callee[1]]
    given = site[4] if len(site) > 4 else []
    at = {"__get__": 0, "MethodType": 1}.get(last_name(site[1]), len(given))
    return given[at] if at < len(given) else None
