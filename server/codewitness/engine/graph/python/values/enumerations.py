"""What the members of Python's enumerations hold: `self.value()`, `Colour.RED.value.show()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

VALUES = frozenset({"value", "_value_"})


class Enumerations:
    """Over one workspace."""

    def __init__(self, names: Names, flows: Flows) -> None:
        self.names = names
        self.flows = flows

    def held(self, scope: Scope, base: Expression, owners: Values) -> Values:
        """The value of the member that an expression names, or of any that it may be."""
        found: Values = NONE
        for owner in owners:
            kind = self.names.scope(owner[1]) if owner[0] == "I" else None
            if kind is None or not self.names.is_enum(kind.key):
                continue
            if any(self.names.has(kind, name) for name in VALUES):
                continue
            of_class = form(base) == "a" and ("C", kind.key) in self.flows.values(scope, base[1])
            found |= self._of(kind, base[2] if of_class else None)
        return found

    def _of(self, kind: Scope, member: str | None) -> Values:
        """What one member holds, or all of them."""
        found: Values = NONE
        for index, (target, value) in enumerate(kind.flow.binds):
            is_member = isinstance(target, str) and not self._is_method(kind, value)
            if is_member and member in (None, target):
                found |= self.flows.get(("bd", kind.key, index))
        return found

    def given(self, function: Scope, k: int) -> Values:
        """What the constructor of an enumeration is given: a member's value, or a part of it."""
        kind = function.parent
        if function.name != "__init__" or not k or kind is None or not self.names.is_enum(kind.key):
            return NONE
        self.flows.cells.note("scope", kind.key)
        found: Values = NONE
        for index, (target, value) in enumerate(kind.flow.binds):
            if not isinstance(target, str) or self._is_method(kind, value):
                continue
            if form(value) == "L":
                found |= self.flows.values(kind, value[2 + k] if 2 + k < len(value) else None)
            elif k == 1:
                found |= self.flows.get(("bd", kind.key, index))
        return found

    def _is_method(self, kind: Scope, value: Expression) -> bool:
        if form(value) == "c":
            return bool(kind.flow.sites[value[1]][0] == "d")
        return form(value) == "f"
