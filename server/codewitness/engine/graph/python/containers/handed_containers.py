"""What functions put into a container that they are given: `def add(rows, one): rows.append(one)`.

Told by the names of what is called, which do not change while values settle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from codewitness.engine.graph.cells import Cells
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.workspace import Workspace
from codewitness.model.flow import Expression, Site, form, last_name

_MAX_MEANT = 4  # definitions of the name that is called
_MAX_FUNCTIONS = 20  # that a container is followed to
_CONSTRUCTOR = "__init__"

Handed = tuple[Site, int | str]  # a call, and which of what it is given


@dataclass(slots=True)
class Followed:
    """Where a container goes that calls are given.

    places: assignments to elements of it. names: attributes that it is kept as.
    """

    places: list[tuple[str, int]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


def followed(
    workspace: Workspace, cells: Cells, homes: Iterable[Scope], names: set[str]
) -> Followed:
    """Where what has some names in scopes goes by the calls there."""
    found = Followed()
    seen: set[tuple[str, int]] = set()
    waiting = [one for home in homes for one in handed(home, names)]
    for site, place in waiting:
        for function in meant(workspace, cells, last_name(site[1])):
            k = number(function, place)
            if k is None or (function.key, k) in seen or len(seen) >= _MAX_FUNCTIONS:
                continue
            seen.add((function.key, k))
            cells.note("scope", function.key)
            if f",-{k + 1}" in function.flow_text:  # it does something with what it is given
                _look(function, k, found)
                waiting += passed_on(function, k)
    return found


def giving(homes: Iterable[Scope], names: set[str]) -> set[str]:
    """Names of functions that give back what has one of these names, or a part of it."""
    return {
        home.name
        for home in homes
        if home.is_callable and any(last_name(one) in names for one in home.flow.returns)
    } - {""}


def handed(home: Scope, names: set[str]) -> Iterator[Handed]:
    """The calls of a scope that are given something of these names; looked through once."""
    if home.given is None:
        home.given = {}
        for site, place, one in arguments(home):
            if name := last_name(one):
                home.given.setdefault(name, []).append((site, place))
    for name in sorted(names):
        yield from home.given.get(name, ())


def passed_on(function: Scope, k: int) -> Iterator[Handed]:
    """The calls of a function that are given its parameter."""
    for site, place, one in arguments(function):
        if _is_parameter(one, k):
            yield site, place


def arguments(home: Scope) -> Iterator[tuple[Site, int | str, Expression]]:
    """All that the calls of a scope are given, each with its call and its place there."""
    for site in home.flow.sites:
        if len(site) > 4 and site[0] in "ch":
            for place, one in enumerate(site[4]):
                yield site, place, one
            if len(site) > 5:
                for name, one in zip(site[5][::2], site[5][1::2], strict=True):
                    yield site, str(name), one


def meant(workspace: Workspace, cells: Cells, name: str) -> list[Scope]:
    """The functions of a name, and the constructors of classes, if they are not many."""
    cells.note("named", name)
    found = [one for one in workspace.named(name) if one.file.language == "python"]
    if len(found) > _MAX_MEANT:
        return []
    classes = [one for one in found if one.is_class]
    made = [child for one in classes for child in one.children if child.name == _CONSTRUCTOR]
    return [*(one for one in found if one.is_callable), *made]


def number(function: Scope, place: int | str) -> int | None:
    """Which parameter of a function is given so."""
    header = function.header
    parameters = header[1]
    if isinstance(place, str):
        return next((k for k, one in enumerate(parameters) if one[0] == place), None)
    around = function.parent
    is_method = around is not None and around.is_class
    is_static = is_method and bool(header[0]) and "staticmethod" in function.decorators
    k = place + (is_method and not is_static)
    return k if k < len(parameters) and not any(one[1] for one in parameters[: k + 1]) else None


def _look(function: Scope, k: int, found: Followed) -> None:
    """What a function does with its parameter: puts something into it, or keeps it."""
    for index, (target, value) in enumerate(function.flow.binds):
        if form(target) == "i" and _is_parameter(target[1], k):
            found.places.append((function.key, index))
        elif form(target) == "a" and _is_parameter(value, k):
            found.names.add(target[2])


def _is_parameter(value: Expression, k: int) -> bool:
    return value is not None and form(value) == "v" and -1 - k in value[2:]
