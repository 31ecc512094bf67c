"""What an item of the call hierarchy shows of a definition: its kind, its ranges, its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from codewitness.engine.graph.files import Scope
from codewitness.features.places import Place
from codewitness.model.facts import Kind
from codewitness.model.flow import form
from codewitness.model.text import Span

ECMA = frozenset({"javascript", "typescript", "tsx"})
SAYING_OVERRIDE = frozenset({"csharp", "kotlin", "swift"})
HIDING = frozenset({b"private", b"static"})  # a method that says so is not overridden
MAKERS = frozenset({"__init__", "initialize"})
_STATIC_BLOCK = "static {}"


class Shape(StrEnum):
    """What items stand for besides definitions."""

    FILE = "file"
    MODULE = "module"
    VARIABLE = "variable"


def is_maker(scope: Scope) -> bool:
    """True for what runs when an instance of its class is made."""
    return scope.kind is Kind.CONSTRUCTOR or scope.name in MAKERS


def is_part(scope: Scope) -> bool:
    """True if calls in a scope are shown as those of the one around it."""
    language = scope.file.language
    if scope.kind is Kind.LAMBDA:
        return language != "python"
    if language in ECMA:
        return scope.kind in (Kind.CONSTRUCTOR, Kind.OBJECT, Kind.EXTENSION)
    return language != "python" and is_held(scope) and _is_inside(scope)


def _is_inside(scope: Scope) -> bool:
    return scope.parent is not None and scope.parent.is_callable


def is_held(scope: Scope) -> bool:
    """True for a function whose name is that of what holds it."""
    return scope.kind in (Kind.FUNCTION, Kind.METHOD) and scope.name_start < scope.node_start


def is_function(scope: Scope) -> bool:
    """True for a function that is neither a property nor a constructor."""
    return scope.kind in (Kind.FUNCTION, Kind.METHOD)


def is_shown(scope: Scope) -> bool:
    """True for what has a name."""
    return scope.kind is not Kind.LAMBDA


def covers(span: Span, offset: int) -> bool:
    """True if an offset is in a span."""
    return span.start <= offset < span.end


def kind_of(scope: Scope) -> Kind:
    """What a definition is, as its language's server tells it."""
    assert scope.kind is not None
    if scope.file.language in ECMA and scope.kind is Kind.METHOD:
        if scope.name == _STATIC_BLOCK:
            return Kind.CONSTRUCTOR
        if is_held(scope):
            return Kind.FUNCTION  # in a field
    return scope.kind


def whole_and_name(scope: Scope, place: Place) -> tuple[Span, Span]:
    """All of a definition and its name; of an interface's overloads those of the first."""
    span, name = place.symbol.span, place.symbol.name_span
    if scope.file.language not in ECMA or scope.kind is not Kind.METHOD:
        return span, name
    raw = place.text.raw
    if scope.parent is not None and scope.parent.kind is Kind.INTERFACE:
        first = next(names_of(place, span.start, name.start), name)
        end = raw.find(b"\n", first.end, span.end) if first != name else -1
        span, name = Span(span.start, span.end if end < 0 else end), first
    # The mark that ends a signature is a part of it.
    return (Span(span.start, span.end + (raw[span.end : span.end + 1] in (b";", b","))), name)


def names_of(place: Place, start: int, end: int) -> Iterator[Span]:
    """Where the name of a definition stands as a word between two offsets."""
    name = re.escape(place.symbol.name.encode())
    for match in re.finditer(rb"(?<![\w$])" + name + rb"(?![\w$])", place.text.raw[start:end]):
        yield Span(start + match.start(), start + match.end())


def is_script(top: Scope) -> bool:
    """True for a file of JavaScript or TypeScript that neither imports nor exports."""
    if top.file.language not in ECMA:
        return False
    flow = top.flow
    return not flow.stars and not any(
        form(target) == "x" or form(value) == "m" for target, value in flow.binds
    )


def words_before(place: Place) -> set[bytes]:
    """The words that stand before the name of a definition."""
    symbol = place.symbol
    return set(place.text.raw[symbol.span.start : symbol.name_span.start].split())


def says_virtual(text: bytes, name: str) -> bool:
    """True if a class of C++ says so of a method, or that it overrides one."""
    word = re.escape(name.encode())
    before = rb"\bvirtual\b[^;{}]*\b" + word + rb"\s*\("
    after = rb"\b" + word + rb"\s*\([^;{}]*\)[^;{}()]*\b(?:override|final)\b"
    return re.search(before, text) is not None or re.search(after, text) is not None
