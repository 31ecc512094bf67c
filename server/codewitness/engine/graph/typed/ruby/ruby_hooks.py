"""Ruby: the classes that hooks are called with, what they mix in, and what constants are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import kept
from codewitness.engine.graph.typed.ruby.ruby_levels import is_of_class
from codewitness.engine.graph.typed.ruby.ruby_parts import HOOKS, OpenedClasses
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import MAX_VALUES, Value, union
from codewitness.engine.graph.typed.world import MODULE

if TYPE_CHECKING:
    from codewitness.engine.graph.files import Scope
    from codewitness.engine.graph.typed.evaluate import Evaluator

_INHERITED = "inherited"
_NAMES = frozenset((_INHERITED, *HOOKS.values()))


def given(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    """What `self.inherited(klass)` and its kin get: the classes right below, and those below them.

    A class is below a module that is mixed into it.
    """
    file = ev.file(path)
    around = file.parent(ordinal)
    if k or around == MODULE or file.definitions[ordinal].name not in _NAMES:
        return NOTHING
    if not file.definitions[around].is_class or not is_of_class(ev, path, ordinal):
        return NOTHING
    found: dict[Value, None] = {}
    level = [ev.named(path, around)]
    while level and len(found) <= MAX_VALUES:
        below = [one for owner in level for one in _below(ev, owner) if one not in found]
        found |= dict.fromkeys(below)
        level = below if file.definitions[ordinal].name == _INHERITED else []
    return frozenset(found) if len(found) <= MAX_VALUES else NOTHING


def mixed(ev: Evaluator, opened: OpenedClasses, module: Value, how: str) -> list[tuple[str, Value]]:
    """What a module's own hook mixes into the classes that it is mixed into, and how."""
    from codewitness.engine.graph.typed.evaluate import Where

    if module[0] != "C":
        return []
    return [
        (one.how, value)
        for one in opened.hooks((module[1], module[2]), how)
        for value in sorted(ev.value(Where(*one.place), one.module), key=repr)
    ]


def put_into(ev: Evaluator, owner: Value, name: str) -> Answer:
    """What is put into a constant of a class: `JOBS[name] = klass` in a method of it."""
    found: list[Answer] = []
    for path, ordinal in ev.rules.parts_saying(ev, owner, name):
        file = ev.file(path)
        indexes = file.binds(ordinal).get(name, ())
        known = union(ev.bound(path, ordinal, index) for index in indexes)
        found.append(kept.elsewhere(ev, file, ordinal, name, known))
    return union(found)


def _below(ev: Evaluator, owner: Value) -> Iterator[Value]:
    places = ev.rules.parts(ev, owner)
    for scope in ev.world.mentioning(ev.definition(owner).name):
        for one in _classes(scope):
            own = ev.named(one.file.path, one.ordinal)
            above = ev.rules.bases_in_order(ev, own)
            if own[0] == "C" and any(base[1:3] in places for base in above):
                yield own


def _classes(scope: Scope) -> Iterator[Scope]:
    """A class that says itself what is mixed in; those in a scope, whose heads it has."""
    if scope.is_class and scope.kind is not None:
        yield scope
    yield from (one for one in scope.children if one.is_class)
