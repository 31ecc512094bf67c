"""Rows as frozen values: what comes out of a query, read column by column.

A frozen dataclass sets each field through `object.__setattr__`, row after row. Setting one slot of
all rows at a time is several times as fast, which counts when 60,000 symbols are loaded.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa

from codewitness.model.facts import ChunkKind, Kind
from codewitness.model.symbol import PLACES, Symbol

_Row = TypeVar("_Row")


class Hit(NamedTuple):
    """A chunk that a search found. More `score` is better, within one search."""

    id: str
    path: str
    layer: str
    score: float
    words: str = ""  # what full-text search has of it, if that was asked for
    counts: Sequence[int] = ()  # how often each word of the search is there
    n_words: int = 0  # in all


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A file as it was when it was read."""

    path: str
    layer: str
    language: str
    sha256: str
    size: int
    mtime_ns: int
    n_chunks: int
    n_definitions: int
    error_bytes: int
    problems: tuple[str, ...]
    flow: bytes


class ChunkRow(NamedTuple):
    """What ranking and results need of a chunk; a search reads hundreds of these."""

    path: str
    layer: str
    id: str
    kind: ChunkKind
    name: str
    parent: str
    definition: int
    start_byte: int
    end_byte: int
    shown_tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkText:
    """What the vector of a chunk depends on, and its lines, 0-based; the last belongs to it."""

    path: str
    layer: str
    id: str
    qualified_name: str
    sha256: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSiteRow:
    """One call; the range is that of the callee's last name, `start_character` in UTF-16 units."""

    path: str
    layer: str
    caller_ordinal: int
    caller: str
    callee: str
    name: str
    start_byte: int
    end_byte: int
    start_line: int
    start_character: int
    in_header: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalRow:
    """The signals of one definition: texts, and beside them the absolute byte where each starts."""

    path: str
    layer: str
    ordinal: int
    qualified_name: str
    kind: Kind
    language: str
    start_line: int
    end_line: int
    calls_internal: tuple[str, ...]
    calls_external: tuple[str, ...]
    attribute_reads: tuple[str, ...]
    attribute_writes: tuple[str, ...]
    subscripts: tuple[str, ...]
    parameters_used: tuple[str, ...]
    raises: tuple[str, ...]
    handles: tuple[str, ...]
    calls_internal_at: tuple[int, ...]
    calls_external_at: tuple[int, ...]
    attribute_reads_at: tuple[int, ...]
    attribute_writes_at: tuple[int, ...]
    subscripts_at: tuple[int, ...]
    parameters_used_at: tuple[int, ...]
    raises_at: tuple[int, ...]
    handles_at: tuple[int, ...]
    has_loop: bool
    has_conditional: bool
    has_try: bool
    is_async: bool
    line_count: int


# Few values in many rows: each is made once and shared.
_REPEATED = frozenset({"path", "layer", "language", "kind", "container", "caller"})

_SYMBOLS_AT_ONCE = 20_000  # whose columns are lists for a moment
_FEW = 40  # rows that are not worth a look at each column's type

_KINDS: Mapping[type, type[StrEnum]] = {ChunkRow: ChunkKind, SignalRow: Kind, Symbol: Kind}


def column_names(row: type) -> list[str]:
    """The columns that `rows` needs for one of the row classes above."""
    return [field.name for field in fields(row)] if is_dataclass(row) else [*row.__annotations__]


def rows(row: type[_Row], table: pa.Table) -> list[_Row]:
    """All rows of `table` as values of one of the classes above, in order."""
    of_column = _values_of_few if table.num_rows <= _FEW else _values
    with _no_collection():
        columns = {name: of_column(row, name, table) for name in column_names(row)}
        return built(row, columns, table.num_rows)


def rows_at(row: type[_Row], table: pa.Table, indices: Sequence[int]) -> list[_Row]:
    """Some rows of `table`, whose columns are of one chunk each, as such values, in their order."""
    if not indices:
        return []
    if len(indices) > _FEW:
        return rows(row, table.select(column_names(row)).take(pa.array(indices)))
    columns = {}
    for name in column_names(row):  # to take the rows first doubles the time
        column = table.column(name).chunk(0)
        columns[name] = _of_few(row, name, [column[at].as_py() for at in indices])
    return built(row, columns, len(indices))


PLACE_COLUMNS = (  # in the order of `PLACES`
    *("span_start", "span_end", "name_start", "name_end"),
    *("start_line", "end_line", "name_line"),
)
SYMBOL_COLUMNS = (
    "layer",
    *("name", "qualified_name", "container", "kind", "language", "path", "ordinal"),
    *PLACE_COLUMNS,
)


def symbols(table: pa.Table) -> list[tuple[str, Symbol]]:
    """Layer and symbol of each row, in order."""
    found: list[tuple[str, Symbol]] = []
    with _no_collection():
        for first in range(0, table.num_rows, _SYMBOLS_AT_ONCE):
            some = table.slice(first, _SYMBOLS_AT_ONCE)
            found += zip(_values(Symbol, "layer", some), _symbols(some), strict=True)
    return found


def _symbols(table: pa.Table) -> list[Symbol]:
    columns: dict[str, Sequence[Any]] = {
        name: _values(Symbol, name, table) for name in column_names(Symbol) if name != "places"
    }
    numbers = (_values(Symbol, name, table) for name in PLACE_COLUMNS)
    columns["places"] = list(map(PLACES.pack, *numbers))
    return built(Symbol, columns, table.num_rows)


@contextmanager
def _no_collection() -> Iterator[None]:
    # Nothing made here is garbage before it is returned; looking for some takes half of the time.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def built(row: type[_Row], columns: Mapping[str, Sequence[Any]], n_rows: int) -> list[_Row]:
    """Values of one of the classes above from all of their fields, each in the order of rows."""
    if issubclass(row, tuple):
        fields_of_rows = zip(*(columns[name] for name in column_names(row)), strict=True)
        return list(map(tuple.__new__, repeat(row), fields_of_rows))
    made: list[_Row] = list(map(object.__new__, repeat(row, n_rows)))
    for name, values in columns.items():
        set_slot: Callable[[_Row, Any], None] = getattr(row, name).__set__
        deque(map(set_slot, made, values), maxlen=0)
    return made


def _values_of_few(row: type, name: str, table: pa.Table) -> Sequence[Any]:
    return _of_few(row, name, table.column(name).to_pylist())


def _of_few(row: type, name: str, values: list[Any]) -> Sequence[Any]:
    if name == "kind":
        return list(map(_KINDS[row], values))
    return list(map(tuple, values)) if values and isinstance(values[0], list) else values


def _values(row: type, name: str, table: pa.Table) -> Sequence[Any]:
    column = table.column(name)
    if pa.types.is_integer(column.type):
        numbers: list[int] = column.to_numpy().tolist()
        return numbers
    if pa.types.is_list(column.type):
        return [tuple(values) for values in column.to_pylist()]
    if name in _REPEATED:
        return _shared(column, _KINDS[row] if name == "kind" else str)
    values: list[Any] = column.to_pylist()
    return values


def _shared(column: pa.ChunkedArray, convert: Callable[[str], str]) -> list[str]:
    encoded = column.combine_chunks().dictionary_encode()
    distinct = [convert(value) for value in encoded.dictionary.to_pylist()]
    indices: Iterable[int] = encoded.indices.to_numpy().tolist()
    return [distinct[index] for index in indices]
