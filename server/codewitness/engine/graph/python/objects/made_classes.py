"""Classes of Python that a call makes of nothing of the workspace, and their objects.

`type("Row", (), {"show": show})`: what they have is what the dictionary has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.objects.records import is_record
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows

CLASS = "type"
_OBJECT = "object of a type"
_TAKEN = 3  # the name, the bases, and what the class has


def makes_class(dotted: str, site: Site) -> bool:
    """True for a call of `type` that is given what the class has."""
    return dotted == "builtins.type" and len(site) > 4 and len(site[4]) == _TAKEN


def object_of(kind: Value) -> Value:
    """What a call of such a class gives."""
    return (*kind[:3], _OBJECT)


def held(flows: Flows, owner: Value, name: str) -> Values | None:
    """What such a class, an object of it, or a record has by a name; None of anything else."""
    if is_record(owner):
        return flows.get(("el", owner, ("K", name))) or None
    scope = flows.names.scope(owner[1]) if owner[3] in (CLASS, _OBJECT) else None
    if scope is None or owner[2] >= len(scope.flow.sites):
        return None
    given = scope.flow.sites[owner[2]][4:5]
    mappings = flows.values(scope, given[0][2]) if given and len(given[0]) == _TAKEN else NONE
    found = flows.each(mappings, lambda one: flows.get(("el", one, ("K", name))))
    found = found or (_inherited(flows, scope, given[0][1], owner, name) if mappings else NONE)
    if owner[3] == CLASS:
        return found
    return frozenset(("B", one[1]) if one[0] == "F" else one for one in found)


def _inherited(flows: Flows, scope: Scope, bases: Expression, owner: Value, name: str) -> Values:
    """What the first of some bases that has a name has by it."""
    kind = "C" if owner[3] == CLASS else "I"
    for part in bases[3:] if form(bases) == "L" else ():
        for base in flows.values(scope, part):
            meant = (kind, base[1]) if base[0] == "C" else (*base[:3], owner[3])
            is_made = base[0] == "E" and base[3] == CLASS
            if (base[0] == "C" or is_made) and (found := flows.attribute(meant, name)):
                return found
    return NONE
