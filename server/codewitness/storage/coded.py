"""Columns as a search reads them, hundreds of rows at a time: numbers, and each distinct text once.

To take 300 rows of ten Arrow columns and make Python's values of them takes 2 ms, most of it for
texts that many rows share: paths, names, tags. Here a row has the number of each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.model.facts import ChunkKind
from codewitness.storage.decode import ChunkRow, built, column_names

_SEPARATOR = "\n"  # in no tag


@dataclass(frozen=True, slots=True)
class _Column:
    """Numbers of a row; with `distinct`, what each of them stands for."""

    numbers: np.ndarray
    distinct: Sequence[Any] | None = None

    def take(self, at: np.ndarray) -> Sequence[Any]:
        taken: list[int] = self.numbers[at].tolist()
        return taken if self.distinct is None else [self.distinct[one] for one in taken]


class CodedChunks:
    """All chunks of a table, by their number in it."""

    def __init__(self, chunks: pa.Table) -> None:
        self._columns = {
            name: _column(name, chunks.column(name))
            for name in column_names(ChunkRow)
            if name != "id"
        }
        self._code_of: dict[str, int] | None = None  # of each name, once one is asked for

    def named(self, names: Sequence[str]) -> np.ndarray:
        """The numbers of the chunks that have one of these names, in order."""
        column = self._columns["name"]
        if self._code_of is None:
            self._code_of = {name: code for code, name in enumerate(column.distinct or ())}
        codes = [code for name in names if (code := self._code_of.get(name)) is not None]
        return np.flatnonzero(np.isin(column.numbers, codes)) if codes else np.empty(0, np.intp)

    def rows(self, at: np.ndarray, ids: Sequence[str]) -> list[ChunkRow]:
        """The chunks with the numbers `at`, whose ids are `ids`."""
        columns = {name: column.take(at) for name, column in self._columns.items()}
        return built(ChunkRow, {"id": ids, **columns}, len(at))


def _column(name: str, column: pa.ChunkedArray) -> _Column:
    if pa.types.is_integer(column.type):
        return _Column(column.to_numpy())
    is_list = pa.types.is_list(column.type)
    texts = pc.binary_join(column, _SEPARATOR) if is_list else column
    encoded = texts.combine_chunks().dictionary_encode()
    distinct: list[Any] = encoded.dictionary.to_pylist()
    if is_list:
        distinct = [tuple(text.split(_SEPARATOR)) if text else () for text in distinct]
    elif name == "kind":
        distinct = [ChunkKind(text) for text in distinct]
    return _Column(encoded.indices.to_numpy(zero_copy_only=False), distinct)
