"""Calls in the text of then, and the same calls in that of now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import Scope
from codewitness.features.call_graph import CallGraph
from codewitness.features.impact.pairs import Key, Pairs
from codewitness.model.text import Span


@dataclass(frozen=True, slots=True)
class OldSite:
    """A call in the text of then: the `at`-th of `n_alike` of its kind and name in a scope."""

    caller: Key
    kind: str
    name: str
    at: int
    n_alike: int
    resolution: Resolution


def callers_of(graph: CallGraph, scope: Scope) -> Iterator[OldSite]:
    """The calls of a definition."""
    for related in graph.callers(scope, Resolution.AMBIGUOUS):
        caller = graph.scope_of(related.place) if related.place is not None else None
        if caller is None:
            continue
        text = related.site_place.text
        alike: dict[tuple[str, str], list[Span]] = {}
        for kind, name, span in sites_of(caller, text.raw):
            alike.setdefault((kind, name), []).append(span)
        for (kind, name), spans in alike.items():
            for at, span in enumerate(spans):
                if span in related.sites:
                    key = (caller.file.path, caller.ordinal)
                    yield OldSite(key, kind, name, at, len(spans), related.resolution)


def sites_of(scope: Scope, raw: bytes) -> Iterator[tuple[str, str, Span]]:
    """Kind, name and place of each site of a scope."""
    for site in scope.flow.sites:
        span = span_of(scope, site)
        yield site[0], raw[span.start : span.end].decode("utf-8", "replace"), span


def span_of(scope: Scope, site: list[object]) -> Span:
    """Where the name of what is called stands."""
    return Span(scope.node_start + site[2], scope.node_start + site[3])  # type: ignore[operator]


def scope_now(graph: CallGraph, pairs: Pairs, changed: set[str], key: Key) -> Scope | None:
    """The caller in the text of now; None if it is gone."""
    path, ordinal = key
    if path in changed and ordinal >= 0:
        if key not in pairs.after_by_before:
            return None
        path, ordinal = pairs.after_by_before[key]
    file = graph.graph.workspace.files.get(path)
    if file is None or ordinal + 1 >= len(file.scopes):
        return None
    return file.scope(ordinal)


def sites_now(graph: CallGraph, scope: Scope, old: OldSite) -> Sequence[int]:
    """The sites of now that may be one of then: the same in order, or all that are alike."""
    place = graph.place_of(scope)
    if place is None:
        graph.is_complete = False
        return ()
    alike = [
        index
        for index, (kind, name, _) in enumerate(sites_of(scope, place.text.raw))
        if (kind, name) == (old.kind, old.name)
    ]
    return alike[old.at : old.at + 1] if len(alike) == old.n_alike else alike
