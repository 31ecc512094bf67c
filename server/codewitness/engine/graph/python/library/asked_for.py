"""Classes of the workspace that a library is asked for.

`session.scalar(select(User))`, `User.query.first()`; not the class of an object that is made there.
A field that is a relation is asked for the class that it names: `owner = relationship("Owner")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.library.handed_outside import HandedOutside
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.values.writes import Writes
from codewitness.model.flow import Expression, form, last_name

_MAX_STEPS = 12  # from a call to what names a class
# Calls that declare a field to hold objects of the class that is named first.
_RELATION = re.compile("relation|foreign|onetoone|manytomany|reference|link", re.IGNORECASE)
# Methods that queries have as well as what they find, and names of what gives what was found.
_OF_QUERIES = words("delete update count get exists create first last all values")
_ONE = re.compile("first|last|one|get|scalar|pop|find|create|merge|fetch|latest|earliest|load|add")
_AROUND = frozenset("eiwxns")  # forms that are about the expression within


class AskedFor:
    """Over one workspace, told by names alone."""

    def __init__(self, names: Names, cells: Cells, writes: Writes) -> None:
        self.names = names
        self.cells = cells
        self.handed = HandedOutside(names, cells, writes)

    def found(self, scope: Scope, owner: Expression, name: str) -> Iterator[set[str]]:
        """Keys of the methods of a name that objects of the classes named on the way have.

        Then of classes whose objects the library was handed, if it is asked for none.
        """
        asked = set(self._classes(scope, owner, 0))
        yield self._methods(asked, scope, owner, name)
        if not asked:
            yield self._methods(self.handed.classes(scope, owner), scope, owner, name)

    def _methods(
        self, asked: Iterable[str], scope: Scope, owner: Expression, name: str
    ) -> set[str]:
        """What objects of classes have by a name, unless it is one of a query that is there."""
        found: set[str] = set()
        if name in _OF_QUERIES and not _gives_one(scope, owner):
            return found
        for key in set(asked):
            for entry in self.names.mro(key):
                around = self.names.scope(entry[1]) if entry[0] == "C" else None
                if around is not None and self.names.has(around, name):
                    found |= {
                        one.key for one in around.children if one.name == name and one.is_callable
                    }
                    break
        return found

    def _classes(self, scope: Scope, expression: Expression, steps: int) -> Iterator[str]:
        """Keys of the classes that stand in a chain of calls, or are given to one of them."""
        if expression is None or steps > _MAX_STEPS:
            return
        static = self.names.static(scope, expression, self.cells.settle)
        if own := [one[1] for one in static if one[0] == "C"]:
            yield from own
            return
        if form(expression) == "a":  # what a class has may give an object
            static = self.names.static(scope, _first(expression), self.cells.settle)
            yield from (one[1] for one in static if one[0] == "C")
            yield from self._of_field(scope, expression, steps)
        for k, one in enumerate(_parts(scope, expression)):
            found = list(self._classes(scope, one, steps + 1))
            yield from found
            # What is asked for comes first: `Row.select().join(Other)`, `select(Row).join(Other)`.
            if found and k == 0 and form(expression) == "c":
                return

    def _of_field(self, scope: Scope, expression: Expression, steps: int) -> Iterator[str]:
        """The classes that a field is declared for by a call: `owner = ForeignKey(Owner)`."""
        owners = {v[1] for v in self.handed.settled(scope, expression[1]) if v[0] == "I"}
        for key in sorted(owners):
            for entry in self.names.mro(key):
                around = self.names.scope(entry[1]) if entry[0] == "C" else None
                for index in around.binds(expression[2]) if around is not None else ():
                    value = around.flow.binds[index][1]  # type: ignore[union-attr]
                    if form(value) == "c":
                        yield from self._related(around, value, steps)  # type: ignore[arg-type]

    def _related(self, scope: Scope, value: Expression, steps: int) -> Iterator[str]:
        site = scope.flow.sites[value[1]]
        given = site[4] if len(site) > 4 else []
        if not given or _RELATION.search(last_name(site[1])) is None:
            return
        if form(given[0]) != "k":
            yield from self._classes(scope, given[0], steps + 1)
            return
        name = str(given[0][1]).rpartition(".")[2]
        self.cells.note("named", name)
        named = [one for one in self.names.workspace.named(name) if one.is_class]
        if len(named) == 1:
            yield named[0].key


def _gives_one(scope: Scope, owner: Expression) -> bool:
    """False for what a call gives that may be a query still: `query.filter(x)`."""
    while form(owner) == "v" and len(owner) == 3 and owner[2] >= 0:
        owner = scope.flow.binds[owner[2]][1]
    return form(owner) != "c" or _ONE.match(last_name(scope.flow.sites[owner[1]][1])) is not None


def _first(expression: Expression) -> Expression:
    while form(expression) == "a":
        expression = expression[1]
    return expression


def _parts(scope: Scope, expression: Expression) -> list[Expression]:
    """What an expression that is no attribute is made of: of a call its object and arguments."""
    kind = form(expression)
    if kind == "v":
        return [scope.flow.binds[index][1] for index in expression[2:] if index >= 0]
    if kind == "u":
        return list(expression[1:])
    if kind == "y":
        return [expression[2]]
    if kind == "c":
        site = scope.flow.sites[expression[1]]
        callee = site[1][1] if form(site[1]) == "a" else None
        return [callee, *(site[4] if len(site) > 4 else ())]
    return [expression[1]] if kind in _AROUND else []
