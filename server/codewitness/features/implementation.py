"""`codewitness.getImplementation`: a definition's text, with the helpers that it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.graph.files import Scope as Definition
from codewitness.engine.view import Snapshot
from codewitness.features.call_graph import CallGraph, Related, call_graph
from codewitness.features.find_symbol import MAX_CANDIDATES, Asked
from codewitness.features.inherited import find_member
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Kind
from codewitness.model.freshness import Freshness

MAX_DEPTH = 10
CHARACTERS_PER_TOKEN = 4  # of code, as tokenizers of language models cut it on average


class Scope(StrEnum):
    """How much is wanted beside the definition itself."""

    MINIMAL = "minimal"
    LOGICAL = "logical"
    DEPENDENCIES = "dependencies"

    @property
    def default_limit(self) -> int:
        """How many entities are given beside the requested one."""
        return 30 if self is Scope.DEPENDENCIES else 20


class Relation(StrEnum):
    """Why an entity is in the answer."""

    REQUESTED = "requested"
    HELPER = "helper"
    DEPENDENCY = "dependency"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One definition; `via` is the qualified name of the caller that it came in through."""

    place: Place
    relation: Relation
    via: str | None
    depth: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    """`place` is None when several definitions fit; they are the `candidates` then."""

    place: Place | None
    entities: tuple[Entity, ...]
    omitted: tuple[tuple[Place, str], ...]
    candidates: tuple[Place, ...]
    n_tokens: int
    freshness: Freshness


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    place: Place
    via: str
    depth: int
    resolution: Resolution


def implementation(
    snapshot: Snapshot, asked: Asked, scope: Scope, depth: int, limit: int, max_tokens: int
) -> Implementation:
    """The text of the definition that `asked` names, and of what it uses."""
    reading = Reading(snapshot)
    places = find_member(reading, asked)
    if len(places) > 1:
        return Implementation(
            place=None,
            entities=(),
            omitted=(),
            candidates=tuple(places[:MAX_CANDIDATES]),
            n_tokens=0,
            freshness=reading.freshness(),
        )
    place = places[0]
    uses: list[_Use] = []
    if scope is not Scope.MINIMAL:
        with call_graph(reading, place.folder) as graph:
            uses = _uses(graph, place, scope, depth)
    entities, omitted, n_tokens = _fitted(place, uses, limit, max_tokens)
    return Implementation(
        place=place,
        entities=tuple(entities),
        omitted=tuple(omitted),
        candidates=(),
        n_tokens=n_tokens,
        freshness=reading.freshness(),
    )


def _uses(graph: CallGraph, place: Place, scope: Scope, depth: int) -> list[_Use]:
    """What is used, best first: near ones, then private ones, then those that are known best."""
    first = graph.scope_of(place)
    if first is None:
        return []
    found: dict[str, _Use] = {}
    level = [first]
    for far in range(1, depth + 1):
        following = []
        for caller in level:
            at = graph.place_of(caller)
            for related in _callees(graph, caller, far):
                callee = graph.scope_of(related.place) if related.place is not None else None
                if callee is None or callee is first or callee.key in found or at is None:
                    continue
                if not _is_wanted(related, place, scope):
                    continue
                assert related.place is not None  # it has a scope
                found[callee.key] = _Use(
                    place=related.place,
                    via=at.symbol.qualified_name,
                    depth=far,
                    resolution=related.resolution,
                )
                following.append(callee)
        level = following
    return sorted(found.values(), key=lambda use: _rank(use, place))


def _callees(graph: CallGraph, caller: Definition, far: int) -> Iterator[Related]:
    """What a definition calls, and what those within its text call."""
    waiting = [caller]
    while waiting:
        one = waiting.pop()
        yield from graph.callees(one, Resolution.AMBIGUOUS, far)
        waiting += reversed(one.children)


def _is_wanted(related: Related, place: Place, scope: Scope) -> bool:
    is_near = related.place is not None and related.place.symbol.path == place.symbol.path
    if related.place is None or _is_within(related.place, place):
        return False
    # A function without a name is what a caller has handed in: it is the caller's.
    is_handed_in = related.place.symbol.kind is Kind.LAMBDA
    return not is_handed_in and (is_near or scope is Scope.DEPENDENCIES)


def _is_within(one: Place, other: Place) -> bool:
    inner, outer = one.symbol, other.symbol
    return (
        inner.path == outer.path
        and outer.span.start <= inner.span.start
        and inner.span.end <= outer.span.end
    )


def _rank(use: _Use, place: Place) -> tuple[object, ...]:
    symbol = use.place.symbol
    is_near = symbol.path == place.symbol.path
    is_private = symbol.name.startswith("_") and not symbol.name.startswith("__")
    return (use.depth, not is_near, not is_private, RANK[use.resolution], symbol.path, symbol.span)


def _fitted(
    place: Place, uses: list[_Use], limit: int, max_tokens: int
) -> tuple[list[Entity], list[tuple[Place, str]], int]:
    text = _text(place)
    n_tokens = _tokens(text)
    entities = [
        Entity(place=place, relation=Relation.REQUESTED, via=None, depth=0, text=text),
    ]
    omitted: list[tuple[Place, str]] = []
    for use in uses:
        text = _text(use.place)
        if len(entities) > limit:
            omitted.append((use.place, f"limit of {limit}"))
        elif n_tokens + _tokens(text) > max_tokens:
            omitted.append((use.place, f"maxTokens of {max_tokens}"))
        else:
            is_near = use.place.symbol.path == place.symbol.path
            n_tokens += _tokens(text)
            entities.append(
                Entity(
                    place=use.place,
                    relation=Relation.HELPER if is_near else Relation.DEPENDENCY,
                    via=use.via,
                    depth=use.depth,
                    text=text,
                )
            )
    return entities, omitted, n_tokens


def _text(place: Place) -> str:
    return place.text.slice(place.symbol.span)


def _tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)
