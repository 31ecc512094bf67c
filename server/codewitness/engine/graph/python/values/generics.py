"""What a method of a generic class gives, by what its object says the type variable stands for.

`stack = Stack[Task]()`, `stack: Stack[Task] = Stack()`, `class Tasks(Stack[Task])`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.naming.builtin_names import CONTAINERS, MAPPINGS, WRAPPERS
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values import type_arguments
from codewitness.engine.graph.python.values.type_arguments import Said, listed
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_MAX_STEPS = 4  # methods in a row that give their own object


class Generics:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows
        self.names = flows.names

    def given(self, callee: Value, function: Scope, scope: Scope, site: Site) -> Values:
        """What a call gives whose object says what the type is; nothing if it doesn't."""
        declared, owner = function.header[3], function.parent
        if declared is None or owner is None or not owner.is_class or callee[0] != "B":
            return NONE
        if form(site[1]) != "a" or not (variables := type_arguments.variables(self.names, owner)):
            return NONE
        if (asked := _variable_in(declared, variables)) is None:
            return NONE
        at, is_container = variables.index(asked[0]), asked[1]
        found: Values = NONE
        for home, said in self._said(scope, site[1][1], owner):
            given = listed(said)
            if at < len(given):
                found |= self._types(home, given[at], is_container=is_container)
        return found

    def elements(self, scope: Scope, base: Expression, owners: Values, name: str) -> Values:
        """What going through an object gives, or a place of it, by the method of this name."""
        found: Values = NONE
        for owner in owners:
            for method in self.flows.get(("ia", owner[1], name)) if owner[0] == "I" else ():
                function = self.names.scope(method[1]) if method[0] == "B" else None
                if function is not None:
                    found |= self.given(method, function, scope, ["c", ["a", base, name]])
        if name != "__iter__":
            return found
        return NONE.union(*(self.flows.get(("el", one, None)) for one in found if one[0] == "Y"))

    def _types(self, home: Scope, said: Expression, *, is_container: bool) -> Values:
        types = frozenset(self.names.types(home, said))
        if not types or not is_container:
            return types
        return frozenset([("Y", home.key, json.dumps(["i", "list", said]))])

    def _said(self, scope: Scope, base: Expression, owner: Scope, steps: int = 0) -> Iterator[Said]:
        """The types that an object's declaration gives to the variables of its class."""
        for home, value in self._values(scope, base):
            kind = value
            if form(value) == "y":
                kind = value[1]
            elif form(value) == "c":
                kind = home.flow.sites[value[1]][1]
                if form(kind) == "a" and steps < _MAX_STEPS and self._gives_same(home, value[1]):
                    yield from self._said(home, kind[1], owner, steps + 1)
            if form(kind) == "i" and self._is_class(home, kind[1], owner):
                yield home, kind[2]
        for one in self.flows.values(scope, base):
            if one[0] == "I" and one[1] != owner.key:
                yield from self._by_bases(one[1], owner)

    def _gives_same(self, scope: Scope, index: int) -> bool:
        """True for calls of methods that give their object, or one with its types."""
        called = self.flows.get(("s", scope.key, index))
        methods = [self.names.scope(one[1]) for one in called if one[0] == "B"]
        return bool(methods) and all(
            one is not None and (0 in handed_through(one) or self._is_same(one)) for one in methods
        )

    def _is_same(self, method: Scope) -> bool:
        """`-> Stack[T]` in a class that is generic over `T`, and `-> Self`."""
        declared, owner = method.header[3], method.parent
        if owner is None or form(declared) != "i":
            return last_name(declared) == "Self"
        variables = type_arguments.variables(self.names, owner)
        return last_name(declared[1]) == owner.name and listed(declared[2]) == variables != []

    def _by_bases(self, key: str, owner: Scope) -> Iterator[Said]:
        """What classes below say of the variables of their base, those of one place."""
        for given in type_arguments.arguments(self.names, key, owner, []):
            homes = {home.key for home, _ in given}
            if len(homes) == 1:
                said = [one for _, one in given]
                yield given[0][0], said[0] if len(said) == 1 else ["L", "()", 0, *said]

    def _is_class(self, scope: Scope, named: Expression, owner: Scope) -> bool:
        return ("C", owner.key) in self.names.static(scope, named, self.names.cells.settle)

    def _values(self, scope: Scope, base: Expression) -> Iterator[Said]:
        """What gave an object, as it is written: an assignment, a parameter, an attribute."""
        if form(base) == "c":
            yield scope, base
        elif form(base) == "v":
            for index in base[2:]:
                yield from self._bound(scope, index)
        elif isinstance(base, str) and (home := self.names.home(scope, base)) is not None:
            for place, index in self.names.sources(home, base):
                self.names.cells.note("scope", place.key)
                yield place, place.flow.binds[index][1]
        elif form(base) == "a":
            for owner in self.flows.values(scope, base[1]):
                own = self.names.scope(owner[1]) if owner[0] == "I" else None
                for place, index in self._writes(own, base[2]) if own is not None else ():
                    yield place, place.flow.binds[index][1]

    def _bound(self, scope: Scope, index: int) -> Iterator[Said]:
        if index >= 0:
            yield scope, scope.flow.binds[index][1]
        elif scope.parent is not None and -1 - index < len(scope.parameters):
            yield scope.parent, ["y", scope.parameters[-1 - index].type, None]

    def _writes(self, own: Scope, name: str) -> Iterator[tuple[Scope, int]]:
        yield from ((own, index) for index in own.binds(name))
        for place, index in self.flows.writes.places(own, name):
            self.names.cells.note("scope", place.key)
            yield place, index


_N_HEAD = {"u": 1, "L": 3}  # parts of a form before what it lists


def _variable_in(declared: Expression, variables: list[str]) -> tuple[str, bool] | None:
    """The variable that a type is, or one of; and whether it is that of what is in a container."""
    if isinstance(declared, str):
        return (declared, False) if declared in variables else None
    if form(declared) in ("u", "L"):
        found = [_variable_in(one, variables) for one in declared[_N_HEAD[declared[0]] :]]
        return next((one for one in found if one is not None), None)
    if form(declared) != "i":
        return None
    name = last_name(declared[1])
    inner = _variable_in(declared[2], variables)
    if inner is None or inner[1] or name in MAPPINGS:
        return None
    if name in WRAPPERS:
        return inner
    return (inner[0], True) if name in CONTAINERS else None
