"""Attributes of Python that are objects whose methods run when they are read, set or deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.decorators.handing import handed_through
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.objects.property_makers import (
    PROPERTY,
    given_by,
    is_run_so,
    makes_property,
    run_by,
)
from codewitness.engine.graph.python.values import type_arguments
from codewitness.engine.graph.python.values.type_arguments import Said
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import form, last_name

# What a site runs, by its kind.
METHOD_BY_KIND = {"p": "__set__", "x": "__delete__"}
READING = "__get__"
METHODS = frozenset({READING, *METHOD_BY_KIND.values()})


class Descriptors:
    """Over one workspace: classes that have such methods, and the attributes that they are for."""

    def __init__(self, workspace: Workspace, cells: Cells, names: Names) -> None:
        self.workspace = workspace
        self.cells = cells
        self.names = names

    def every(self, _key: str) -> Iterable[str]:
        """Rule `dn`: names of all attributes that such an object is for."""
        for method in sorted(METHODS):
            for one in self.named(method):
                if one.parent is not None and one.parent.is_class:
                    yield from self.attributes(one.parent)
        self.cells.note("mention", PROPERTY)
        for one in self.workspace.mentioning(PROPERTY):
            if makes_property(one) and self.names.scope(one.key) is not None:
                yield from self.made_by(one)

    def made_by(self, maker: Scope) -> Iterator[str]:
        """Names that classes give to properties which a function makes."""
        self.cells.note("scope", maker.key)
        self.cells.note("mention", maker.name)
        for scope in self.workspace.mentioning(maker.name):
            self.cells.note("scope", scope.key)
            yield from given_by(scope, maker.name)

    def asked_for(self, function: Scope) -> tuple[str, ...]:
        """Names of the attributes that a function is run for: as a method, or as a property."""
        around = function.parent
        if around is None:
            return ()
        if function.name in METHODS:
            return tuple(sorted(set(self.attributes(around))))
        return tuple(sorted(set(self.made_by(around)))) if is_run_so(function) else ()

    def named(self, method: str) -> list[Scope]:
        """The methods of this name in classes of Python."""
        self.cells.note("named", method)
        found = (self.names.scope(one.key) for one in self.workspace.named(method))
        return [one for one in found if one is not None and one.file.language == "python"]

    def attributes(self, kind: Scope) -> Iterator[str]:
        """Names that classes give to objects of a class, or to what it decorates."""
        for one in (kind, *self.names.subclasses(kind.key)):
            self.cells.note("mention", one.name)
            for scope in self.workspace.mentioning(one.name):
                if not scope.is_class:
                    continue
                self.cells.note("scope", scope.key)
                for target, value in scope.flow.binds:
                    is_made = isinstance(target, str) and form(value) == "c"
                    if is_made and last_name(scope.flow.sites[value[1]][1]) == one.name:
                        yield target

    def may_be(self, name: str) -> bool:
        """True if an attribute of this name may be such an object."""
        return name in self.cells.settle(("dn", ""))

    def run(self, values: Values, kind: str) -> set[str]:
        """Keys of what a site of a kind runs where a class has these values."""
        method = METHOD_BY_KIND.get(kind, READING)
        own = {key for one in values if one[0] == "I" for key in self._own(one[1], method)}
        made = [one for one in values if one[0] == "E" and one[3] == PROPERTY]
        return own.union(*(self._run_of(one, kind) for one in made)) if made else own

    def _run_of(self, value: Value, kind: str) -> set[str]:
        """What is run of a property that a call in a function makes."""
        scope = self.names.scope(value[1])
        if scope is None:
            return set()
        given = run_by(scope.flow.sites[value[2]], kind)
        found = self.names.static(scope, given, self.cells.settle) if given is not None else ()
        return {one[1] for one in found if one[0] == "F"}

    def given(self, owner: Scope, name: str, values: Values, *, is_instance: bool) -> Values | None:
        """What reading an attribute of these values gives; None if nothing runs."""
        run = self.run(values, "r") if self.may_be(name) else set()
        if not run or (told := self.told(owner, name, run)):
            return told if run else None
        if is_instance and (said := self._said(owner, name, values, run)):
            return said
        found = NONE.union(*(self.cells.get(("ret", one)) for one in run))
        if is_instance and found:
            return found
        # `if instance is None: return self`
        return found | {one for one in values if one[0] == "I" and self._gives_itself(one[1])}

    def _gives_itself(self, key: str) -> bool:
        methods = (self.names.scope(one) for one in self._own(key, READING))
        return any(one is not None and 0 in handed_through(one) for one in methods)

    def told(self, owner: Scope, name: str, run: Iterable[str]) -> Values:
        """What a function that is decorated says to give, where `__get__` gives just that: a `T`.

        What objects of such a class keep for one attribute is nothing of another.
        """
        methods = [self.names.scope(key) for key in run]
        for one in methods:
            if one is None or one.parent is None or one.header[3] is None:
                return NONE
            if not self.names.is_generic(one.parent, one.header[3]):
                return NONE
        found: set[Value] = set()
        for child in owner.children:
            if child.name == name and child.header[0] and child.header[3] is not None:
                found |= self.names.types(owner, child.header[3])
        return frozenset(found)

    def _said(self, owner: Scope, name: str, values: Values, run: Iterable[str]) -> Values:
        """What stands for the `T` that `__get__` says to give, by the object's class."""
        found: set[Value] = set()
        for method in map(self.names.scope, sorted(run)):
            if method is None or method.parent is None:
                continue
            for at in _places(method, type_arguments.variables(self.names, method.parent)):
                for given in self._given_types(owner, name, values, method.parent):
                    found |= self.names.types(*given[at]) if at < len(given) else set()
        return frozenset(found)

    def _given_types(
        self, owner: Scope, name: str, values: Values, generic: Scope
    ) -> Iterator[list[Said]]:
        """The type arguments of what a class has by a name: `Option[Row]()`, and by its bases."""
        for index in owner.binds(name):
            made = owner.flow.binds[index][1]
            kind = owner.flow.sites[made[1]][1] if form(made) == "c" else None
            if kind is not None and form(kind) == "i":
                given: list[Said] = [(owner, one) for one in type_arguments.listed(kind[2])]
                for value in self.names.static(owner, kind[1], self.cells.settle):
                    if value[0] == "C":
                        yield from type_arguments.arguments(self.names, value[1], generic, given)
        for one in values:
            if one[0] == "I":
                yield from type_arguments.arguments(self.names, one[1], generic, [])

    def _own(self, key: str, method: str) -> list[str]:
        """Keys of a method that a class has, of its own or of a base."""
        for entry in self.names.mro(key):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            if scope is not None and self.names.has(scope, method):
                return [one.key for one in scope.children if one.name == method]
        return []


def _places(method: Scope, variables: list[str]) -> list[int]:
    """Which of the variables a method says to give, itself or by an overload."""
    around = method.parent.children if method.parent is not None else []
    said = [one.header[3] for one in around if one.name == method.name]
    return sorted(
        {variables.index(one) for one in said if isinstance(one, str) and one in variables}
    )
