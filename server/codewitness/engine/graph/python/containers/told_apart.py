"""What calls put into a table, each under a key of its own: `register("a", f)`, `@register("a")`.

What such a function is given is told apart by what the same call gives as the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.given_by_sites import own_parameter
from codewitness.engine.graph.python.containers.keys import ANY
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.own_methods import handed_on
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.containers.containers import Containers

Call = tuple[Scope, Site, Value]


class ToldApart:
    """Over one workspace."""

    def __init__(self, containers: Containers) -> None:
        self.calls = containers.calls
        self.cells = containers.cells
        self.flows = containers.flows
        self.names = containers.names

    def put(self, owner: Value, home: Scope, index: int, key: Value | None) -> Values | None:
        """What an assignment puts into `owner` at a key; None if its calls do not tell that."""
        target, value = home.flow.binds[index]
        k = own_parameter(value)
        nested = target[1] if form(target[1]) == "i" else None
        at = target[2] if key is not None and key[0] == "K" else None
        into = own_parameter(target[1])
        if k is None or not home.is_callable or k >= len(home.parameters):
            return None
        is_told = any(self._is_told(home, one) for one in (at, nested and nested[2]))
        if not is_told and (into is None or into >= len(home.parameters)):
            return None
        at = at if is_told else None
        found: Values = NONE
        calls = list(self.calls.calls_of(home))
        for call in calls:
            scope, site, callee = call
            given = None if callee[0] == "P" else self.calls.argument(home, callee, k, site)
            if given is None:
                return None
            if nested is not None and not self._is_within(owner, home, nested, call):
                continue
            if into is not None and not self._is_given(owner, home, into, call):
                continue
            for one in handed_on(self.flows, scope, given):
                if at is None or self._may_be(key, self._keys(home, at, call, k, one)):
                    found |= {one}
        return found if calls else None

    def _is_told(self, home: Scope, expression: Expression) -> bool:
        """True if a key is what a call gives to a parameter, or a name of that."""
        base = expression[1] if form(expression) == "a" else expression
        return own_parameter(base) is not None or self._outer(home, base) is not None

    def _outer(self, home: Scope, name: Expression) -> tuple[Scope, int] | None:
        """The parameter of the function around that a name is."""
        around = home.parent
        if not isinstance(name, str) or around is None or not around.is_callable:
            return None
        if self.names.home(home, name) is not around or around.binds(name):
            return None
        return next(
            ((around, k) for k, one in enumerate(around.parameters) if one.name == name), None
        )

    def _keys(
        self, home: Scope, expression: Expression, call: Call, k: int, value: Value
    ) -> set[Value]:
        """The constants that a key is in one call which gives this value to a parameter."""
        if form(expression) == "a":
            is_own = own_parameter(expression[1]) == k
            return self._names_of(value, expression[2]) if is_own else {ANY}
        scope, site, callee = call
        own = own_parameter(expression)
        if own is not None:
            return self._given(home, callee, own, scope, site)
        outer = self._outer(home, expression)
        if outer is None or form(site[1]) != "c":
            return {ANY}
        around, place = outer
        found: set[Value] = set()
        for made in self.cells.get(("s", scope.key, site[1][1])):
            if made[0] not in "FB" or made[1] != around.key:
                return {ANY}
            found |= self._given(around, made, place, scope, scope.flow.sites[site[1][1]])
        return found or {ANY}

    def _given(
        self, function: Scope, callee: Value, k: int, scope: Scope, site: Site
    ) -> set[Value]:
        argument = self.calls.argument(function, callee, k, site)
        if argument is not None:
            return self.flows.constants.of(scope, argument)
        default = function.parameters[k].default
        if default is None or function.parent is None:
            return {ANY}
        return self.flows.constants.of(function.parent, default)

    def _names_of(self, value: Value, name: str) -> set[Value]:
        """What a function or a class has by a name, as far as that is a constant."""
        scope = self.names.scope(value[1]) if value[0] in "FBC" else None
        if scope is None:
            return {ANY}
        if name == "__name__":
            return {("K", scope.name)}
        for entry in self.names.mro(scope.key) if value[0] == "C" else ():
            around = self.names.scope(entry[1]) if entry[0] == "C" else None
            if around is not None and self.names.has(around, name):
                return set(self.cells.settle(("kn", around.key, name))) or {ANY}
        return {ANY}

    def _is_within(self, owner: Value, home: Scope, nested: Expression, call: Call) -> bool:
        """True if what a call puts something into may be this container: `TABLE[key].append`."""
        keys = self._keys(home, nested[2], call, -1, ANY)
        into = self.flows.values(home, nested[1])
        held = NONE.union(*(self.cells.get(("el", one, key)) for one in into for key in keys))
        return any(one[:3] == owner[:3] for one in held)

    def _is_given(self, owner: Value, home: Scope, k: int, call: Call) -> bool:
        """True if a call may give this container to a parameter, into which something is put."""
        scope, site, callee = call
        given = self.calls.argument(home, callee, k, site)
        n_same = len(owner) if owner[0] == "E" else 3
        return given is None or any(
            one[:n_same] == owner[:n_same] for one in self.flows.values(scope, given)
        )

    def _may_be(self, key: Value | None, keys: set[Value]) -> bool:
        return key in keys or any(one[0] != "K" for one in keys)
