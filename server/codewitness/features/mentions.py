"""Where a function is named and not called: handed on, kept in a table, given back.

What calls it there may be a library or a framework, of which no line is in the workspace: a
function that nothing calls here need not be dead. Told is what names it by declaration, through
`self`, its class, or an object of a known type; what an object of an unknown type holds is not.
Told as well is where its name stands in what nobody reads: in broken text, in templates and in
notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.features.call_graph import CallGraph
from codewitness.features.notebooks import in_notebooks
from codewitness.features.places import Place
from codewitness.features.unread import unread_names
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, last_name
from codewitness.model.outline import whole_word
from codewitness.model.text import Span

MAX_MENTIONS = 200  # of one answer

_RECEIVER = re.compile(rb"([\w$]+|\))(?:\s*\??\.|::|\s*->)\s*\Z")
_BEFORE_BYTES = 80
# A call, a target, the name of an argument or of a key: none of them is the function itself.
_NO_VALUE = re.compile(rb"\s*(?:\(|=(?![=>])|:(?!:))")
_KEY = re.compile(rb"\s*=>")
_MODULE = re.compile(r'\["a","(\w+)",')  # of which something is asked, in a packed flow
_SELF = frozenset({"self", "this", "cls", "Self"})
_NO_USE = re.compile(
    "comment|string_|^string|import|use_declaration|export_clause|include|annotation"
    "|identifier_pattern|jsx_closing_element"
)
_SELECTOR = re.compile("^selector_expression$")  # `#selector(f(_:))`, `@selector(f:)`
_SELECTED = re.compile(rb"[#@]selector\s*\(\s*\Z")
_PARTS = re.compile(rb"[\w:$]*")
_DECORATOR = re.compile("decorator")
_ARGUMENTS = re.compile("^arguments?(_list)?$")  # what a decorator is given, unlike its own name
_BY_COLONS = frozenset({"java", "kotlin"})  # where a function is a value after `::` alone

_BY_TYPE = frozenset({"rust", "c", "cpp", "objc"})  # where what an object has is a field


@dataclass(frozen=True, slots=True)
class Mention:
    """The definition, or the file, in which a function is named, and where."""

    place: Place
    sites: list[Span] = field(default_factory=list)


def mentions(graph: CallGraph, function: Scope) -> Iterator[Mention]:
    """Where a function is named without being called, definition by definition.

    If there are too many to be told, the graph is no longer `is_complete`.
    """
    if not function.name or not (function.is_callable or function.is_class):
        return
    n_left = MAX_MENTIONS
    told: set[tuple[str, Span]] = set()
    # Of a class only notebooks are told: its name stands in annotations and types everywhere.
    naming = graph.in_time(_naming(graph.graph, function)) if function.is_callable else iter(())
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
                told.add((scope.file.path, span))
                n_left -= 1
        yield from found.values()
    unread: dict[tuple[str, int], Mention] = {}
    in_broken = unread_names(graph, function) if function.is_callable else iter(())
    nowhere_read = chain(in_broken, graph.in_time(in_notebooks(graph, function)))
    for place, span in nowhere_read:
        if (place.symbol.path, span) in told:
            continue
        if n_left == 0:
            graph.is_complete = False
            break
        key = (place.symbol.path, place.symbol.ordinal)
        unread.setdefault(key, Mention(place)).sites.append(span)
        n_left -= 1
    yield from unread.values()


def _naming(graph: Graph, function: Scope) -> Iterator[Scope]:
    """Scopes that may name a function, told without reading their texts: most name another one."""
    owner = function.parent if function.parent is not None and function.parent.is_class else None
    for scope in graph.workspace.mentioning(function.name):
        graph.cells.check()
        if owner is not None:
            around = method_around(scope)
            is_own = scope is owner or (around is not None and around.parent is owner)
            if is_own or f'"{owner.name}"' in scope.flow_text or _is_held(scope, function.name):
                yield scope
        elif function.kind is Kind.METHOD and _is_held(scope, function.name):
            yield scope  # of Go, which has its methods outside of their types
        elif function.parent is not None and function.parent.is_callable:
            if _is_nested(scope, function):
                yield scope
        elif function.key in graph.meant_by(scope, function.name) or any(
            function.key in graph.meant_by(scope, ["a", module, function.name])
            for module in set(_MODULE.findall(scope.flow_text))
            if f'["a","{module}","{function.name}"]' in scope.flow_text
        ):
            yield scope


def _is_held(scope: Scope, name: str) -> bool:
    """True if a scope names an attribute more often than it calls one of the name."""
    n_called = len(scope.sites_of(name, but="r"))
    return scope.flow_text.count(f',"{name}"]') > n_called


def _is_nested(scope: Scope, function: Scope) -> bool:
    """True for a name of a function within the one around it, which nothing else has there.

    A function that is nested in another is seen from there alone.
    """
    at: Scope | None = scope
    while at is not None and at.is_callable and at is not function.parent:
        if any(one.name == function.name for one in at.parameters) or any(
            target == function.name for target, _ in at.flow.binds
        ):
            return False
        at = at.parent
    return at is function.parent


def _is_own_name(scope: Scope, name: str) -> bool:
    """True if a function around has something else by this name: a parameter or a variable."""
    at: Scope | None = scope
    while at is not None and at.is_callable:
        if any(one.name == name for one in at.parameters) or any(
            target == name and form(value) != "f" for target, value in at.flow.binds
        ):
            return True
        at = at.parent
    return False


def _attributes(expression: Expression, name: str) -> Iterator[Expression]:
    """The attributes of a name in an expression, whatever they are attributes of."""
    if isinstance(expression, list):
        if len(expression) == 3 and expression[0] == "a" and expression[2] == name:
            yield expression
        for part in expression:
            yield from _attributes(part, name)


def _named(
    graph: CallGraph, places: Sequence[tuple[Scope, Place]], name: str
) -> Iterator[tuple[Scope, Place, Span]]:
    """Where a word stands for a value, with the definition of one file that it stands in."""
    parsed = places[0][1].source.parsed() if places else None
    if parsed is None:
        return
    raw, path = parsed.text.raw, places[0][0].file.path
    is_ruby = places[0][0].file.language == "ruby"
    symbols, _ = graph.reading.symbols(graph.folder, path)
    no_value = {symbol.name_span for symbol in symbols} | {
        span for scope, _ in places for span in _called(scope)
    }
    for match in whole_word(name).finditer(raw):
        span = Span(*match.span())
        if span in no_value or parsed.is_within(span, _NO_USE):
            continue
        if _NO_VALUE.match(raw, span.end) and not parsed.is_within(span, _SELECTOR):
            continue
        if parsed.is_within(span, _DECORATOR) and not parsed.is_within(span, _ARGUMENTS):
            continue
        if parsed.is_keyword(span) or (is_ruby and _is_other_in_ruby(raw, span)):
            continue
        inner = [symbol for symbol in symbols if symbol.span.contains(span)]
        inner.sort(key=lambda one: one.span.end - one.span.start)
        own = inner[0].ordinal if inner else -1
        if inner and parsed.is_in_header(span, inner[0].name_span):
            # Default values and decorators are read in the scope around, in most languages.
            around = inner[1].ordinal if len(inner) > 1 else -1
            own = around if any(scope.ordinal == around for scope, _ in places) else own
        yield from ((scope, place, span) for scope, place in places if scope.ordinal == own)


def _is_other_in_ruby(raw: bytes, span: Span) -> bool:
    """True for the begin of `name?` and `name!`, and for a symbol that is a key."""
    if raw[span.end : span.end + 1] in (b"?", b"!") and raw[span.end + 1 : span.end + 2] != b"=":
        return True
    is_symbol = raw[span.start - 1 : span.start] == b":"
    is_key = raw[span.start - 2 : span.start - 1] == b"[" or _KEY.match(raw, span.end)
    return is_symbol and bool(is_key)


def _called(scope: Scope) -> Iterator[Span]:
    """The names of what a scope calls."""
    base = scope.node_start
    for site in scope.flow.sites:
        if site[0] != "r":
            yield Span(base + site[2], base + site[3])


def _means(graph: Graph, scope: Scope, span: Span, place: Place, function: Scope) -> bool:
    """True if the word at a place means the function, by declaration or through its class."""
    before = place.text.raw[max(0, span.start - _BEFORE_BYTES) : span.start]
    if function.file.language in _BY_COLONS and not before.rstrip().endswith(b"::"):
        return False
    if _SELECTED.search(before):
        return _is_selected(scope, span, place, function)
    receiver = _RECEIVER.search(before)
    if receiver is None:
        return _is_meant(graph, scope, function)
    if function.file.language in _BY_TYPE and b"::" not in receiver[0]:
        return False
    owner = receiver[1].decode("utf-8", "replace")
    if function.kind is Kind.METHOD or (function.parent is not None and function.parent.is_class):
        return _is_member_meant(graph, scope, span, owner, function)
    return function.key in graph.meant_by(scope, ["a", owner, function.name])


def _is_selected(scope: Scope, span: Span, place: Place, function: Scope) -> bool:
    """True for a selector that a method has: in Swift one of the class around.

    Whom Objective-C will send it to is not said.
    """
    if function.file.language == "objc":
        parts = _PARTS.match(place.text.raw, span.end)
        n_taken = parts[0].count(b":") if parts is not None else 0
        return n_taken == len(function.parameters)
    around, held = method_around(scope), function.parent
    own = around.parent if around is not None else None
    return own is not None and held is not None and own.name == held.name


def _is_meant(graph: Graph, scope: Scope, function: Scope) -> bool:
    """True if the name of a function, standing alone in a scope, means it."""
    if function.parent is not None and function.parent.is_callable:
        return _is_nested(scope, function)
    if graph.typed.links(scope) and _is_own_name(scope, function.name):
        return False
    return function.key in graph.meant_by(scope, function.name)


def _class_of(scope: Scope) -> Scope | None:
    """The class whose object `self` is: of a method, or of what gives a field its first value."""
    if (method := method_around(scope)) is not None:
        return method.parent
    at: Scope | None = scope
    while at is not None and not at.is_class:
        at = at.parent
    return at


def _is_member_meant(graph: Graph, scope: Scope, span: Span, owner: str, function: Scope) -> bool:
    """True if the name of a method, after that of its owner, means it."""
    held = function.parent
    if owner in _SELF and held is not None and _class_of(scope) is held:
        return True
    if held is not None and held.key in graph.meant_by(scope, owner):
        return True
    for index in scope.sites_of_kind("r"):
        site = scope.flow.sites[index]
        if (scope.node_start + site[2], scope.node_start + site[3]) == (span.start, span.end):
            return function.key in graph.named_at(scope, index)
    flow = scope.flow
    parts = [*(site[4:] for site in flow.sites), *(value for _, value in flow.binds)]
    return any(
        last_name(one[1]) == owner and function.key in graph.held_by(scope, one)
        for one in _attributes([*parts, flow.returns, flow.yields], function.name)
    )
