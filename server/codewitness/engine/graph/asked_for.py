"""Classes of the workspace that a library is asked for.

`session.scalar(select(User))`, `User.query.first()`; not the class of an object that is made there.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.names import Names
from codewitness.model.flow import Expression, form

_MAX_STEPS = 8  # from a call to what names a class
_AROUND = frozenset("eiwxns")  # forms that are about the expression within


class AskedFor:
    """Over one workspace, told by names alone."""

    def __init__(self, names: Names, cells: Cells) -> None:
        self.names = names
        self.cells = cells

    def methods(self, scope: Scope, owner: Expression, name: str) -> set[str]:
        """Keys of the methods of a name that objects of the classes named on the way have."""
        found = set()
        for key in set(self._classes(scope, owner, 0)):
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
        for one in _parts(scope, expression):
            yield from self._classes(scope, one, steps + 1)


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
