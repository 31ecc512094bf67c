"""Functions in `{ name, function, ... }`: which field of a structure such a list fills with each.

A list says no names of fields, and the structure may be declared in another file, so the reader
binds its parts to members called `#0`, `#1` and so on, of what the list fills.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.assigned import Bound
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import MODULE, World, called
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

# By member (`#1`), what the lists fill: a place and an expression there, as text; with the binds.
Filled = dict[str, dict[tuple[str, int, str], list[Bound]]]


def by_place(world: World, languages: frozenset[str]) -> Filled:
    """The binds of parts of lists."""
    found: Filled = {}
    for path, file in world.files.items():
        if file.language not in languages:
            continue
        for scope in range(MODULE, len(file.definitions)):
            for index, (target, _) in enumerate(file.flow(scope).binds):
                if isinstance(target, list) and target[0] == "a" and target[2][:1] == "#":
                    group = found.setdefault(target[2], {})
                    group.setdefault((path, scope, repr(target[1])), []).append(
                        (path, scope, index)
                    )
    return found


def functions(ev: Evaluator, filled: Filled, owner: Value, field: str, declared: Answer) -> Answer:
    """The functions that lists put into a field of the structure `owner`.

    `declared` is what the field is declared to be: a function that takes another number of
    arguments is not meant, since a field may be there under a condition only.
    """
    if ev.rules.makers(ev, owner):
        return NOTHING  # the list has the arguments of a constructor
    number = next((k for k, name in enumerate(fields(ev.definition(owner))) if name == field), None)
    groups = filled.get(f"#{number}", {})
    found = union(
        ev.bound(*bound)
        for key, bounds in groups.items()
        if any(value[:3] == owner[:3] for value in _filled(ev, key, bounds[0]))
        for bound in bounds
    )
    widths = {len(value[2]) for value in declared if value[0] == "F"}
    return frozenset(v for v in found if v[0] == "f" and (not widths or _width(ev, v) in widths))


def fields(scope: Scope) -> Iterator[str]:
    """The fields of a structure in their order; for a nameless one in it, with its fields, ""."""
    is_within = False
    for target, value in scope.flow.binds:
        if target == "":
            is_within = value == ["k", 0]
        elif is_within or not isinstance(target, str) or target.startswith(("p:", "v:", "q:")):
            continue
        if target or is_within:
            yield target


def named(ev: Evaluator, owner: Value, member: str) -> str:
    """The name of the field that the member `#1` is."""
    return _nth(ev.definition(owner), member)


def names_of(world: World, target: Expression) -> list[str]:
    """The names that a field may have to which a function is bound, without looking at types."""
    if not (isinstance(target, list) and target[0] == "a" and target[2][:1] == "#"):
        return []
    found = (_nth(one, target[2]) for one in _structures(world, target[1]))
    return [name for name in dict.fromkeys(found) if name]


def _structures(world: World, thing: Expression) -> list[Scope]:
    """The structures that a list may fill, by their names."""
    if not isinstance(thing, list):
        return []
    if thing[0] == "y":
        names = _known_as(world, called(thing[1]))
        places = [place for name in names for place in world.named(name)]
        return [world.files[path].definitions[ordinal] for path, ordinal in places]
    return [
        inner
        for outer in _structures(world, thing[1])
        for name in [_nth(outer, thing[2]) if thing[2][:1] == "#" else thing[2]]
        for target, value in outer.flow.binds
        if target == name
        for inner in _structures(world, value)
    ]


def _known_as(world: World, name: str) -> list[str]:
    """The name of a type, and what a `typedef` calls it."""
    if not name:
        return []
    return [
        name,
        *(
            value
            for scope in world.mentioning(name)
            for target, value in scope.flow.binds
            if target == ["x", name] and isinstance(value, str)
        ),
    ]


def _nth(structure: Scope, member: str) -> str:
    return next(islice(fields(structure), int(member[1:]), None), "")


def _filled(ev: Evaluator, key: tuple[str, int, str], bound: Bound) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    path, scope, index = bound
    target: Expression = ev.file(path).flow(scope).binds[index][0]
    return ev.table.ask(("filled", *key), lambda: ev.value(Where(path, scope), target[1]))


def _width(ev: Evaluator, function: Value) -> int:
    return len(ev.file(function[1]).header(function[2]).parameters)
