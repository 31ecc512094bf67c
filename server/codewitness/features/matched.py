"""Where a result has what the filters ask for, be it in a callback of it that has no name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from codewitness.features.places import symbols_in
from codewitness.features.result_signals import Defined, SignalReader, is_cut
from codewitness.model.facts import Kind
from codewitness.model.query import Filters
from codewitness.model.signals import Signals
from codewitness.model.text import Span
from codewitness.storage.filters import has_any, wanted_tags
from codewitness.syntax.tags import is_signal_tag, item_tags, subscript_tags

if TYPE_CHECKING:
    from codewitness.engine.symbols import Symbols
    from codewitness.features.places import Reading
    from codewitness.features.search_results import Result
    from codewitness.model.symbol import Symbol

MOST_MATCHES = 20  # of one result
_LISTS = (
    ("calls:", "calls"),
    ("reads:", "attribute_reads"),
    ("writes:", "attribute_writes"),
    ("raises:", "raises"),
    ("handles:", "handles"),
)
_UNNAMED = frozenset({Kind.LAMBDA, Kind.NAMESPACE})


class Match(NamedTuple):
    """One place that passes: the filter's field and entry, the item's text and where it is."""

    filter: str
    asked: str
    text: str
    span: Span


class Asked(NamedTuple):
    """One entry of a filter by signals, and the tags of which one must be there."""

    filter: str
    text: str
    tags: Sequence[str]


def asked_signals(filters: Filters) -> tuple[Asked, ...]:
    """The entries that ask for signals: `calls` and the like, and tags that signals give."""
    names = (
        *(("includeTags", tag) for tag in filters.include_tags),
        *(("calls", text) for text in filters.calls),
        *(("accesses", text) for text in filters.accesses),
        *(("subscripts", text) for text in filters.subscripts),
    )
    entries = zip(names, wanted_tags(filters), strict=True)
    return tuple(Asked(*name, tags) for name, tags in entries if any(map(is_signal_tag, tags)))


def parts_of(result: Result, reading: Reading) -> list[Defined]:
    """The definitions whose signals count for the result: its own, and those without a name in it.

    Of code outside of definitions, those without a name in its file.
    """
    source = reading.source(result.folder, result.path)
    if source is None or source.text.sha256 != result.text.sha256:
        return []
    symbols, own = symbols_in(result.folder, source), result.symbol
    ordinals = [
        one
        for one in _unnamed_in(own, symbols)
        if symbols[one].span.start < result.span.end and result.span.start < symbols[one].span.end
    ]
    ordinals = ordinals if own is None else [own.ordinal, *ordinals]
    return [Defined(result.folder, result.path, result.text, one) for one in ordinals]


def matches(
    result: Result, parts: Sequence[Defined], asked: Sequence[Asked], reader: SignalReader
) -> tuple[Match, ...]:
    """The first places of the result that pass, in their order."""
    own = result.symbol.ordinal if result.symbol is not None else -1
    rows = [reader.of_row(part) for part in parts]
    found = _found(result, zip(parts, rows, strict=True), asked)
    is_all = len({(one.filter, one.asked) for one in found}) == len(asked)
    if own < 0 or any(one is None or (not is_all and is_cut(one)) for one in rows):
        # The tables have no code outside of definitions, and of a long text its beginning.
        every = [*parts]
        if result.symbol is None:
            every.append(Defined(result.folder, result.path, result.text, own))
        found = _found(result, zip(every, reader.of_texts(every), strict=True), asked)
    return tuple(sorted(found, key=attrgetter("span"))[:MOST_MATCHES])


def _found(
    result: Result, parts: Iterable[tuple[Defined, Signals | None]], asked: Sequence[Asked]
) -> list[Match]:
    own = result.symbol.ordinal if result.symbol is not None else -1
    return [
        Match(one.filter, one.text, text, span)
        for part, signals in parts
        if signals is not None
        for text, span, tags in _tagged(signals, is_own=part.ordinal == own)
        if result.span.start <= span.start < result.span.end or _is_of_all(tags)
        for one in asked
        if has_any(tags, one.tags)
    ]


def _is_of_all(tags: Sequence[str]) -> bool:
    """True of a parameter, which counts for each piece of a long definition."""
    return any(tag.startswith("param:") for tag in tags)


def _tagged(signals: Signals, *, is_own: bool) -> Iterator[tuple[str, Span, Sequence[str]]]:
    """Each item with the tags that it gives; the parameters of a function within are its own."""
    for prefix, name in _LISTS:
        for item in getattr(signals, name):
            yield item.text, item.span, item_tags(prefix, item.text)
    for one in signals.subscripts:
        yield one.text, one.span, subscript_tags(one)
    for text, span in signals.parameters_used if is_own else ():
        yield text, span, [f"param:{text}"]


def _unnamed_in(around: Symbol | None, symbols: Symbols) -> list[int]:
    """Ordinals of the definitions without a chunk of their own in one, or in the file's own code.

    A file's symbols stand in the order in which they begin, outer ones first.
    """
    found: list[int] = []
    first, end = (around.ordinal + 1, around.span.end) if around is not None else (0, None)
    hidden = 0  # where the last one with a chunk of its own ends
    for symbol in symbols[first:]:
        if end is not None and symbol.span.start >= end:
            break
        if symbol.span.start < hidden:
            continue
        if symbol.name and symbol.kind not in _UNNAMED:
            hidden = symbol.span.end
        else:
            found.append(symbol.ordinal)
    return found
