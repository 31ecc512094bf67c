"""Methods of a class and of its instances that share a name: which of them a call is of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import classes
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, union
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind
from codewitness.model.flow import OF_CLASS, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.files import Scope
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_ITSELF = ("this", "super")


def is_of_class(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a method of a class itself, or of Kotlin's companion, and not of its instances."""
    header = ev.file(path).header(ordinal)
    # What a function of Kotlin is declared for stands in the place where the others say this.
    return OF_CLASS in (header.known_as, header.bases)


def is_companion(file: FileScopes, ordinal: int) -> bool:
    """True for Kotlin's companion of a class, whatever its name."""
    if file.definitions[ordinal].kind is not Kind.OBJECT:
        return False
    inside = (file.header(child) for child in file.children.get(ordinal, ()))
    return file.definitions[ordinal].name == "Companion" or any(
        OF_CLASS in (header.known_as, header.bases) for header in inside
    )


def are_of_one(ev: Evaluator, one: Scope, other: Scope) -> bool:
    """True for two methods that are both of classes, or both of instances."""
    levels = {is_of_class(ev, scope.file.path, scope.ordinal) for scope in (one, other)}
    return len(levels) == 1


def meant(ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
    """Of methods of both levels those of the one that a call is of, if that is known.

    What a class has on the other level alone hides nothing that those above it have.
    """
    levels = {v: is_of_class(ev, v[1], v[2]) for v in found if v[0] == "f"}
    if not levels or not _are_of_both(ev, ev.definition(next(iter(levels))).name):
        return found
    called = _levels(ev, at, site[1])
    own = frozenset(v for v in found if v not in levels or levels[v] in called)
    above = NOTHING if any(v in levels for v in own) else _above(ev, levels, called)
    return own | above if above or len(set(levels.values())) > 1 else found


def _are_of_both(ev: Evaluator, name: str) -> bool:
    """True if classes have a method of this name, and instances, too."""
    key = ("levels", name)
    return len(ev.table.ask(key, lambda: _all_levels(ev, name))) > 1


def _all_levels(ev: Evaluator, name: str) -> Answer:
    return frozenset((is_of_class(ev, *place),) for place in ev.world.named(name))


def _above(ev: Evaluator, methods: Iterable[Value], called: set[bool]) -> Answer:
    """Methods of this level that the classes above have in common with those of the other."""
    for method in sorted((one for one in methods if one[3] is not None), key=repr):
        level, seen = ev.bases(("I", *method[3][1:])), NOTHING
        while level - seen:
            seen |= level
            name = ev.definition(method).name
            found = union(
                classes.own_members(ev, one, name + METHOD) for one in level if one[0] == "I"
            )
            fitting = frozenset(
                v for v in found if v[0] == "f" and is_of_class(ev, v[1], v[2]) in called
            )
            if fitting:
                return frozenset((*v[:4], method[4]) for v in fitting)
            level = union(ev.bases(one) for one in level)
    return NOTHING


def _levels(ev: Evaluator, at: Where, callee: Expression) -> set[bool]:
    """True for classes, False for instances: what a callee is a method of."""
    if form(callee) == "a" and callee[1] not in _ITSELF:
        kinds = {value[0] for value in ev.value(at, callee[1])}
        own = {kind == "C" for kind in kinds if kind in "IC"}
        return own if own and kinds <= {"I", "C"} else {True, False}
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE and file.definitions[scope].kind is not Kind.METHOD:
        scope = file.parent(scope)
    return {True, False} if scope == MODULE else {is_of_class(ev, at.path, scope)}
