"""Methods of Python that make another object of the class that they are called on.

`return cls()` in a base gives an object of any class below; called as `Below.make()`, of this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.values.overrides import asked, first_with
from codewitness.engine.graph.python.values.values import Flows
from codewitness.model.flow import Expression, Site, form

_MAX_STEPS = 3  # methods that give what others of the same object give


class SameClass:
    """Over one workspace."""

    def __init__(self, flows: Flows, names: Names, cells: Cells) -> None:
        self.flows = flows
        self.names = names
        self.cells = cells

    def meant(
        self, callee: Value, function: Scope, scope: Scope, site: Site, found: set[Value]
    ) -> set[Value]:
        """What a call gives: of its relatives, objects of the class alone that it is asked of."""
        if callee[0] != "B" or form(site[1]) != "a" or all(one[0] != "I" for one in found):
            return found
        makers = self._makers(function, 0)
        if not any(map(_makes_its_own, makers)):
            return found
        if _is_super(scope, site[1][1]):
            return self._below(scope, found, set().union(*map(self._named_in, makers)))
        if _is_own_class(scope, site[1][1]):
            return found
        owners = self.flows.values(scope, site[1][1])
        keys = {one[1] for one in owners if one[0] in "IC"}
        if len(keys) < len(owners):
            return found
        named = keys.union(*map(self._named_in, makers))
        kept = {one for one in found if one[0] != "I" or one[1] in named}
        others = found - kept
        related = {one for one in others if self._are_related(one[1], keys)}
        return found - related | {("I", key) for key in keys if related}

    def _below(self, scope: Scope, found: set[Value], named: set[str]) -> set[Value]:
        """What a method of a base gives to a class below: nothing of the classes above that."""
        around = self.names.enclosing_class(scope)
        if around is None:
            return found
        above = {one[1] for one in self.names.mro(around.key)[1:] if one[0] == "C"} - named
        gone = {one for one in found if one[0] == "I" and one[1] in above}
        return found - gone | {("I", around.key)} if gone else found

    def _makers(self, function: Scope, steps: int) -> list[Scope]:
        """A method, and those of its own object whose results it gives."""
        found = [function]
        around = self.names.enclosing_class(function)
        if around is None or not function.parameters or steps > _MAX_STEPS:
            return found
        for value in _called_for(function):
            name = asked(function, value, function.parameters[0].name)
            holder = first_with(self.names, around, name) if name else None
            for one in holder.children if holder is not None else ():
                if one.name == name and one.is_callable and one is not function:
                    found += self._makers(one, steps + 1)
        return found

    def _named_in(self, function: Scope) -> set[str]:
        """Classes that a function makes objects of by their names."""
        made = (self.names.static(function, one, self.cells.settle) for one in _called(function))
        return {one[1] for values in made for one in values if one[0] == "C"}

    def _are_related(self, key: str, keys: set[str]) -> bool:
        own = {entry for entry in self.names.mro(key) if entry[0] == "C"}
        return any(not own.isdisjoint(self.names.mro(other)) for other in keys)


def _called(function: Scope) -> list[Expression]:
    return [site[1] for site in function.flow.sites if site[0] == "c"]


def _called_for(function: Scope) -> Iterator[Expression]:
    """What a function calls whose results it gives, as they are or by a name."""
    flow = function.flow
    for value in flow.returns:
        given = [flow.binds[i][1] for i in value[2:] if i >= 0] if form(value) == "v" else [value]
        yield from (flow.sites[one[1]][1] for one in given if form(one) == "c")


def _makes_its_own(function: Scope) -> bool:
    """True for a method that calls its own class, or what it overrides."""
    return any(
        _is_super(function, one[1])
        if form(one) == "a" and one[2] == function.name
        else _is_own_class(function, one)
        for one in _called(function)
    )


def _is_own_class(scope: Scope, value: Expression) -> bool:
    """True for `cls`, called in a method of the class, and for `self.__class__`, `type(self)`."""
    method = method_around(scope)
    own = method.parameter_names if method is not None else []
    return bool(own) and asked(scope, value, own[0]) in ("", "__class__")


def _is_super(scope: Scope, value: Expression) -> bool:
    return form(value) == "c" and scope.flow.sites[value[1]][1] == "super"
