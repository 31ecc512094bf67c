"""Kotlin: what is called on an object that its class has not, since the place of the call has it.

Extensions that classes around declare, those of what a closure runs on and of their bases among
them, and variables that hold functions with a receiver: `fun build(item: T, block: T.() -> Unit)`
calls its parameter by `item.block()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import levels
from codewitness.engine.graph.typed.jvm.kotlin_visible import names_above, names_of
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import RECEIVER, Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

Place = tuple[str, int]
IsExtension = Callable[["Evaluator", str, int], bool]
_MOST = 40  # classes that a place may have extensions of


def functions(
    ev: Evaluator, at: Where, callee: list[Expression], is_extension: IsExtension
) -> Answer:
    """What a site may call that its object has not, by what stands around and is imported."""
    found = _of_classes(ev, at, callee, is_extension) or _imported(ev, at, callee, is_extension)
    return found or _held(ev, at, callee[2])


def _of_classes(
    ev: Evaluator, at: Where, callee: list[Expression], is_extension: IsExtension
) -> Answer:
    """Extensions of this name that the classes around have for what they are called on."""
    name = str(callee[2])
    if ev.file(at.path).language != "kotlin" or not ev.world.named(name):
        return NOTHING
    places = [
        (path, place)
        for path, ordinal in _classes(ev, at)
        for place in ev.file(path).members.get((ordinal, name), ())
        if is_extension(ev, path, place)
    ]
    return _run_on(ev, at, callee[1], places)


def _imported(
    ev: Evaluator, at: Where, callee: list[Expression], is_extension: IsExtension
) -> Answer:
    """Those that a file imports of an object: `import text.Letters.cut`."""
    if ev.file(at.path).language != "kotlin":
        return NOTHING
    places = [
        (value[1], place)
        for module, name in _imports(ev, at.path, str(callee[2]))
        if ev.world.named(name)
        for value in sorted(ev.rules.imported(ev, at.path, module), key=repr)
        if value[0] == "S"
        for place in ev.file(value[1]).members.get((value[2], name), ())
        if is_extension(ev, value[1], place)
    ]
    return _run_on(ev, at, callee[1], places)


def _imports(ev: Evaluator, path: str, name: str) -> Iterator[tuple[str, str]]:
    """Where a name may be imported from, with its name there."""
    flow = ev.file(path).flow(MODULE)
    yield from ((star, name) for star in flow.stars)
    for target, value in flow.binds:
        if target == name and form(value) == "m" and len(value) > 2:
            yield value[1], value[2]


def _run_on(ev: Evaluator, at: Where, owner: Expression, places: list[Place]) -> Answer:
    """Of extensions those for what the expression before the dot may be."""
    found: set[Value] = set()
    for value in ev.value(at, owner) if places else ():
        for names in (names_of(ev, value), names_above(value)):
            own = [
                (path, place)
                for path, place in places
                if _named_for(ev.file(path).definitions[place].qualified_name) in names
            ]
            if own:
                found |= {("f", *place, value, value) for place in own}
                break
    return frozenset(found)


def _classes(ev: Evaluator, at: Where) -> list[Place]:
    """The classes around with their companions, what closures around run on, and their bases."""
    found: dict[Place, None] = {}
    for path, ordinal, value in _around(ev, at):
        file = ev.file(path)
        inside = [c for c in file.children.get(ordinal, ()) if levels.is_companion(file, c)]
        found |= dict.fromkeys([(path, ordinal), *((path, one) for one in inside)])
        for base in sorted(ev.bases(value), key=repr):
            if base[0] == "I" and len(found) < _MOST:
                found[base[1], base[2]] = None
    return list(found)


def _around(ev: Evaluator, at: Where) -> Iterator[tuple[str, int, Value]]:
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        if file.definitions[scope].is_class:
            yield at.path, scope, ("I", at.path, scope, ())
        elif file.definitions[scope].kind is Kind.LAMBDA:
            for value in sorted(ev.rules.owner(ev, at.path, scope), key=repr):
                if value[0] == "I":
                    yield value[1], value[2], value
        scope = file.parent(scope)


def _named_for(qualified_name: str) -> str:
    """The class that a function is for: `B` of `A.B.name`."""
    return qualified_name.rpartition(".")[0].rpartition(".")[2]


def _held(ev: Evaluator, at: Where, name: str) -> Answer:
    """The functions that a parameter around may be, if it is declared to have a receiver."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    file, scope = ev.file(at.path), at.scope
    while scope != MODULE and file.language == "kotlin":
        for k, one in enumerate(file.header(scope).parameters):
            if one.name == name and one.type is not None:
                around = Place(at.path, ev.rules.header_scope(file, scope), scope)
                if not any(_has_receiver(kind) for kind in ev.type(around, one.type)):
                    return NOTHING
                given = ev.parameter(at.path, scope, k)
                return frozenset(value for value in given if value[0] in "fF")
        scope = file.parent(scope)
    return NOTHING


def _has_receiver(kind: Value) -> bool:
    return kind[0] == "F" and any(v[:2] == ("B", RECEIVER) for v in union(kind[2][:1]))
