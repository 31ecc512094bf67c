"""What making an object of Python runs: constructors, and what runs beside them."""

from __future__ import annotations

from codewitness.engine.graph.builtin_names import AFTER_INIT, CONSTRUCTORS
from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.names import Names, Value
from codewitness.engine.graph.records import is_data_class


class Making:
    """Over one workspace."""

    def __init__(self, names: Names, cells: Cells) -> None:
        self.names = names
        self.cells = cells

    def also_run(self, callee: Value) -> list[str]:
        """What making an object runs beside: `__post_init__`, and `__call__` of a metaclass."""
        if callee[0] != "C":
            return []
        for meta in self.names.metaclasses(callee[1]):
            found = self.cells.get(("ia", meta, "__call__"))
            if own := [one[1] for one in found if one[0] in "FB"]:
                return own
        if not is_data_class(self.names, callee[1]):
            return []
        for entry in self.names.mro(callee[1]):
            scope = self.names.scope(entry[1]) if entry[0] == "C" else None
            for name in AFTER_INIT if scope is not None else ():
                if scope is not None and self.names.has(scope, name):
                    return [one.key for one in scope.children if one.name == name]
        return []

    def constructors(self, callee: Value) -> Values:
        """The workspace's own `__init__` and `__new__` that making an instance runs."""
        found: Values = NONE
        for name in CONSTRUCTORS:
            for entry in self.names.mro(callee[1]):
                scope = self.names.scope(entry[1]) if entry[0] == "C" else None
                if scope is not None and self.names.has(scope, name):
                    found |= self.cells.get(("var", scope.key, name))
                    break
        return frozenset(one for one in found if one[0] in "FB")
