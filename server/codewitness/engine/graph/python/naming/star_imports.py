"""Where a name comes from that a module of Python imports by `from module import *`.

Told by what modules define, before values flow: the last import that surely has a name goes before
those above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.model.flow import UNSURE, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.naming.names import Names

_ALL = "__all__"


def starred(names: Names, top: Scope, name: str) -> list[str]:
    """Paths of the modules that a module may have `name` from; all of them if none is known to."""
    every: list[str] = []
    having: list[str] = []
    for written in reversed(top.flow.stars):
        star = written.removeprefix(UNSURE)
        found = names.module(top.file.path, star)
        if found[0] != "M" or found[1] == top.file.path:
            continue
        gives = _gives(names, found[1], name, frozenset([top.file.path]))
        if gives is not False:
            every.append(found[1])
        if gives:
            having.append(found[1])
            if star == written:
                break
    return having or every


def _gives(names: Names, path: str, name: str, within: frozenset[str]) -> bool | None:
    """True if a star takes a name from a module, False if it surely does not; None: who knows."""
    file = names.workspace.files.get(path)
    if file is None or path in within:
        return None
    listed = _listed(names, file.top)
    if listed is None and names.has(file.top, _ALL):
        gives: bool | None = None
    else:
        gives = name in listed if listed is not None else not name.startswith("_")
    if gives is False:
        return False
    if names.has(file.top, name):
        return True
    for written in file.top.flow.stars:
        found = names.module(path, written.removeprefix(UNSURE))
        if found[0] == "M" and _gives(names, found[1], name, within | {path}):
            return True
    return None


def _listed(names: Names, top: Scope) -> set[str] | None:
    """The names that a module says it has, if it does so by one list of them."""
    if not names.has(top, _ALL):
        return None
    binds = [top.flow.binds[index][1] for index in top.binds(_ALL)]
    if len(binds) != 1 or form(binds[0]) != "L":
        return None
    parts = binds[0][3:]
    return {one[1] for one in parts} if all(form(one) == "k" for one in parts) else None
