"""Lenses above definitions: how many call them, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.caller_counts import CallerCount, counted, keys_of
from codewitness.features.places import Place, Reading
from codewitness.features.remembered import records_in
from codewitness.model.facts import Kind
from codewitness.model.records import Record
from codewitness.model.symbol import Symbol
from codewitness.syntax.registry import is_read_in_depth

SECONDS_TO_COUNT = 0.1  # callers; of a file many lenses are asked for at once
MAX_LENSES = 5_000  # of one file
_COUNTED = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.PROPERTY, Kind.CLASS})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallersLens:
    """Above a definition; `key` finds it again when its callers are to be counted."""

    place: Place
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLens:
    """Above a definition that records are tied to."""

    place: Place
    records: tuple[Record, ...]


def caller_lenses(snapshot: Snapshot, folder: Folder, path: str) -> list[CallersLens]:
    """The definitions of a file, without those that have no name of their own.

    None in a language of which no calls are read: nobody knows how many there are.
    """
    symbols, source = Reading(snapshot).symbols(folder, path)
    analysis = source.analysis() if source is not None else None
    if source is None or analysis is None or not is_read_in_depth(analysis.core.language):
        return []
    keys = keys_of(analysis.core)
    return [
        CallersLens(
            place=Place(folder=folder, symbol=symbol, source=source), key=keys[symbol.ordinal]
        )
        for symbol in islice(_named(symbols), MAX_LENSES)
    ]


def _named(symbols: tuple[Symbol, ...]) -> Iterator[Symbol]:
    for symbol in symbols:
        if symbol.kind in _COUNTED and not symbol.name.startswith("<"):
            yield symbol


def memory_lenses(snapshot: Snapshot, folder: Folder, path: str) -> list[MemoryLens]:
    """The definitions of a file that something is remembered of."""
    source = Reading(snapshot).source(folder, path)
    if source is None:
        return []
    return [
        MemoryLens(place=Place(folder=folder, symbol=symbol, source=source), records=tuple(records))
        for symbol, records in records_in(snapshot, folder, path)
    ]


def count_of(snapshot: Snapshot, folder: Folder, key: str) -> CallerCount | None:
    """The callers that a lens is to show; None while they are still being counted."""
    return counted(snapshot, folder, key, SECONDS_TO_COUNT)
