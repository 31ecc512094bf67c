"""Members that are another one by a second name: `close = release`, `alias_method :[], :invoke`."""

from __future__ import annotations

import re

from codewitness.engine.symbols import path_and_name
from codewitness.features.classes import Classes
from codewitness.features.places import Place, Reading
from codewitness.model.names import dotted
from codewitness.model.symbol import Symbol

_OF_RUBY = re.compile(
    r"""alias(?:_method)?\b[\s(]*:?["']?[^\s,"']+["']?[\s,]+:?["']?([^\s,"')]+)"""
)
_NAME = re.compile(r"[A-Za-z_]\w*")


def by_class_alias(reading: Reading, classes: Classes, name: str) -> list[Place]:
    """What `Class.name` of Python is, for a `name = other` in the body of the class."""
    path, rest = path_and_name(name)
    owner, _, member = dotted(rest).rpartition(".")
    if not owner:
        return []
    asked = f"{path}::{owner}" if path else owner
    places = (one for folder in reading.snapshot.folders for one in reading.named(folder, asked))
    return [
        one
        for place in places
        if place.symbol.kind.is_classlike and place.symbol.language == "python"
        for other in _others(place, member)
        for one in classes.members((place,), other)
        if one.symbol.kind.is_callable
    ]


def _others(place: Place, member: str) -> list[str]:
    """The names that the body of a class sets `member` to."""
    span = place.symbol.span
    written = re.compile(rb"(?m)^[ \t]+%b[ \t]*(?::[^=\n]*)?=(?!=)" % re.escape(member.encode()))
    if written.search(place.text.raw, span.start, span.end) is None:
        return []  # for each claim, an outline is too much
    parsed = place.source.parsed()
    outline = None
    if parsed is not None:
        outline = parsed.outline(span, place.symbol.name_span)
    if outline is None:
        return []
    values = [one.value for one in outline.assigned if one.target == member]
    return [one for one in values[-1:] if _NAME.fullmatch(one) and one != member]


def original(place: Place, owner: Symbol | None, classes: Classes) -> Place:
    """What an alias of Ruby runs, if its class has one such method; else the place itself."""
    symbol = place.symbol
    if symbol.language != "ruby" or owner is None or symbol.kind.is_classlike:
        return place
    begins = place.text.line_span(place.text.line_at(symbol.span.start))
    said = _OF_RUBY.match(place.text.slice(begins).strip())
    if said is None:
        return place
    around = Place(folder=place.folder, symbol=owner, source=place.source)
    found = [
        one
        for one in classes.members((around,), said[1])
        if one.symbol.span != symbol.span and one.symbol.kind.is_callable
    ]
    return found[0] if len(found) == 1 else place


_LAZY = {
    "kotlin": r"\bva[lr]\s+{name}\b[^\n=]*\bby\s+lazy\b[^\n{{]*\{{",
    "swift": r"\blazy\s+var\s+{name}\b[^\n{{]*=\s*\{{",
}


def lazy_line(owner: Place, name: str) -> int:
    """The line, from 1, of the block that makes a lazy property's value; 0 if there is none."""
    written = _LAZY.get(owner.symbol.language)
    if written is None:
        return 0
    pattern = re.compile(written.format(name=re.escape(name)).encode())
    span = owner.symbol.span
    found = pattern.search(owner.text.raw, span.start, span.end)
    return owner.text.line_at(found.end() - 1) + 1 if found is not None else 0
