"""Which chunk an address names, so that a search need not read columns of the rows that it finds.

What LanceDB calls a row id is an address: the number of a fragment, and a place in it. Rows of a
fragment never move or change, they can only be deleted, and no later fragment gets the number of
one that is gone. So what an address names stays true as long as the table is there. A process that
does not write can't rely on it: the writer may make the table anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from codewitness.storage.queries import ADDRESS, Queries
from codewitness.storage.schema import CHUNKS

_COLUMNS = ("id", "path", "layer")


class Named(NamedTuple):
    """What tells a row of the chunks from all others."""

    id: str
    path: str
    layer: str


class ChunkAddresses:
    """Loaded by the one thread that writes, asked by any. Rows that came later are asked for."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
        self._known = _Known.of(queries.rows(CHUNKS, (ADDRESS, *_COLUMNS), None))
        self._later: dict[int, Named] = {}

    def find(self, addresses: Sequence[int]) -> list[Named] | None:
        """What each of them names; None if a row is no longer there."""
        known, later = self._known, self._later
        found: list[Named | None] = known.find(addresses)
        unknown = [at for at, one in zip(addresses, found, strict=True) if one is None]
        if wanted := [at for at in unknown if at not in later]:
            later |= _named(self._queries.take(CHUNKS, wanted, _COLUMNS))
        if any(at not in later for at in unknown):
            return None
        return [one or later[at] for at, one in zip(addresses, found, strict=True)]


class _Known:
    """Columns in the order of addresses; paths and layers once each."""

    def __init__(self, addresses: np.ndarray, ids: pa.Array, paths: pa.Array, layers: pa.Array):
        self._addresses = addresses
        self._ids = ids
        self._paths, self._path_of = paths.dictionary.to_pylist(), paths.indices.to_numpy()
        self._layers, self._layer_of = layers.dictionary.to_pylist(), layers.indices.to_numpy()

    @classmethod
    def of(cls, table: pa.Table) -> _Known:
        table = table.sort_by(ADDRESS).combine_chunks()
        ids, paths, layers = (_one(table.column(name)) for name in _COLUMNS)
        addresses = table.column(ADDRESS).to_numpy()
        return cls(addresses, ids, paths.dictionary_encode(), layers.dictionary_encode())

    def find(self, addresses: Sequence[int]) -> list[Named | None]:
        wanted = np.asarray(addresses, np.uint64)
        if not len(self._addresses):
            return [None] * len(wanted)
        at = np.minimum(np.searchsorted(self._addresses, wanted), len(self._addresses) - 1)
        is_known = (self._addresses[at] == wanted).tolist()
        ids = self._ids.take(pa.array(at)).to_pylist()
        paths, layers = self._path_of[at].tolist(), self._layer_of[at].tolist()
        return [
            Named(one, self._paths[path], self._layers[layer]) if known else None
            for known, one, path, layer in zip(is_known, ids, paths, layers, strict=True)
        ]


def _one(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks else pa.array([], column.type)


def _named(table: pa.Table) -> dict[int, Named]:
    columns = (table.column(name).to_pylist() for name in _COLUMNS)
    rows = (Named(*row) for row in zip(*columns, strict=True))
    return dict(zip(table.column(ADDRESS).to_pylist(), rows, strict=True))
