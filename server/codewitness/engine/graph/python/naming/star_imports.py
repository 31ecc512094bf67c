"""Where a name comes from that a module of Python imports by `from module import *`.

Told by what modules define, before values flow: the last import that surely has a name goes before
those above it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.model.flow import UNSURE, Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.naming.names import Names

_ALL = "__all__"
_ADDING = frozenset({"__add__", "__iadd__"})
_MAX_STEPS = 6


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


def _listed(names: Names, top: Scope, steps: int = 0) -> set[str] | None:
    """The names that a module says it has, if all that it says is written out."""
    if not names.has(top, _ALL):
        return None
    binds = top.flow.binds
    said = [binds[index][1] for index in top.binds(_ALL)]
    said += [one for target, one in binds if form(target) == "i" and last_name(target[1]) == _ALL]
    return _all_of(names, top, said, steps)


def _all_of(names: Names, top: Scope, said: Iterable[Expression], steps: int) -> set[str] | None:
    """The union of what expressions list; None if one of them is not known to list names."""
    found: set[str] = set()
    for one in said:
        listed = _said(names, top, one, steps + 1) if steps <= _MAX_STEPS else None
        if listed is None:
            return None
        found |= listed
    return found


def _said(names: Names, top: Scope, value: Expression, steps: int) -> set[str] | None:
    """The names that an expression of a module lists: `["a"] + other.__all__`."""
    kind = form(value)
    binds = top.flow.binds
    if kind == "k":
        return {value[1]}
    if kind in ("L", "u"):
        return _all_of(names, top, value[3 if kind == "L" else 1 :], steps)
    if kind in ("e", "*"):
        return _all_of(names, top, value[1:2], steps)
    if kind == "v":
        return _all_of(names, top, [binds[i][1] if i >= 0 else None for i in value[2:]], steps)
    if kind == "c":
        site = top.flow.sites[value[1]]
        is_sum = site[0] == "o" and last_name(site[1]) in _ADDING and len(site) > 4
        return _all_of(names, top, [site[1][1], *site[4][:1]], steps) if is_sum else None
    if kind != "a" or value[2] != _ALL or form(value[1]) != "v" or len(value[1]) != 3:
        return None
    imported = binds[value[1][2]][1]
    if form(imported) != "m":
        return None
    dotted = imported[1] if len(imported) == 2 else f"{imported[1]}.{imported[2]}"
    file = names.workspace.files.get(names.module(top.file.path, dotted.replace("..", "."))[1])
    return None if file is None else _listed(names, file.top, steps)
