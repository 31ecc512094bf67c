"""What modules and classes of Python have, where a program goes through all of it.

`vars(commands).items()`, `inspect.getmembers(shapes, inspect.isclass)`; in few files alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Site, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.library.library import Library

MEMBERS = "getmembers"
GOING_THROUGH = (MEMBERS, "vars", "__dict__")  # names of what gives all that something has
_MAX_MEMBERS = 24  # with more a reader could not say which are meant either
# Kinds of values that are left, by what is asked of each.
_ASKED = {
    "isclass": "C",
    "isfunction": "F",
    "ismethod": "B",
    "isroutine": "FB",
    "callable": "CFB",
}


def of_namespace(library: Library, owner: Value) -> Values:
    """All functions and classes that a module, or a class itself, defines."""
    return _own(library, owner) if owner[0] in "MC" else NONE


def of_members(library: Library, scope: Scope, site: Site, key: Value | None) -> Values:
    """The second of each pair that `getmembers` gives, its first being like `key`."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    named: list[Expression] = site[5] if len(site) > 5 else []
    asked = given[1] if len(given) > 1 else named[1] if named else None
    kinds = _ASKED.get(last_name(asked), "" if asked else "CFB")
    found: Values = NONE
    for owner in library.flows.values(scope, given[0] if given else None):
        is_like = key is not None and key[0] == "T"
        found |= library.named_like(owner, key) if is_like and key else _all(library, owner)
    return frozenset(one for one in found if one[0] in kinds)


def _all(library: Library, owner: Value) -> Values:
    """The same of an object, or of a class with those above it."""
    if owner[0] not in "IC":
        return _own(library, owner) if owner[0] == "M" else NONE
    above = [one for one in library.names.mro(owner[1]) if one[0] == "C"]
    names = {name for one in above for name in _names(library, library.names.scope(one[1]))}
    return _attributes(library, owner, names)


def _own(library: Library, owner: Value) -> Values:
    file = library.names.workspace.files.get(owner[1]) if owner[0] == "M" else None
    scope = library.names.scope(owner[1]) if owner[0] == "C" else None
    return _attributes(library, owner, _names(library, file.top if file is not None else scope))


def _attributes(library: Library, owner: Value, names: set[str]) -> Values:
    if len(names) > _MAX_MEMBERS or not library.names.workspace.limits.is_few:
        return NONE
    return NONE.union(*(library.flows.attribute(owner, one) for one in sorted(names)))


def _names(library: Library, scope: Scope | None) -> set[str]:
    if scope is None:
        return set()
    library.cells.note("scope", scope.key)
    return {one.name for one in scope.children if one.is_callable or one.is_class}
