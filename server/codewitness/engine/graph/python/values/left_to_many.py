"""Methods of Python that so many others stand in the place of that none of them can be told."""

from __future__ import annotations

from codewitness.engine.graph.cells import ANYTHING, Cells, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.values.left_to_others import is_left_to_others
from codewitness.engine.graph.python.values.overrides import first_with
from codewitness.model.flow import Site, form

_CALLING = "ch"  # kinds of sites


def left_to_many(names: Names, cells: Cells, at: tuple[Scope, int], callees: Values) -> set[str]:
    """Keys of the methods that a call names by the class of its object, where any may run.

    Of a method that does nothing but say what others do, those others are what a call runs. Where
    they are too many to be told, it is the one that all of them stand in the place of.
    """
    scope, index = at
    site: Site = scope.flow.sites[index]
    if callees != ANYTHING or site[0] not in _CALLING or form(site[1]) != "a":
        return set()
    name = site[1][2]
    owners = [one[1] for one in cells.get(("ow", scope.key, index, name)) if one[0] == "I"]
    return {key for owner in owners for key in _left_by(names, owner, name)}


def _left_by(names: Names, owner: str, name: str) -> list[str]:
    below = names.scope(owner)
    having = first_with(names, below, name) if below is not None else None
    if having is None or _is_written(names, owner, name):
        return []
    if not is_left_to_others(names, having, name):
        return []
    return [one.key for one in having.children if one.name == name and one.is_callable]


def _is_written(names: Names, owner: str, name: str) -> bool:
    """True if an object may have something else by this name."""
    own_writes = names.workspace.lookups.own_writes
    family = [entry[1] for entry in names.mro(owner) if entry[0] == "C"]
    return any((key, name) in own_writes for key in family)
