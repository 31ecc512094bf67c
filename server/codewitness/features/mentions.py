"""Where a function is named and not called: handed on, kept in a table, given back.

What calls it there may be a library or a framework, of which no line is in the workspace: a
function that nothing calls here need not be dead. Told is what names it by declaration, through
`self` or its class; what an object of an unknown type holds is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.lookups import method_around
from codewitness.features.call_graph import CallGraph
from codewitness.features.places import Place
from codewitness.model.outline import Outline
from codewitness.model.text import Span
from codewitness.syntax.parsed import Parsed

MAX_MENTIONS = 200  # of one answer

_RECEIVER = re.compile(rb"([\w$]+|\))\s*(?:\??\.|::|->)\s*\Z")
_BEFORE_BYTES = 80
# A call, a target, the name of an argument or of a key: none of them is the function itself.
_NO_VALUE = re.compile(rb"\s*(?:\(|=(?![=>])|:(?!:))")
_SELF = frozenset({b"self", b"this", b"cls", b"Self"})
_NO_USE = re.compile(r"import|use_declaration|export_clause|include|decorator|annotation")


@dataclass(frozen=True, slots=True)
class Mention:
    """The definition, or the file, in which a function is named, and where."""

    place: Place
    sites: list[Span] = field(default_factory=list)


def mentions(graph: CallGraph, function: Scope) -> Iterator[Mention]:
    """Where a function is named without being called, definition by definition."""
    if not function.is_callable or not function.name:
        return
    n_left = MAX_MENTIONS
    for scope in graph.in_time(graph.graph.workspace.mentioning(function.name)):
        place = graph.place_of(scope) if scope is not function else None
        parsed = place.source.parsed() if place is not None else None
        if place is None or parsed is None:
            continue
        sites = [
            span
            for span in _named(parsed, place, function.name)
            if _means(graph.graph, scope, span, place, function)
        ]
        if sites and n_left > 0:
            yield Mention(place, sites[:n_left])
            n_left -= len(sites)


def _named(parsed: Parsed, place: Place, name: str) -> Iterator[Span]:
    """Where a word stands for a value in the own code of a definition."""
    outline = _outline(parsed, place)
    if outline is None:
        return
    called = {call.name_span for call in outline.calls}
    for item in outline.occurrences(name):
        after = _NO_VALUE.match(outline.text.raw, item.span.end)
        if item.span not in called and after is None and not parsed.is_within(item.span, _NO_USE):
            yield item.span


def _outline(parsed: Parsed, place: Place) -> Outline | None:
    symbol = place.symbol
    if symbol.ordinal < 0:
        return parsed.file_outline()
    return parsed.outline(symbol.span, symbol.name_span)


def _means(graph: Graph, scope: Scope, span: Span, place: Place, function: Scope) -> bool:
    """True if the word at a place means the function, by declaration or through its class."""
    before = place.text.raw[max(0, span.start - _BEFORE_BYTES) : span.start]
    receiver = _RECEIVER.search(before)
    if receiver is None:
        return function.key in graph.meant_by(scope, function.name)
    owner = receiver[1]
    around = method_around(scope)
    if function.parent is not None and function.parent.is_class:
        if owner in _SELF:
            return around is not None and around.parent is function.parent
        return function.parent.key in graph.meant_by(scope, owner.decode("utf-8", "replace"))
    return function.key in graph.meant_by(scope, ["a", owner.decode(), function.name])
