"""What containers of Python run of what is put there or looked for: `__hash__` and `__eq__`.

There are many places that do, so it is told in small workspaces alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.python.naming.builtin_names import (
    BY_EQUALITY,
    BY_HASH,
    HASHING,
)
from codewitness.engine.graph.python.naming.kinds import display_of, type_having
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.special.special_methods import SpecialMethods

_HASHED = words("dict set frozenset defaultdict OrderedDict Counter WeakSet")
_CONTAINERS = frozenset("LDHVYESU")


class Hashing:
    """Over one workspace."""

    def __init__(self, specials: SpecialMethods) -> None:
        self.specials = specials
        self.names = specials.names
        self.flows = specials.flows

    def of_operator(self, scope: Scope, site: Site, name: str) -> set[Value]:
        """What `d[one]`, `one in d` run of the key, and `{one, other}` of an element."""
        given = site[4] if len(site) > 4 else []
        is_display = name == "__hash__"
        if not given or not self._may_run():
            return set()
        if is_display:
            return self.specials.run_on(scope, site[1][1], BY_EQUALITY)
        if form(given[0]) in ("k", "t"):
            return set()
        owners = [one for one in self.flows.values(scope, site[1][1]) if one[0] in _CONTAINERS]
        if any(self._is_hashed(one) for one in owners):
            return self.specials.run_on(scope, given[0], BY_HASH)
        is_sought = owners and name == "__contains__"
        return self.specials.run_on(scope, given[0], BY_EQUALITY) if is_sought else set()

    def of_call(self, scope: Scope, given: list[Expression], dotted: str) -> set[Value]:
        """What `d.get(one)` runs of it."""
        if not given or not self._may_run():
            return set()
        return self.specials.run_on(scope, given[0], HASHING[dotted])

    def of_each(self, scope: Scope, given: Expression) -> set[Value]:
        """What `set(ones)` runs of each."""
        return self.specials.run_on(scope, ["e", given], BY_HASH) if self._may_run() else set()

    def _may_run(self) -> bool:
        """False if no class says what is equal to its objects."""
        workspace = self.names.workspace
        if not workspace.limits.is_few:
            return False
        for name in BY_HASH:
            self.names.cells.note("named", name)
        return any(workspace.named(name) for name in BY_HASH)

    def _is_hashed(self, owner: Value) -> bool:
        """True for what has its elements, or its keys, by their hashes."""
        if owner[0] in "LH":
            return self._kind(owner) in _HASHED
        if owner[0] == "E":
            return owner[3] in _HASHED
        return owner[0] in "DS" or (owner[0] == "Y" and _declared(owner) in _HASHED)

    def _kind(self, owner: Value) -> str:
        """The type of a display or a comprehension."""
        scope = self.names.scope(owner[1])
        made = None if scope is None else display_of(owner, scope)
        return "" if made is None else str(made[1])


def _declared(owner: Value) -> str:
    return type_having(owner, "__contains__").rpartition(".")[2]
