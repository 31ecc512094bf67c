"""Where a function is named and not called: handed on, kept in a table, given back.

What calls it there may be a library or a framework, of which no line is in the workspace: a
function that nothing calls here need not be dead. Told is what names it by declaration, through
`self` or its class; what an object of an unknown type holds is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.lookups import method_around
from codewitness.features.call_graph import CallGraph
from codewitness.features.places import Place
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

MAX_MENTIONS = 200  # of one answer

_RECEIVER = re.compile(rb"([\w$]+|\))\s*(?:\??\.|::|->)\s*\Z")
_BEFORE_BYTES = 80
# A call, a target, the name of an argument or of a key: none of them is the function itself.
_NO_VALUE = re.compile(rb"\s*(?:\(|=(?![=>])|:(?!:))")
_MODULE = re.compile(r'\["a","(\w+)",')  # of which something is asked, in a packed flow
_SELF = frozenset({b"self", b"this", b"cls", b"Self"})
_NO_USE = re.compile(
    "comment|string_|^string|import|use_declaration|export_clause|include|decorator|annotation"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """The definition, or the file, in which a function is named, and where."""

    place: Place
    sites: list[Span] = field(default_factory=list)


def mentions(graph: CallGraph, function: Scope) -> Iterator[Mention]:
    """Where a function is named without being called, definition by definition.

    If there are too many to be told, the graph is no longer `is_complete`.
    """
    if not function.is_callable or not function.name:
        return
    n_left = MAX_MENTIONS
    naming = graph.in_time(_naming(graph.graph, function))
    for _, scopes in groupby(naming, lambda scope: scope.file.path):
        places = [(one, place) for one in scopes if (place := graph.place_of(one)) is not None]
        found: dict[str, Mention] = {}
        for scope, place, span in _named(graph, places, function.name):
            if _means(graph.graph, scope, span, place, function):
                if n_left == 0:
                    graph.is_complete = False
                    yield from found.values()
                    return
                found.setdefault(scope.key, Mention(place)).sites.append(span)
                n_left -= 1
        yield from found.values()


def _naming(graph: Graph, function: Scope) -> Iterator[Scope]:
    """Scopes that may name a function, told without reading their texts: most name another one."""
    owner = function.parent if function.parent is not None and function.parent.is_class else None
    for scope in graph.workspace.mentioning(function.name):
        graph.cells.check()
        if owner is not None:
            around = method_around(scope)
            is_own = around is not None and around.parent is owner
            if is_own or f'"{owner.name}"' in scope.flow_text:
                yield scope
        elif function.key in graph.meant_by(scope, function.name) or any(
            function.key in graph.meant_by(scope, ["a", module, function.name])
            for module in set(_MODULE.findall(scope.flow_text))
            if f'["a","{module}","{function.name}"]' in scope.flow_text
        ):
            yield scope


def _named(
    graph: CallGraph, places: Sequence[tuple[Scope, Place]], name: str
) -> Iterator[tuple[Scope, Place, Span]]:
    """Where a word stands for a value, with the definition of one file that it stands in."""
    parsed = places[0][1].source.parsed() if places else None
    if parsed is None:
        return
    raw, path = parsed.text.raw, places[0][0].file.path
    symbols, _ = graph.reading.symbols(graph.folder, path)
    no_value = {symbol.name_span for symbol in symbols} | {
        span for scope, _ in places for span in _called(scope)
    }
    for match in whole_word(name).finditer(raw):
        span = Span(*match.span())
        if span in no_value or _NO_VALUE.match(raw, span.end) or parsed.is_within(span, _NO_USE):
            continue
        inner = [symbol for symbol in symbols if symbol.span.contains(span)]
        at = min(inner, key=lambda one: one.span.end - one.span.start).ordinal if inner else -1
        yield from ((scope, place, span) for scope, place in places if scope.ordinal == at)


def _called(scope: Scope) -> Iterator[Span]:
    """The names of what a scope calls."""
    base = scope.node_start
    for site in scope.flow.sites:
        if site[0] != "r":
            yield Span(base + site[2], base + site[3])


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
