"""What a mapping takes over from another one, or from pairs: `dict(pairs)`, `d.update(other)`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Cells, Values
from codewitness.engine.graph.python.containers.slices import kept
from codewitness.engine.graph.python.naming.builtin_names import MAPPINGS
from codewitness.engine.graph.python.naming.kinds import display_of
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.model.flow import Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.files import Scope

COPIES = {"L": "list.copy", "D": "dict.copy"}  # what `copy` makes of a display
_MADE = frozenset(  # how calls make them
    {"dict", "defaultdict", "default", "fromkeys", "ChainMap", "merged", COPIES["D"]}
)
_NAME: Value = ("K", 0)
_HELD: Value = ("K", 1)


class Mappings:
    """Over one workspace."""

    def __init__(self, names: Names, cells: Cells) -> None:
        self.names = names
        self.cells = cells

    def is_one(self, value: Value) -> bool:
        """True for a built-in container that has keys."""
        kind = value[0]
        if kind == "E":
            return str(value[3]) in _MADE
        if kind == "Y":
            declared = json.loads(value[2])
            return bool(form(declared) == "i" and last_name(declared[1]) in MAPPINGS)
        if kind not in "HV":
            return bool(kind == "D")
        scope = self.names.scope(value[1])
        if scope is None:
            return False
        if kind == "V":
            return value[2] < len(scope.parameters) and scope.parameters[value[2]].kind == "**"
        made = display_of(value, scope)
        return made is not None and bool(made[1] == "dict")

    def taken(self, source: Value, key: Value | None) -> Values:
        """What a mapping made of `source` has at a key; its keys if that is None."""
        if source[0] not in "LHGEYUV" or self.is_one(source):
            return self.cells.get(("el", source, key))
        found: Values = NONE
        for pair in self.cells.get(("el", source, None)):
            if key is None:
                found |= self.cells.get(("el", pair, _NAME))
            elif key[0] != "K" or self._may_have(pair, key):
                found |= self.cells.get(("el", pair, _HELD))
        return found

    def _may_have(self, pair: Value, key: Value) -> bool:
        """True if the first of a pair may be this constant."""
        if pair[0] == "U":  # of what `zip` puts together nothing tells which belongs to which
            return True
        own = self._first_of(pair)
        if form(own) == "k":
            return bool(own[1] == key[1] and type(own[1]) is type(key[1]))
        return bool(pair[0] == "L")

    def _first_of(self, pair: Value) -> Expression:
        scope: Scope | None = self.names.scope(pair[1]) if pair[0] == "L" else None
        display = None if scope is None else display_of(pair, scope)
        return None if display is None else next(iter(kept(pair, display)), None)
