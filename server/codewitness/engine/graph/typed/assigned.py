"""Functions that are put into fields, wherever that is done: what a call of the field runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import World

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_ASSIGNED = 100  # binds of one name of a field; of more, nothing is told
_MAX_BASES = 10
Bound = tuple[str, int, int]  # path, scope, index of the bind


def by_name(world: World, languages: frozenset[str]) -> dict[str, list[Bound]]:
    """Where something is put into fields, by the name of the field."""
    found: dict[str, list[Bound]] = {}
    for path, file in world.files.items():
        if file.language in languages:
            for name, scope, index in file.assigned:
                # A property of Objective-C keeps its value in a variable: `_done = ^{ ... };`.
                is_of_property = file.language == "objc" and name[:1] == "_"
                for known in (name, name[1:]) if is_of_property else (name,):
                    found.setdefault(known, []).append((path, scope, index))
    return {name: places for name, places in found.items() if len(places) <= _MAX_ASSIGNED}


def functions(ev: Evaluator, places: list[Bound], owner: Value) -> Answer:
    """The functions that these binds put into a field of the class of `owner`."""
    return frozenset(value for value in _given(ev, places, owner) if value[0] == "f")


def collections(ev: Evaluator, places: list[Bound], owner: Value) -> Answer:
    """The collections that these binds add to the one that such a field holds."""
    return frozenset(value for value in _given(ev, places, owner) if value[0] == "B")


def objects(ev: Evaluator, places: list[Bound], owner: Value) -> Answer:
    """The objects of one's own classes that these binds put into a field."""
    return frozenset(value for value in _given(ev, places, owner) if value[0] == "I")


def is_a(ev: Evaluator, value: Value, owner: Value, depth: int = 0) -> bool:
    """True for an object of the class of `owner`, or of one below it."""
    if owner[0] == "O":  # one of several structures without a name
        return value == owner
    if value[1:3] == owner[1:3]:
        return True
    if value[0] not in "IS" or depth > _MAX_BASES:
        return False
    return any(is_a(ev, base, owner, depth + 1) for base in ev.bases(value))


def _given(ev: Evaluator, places: list[Bound], owner: Value) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    found: list[Answer] = []
    for path, scope, index in places:
        target = ev.file(path).flow(scope).binds[index][0]
        at = Where(path, scope)
        # A name alone is that of a field of the object around.
        owners = ev.value(at, target[1]) if target[0] == "a" else ev.this(at)
        if target[0] == "a" and target[1] == "this":
            owners = ev.this(at)
        if any(is_a(ev, value, owner) for value in owners):
            found.append(ev.bound(path, scope, index))
    return union(found) if found else NOTHING
