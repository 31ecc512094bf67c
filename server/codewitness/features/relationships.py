"""`codewitness.relationships`: who calls a definition and what it calls, to a depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.view import Snapshot
from codewitness.features.call_graph import CallGraph, Related, call_graph, says_something, span_at
from codewitness.features.declarations import with_its_body
from codewitness.features.find_symbol import MAX_CANDIDATES, Asked
from codewitness.features.inherited import find_member
from codewitness.features.mentions import Mention, mentions
from codewitness.features.places import Place, Reading
from codewitness.features.signals import unread_note
from codewitness.model.facts import Kind
from codewitness.model.freshness import Freshness
from codewitness.model.text import Span

MAX_RELATED = 2_000  # callers or callees of one answer
MAX_POSSIBLE = 200  # calls that may lead to the definition or elsewhere


class Relationship(StrEnum):
    """What is asked for."""

    CALLERS = "callers"
    CALLEES = "callees"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationships:
    """`place` is None when several definitions fit; they are the `candidates` then.

    With the callers come `mentions`, where the definition is named and not called, and `possible`,
    where its name is called on what is not known.
    """

    place: Place | None
    callers: tuple[Related, ...]
    callees: tuple[Related, ...]
    mentions: tuple[Mention, ...]
    possible: tuple[Mention, ...]
    candidates: tuple[Place, ...]
    is_complete: bool
    notes: tuple[str, ...]
    freshness: Freshness


def relationships(
    snapshot: Snapshot,
    asked: Asked,
    wanted: Relationship,
    depth: int,
    least: Resolution,
) -> Relationships:
    """The callers and callees of the definition that `asked` names."""
    reading = Reading(snapshot)
    places = find_member(reading, asked)
    if wanted is Relationship.CALLERS:
        places = _class_alone(places)
    if len(places) > 1:
        return Relationships(
            place=None,
            callers=(),
            callees=(),
            mentions=(),
            possible=(),
            candidates=tuple(places[:MAX_CANDIDATES]),
            is_complete=True,
            notes=(),
            freshness=reading.freshness(),
        )
    place = with_its_body(reading, places[0])
    with call_graph(reading, place.folder) as graph:
        callers: tuple[Related, ...] = ()
        callees: tuple[Related, ...] = ()
        named: tuple[Mention, ...] = ()
        possible: tuple[Mention, ...] = ()
        if wanted is not Relationship.CALLEES:
            callers = _walk(graph, place, graph.callers, least, depth)
            if (scope := graph.scope_of(place)) is not None:
                named = _uncalled(mentions(graph, scope), callers)
                possible = _possible(graph, scope)
        if wanted is not Relationship.CALLERS:
            callees = _walk(graph, place, graph.callees, least, depth)
        is_complete = graph.is_complete
    note = unread_note(place)
    return Relationships(
        place=place,
        callers=callers,
        callees=callees,
        mentions=named,
        possible=possible,
        candidates=(),
        is_complete=is_complete and not note,
        notes=(note,) if note else (),
        freshness=reading.freshness(),
    )


def _class_alone(places: list[Place]) -> list[Place]:
    """A class without its own constructors, for who calls these calls it."""
    made = [one for one in places if one.symbol.kind is not Kind.CONSTRUCTOR]
    if len(made) != 1 or not made[0].symbol.kind.is_classlike:
        return places
    own = (made[0].symbol.path, made[0].symbol.qualified_name)
    rest = [one for one in places if one is not made[0]]
    is_own = all((one.symbol.path, one.symbol.container) == own for one in rest)
    return made if is_own else places


def _uncalled(found: Iterable[Mention], callers: Iterable[Related]) -> tuple[Mention, ...]:
    """Mentions without those that run the definition as they stand: a read of a property."""
    told = {
        (one.site_place.symbol.path, span)
        for one in callers
        if one.depth == 1
        for span in one.sites
    }
    left = (
        (one, [span for span in one.sites if (one.place.symbol.path, span) not in told])
        for one in found
    )
    return _in_order(replace(one, sites=sites) for one, sites in left if sites)


def _possible(graph: CallGraph, scope: Scope) -> tuple[Mention, ...]:
    """Calls of a definition's name on what is not known, by caller.

    If there are too many to be told, the graph is no longer `is_complete`.
    """
    if not says_something(scope):
        return ()
    found: dict[str, Mention] = {}
    for n, (caller, index) in enumerate(graph.possible(scope)):
        if n == MAX_POSSIBLE:
            graph.is_complete = False
            break
        if (place := graph.place_of(caller)) is not None:
            mention = found.setdefault(caller.key, Mention(place))
            mention.sites.append(span_at(caller, index))
    return _in_order(found.values())


def _in_order(found: Iterable[Mention]) -> tuple[Mention, ...]:
    """By file and place, with the sites of each in their order."""
    each = [replace(one, sites=sorted(one.sites)) for one in found]
    return tuple(sorted(each, key=lambda one: (one.place.symbol.path, one.sites[0])))


def _by_place(related: Related) -> tuple[str, Span, str]:
    """By where the calls are, for the graph finds first what was linked first."""
    return related.site_place.symbol.path, min(related.sites), related.name


def _walk(
    graph: CallGraph,
    place: Place,
    step: Callable[[Scope, Resolution, int], list[Related]],
    least: Resolution,
    depth: int,
) -> tuple[Related, ...]:
    """Breadth first; each definition once, at its least depth."""
    first = graph.scope_of(place)
    if first is None:
        return ()
    found: list[Related] = []
    seen: set[str] = set()
    level = [first]
    for far in range(1, depth + 1):
        following: list[Scope] = []
        for scope in level:
            for related in sorted(step(scope, least, far), key=_by_place):
                other = graph.scope_of(related.place) if related.place is not None else None
                key = other.key if other is not None else f"{scope.key} {related.name}"
                if key in seen:
                    continue
                if len(found) >= MAX_RELATED:
                    graph.is_complete = False
                    return tuple(found)
                seen.add(key)
                related.sites.sort()
                found.append(related)
                if other is not None:
                    following.append(other)
        level = following
    return tuple(found)
