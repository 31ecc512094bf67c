"""Collections that are filled where a call gives them: `handlers(type).push(fn)`, `steps << step`.

Nothing declares in JavaScript and Ruby what such a list holds. So what is put into what a function
or a reader gives is among the elements of what it gives elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.assigned import is_a
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, union
from codewitness.engine.graph.typed.world import World, called
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

LANGUAGES = frozenset(("javascript", "ruby"))
ADDING = frozenset(("<<", "push", "unshift", "add", "append", "concat", "[]="))
_WRITTEN = re.compile(r'\["a",\["c",\d+\],"(?:<<|push|unshift|add|append|concat|\[\]=)"\]')
_MAX_PLACES = 40  # where something is put into what functions of one name give
Place = tuple[str, int, int]  # path, scope, number of the site


def given_by(scope: Scope, callee: Expression) -> Expression:
    """The call that gives the collection to which this callee adds; None for any other."""
    if scope.file.language not in LANGUAGES or form(callee) != "a" or callee[2] not in ADDING:
        return None
    if callee[2] == "concat" and scope.file.language != "ruby":  # which makes another list
        return None
    return callee[1] if form(callee[1]) == "c" and len(callee[1]) == 2 else None


def _places(world: World, name: str) -> list[Place]:
    """Where something is added to what a call of this name gives."""
    if world.filled is None:
        world.filled = _by_name(world)
    return world.filled.get(name, [])


def _by_name(world: World) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for path, file in world.files.items():
        for scope in file.file.scopes if file.language in LANGUAGES else ():
            if not _WRITTEN.search(scope.flow_text):
                continue
            for number, site in enumerate(scope.flow.sites):
                giver = given_by(scope, site[1]) if len(site) > 4 else None
                if giver is not None and (name := called(scope.flow.sites[giver[1]][1])):
                    found.setdefault(name, []).append((path, scope.ordinal, number))
    return {name: known for name, known in found.items() if len(known) <= _MAX_PLACES}


def by_calls(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """A list of what is added where calls of a function give its collection."""
    file = ev.file(path)
    is_open = file.language in LANGUAGES
    found = [
        _added(ev, place)
        for place in (_places(ev.world, file.definitions[ordinal].name) if is_open else ())
        if any(value[:3] == ("f", path, ordinal) for value in _callees(ev, place))
    ]
    return _as_collections(found)


def by_reader(ev: Evaluator, owner: Value, field: str) -> Answer:
    """Ruby: a list of what is added to a field where the reader of its name gives it."""
    name = field.removeprefix("@")
    known = _places(ev.world, name) if name != field else []
    return _as_collections([_added(ev, place) for place in known if _is_read_of(ev, place, owner)])


def _as_collections(found: list[tuple[bool, Answer]]) -> Answer:
    """A list of what is added to one, a map of what is put under keys."""
    listed, mapped = (union(held for of_map, held in found if of_map == way) for way in (0, 1))
    made = builtin("[]", listed) if listed else NOTHING
    return made | builtin("Map", NOTHING, mapped) if mapped else made


def _callees(ev: Evaluator, place: Place) -> Answer:
    path, scope, number = place
    return ev.callees(path, scope, ev.site(path, scope, number)[1][1][1])


def _is_read_of(ev: Evaluator, place: Place, owner: Value) -> bool:
    from codewitness.engine.graph.typed.evaluate import Where

    path, scope, number = place
    at = Where(path, scope)
    reader = ev.site(path, scope, ev.site(path, scope, number)[1][1][1])[1]
    owners = ev.owners(at, reader[1]) if form(reader) == "a" else ev.this(at)
    return any(is_a(ev, value, owner) for value in owners)


def _added(ev: Evaluator, place: Place) -> tuple[bool, Answer]:
    """What is added there, and whether it is put under a key."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, scope, number = place
    site = ev.site(path, scope, number)
    is_put = site[1][2] == "[]="
    found = union(ev.value(Where(path, scope), one) for one in site[4][-1 if is_put else 0 :])
    return is_put, ev.elements(found) if site[1][2] == "concat" else found
