"""Python: whether something may be an unknown object beside those that it is known to be."""

from __future__ import annotations

from collections.abc import Callable

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.calls import Calls
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.objects.properties import is_property
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, form, last_name

_MAX_STEPS = 4  # from a call to what gives its object
_OPEN = frozenset("iex")  # of an element, or what is entered, only the whole is known


class Partly:
    """Asked of settled cells alone, for what is empty in between may be so no longer."""

    def __init__(self, cells: Cells, names: Names, flows: Flows, calls: Calls) -> None:
        self.cells = cells
        self.names = names
        self.flows = flows
        self.calls = calls

    def is_unknown_too(self, scope: Scope, index: int) -> bool:
        """True if one of the ways to the object of a call gives what nothing is known of."""
        return self._is_unknown(scope, scope.flow.sites[index][1][1], 0)

    def _is_unknown(self, scope: Scope, expression: Expression, steps: int) -> bool:
        """Of an expression whose cell, or that of what it is a part of, is settled."""
        if expression is None or steps > _MAX_STEPS:
            return False
        if isinstance(expression, str):
            return self._is_unknown_name(scope, expression, steps)
        read = _FORMS.get(form(expression))
        if read is not None:
            return read(self, scope, expression, steps)
        return form(expression) in _OPEN and not self.flows.values(scope, expression)

    def _any_arm(self, scope: Scope, expression: Expression, steps: int) -> bool:
        return any(self._is_unknown(scope, part, steps) for part in expression[1:])

    def _awaited(self, scope: Scope, expression: Expression, steps: int) -> bool:
        return self._is_unknown(scope, expression[1], steps)

    def _declared(self, scope: Scope, expression: Expression, steps: int) -> bool:
        is_told = bool(self.names.types(scope, expression[1]))
        return not is_told and self._is_unknown(scope, expression[2], steps)

    def _is_unknown_name(self, scope: Scope, name: str, steps: int) -> bool:
        start = scope.parent if scope.is_class else scope
        home = None if start is None else self.names.home(start, name)
        if home is None:
            return False
        own = [k for k, one in enumerate(home.parameters) if one.name == name]
        return any(
            self._is_unknown_bind(at, index, steps) for at, index in self.names.sources(home, name)
        ) or any(self._is_unknown_parameter(home, k, steps + 1) for k in own if home.is_callable)

    def _any_given(self, scope: Scope, expression: Expression, steps: int) -> bool:
        return any(
            self._is_unknown_bind(scope, index, steps)
            if index >= 0
            else self._is_unknown_parameter(scope, -1 - index, steps + 1)
            for index in expression[2:]
        )

    def _is_unknown_bind(self, scope: Scope, index: int, steps: int) -> bool:
        self.cells.settle(("bd", scope.key, index))
        return self._is_unknown(scope, scope.flow.binds[index][1], steps + 1)

    def _is_unknown_parameter(self, function: Scope, k: int, steps: int) -> bool:
        """One without a type: a call gives it something unknown, or none gives it anything."""
        around = function.parent
        if steps > _MAX_STEPS or k >= len(function.parameters) or around is None:
            return False
        own = function.parameters[k]
        if own.kind in ("*", "**") or (k == 0 and around.is_class):
            return False
        if self.names.types(around, own.type):
            return False
        values = self.cells.settle(("p", function.key, k))
        given = [
            (scope, argument)
            for scope, site, callee in self.calls.calls_of(function)
            if callee[0] != "P"
            and (argument := self.calls.argument(function, callee, k, site)) is not None
        ]
        if not given:
            return values <= self.flows.values(around, own.default)
        return any(self._is_unknown(scope, one, steps + 1) for scope, one in given)

    def _is_unknown_result(self, scope: Scope, expression: Expression, steps: int) -> bool:
        """What a call gives: nothing known, or one of several things that a function returns."""
        callees = self.cells.settle(("s", scope.key, expression[1]))
        site, given = scope.flow.sites[expression[1]], self.flows.generics.given
        if self.calls.declared.given(scope, site[1]):
            return False
        return not callees or any(
            self._is_unknown_return(function.key, steps + 1)
            for one in callees
            if one[0] in "FB" and (function := self.names.scope(one[1])) is not None
            if not given(one, function, scope, site)
        )

    def _is_unknown_return(self, key: str, steps: int) -> bool:
        function = self.names.scope(key)
        if function is None or function.parent is None or steps > _MAX_STEPS:
            return False
        if function.flow.yields or self.names.types(function.parent, function.header[3]):
            return False
        self.cells.settle(("ret", key))
        return any(self._is_unknown(function, one, steps) for one in function.flow.returns)

    def _is_unknown_attribute(self, scope: Scope, expression: Expression, steps: int) -> bool:
        """A field that its class, or one above it, gives something unknown."""
        owners = self.flows.values(scope, expression[1])
        classes = sorted({one[1] for one in owners if one[0] == "I"})
        return not owners or any(
            self._is_unknown_field(key, expression[2], steps) for key in classes
        )

    def _is_unknown_field(self, key: str, name: str, steps: int) -> bool:
        for kind, *rest in self.names.mro(key):
            owner = self.names.scope(rest[0]) if kind == "C" else None
            if owner is None:
                continue
            places = self.flows.writes.places(owner, name)
            if self.names.has(owner, name):
                functions = [one for one in owner.children if one.name == name]
                if functions:
                    return any(
                        self._is_unknown_return(one.key, steps + 1)
                        for one in functions
                        if is_property(one)
                    )
                own = list(self.names.sources(owner, name))
                if any(form(at.flow.binds[index][1]) == "y" for at, index in own):
                    return False
                places = [*own, *places]
            if places:
                return any(self._is_unknown_bind(at, index, steps) for at, index in places)
        return not self.cells.settle(("ia", key, name))


def is_itself(scope: Scope, base: Expression) -> bool:
    """True for the object that a method runs on."""
    method = method_around(scope)
    parameters = method.parameters if method is not None else []
    return bool(parameters) and last_name(base) == parameters[0].name and form(base) != "a"


_FORMS: dict[str, Callable[[Partly, Scope, Expression, int], bool]] = {
    "u": Partly._any_arm,
    "y": Partly._declared,
    "v": Partly._any_given,
    "c": Partly._is_unknown_result,
    "a": Partly._is_unknown_attribute,
    "w": Partly._awaited,
}
