"""Rows of chunks and signals kept in memory, so that results of a search cost no query.

A query of LanceDB takes 5 to 15 ms whatever it asks for; an answer shows ten rows of each kind. The
rows stay Arrow columns, without words and vectors. The one writer tells what it commits; in a
process that does not write, `FollowedStore` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.storage.coded import CodedChunks
from codewitness.storage.decode import ChunkRow, ChunkText, SignalRow, column_names, rows, rows_at
from codewitness.storage.rows import TableBatches
from codewitness.storage.schema import CHUNKS, DISK, SIGNALS
from codewitness.storage.word_index import Passing, WordIndex

CHUNK_COLUMNS = tuple(dict.fromkeys([*column_names(ChunkRow), *column_names(ChunkText)]))
Read = Callable[[], pa.Table]
ReadTable = Callable[[str, Sequence[str] | None], pa.Table]  # by name, these columns or all
_Chunk = TypeVar("_Chunk", ChunkRow, ChunkText)
_MANY_PATHS = 40  # a commit of more files joins the base at once
_MAX_SHOWN = 1_000  # made values of signals: those of ten take a millisecond
_MAX_CHANGED = 400  # changed files beside the base; more, and they join it


@dataclass(frozen=True, slots=True)
class _Base:
    """All rows of the layer `disk` at some moment, sorted for look-ups."""

    chunks: pa.Table
    coded: CodedChunks  # the same, as a search reads them
    signals: pa.Table  # in one chunk
    ordinals: np.ndarray  # of the signals
    ids: np.ndarray
    rows_by_id: np.ndarray
    signals_by_path: Mapping[str, tuple[int, int]]
    _shown: dict[int, SignalRow]  # by their number, those that answers had of late

    @classmethod
    def of(cls, read_chunks: Read, read_signals: Read) -> _Base:
        """One table is read after the other: each takes twice its memory while it is put in one."""
        chunks = _in_one(read_chunks)
        ids = _bytes_of(chunks.column("id"))
        order = np.argsort(ids, kind="stable")
        signals = _in_one(lambda: _in_order(read_signals()))
        ordinals = signals.column("ordinal").to_numpy()
        coded, ranges = CodedChunks(chunks), _ranges(signals)
        return cls(chunks, coded, signals, ordinals, ids[order], order, ranges, {})

    def chunk_rows(self, row: type[ChunkRow | ChunkText], ids: Sequence[str]) -> list[Any]:
        """The chunks of `ids` that are there, as such rows, in their order."""
        wanted = np.array(ids, dtype="S")
        if not len(self.ids) or not len(wanted):
            return []
        at = np.minimum(np.searchsorted(self.ids, wanted), len(self.ids) - 1)
        is_there = self.ids[at] == wanted
        numbers = self.rows_by_id[at[is_there]]
        if row is ChunkRow:
            return self.coded.rows(numbers, list(compress(ids, is_there)))
        return rows(row, _taken(self.chunks.select(column_names(row)), numbers.tolist()))

    def named(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Id and path of the chunks with one of these names."""
        own = _taken(self.chunks.select(["id", "path"]), self.coded.named(names).tolist())
        return list(zip(*own.to_pydict().values(), strict=True))

    def signal_rows(self, keys: Collection[tuple[str, int]]) -> list[SignalRow]:
        """The signals of the definitions named by path and ordinal that are there, in order."""
        indices = list(self._signal_indices(keys))
        found = {at: self._shown.get(at) for at in indices}  # others add to them, and clear them
        new = [at for at, row in found.items() if row is None]
        made = dict(zip(new, rows_at(SignalRow, self.signals, new), strict=True))
        if len(self._shown) + len(made) > _MAX_SHOWN:
            self._shown.clear()
        self._shown.update(made)
        return [row for at in indices if (row := made.get(at) or found[at]) is not None]

    def _signal_indices(self, keys: Collection[tuple[str, int]]) -> Iterator[int]:
        for path, ordinal in keys:
            first, end = self.signals_by_path.get(path, (0, 0))
            ordinals = self.ordinals[first:end]
            at = int(np.searchsorted(ordinals, ordinal))
            if at < len(ordinals) and ordinals[at] == ordinal:
                yield first + at


@dataclass(frozen=True, slots=True)
class _File:
    """The rows of one changed file in one layer."""

    chunks: pa.Table
    signals: pa.Table


@dataclass(frozen=True, slots=True)
class _State:
    base: _Base
    changed: Mapping[
        tuple[str, str], _File | None
    ]  # by layer and path; hides the base's rows on disk


class ResidentRows:
    """Written by one thread, read by any: each write puts a new state in place of the old."""

    def __init__(self, read: ReadTable) -> None:
        """From what `read` gives of a table, which are rows of the layer `disk`."""
        base = _Base.of(lambda: read(CHUNKS, CHUNK_COLUMNS), lambda: read(SIGNALS, None))
        self._state = _State(base, {})
        self.words = WordIndex()  # of the same layer, once it is loaded

    def put(self, batches: Sequence[TableBatches], paths: Sequence[str], layer: str) -> None:
        """In `layer`, the rows of `paths` are now those of `batches`."""
        state = self._state
        if layer == DISK:
            self.words.put([batch.chunks for batch in batches], paths)
        if layer == DISK and len(paths) > _MANY_PATHS:
            self._state = _State(_joined(state, batches, set(paths)), _others(state.changed))
            return
        changed = dict(state.changed)
        for path in paths:
            changed[layer, path] = _file(batches, path)
        self._state = _State(state.base, changed)
        if len(changed) > _MAX_CHANGED:
            self._state = _State(_joined(self._state, (), set()), _others(changed))

    def drop(self, paths: Sequence[str], layer: str) -> None:
        """The rows of `paths` in `layer` are gone."""
        self.put((), paths, layer)

    def keep_layers(self, keep: Collection[str]) -> None:
        """Layers but these and `disk` are gone."""
        wanted = {DISK, *keep}
        changed = {key: file for key, file in self._state.changed.items() if key[0] in wanted}
        self._state = _State(self._state.base, changed)

    def chunks(self, row: type[_Chunk], ids: Sequence[str]) -> list[_Chunk]:
        """The chunks of `ids` in every layer, in the order of `ids`."""
        state = self._state
        found: list[_Chunk] = state.base.chunk_rows(row, ids)
        if not state.changed:
            return found
        found = [one for one in found if (DISK, one.path) not in state.changed]
        columns, wanted = column_names(row), set(ids)
        for file in state.changed.values():
            if file is None:
                continue
            own = file.chunks.column("id").to_pylist()
            if indices := [at for at, one in enumerate(own) if one in wanted]:
                found += rows(row, _taken(file.chunks.select(columns), indices))
        rank_by_id = {one: rank for rank, one in enumerate(ids)}
        return sorted(found, key=lambda row: rank_by_id[row.id])

    def rows_of(self, paths: Collection[str]) -> Mapping[str, pa.Table]:
        """Chunks and signals of the files `paths` on disk."""
        state = self._state
        changed = {path: file for (layer, path), file in state.changed.items() if layer == DISK}
        from_base = pa.array([path for path in paths if path not in changed], pa.utf8())
        files = [file for path in paths if (file := changed.get(path)) is not None]
        return {
            CHUNKS: pa.concat_tables(
                [_where_path(state.base.chunks, from_base), *(file.chunks for file in files)]
            ),
            SIGNALS: pa.concat_tables(
                [_where_path(state.base.signals, from_base), *(file.signals for file in files)]
            ),
        }

    def named(
        self, names: Sequence[str], limit: int, passing: Passing | None = None
    ) -> list[tuple[str, str]]:
        """Id and path of chunks on disk with one of these names, and that pass."""
        state = self._state
        found: list[tuple[str, str]] = []
        for (layer, path), file in state.changed.items():
            if file is not None and layer == DISK:
                own = file.chunks.filter(pc.is_in(file.chunks.column("name"), pa.array(names)))
                found += [(chunk_id, path) for chunk_id in own.column("id").to_pylist()]
        found += [
            (chunk_id, path)
            for chunk_id, path in state.base.named(names)
            if (DISK, path) not in state.changed
        ]
        if passing is not None:
            found = [one for one in found if passing.has(*one)]
        return found[:limit]

    def signal_rows(self, keys: Collection[tuple[str, int]], layer: str) -> list[SignalRow]:
        """Signals of the definitions named by path and ordinal."""
        state = self._state
        unchanged = [key for key in keys if (layer, key[0]) not in state.changed]
        found: list[SignalRow] = []
        if layer == DISK and unchanged:
            found = state.base.signal_rows(unchanged)
        for path, ordinal in keys:
            if (file := state.changed.get((layer, path))) is not None:
                mask = pc.equal(file.signals.column("ordinal"), ordinal)
                found += rows(SignalRow, file.signals.filter(mask))
        return found


def _taken(table: pa.Table, indices: Sequence[int]) -> pa.Table:
    return table.take(pa.array(indices, pa.int64()))  # the type of an empty list is unknown


def _in_one(read: Read) -> pa.Table:
    """What is read, with one chunk a column; what a column was before goes with each."""
    table = read()
    columns = dict(zip(table.column_names, table.columns, strict=True))
    del table
    for name, column in columns.items():
        columns[name] = column.combine_chunks()
    return pa.table(columns)


def _in_order(signals: pa.Table) -> pa.Table:
    """The rows of each file together, by ordinal: as they are written, and else as they are put."""
    paths = signals.column("path").combine_chunks().dictionary_encode()
    is_next = np.diff(paths.indices.to_numpy()) != 0
    is_greater = np.diff(signals.column("ordinal").to_numpy()) > 0
    if np.count_nonzero(is_next) < len(paths.dictionary) and (is_next | is_greater).all():
        return signals
    return signals.sort_by([("path", "ascending"), ("ordinal", "ascending")])


def _bytes_of(ids: pa.ChunkedArray) -> np.ndarray:
    """ASCII texts as bytes of one length, without a value of Python for each."""
    one = ids.chunk(0) if ids.num_chunks else pa.array([], pa.utf8())
    width = pc.max(pc.binary_length(one)).as_py() or 1
    padded = pc.ascii_rpad(one, width, "\0")
    data = padded.buffers()[2]
    if data is None:
        return np.empty(0, "S1")
    return np.frombuffer(data, f"S{width}", len(padded), padded.offset * width)


def _where_path(table: pa.Table, paths: pa.Array) -> pa.Table:
    return table.filter(pc.is_in(table.column("path"), paths))


def _ranges(signals: pa.Table) -> dict[str, tuple[int, int]]:
    encoded = signals.column("path").combine_chunks().dictionary_encode()
    codes = encoded.indices.to_numpy()
    if not len(codes):
        return {}
    starts = np.flatnonzero(np.diff(codes, prepend=codes[0] - 1))
    ends = np.append(starts[1:], len(codes))
    names = encoded.dictionary.to_pylist()
    return {names[codes[s]]: (int(s), int(e)) for s, e in zip(starts, ends, strict=True)}


def _lean(chunks: pa.Table) -> pa.Table:
    return chunks.select(CHUNK_COLUMNS)


def _file(batches: Sequence[TableBatches], path: str) -> _File | None:
    chunks = [batch.chunks.filter(pc.equal(batch.chunks.column("path"), path)) for batch in batches]
    signals = [b.signals.filter(pc.equal(b.signals.column("path"), path)) for b in batches]
    return _File(_lean(pa.concat_tables(chunks)), pa.concat_tables(signals)) if batches else None


def _joined(state: _State, batches: Sequence[TableBatches], paths: set[str]) -> _Base:
    """The base with the changed files on disk, and then these batches, in it."""
    on_disk = {path: file for (layer, path), file in state.changed.items() if layer == DISK}
    old = pa.array([*on_disk, *paths], pa.utf8())
    kept = [file for path, file in on_disk.items() if path not in paths and file is not None]
    base = state.base
    return _Base.of(
        lambda: pa.concat_tables(
            [
                base.chunks.filter(pc.invert(pc.is_in(base.chunks.column("path"), old))),
                *(file.chunks for file in kept),
                *(_lean(batch.chunks) for batch in batches),
            ]
        ),
        lambda: pa.concat_tables(
            [
                base.signals.filter(pc.invert(pc.is_in(base.signals.column("path"), old))),
                *(file.signals for file in kept),
                *(batch.signals for batch in batches),
            ]
        ),
    )


def _others(
    changed: Mapping[tuple[str, str], _File | None],
) -> dict[tuple[str, str], _File | None]:
    return {key: file for key, file in changed.items() if key[0] != DISK}
