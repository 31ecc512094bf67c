"""Calls of a method of a base or an interface, which may run the one that is in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from codewitness.engine.graph.edges import RANK, Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.features.hierarchy_shapes import (
    HIDING,
    SAYING_OVERRIDE,
    says_virtual,
    words_before,
)
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.features.call_graph import CallGraph


def edges_through_bases(
    graph: CallGraph, method: Scope, incoming: Callable[[Scope], Iterable[Edge]]
) -> Iterator[Edge]:
    """Edges that lead to what a method overrides or implements, as inherited edges to it.

    `incoming` gives the edges that lead to a definition.
    """
    for base in run_for(graph, method):
        for edge in incoming(base):
            if graph.graph.may_run(edge.caller, edge.site, method):
                how = max(edge.resolution, Resolution.INHERITED, key=RANK.__getitem__)
                yield replace(edge, target=method.key, resolution=how)


def run_for(graph: CallGraph, method: Scope) -> Iterator[Scope]:
    """The methods of bases and interfaces in whose place a method runs."""
    for key in graph.graph.overridden(method):
        base = graph.graph.workspace.scopes[key]
        if _is_virtual(graph, method, base):
            yield base


def _is_virtual(graph: CallGraph, method: Scope, base: Scope) -> bool:
    """True if a method runs in place of a base's, where the language lets a class choose."""
    if base.parent is not None and base.parent.kind is Kind.INTERFACE:
        return True
    if method.file.language == "cpp":
        texts = (_text_of_class(graph, one) for one in (method, base))
        return any(says_virtual(text, method.name) for text in texts)
    places = graph.place_of(method), graph.place_of(base)
    if places[0] is None or places[1] is None:
        return False
    if method.file.language in SAYING_OVERRIDE:
        return b"override" in words_before(places[0])
    return not HIDING & words_before(places[1])


def _text_of_class(graph: CallGraph, method: Scope) -> bytes:
    """The text of the class of a method, which may stand elsewhere."""
    owner = method.qualified_name.rpartition(".")[0]
    for one in graph.graph.workspace.named(owner.rpartition(".")[2]):
        if one.is_class and one.qualified_name == owner:
            place = graph.place_of(one)
            if place is not None:
                return place.text.raw[place.symbol.span.start : place.symbol.span.end]
    return b""
