"""C++: namespaces whose names another has as well, inline ones and those that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value, one
from codewitness.engine.graph.typed.world import MODULE, World
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.c.cfamily import CFamilyRules
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.packages import Place

Used = dict[str, list[tuple[str, str]]]  # by namespace: (file, name of what it uses)


def inlined(world: World, languages: frozenset[str], by_name: dict[str, list[Place]]) -> None:
    """What stands in inline namespaces has a name without theirs, too.

    A member of a class in one may be defined by the shorter name.
    """
    spaces = set(_inline(world, languages))
    for space in sorted(spaces):
        outer = f"{space.rpartition('.')[0]}.".lstrip(".")
        for name in [name for name in by_name if name.startswith(outer)]:
            head, dot, rest = name.removeprefix(outer).partition(".")
            if dot and f"{outer}{head}" != space and f"{space}.{head}" in by_name:
                known = by_name.setdefault(f"{space}.{head}.{rest}", [])
                known += (place for place in by_name[name] if place not in known)
    for name in [*by_name] if spaces else ():
        for other in _without(name, spaces):
            known = by_name.setdefault(other, [])
            known += (place for place in by_name[name] if place not in known)


def _inline(world: World, languages: frozenset[str]) -> Iterator[str]:
    for file in world.files.values():
        if file.language in languages:
            for ordinal, definition in enumerate(file.definitions):
                if definition.kind is Kind.NAMESPACE and file.header(ordinal).known_as == [
                    "inline"
                ]:
                    yield definition.qualified_name


def _without(name: str, spaces: set[str]) -> Iterator[str]:
    """A full name with the inline namespaces in it left out, one after the other."""
    parts = name.split(".")
    for n in range(len(parts) - 1, 0, -1):
        if ".".join(parts[:n]) in spaces:
            parts = [*parts[: n - 1], *parts[n:]]
            yield ".".join(parts)


def used(world: World, languages: frozenset[str]) -> Used:
    """What `using namespace` in namespaces names, by the namespace around it."""
    found: Used = {}
    for path, file in world.files.items():
        for definition in file.definitions if file.language in languages else ():
            if definition.kind is Kind.NAMESPACE:
                for star in definition.flow.stars:
                    found.setdefault(definition.qualified_name, []).append((path, star))
    return found


def through_used(
    ev: Evaluator, at: Where, by_space: Used, files: Iterable[str], name: str
) -> Iterator[str]:
    """The full names that a name in a scope may have in the namespaces that are used around it."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE:
        definition = file.definitions[scope]
        space = definition.qualified_name
        stars: list[str] = []
        if definition.is_callable:
            stars = [star for star in definition.flow.stars if star[:1] not in '"<']
        elif definition.kind is Kind.NAMESPACE:
            stars = [star for path, star in by_space.get(space, ()) if path in files]
        for star in stars:
            yield from _meant(space, star, name)
        scope = file.parent(scope)


def _meant(space: str, star: str, name: str) -> Iterator[str]:
    while space:
        yield f"{space}.{star}.{name}"
        space = space.rpartition(".")[0]
    yield f"{star}.{name}"


def member(rules: CFamilyRules, ev: Evaluator, space: Value, name: str) -> Answer:
    """A name of a namespace: functions of all its parts, and the type of a part that is seen.

    A space has the file that it is seen from; with another one's type its namesake is meant there.
    """
    full = f"{space[1]}.{name}".lstrip(".")
    if rules.is_space(full):
        return one(("N", full, space[2]))
    places = rules.by_full_name.get(full, ())
    functions = [place for place in places if rules.kind_of(ev, place).is_callable]
    types = [place for place in places if _is_type(rules.kind_of(ev, place))]
    around = rules.included(space[2])
    types = [place for place in types if place[0] in around] or types
    return rules.standing_for(ev, [*functions, *types[:1]]) or one(("X", full))


def _is_type(kind: Kind) -> bool:
    return kind.is_classlike or kind is Kind.TYPE
