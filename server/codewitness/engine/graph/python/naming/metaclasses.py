"""Classes of Python that make classes: which a class has, and which classes have one."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.graph.python.naming.names import Names
from codewitness.model.flow import form


def metaclasses(names: Names, key: str) -> Iterable[tuple[str, ...]]:
    """Rule `mt`: keys of the metaclasses that a class has of itself, or of a base."""
    found: list[str] = []
    for entry in names.mro(key):
        scope = names.scope(entry[1]) if entry[0] == "C" else None
        around = None if scope is None else scope.parent
        if scope is None or around is None:
            continue
        for base in scope.header[2]:
            if form(base) == "meta":
                names.cells.note("scope", around.key)
                meant = names.static(around, base[1], names.cells.settle)
                found += [one[1] for one in meant if one[0] == "C"]
    return [tuple(found)]


def made_by(names: Names, key: str) -> list[str]:
    """Keys of the classes that have a class as their metaclass."""
    if ("X", "builtins.type") not in names.mro(key):
        return []
    found: dict[str, None] = {}
    scopes = [one for one in (names.scope(key), *names.subclasses(key)) if one is not None]
    for name in sorted({scope.name for scope in scopes}):
        names.cells.note("based", name)
        for child in names.workspace.lookups.classes.get(name, ()):
            if any(("C", key) in names.mro(one) for one in names.metaclasses(child.key)):
                found[child.key] = None
    below = [below.key for one in found for below in names.subclasses(one)]
    return sorted({*found, *below})
