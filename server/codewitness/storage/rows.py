"""Turn file facts into rows: whole columns at once, never a dict a row.

`file_rows` is one file, `merge` many of them in one table each, and `to_ipc` and `from_ipc` carry
those over a process border. Spans become absolute here. A file's columns stay Python lists until
`merge`: 70 Arrow arrays a file would cost more than all that goes into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from codewitness.model.facts import CallItem, FileFacts, Item, ScopeFacts
from codewitness.model.signals import Signals
from codewitness.model.text import Text
from codewitness.storage.schema import MODULE_ORDINAL, SIGNAL_LISTS, TABLES, schemas
from codewitness.storage.tag_keys import tag_keys
from codewitness.syntax.tags import shown_tags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.floating[Any]]

MAX_ITEM_CHARACTERS = 300  # a callee can be a chain of a hundred lines; nobody reads on


@dataclass(frozen=True, slots=True)
class Lists:
    """A column of lists: how many values each row has, and all of them."""

    counts: Sequence[int]
    values: Sequence[Any]


# By column name; a column is a sequence of values, an integer array, `Lists`, or vectors.
Columns = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRows:
    """The rows of one file in one layer: the columns of each table but `path` and `layer`."""

    path: str
    layer: str
    dimensions: int
    files: Columns
    chunks: Columns
    symbols: Columns
    call_sites: Columns
    signals: Columns


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBatches:
    """The rows of many files: a table for each table of the store."""

    files: pa.Table
    chunks: pa.Table
    symbols: pa.Table
    call_sites: pa.Table
    signals: pa.Table


def file_rows(  # noqa: PLR0913 - all that a row says and the facts don't
    facts: FileFacts,
    text: Text,
    signals: Sequence[tuple[int, Signals]],
    *,
    layer: str,
    size: int,
    mtime_ns: int,
    fts: Sequence[str],
    vectors: Vectors | None,
    dimensions: int,
    flow: bytes = b"",
) -> FileRows:
    """All rows of one file. `fts` and `vectors` go with `facts.chunks`, one each.

    `signals` pairs the ordinal of each callable definition with its signals. Without `vectors`
    their column is null; with `dimensions` 0 there is none.
    """
    lines = _Lines(text)
    names = [facts.qualified_name(one) for one in facts.definitions]
    chunks = _chunk_columns(facts, lines, fts)
    if dimensions:
        chunks["vector"] = _checked(vectors, len(facts.chunks), dimensions)
    return FileRows(
        path=facts.path,
        layer=layer,
        dimensions=dimensions,
        files=_file_columns(facts, text, size, mtime_ns, flow),
        chunks=chunks,
        symbols=_symbol_columns(facts, names, lines),
        call_sites=_call_site_columns(facts, names, lines),
        signals=_signal_columns(facts, names, lines, signals),
    )


def merge(rows: Sequence[FileRows]) -> TableBatches:
    """The rows of several files, in their order; at least one file, all of equal dimensions."""
    expected = schemas(rows[0].dimensions)
    return TableBatches(**{name: _table(rows, name, expected[name]) for name in TABLES})


def joined(batches: Sequence[TableBatches]) -> TableBatches:
    """Several batches as one; at least one."""
    return TableBatches(
        **{name: pa.concat_tables([getattr(one, name) for one in batches]) for name in TABLES}
    )


def to_ipc(batches: TableBatches) -> bytes:
    """The tables as bytes; `from_ipc` is the way back."""
    # Not compressed: lz4 halves the bytes but takes 17 ms per 10 MB, a pipe less than that.
    sink = pa.BufferOutputStream()
    for name in TABLES:
        table = getattr(batches, name)
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def from_ipc(data: bytes) -> TableBatches:
    """The tables that `to_ipc` wrote; they read from `data` without a copy."""
    source = pa.BufferReader(data)
    tables = {}
    for name in TABLES:
        with pa.ipc.open_stream(source) as reader:
            tables[name] = reader.read_all()
    return TableBatches(**tables)


class _Lines:
    """Lines and UTF-16 columns of many offsets at once."""

    def __init__(self, text: Text) -> None:
        self._raw = text.raw
        self._starts: Ints = np.frombuffer(text.line_starts, dtype=np.int64)

    def of(self, offsets: Sequence[int]) -> Ints:
        """0-based line of each offset."""
        return self._at(np.array(offsets, dtype=np.int64))

    def of_last(self, starts: Sequence[int], ends: Sequence[int]) -> Ints:
        """0-based line of the last byte of each range, of an empty range that of its start."""
        last = np.array(ends, dtype=np.int64) - 1
        return self._at(np.maximum(np.array(starts, dtype=np.int64), last))

    def characters(self, offsets: Sequence[int], lines: Ints) -> Ints:
        """UTF-16 units between the start of its line and each offset."""
        ends = np.array(offsets, dtype=np.int64)
        starts = self._starts[lines]
        if self._raw.isascii():
            return ends - starts
        units = _units_before(self._raw)
        return units[ends] - units[starts]

    def _at(self, offsets: Ints) -> Ints:
        return np.searchsorted(self._starts, offsets, "right") - 1


def _units_before(raw: bytes) -> Ints:
    # The first byte of a character is one UTF-16 unit, that of a 4-byte character two.
    octets = np.frombuffer(raw, dtype=np.uint8)
    units = ((octets & 0xC0) != 0x80).astype(np.int64) + (octets >= 0xF0)
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(units)))


def _file_columns(
    facts: FileFacts, text: Text, size: int, mtime_ns: int, flow: bytes
) -> dict[str, Any]:
    return {
        "language": [facts.language],
        "sha256": [text.sha256],
        "size": [size],
        "mtime_ns": [mtime_ns],
        "n_chunks": [len(facts.chunks)],
        "n_definitions": [len(facts.definitions)],
        "error_bytes": [facts.error_bytes],
        "problems": _lists([[problem.message for problem in facts.problems]]),
        "flow": [flow],
    }


def _chunk_columns(facts: FileFacts, lines: _Lines, fts: Sequence[str]) -> dict[str, Any]:
    chunks = facts.chunks
    if len(fts) != len(chunks):
        raise ValueError(f"{facts.path}: {len(chunks)} chunks, but {len(fts)} texts to search")
    starts = [chunk.span.start for chunk in chunks]
    ends = [chunk.span.end for chunk in chunks]
    return {
        "id": [chunk.id for chunk in chunks],
        "kind": [chunk.kind.value for chunk in chunks],
        "name": [chunk.name for chunk in chunks],
        "qualified_name": [chunk.qualified_name for chunk in chunks],
        "parent": [chunk.parent for chunk in chunks],
        "language": [facts.language] * len(chunks),
        "definition": [chunk.definition for chunk in chunks],
        "start_byte": starts,
        "end_byte": ends,
        "start_line": lines.of(starts),
        "end_line": lines.of_last(starts, ends),
        "sha256": [chunk.sha256 for chunk in chunks],
        "tags": _lists([chunk.tags for chunk in chunks]),
        "tag_keys": _lists([tag_keys(chunk.tags) for chunk in chunks]),
        "shown_tags": _lists([shown_tags(chunk) for chunk in chunks]),
        "fts": fts,
    }


def _checked(vectors: Vectors | None, n_chunks: int, dimensions: int) -> Vectors | int:
    """The vectors as they are kept, or the number of nulls in their place."""
    if vectors is None:
        return n_chunks
    if vectors.shape != (n_chunks, dimensions):
        raise ValueError(f"vectors of shape {vectors.shape}, not {(n_chunks, dimensions)}")
    return vectors.astype(np.float16, copy=False)


def _symbol_columns(facts: FileFacts, names: Sequence[str], lines: _Lines) -> dict[str, Any]:
    definitions = facts.definitions
    starts = [one.span.start for one in definitions]
    ends = [one.span.end for one in definitions]
    name_starts = [one.name_span.start for one in definitions]
    return {
        "ordinal": range(len(definitions)),
        "name": [one.name for one in definitions],
        "qualified_name": names,
        "container": [facts.container(one) for one in definitions],
        "kind": [one.kind.value for one in definitions],
        "language": [facts.language] * len(definitions),
        "span_start": starts,
        "span_end": ends,
        "name_start": name_starts,
        "name_end": [one.name_span.end for one in definitions],
        "start_line": lines.of(starts),
        "end_line": lines.of_last(starts, ends),
        "name_line": lines.of(name_starts),
    }


def _call_site_columns(facts: FileFacts, names: Sequence[str], lines: _Lines) -> dict[str, Any]:
    ordinals: list[int] = []
    callers: list[str] = []
    calls: list[CallItem] = []
    starts: list[int] = []
    in_header: list[bool] = []
    for ordinal, caller, scope, shift in _scopes(facts, names):
        found = scope.calls + scope.outer_calls
        calls += found
        starts += [call.name_span.start + shift for call in found]
        ordinals += [ordinal] * len(found)
        callers += [caller] * len(found)
        in_header += [False] * len(scope.calls) + [True] * len(scope.outer_calls)
    lengths = [call.name_span.end - call.name_span.start for call in calls]
    start_lines = lines.of(starts)
    return {
        "caller_ordinal": ordinals,
        "caller": callers,
        "callee": [call.text[:MAX_ITEM_CHARACTERS] for call in calls],
        "name": [call.name for call in calls],
        "start_byte": starts,
        "end_byte": [start + length for start, length in zip(starts, lengths, strict=True)],
        "start_line": start_lines,
        "start_character": lines.characters(starts, start_lines),
        "in_header": in_header,
    }


def _scopes(facts: FileFacts, names: Sequence[str]) -> Iterator[tuple[int, str, ScopeFacts, int]]:
    """Ordinal, qualified name, facts, and where its relative spans count from, of each caller."""
    yield MODULE_ORDINAL, facts.module, facts.module_facts, 0
    for ordinal, one in enumerate(facts.definitions):
        if one.facts.calls or one.facts.outer_calls:
            yield ordinal, names[ordinal], one.facts, one.node_span.start


def _signal_columns(
    facts: FileFacts,
    names: Sequence[str],
    lines: _Lines,
    signals: Sequence[tuple[int, Signals]],
) -> dict[str, Any]:
    ordinals = [ordinal for ordinal, _ in signals]
    each = [one for _, one in signals]
    definitions = [facts.definitions[ordinal] for ordinal in ordinals]
    starts = [one.span.start for one in definitions]
    columns = {
        "ordinal": ordinals,
        "qualified_name": [names[ordinal] for ordinal in ordinals],
        "kind": [one.kind.value for one in definitions],
        "language": [facts.language] * len(definitions),
        "start_line": lines.of(starts),
        "end_line": lines.of_last(starts, [one.span.end for one in definitions]),
        "has_loop": [one.has_loop for one in each],
        "has_conditional": [one.has_conditional for one in each],
        "has_try": [one.has_try for one in each],
        "is_async": [one.is_async for one in each],
        "line_count": [one.line_count for one in each],
    }
    for name in SIGNAL_LISTS:
        columns[name], columns[f"{name}_at"] = _item_columns(each, name)
    return columns


_FIELD_BY_COLUMN = {"calls_internal": "internal_calls", "calls_external": "external_calls"}


def _item_columns(signals: Sequence[Signals], column: str) -> tuple[Lists, Lists]:
    field = _FIELD_BY_COLUMN.get(column, column)
    each: list[tuple[Item, ...]] = [getattr(one, field) for one in signals]
    counts = [len(found) for found in each]
    items = list(chain.from_iterable(each))
    texts = Lists(counts, [item.text[:MAX_ITEM_CHARACTERS] for item in items])
    return texts, Lists(counts, [item.span.start for item in items])


def _lists(rows: Sequence[Sequence[Any]]) -> Lists:
    return Lists([len(row) for row in rows], list(chain.from_iterable(rows)))


def _table(rows: Sequence[FileRows], name: str, schema: pa.Schema) -> pa.Table:
    of_files: list[Columns] = [getattr(one, name) for one in rows]
    places = ("path", "layer")
    others = [field for field in schema if field.name not in places]
    counts = [len(columns[others[0].name]) for columns in of_files]
    arrays = [_repeated([getattr(one, place) for one in rows], counts) for place in places]
    arrays += [
        _array([columns[field.name] for columns in of_files], field.type) for field in others
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _repeated(values: Sequence[str], counts: Sequence[int]) -> pa.Array:
    indices = pa.array(np.repeat(np.arange(len(values)), counts))
    return pa.array(values, pa.utf8()).take(indices)


def _array(parts: Sequence[Any], data_type: pa.DataType) -> pa.Array:
    """One column from the same column of each file."""
    if pa.types.is_fixed_size_list(data_type):
        return pa.concat_arrays([_vectors(part, data_type) for part in parts])
    first = parts[0]
    if isinstance(first, np.ndarray):
        return pa.array(np.concatenate(parts)).cast(data_type)
    if isinstance(first, Lists):
        ends = np.cumsum([0, *chain.from_iterable(part.counts for part in parts)])
        values = list(chain.from_iterable(part.values for part in parts))
        offsets = pa.array(ends, pa.int32())
        return pa.ListArray.from_arrays(offsets, pa.array(values, data_type.value_type))
    return pa.array(list(chain.from_iterable(parts)), data_type)


def _vectors(part: Vectors | int, data_type: pa.DataType) -> pa.Array:
    if isinstance(part, int):
        return pa.nulls(part, data_type)
    flat = np.ascontiguousarray(part).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float16()), type=data_type)
