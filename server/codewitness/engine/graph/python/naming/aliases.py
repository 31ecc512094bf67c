"""Names that stand for a type which is put together elsewhere: `Text = Union[str, "Rich"]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.builtin_names import CONTAINERS, WRAPPERS
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.naming.names import Names, Value

MAX_STEPS = 6  # names and imports that one is followed through


def may_be_alias(declared: Expression, values: set[Value]) -> bool:
    """True if a type that is declared so, and is these by name, may be one that is put together."""
    if form(declared) not in ("", "a", "v") or declared is None:
        return False
    return not values or any(one[0] == "X" and _last(one) in _PUT_TOGETHER for one in values)


def alias(names: Names, scope: Scope, declared: Expression) -> tuple[Scope, Expression] | None:
    """The type that a name stands for, and the scope in which that is to be read."""
    at: Expression = declared
    for _ in range(MAX_STEPS):
        kind = form(at)
        if kind in ("i", "c", "L", "u"):
            meant = _as_type(scope, at)
            return None if meant is None else (scope, meant)
        if kind == "y":
            at = at[2]
        elif kind == "m" and len(at) == 3:
            modules = {names.module(scope.file.path, at[1])}
            if (found := _of_module(names, modules)) is None:
                return None
            scope, at = found, at[2]
        elif kind == "a":
            modules = names.static(scope, at[1], names.cells.settle)
            if (found := _of_module(names, modules)) is None:
                return None
            scope, at = found, at[2]
        elif (step := _assigned(names, scope, at)) is not None:
            scope, at = step
        else:
            return None
    return None


def _of_module(names: Names, values: set[Value]) -> Scope | None:
    """The top level of the one file that a module is."""
    files = [names.workspace.files.get(one[1]) for one in values if one[0] == "M"]
    return files[0].top if len(files) == 1 and files[0] is not None else None


def _assigned(names: Names, scope: Scope, name: Expression) -> tuple[Scope, Expression] | None:
    """The one value that a name is given, and where."""
    if form(name) == "v":
        is_one = len(name) == 3 and name[2] >= 0
        return (scope, scope.flow.binds[name[2]][1]) if is_one else None
    home = names.home(scope, name) if isinstance(name, str) else None
    if home is None:
        return None
    sources = list(names.sources(home, name))
    if len(sources) != 1:
        return None
    giving, index = sources[0]
    names.cells.note("scope", giving.key)
    return giving, giving.flow.binds[index][1]


def _as_type(scope: Scope, value: Expression) -> Expression:
    """A value as the annotation that it is meant to be; None for one that is no type."""
    kind = form(value)
    if kind == "k":
        return value[1] if isinstance(value[1], str) and value[1].isidentifier() else None
    if kind == "i":
        base = _as_type(scope, value[1])
        given = value[2][3:] if form(value[2]) == "L" else [value[2]]
        parts = [_as_type(scope, one) for one in given]
        return None if base is None else ["i", base, ["L", "tuple", 0, *parts]]
    if kind == "u":
        return ["u", *(_as_type(scope, one) for one in value[1:])]
    if kind == "L" and value[1] == "tuple":  # of those that are asked for, or handled
        return ["u", *(_as_type(scope, one) for one in value[3:])]
    if kind == "c":
        site = scope.flow.sites[value[1]]
        if site[0] != "o" or form(site[1]) != "a" or site[1][2] != "__or__" or len(site) < 5:
            return None
        return ["u", _as_type(scope, site[1][1]), _as_type(scope, site[4][0])]
    return value if kind in ("", "a", "v") or value == ["t", "None"] else None


def _last(value: Value) -> str:
    return str(value[1]).rpartition(".")[2]


_PUT_TOGETHER = CONTAINERS | {*WRAPPERS, "Type", "type"}
