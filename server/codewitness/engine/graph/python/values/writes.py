"""Assignments to attributes of Python: by the methods of a class, and by others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from codewitness.engine.graph.cells import NONE, Cells, Key, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import CLASS_METHODS
from codewitness.engine.graph.python.naming.kinds import is_of_arguments
from codewitness.engine.graph.python.naming.lookups import DEFAULT, method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, form


class Writes:
    """Over one workspace. `values` tells what an expression of a scope may be."""

    def __init__(
        self,
        workspace: Workspace,
        cells: Cells,
        names: Names,
        values: Callable[[Scope, Expression], Values],
    ) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names
        self.values = values

    def places(self, scope: Scope, name: str) -> list[tuple[Scope, int]]:
        """Assignments to `self.name` in the methods of a class."""
        self.cells.note("own", name)
        return self.workspace.lookups.own_writes.get((scope.key, name), [])

    def own_writes(self, key: str, name: str) -> Iterable[Value]:
        """Rule `w`: what the methods of a class assign to `self.name`."""
        scope = self.names.scope(key)
        writes = [] if scope is None else self.places(scope, name)
        return NONE.union(*(self.cells.get(("bd", home.key, index)) for home, index in writes))

    def by_class(self, scope: Scope, name: str) -> Values:
        """What class methods assign to `cls.name`; what an object is given is not its class's."""
        found: Values = NONE
        for home, index in self.places(scope, name):
            method = method_around(home)
            if method is not None and (
                "classmethod" in method.decorators or method.name in CLASS_METHODS
            ):
                found |= self.cells.get(("bd", home.key, index))
        return found

    def elsewhere(self, key: str, name: str, *, is_instance: bool = False) -> Values:
        """What is assigned to an attribute of a class, or of its instances, by others."""
        rule = ("wx", key, name, int(is_instance))
        return self.cells.get(rule) if self._of_name(name) else NONE

    def giving(self, owner: Scope, name: str) -> Key:
        """The cell of what a class has by a name: what it defines, or what stands in its place."""
        around = owner.parent
        if around is not None:
            self.cells.note("scope", around.key)
            for index in around.flow.last.get(f"{owner.name}.{name}", ()):
                return ("bd", around.key, index)
        return ("var", owner.key, name)

    def _of_name(self, name: str) -> list[tuple[Scope, int]]:
        self.cells.note("writes", name)
        places = self.workspace.lookups.other_writes.get(name, [])
        return places if len(places) <= self.workspace.limits.writes else []

    def is_set_elsewhere(self, name: str) -> bool:
        """True if others than the methods of a class assign to an attribute of this name."""
        self.cells.note("writes", name)
        return bool(self.workspace.lookups.other_writes.get(name))

    def argument_default(self, name: str) -> Iterable[Value]:
        """Rule `df`: what parsers of arguments are told to give by a name: `set_defaults`."""
        found: Values = NONE
        for scope, index in self._of_name(DEFAULT + name):
            for owner in self.values(scope, scope.flow.binds[index][0][1]):
                order = self.names.mro(owner[1]) if owner[0] == "I" else (owner,)
                if any(one[0] == "X" and is_of_arguments(one) for one in order):
                    found |= self.cells.get(("bd", scope.key, index))
        return found

    def other_writes(self, key: str, name: str, is_instance: int) -> Iterable[Value]:
        """Rule `wx`: what is assigned to `x.name` elsewhere, x the class or an instance of it.

        A function that the class is given is a method of its instances.
        """
        found: Values = NONE
        for scope, index in self._of_name(name):
            if is_private(name) and not self._is_of(scope, key):
                continue
            for owner in self.values(scope, scope.flow.binds[index][0][1]):
                if owner[0] in "IC" and ("C", owner[1]) in self.names.mro(key):
                    given = self.cells.get(("bd", scope.key, index))
                    is_made = form(scope.flow.binds[index][1]) == "c"  # `staticmethod(f)`
                    if is_instance and owner[0] == "C" and not is_made:
                        given = frozenset(("B", *v[1:]) if v[0] == "F" else v for v in given)
                    found |= given
        return found

    def outside(self, dotted: str, name: str) -> Values:
        """What is assigned to an attribute of an object that a call of a library gave."""
        return self.cells.get(("xw", dotted, name)) if self._of_name(name) else NONE

    def to_outside(self, dotted: str, name: str) -> Iterable[Value]:
        """Rule `xw`: objects of the workspace among what `x.name` is given."""
        found: Values = NONE
        for scope, index in self._of_name(name):
            if ("X", dotted) in self.values(scope, scope.flow.binds[index][0][1]):
                given = self.cells.get(("bd", scope.key, index))
                found |= frozenset(one for one in given if one[0] == "I")
        return found

    def of_module(self, path: str, name: str) -> Values:
        """What others assign to a name of a module: `shop.send = send_nothing`."""
        return self.cells.get(("wm", path, name)) if self._of_name(name) else NONE

    def to_module(self, path: str, name: str) -> Iterable[Value]:
        """Rule `wm`: what `m.name` is given, m a name that this module was imported by."""
        found: Values = NONE
        for scope, index in self._of_name(name):
            owner = scope.flow.binds[index][0][1]
            if ("M", path) in self.names.static(scope, owner, self.cells.settle):
                found |= self.cells.get(("bd", scope.key, index))
        return found

    def of_function(self, key: str, name: str) -> Values:
        """What is assigned to an attribute of a function: `inner.original = function`."""
        return self.cells.get(("wf", key, name)) if self._of_name(name) else NONE

    def to_function(self, key: str, name: str) -> Iterable[Value]:
        """Rule `wf`: what `f.name` is given, f this function."""
        found: Values = NONE
        for scope, index in self._of_name(name):
            if ("F", key) in self.values(scope, scope.flow.binds[index][0][1]):
                found |= self.cells.get(("bd", scope.key, index))
        return found

    def _is_of(self, scope: Scope, key: str) -> bool:
        """True if what is written in `scope` belongs to a class, or to one that it comes from."""
        around = self.names.enclosing_class(scope)
        return around is not None and ("C", around.key) in self.names.mro(key)


def may_be_given(dotted: str) -> bool:
    """True for what is from outside and may be an object that is given attributes by others.

    That is what a call of a library gave, or what a module of it has: `flask.g.user = User()`.
    """
    if dotted.endswith("()"):
        return True
    return "." in dotted and dotted[-1] != "]" and "(" not in dotted and dotted[:9] != "builtins."


def spelled_out(owner: Scope, name: str) -> str:
    """How other classes know a private name of a class: `_Class__name`."""
    return f"_{owner.name.lstrip('_')}{name}"


def is_private(name: str) -> bool:
    """True if the name of an attribute is one of each class: `__name`."""
    return name.startswith("__") and not name.endswith("__")
