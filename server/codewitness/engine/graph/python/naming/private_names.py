"""Names that each class has for itself: `self.__name`, known elsewhere as `_Class__name`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.writes import is_private, spelled_out

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows


class PrivateNames:
    """Over one workspace."""

    def __init__(self, flows: Flows) -> None:
        self.flows = flows

    def owners(self, scope: Scope, name: str, owners: Values) -> Values:
        """Owners of a name, in whose place the class stands that a private one is written in."""
        if not is_private(name):
            return owners
        around = self.flows.names.enclosing_class(scope)
        if around is None or not self._has(around, name):
            return owners
        own = ("C", around.key)
        return frozenset(
            (one[0], around.key) if one[0] in "IC" and own in self.flows.names.mro(one[1]) else one
            for one in owners
        )

    def of(self, owner: Value, name: str) -> Values | None:
        """What an object or a class has by such a name, of one class alone; None for others."""
        if is_private(name):
            return self._of_object(owner[1], name) if owner[0] == "I" else None
        if "__" not in name[2:-1] or name[1] == "_":
            return None
        for entry in self.flows.names.mro(owner[1]):
            around = self.flows.names.scope(entry[1]) if entry[0] == "C" else None
            own = "" if around is None else name[1 + len(around.name.lstrip("_")) :]
            if around is None or not is_private(own) or spelled_out(around, own) != name:
                continue
            if self._has(around, own):
                return self.flows.attribute((owner[0], around.key), own)
        return None

    def _of_object(self, key: str, name: str) -> Values | None:
        flows = self.flows
        for entry in flows.names.mro(key):
            around = flows.names.scope(entry[1]) if entry[0] == "C" else None
            if around is not None and self._has(around, name):
                given = flows.get(("w", around.key, name))
                given |= flows.writes.elsewhere(key, name, is_instance=True)
                return given | flows.after([entry], name)
        return None

    def _has(self, around: Scope, name: str) -> bool:
        return self.flows.names.has(around, name) or bool(self.flows.writes.places(around, name))
