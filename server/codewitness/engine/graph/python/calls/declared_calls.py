"""What a call of Python gives of what is declared as a function: `Callable[[], Robot]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.aliases import alias
from codewitness.engine.graph.python.naming.builtin_names import CONTAINERS, WRAPPERS
from codewitness.model.flow import Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

_CALLABLE = "Callable"
_MAX_STEPS = 5  # from a call to where its function is declared
Declared = tuple[Scope, Expression]  # a type, and where it is read


class DeclaredCalls:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows
        self.names = flows.names

    def given(self, scope: Scope, callee: Expression) -> Values:
        """What the type of a callee says that it gives; nothing if it has none."""
        if form(callee) not in ("v", "a", "i") and not isinstance(callee, str):
            return NONE
        found = self._declared(scope, callee, 0)
        return NONE if found is None else self._result(*found, 0)

    def _result(self, scope: Scope, declared: Expression, steps: int) -> Values:
        if steps > _MAX_STEPS:
            return NONE
        kind = form(declared)
        if kind in ("u", "L"):
            parts = declared[1:] if kind == "u" else declared[3:]
            return NONE.union(*(self._result(scope, one, steps + 1) for one in parts))
        if kind == "i" and last_name(declared[1]) == _CALLABLE:
            given = declared[2][3:] if form(declared[2]) == "L" else []
            return frozenset(self.names.types(scope, given[1])) if len(given) == 2 else NONE
        if kind == "i":
            is_itself = last_name(declared[1]) in WRAPPERS
            return self._result(scope, declared[2], steps + 1) if is_itself else NONE
        meant = alias(self.names, scope, declared) if isinstance(declared, str) else None
        return NONE if meant is None else self._result(*meant, steps + 1)

    def _declared(self, scope: Scope, expression: Expression, steps: int) -> Declared | None:
        """The type that something is declared as, from where it comes."""
        kind = form(expression)
        if steps > _MAX_STEPS:
            return None
        if kind == "v":
            return self._of_binds(scope, expression[2:], steps)
        if kind == "y":
            return scope, expression[1]
        if kind in ("e", "i"):
            inside = self._declared(scope, expression[1], steps + 1)
            return None if inside is None else self._element(*inside)
        if kind == "a":
            return self._of_attribute(scope, expression, steps)
        return self._around(scope, expression) if isinstance(expression, str) else None

    def _around(self, scope: Scope, name: str) -> Declared | None:
        """What a parameter of a function around is declared as."""
        if scope.parent is None or not scope.parent.is_callable:
            return None
        home = self.names.home(scope, name)
        if home is None or not home.is_callable or home.parent is None:
            return None
        types = [one.type for one in home.parameters if one.name == name]
        return (home.parent, types[0]) if types and types[0] is not None else None

    def _of_binds(self, scope: Scope, indexes: list[int], steps: int) -> Declared | None:
        if len(indexes) != 1:
            return None
        if indexes[0] >= 0:
            return self._declared(scope, scope.flow.binds[indexes[0]][1], steps + 1)
        own = scope.parameters[-1 - indexes[0]]
        is_told = scope.parent is not None and own.type is not None
        return (scope.parent, own.type) if is_told and scope.parent is not None else None

    def _of_attribute(self, scope: Scope, expression: Expression, steps: int) -> Declared | None:
        """What a class declares an attribute of `self` as, or what it is given in a method."""
        owner, base = scope.parent, expression[1]
        if form(base) != "v" or base[2:] != [-1] or owner is None or not owner.is_class:
            return None
        name = expression[2]
        places = [(owner, index) for index in owner.binds(name)]
        places += self.flows.writes.places(owner, name)
        for place, index in places:
            value = place.flow.binds[index][1]
            if form(value) in ("y", "v"):
                self.names.cells.note("scope", place.key)
                if (found := self._declared(place, value, steps + 1)) is not None:
                    return found
        return None

    def _element(self, scope: Scope, declared: Expression) -> Declared | None:
        """The type of what is in a container that is declared so."""
        if form(declared) != "i" or last_name(declared[1]) not in CONTAINERS:
            return None
        given = declared[2][3:] if form(declared[2]) == "L" else [declared[2]]
        return (scope, given[-1]) if given else None
