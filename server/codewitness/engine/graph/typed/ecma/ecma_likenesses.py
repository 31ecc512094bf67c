"""JavaScript: `this["visit" + kind](node)` calls any method that is named so.

What is told is how the name begins and ends (`["~", begin, end]`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.typed.handled import ECMA, handled
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.facts import Kind
from codewitness.model.flow import LIKENESS, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator
    from codewitness.engine.graph.typed.world import World

_MAX_NAMED = 120  # a visitor has a method for each kind of node
_MAX_BASES = 12
_RUNNING = ("call", "apply", "bind")


def is_likeness(key: Expression) -> bool:
    """True for a key of which it is told how it begins and ends."""
    return form(key) == LIKENESS


def members(ev: Evaluator, value: Value, key: Expression) -> Answer:
    """The methods of an object that are named so; nothing if they are many."""
    _, begin, end = key
    names = {one for one in _names(ev, value) if _fits(one, begin, end)}
    if len(names) > _MAX_NAMED:
        return NOTHING
    found = union(ev.member(value, name) for name in sorted(names))
    return frozenset(one for one in found if one[0] == "f")


def _fits(name: str, begin: str, end: str) -> bool:
    is_long = len(name) > len(begin) + len(end)
    return is_long and name.startswith(begin) and name.endswith(end)


def _names(ev: Evaluator, value: Value, depth: int = 0) -> Iterator[str]:
    """Names that a class, what is on its prototype, or an object has, and those of bases."""
    if value[0] not in "ICS" or depth > _MAX_BASES:
        return
    file = ev.file(value[1])
    own = file.definitions[value[2]]
    named = f"{own.qualified_name}."
    yield from (file.definitions[one].name for one in file.children.get(value[2], ()))
    for one in file.children.get(file.parent(value[2]), ()):
        beside = file.definitions[one]
        if beside.qualified_name.startswith(named):
            yield beside.name
        elif beside.kind is Kind.EXTENSION and beside.name == own.name:  # `A.prototype = {...}`
            yield from (file.definitions[inner].name for inner in file.children.get(one, ()))
    for base in ev.rules.bases_in_order(ev, value) if own.is_class else ():
        yield from _names(ev, base, depth + 1)


def sites(world: World, function: Scope) -> Iterator[tuple[Scope, int]]:
    """Sites that may call a function by a name that is put together."""
    if function.file.language in ECMA and function.name:
        for scope in world.mentioning(LIKENESS):
            yield from _in_scope(scope, function.name)


def _in_scope(scope: Scope, name: str) -> Iterator[tuple[Scope, int]]:
    flow = handled(scope).flow
    kept = [target for target, value in flow.binds if _may_be(value, name)]
    for number, site in enumerate(flow.sites):
        if _may_be(site[1], name) or _is_of(site, kept):
            yield scope, number


def _may_be(value: Expression, name: str) -> bool:
    if form(value) == "u":
        return any(_may_be(one, name) for one in value[1:])
    if form(value) == "a" and value[2] in _RUNNING:
        return _may_be(value[1], name)
    return form(value) == "i" and is_likeness(value[2]) and _fits(name, *value[2][1:])


def _is_of(site: Site, kept: list[Expression]) -> bool:
    """True for a call of what a name keeps, also by `call` and its kin."""
    callee = site[1]
    if form(callee) == "a" and callee[2] in _RUNNING:
        callee = callee[1]
    name = callee[1] if form(callee) == "v" else callee
    return bool(kept) and name in kept
