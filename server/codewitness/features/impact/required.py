"""Who lacks what an interface, a protocol or a trait asks for now, and did not before.

Who keeps one of its other promises implements it; a class that stands on one that has the new
member has it as well. In Go whatever has all the other methods has implemented it until now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import Scope
from codewitness.features.call_graph import CallGraph
from codewitness.features.impact.whom import Concerned, Subject, reason
from codewitness.features.places import Place
from codewitness.model.facts import Kind

_ASKING = frozenset({Kind.INTERFACE, Kind.TRAIT})
_OPTIONAL = re.compile(rb"\s*\?")
_MAX_ASKED = 12  # other promises whose keepers are looked for


def lacking(graph: CallGraph, subject: Subject) -> Iterator[Concerned]:
    """The classes that implement the rest of what a new requirement stands in."""
    after = subject.after
    if subject.before is not None or after is None or not _is_required(after):
        return
    method = graph.scope_of(after)
    if method is None or method.parent is None or method.parent.kind not in _ASKING:
        return
    having = list(_keepers(graph, method).values())
    for one in _implementing(graph, method):
        if not any(_has(graph, one, other) for other in having):
            yield from _without(graph, one, subject, Resolution.INHERITED)
    by_shape, is_meant = graph.having_the_rest(method)
    for one in by_shape:
        how = Resolution.INHERITED if is_meant else Resolution.AMBIGUOUS
        yield from _without(graph, one, subject, how)


def _without(
    graph: CallGraph, one: Scope, subject: Subject, resolution: Resolution
) -> Iterator[Concerned]:
    place = graph.place_of(one)
    if place is not None:
        words = {f"`{one.name}` does not have it": [place.symbol.name_line + 1]}
        yield Concerned(
            place=place,
            sites=(place.symbol.name_span,),
            resolution=resolution,
            reason=reason(subject.name, ["is required now"], words),
        )


def _is_required(place: Place) -> bool:
    """True for a method without a body that may not be left out."""
    analysis = place.source.analysis()
    if analysis is None or place.symbol.ordinal < 0:
        return False
    definition = analysis.core.definitions[place.symbol.ordinal]
    if definition.kind is not Kind.METHOD or definition.body_span is not None:
        return False
    return _OPTIONAL.match(place.text.raw, place.symbol.name_span.end) is None


def _implementing(graph: CallGraph, method: Scope) -> list[Scope]:
    """The classes that keep other promises made beside `method`."""
    assert method.parent is not None
    others = [
        one
        for one in method.parent.children
        if one.kind is Kind.METHOD and one.key != method.key and one.name != method.name
    ][:_MAX_ASKED]
    found = {key: scope for one in others for key, scope in _keepers(graph, one).items()}
    return [one for one in found.values() if one.kind not in _ASKING]


def _keepers(graph: CallGraph, method: Scope) -> dict[str, Scope]:
    """The classes with a method that keeps what `method` promises."""
    scopes = (graph.graph.workspace.scopes[key] for key in graph.keeping(method))
    return {one.parent.key: one.parent for one in scopes if one.parent is not None}


def _has(graph: CallGraph, one: Scope, other: Scope) -> bool:
    return one.key == other.key or graph.graph.typed.is_below(one, other)
