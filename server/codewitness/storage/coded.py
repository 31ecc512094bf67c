"""Columns as a search reads them, hundreds of rows at a time: numbers, and each distinct text once.

To take 300 rows of ten Arrow columns and make Python's values of them takes 2 ms, most of it for
texts that many rows share: paths, names, tags. Here a row has the number of each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.model.facts import ChunkKind
from codewitness.storage.decode import ChunkRow, built, column_names

_SEPARATOR = "\n"  # in no tag


class CodedChunks:
    """All chunks of a table, by their number in it."""

    def __init__(self, chunks: pa.Table) -> None:
        names = [name for name in column_names(ChunkRow) if name != "id"]
        # By row, not by column: what is asked of a row then is fetched from memory at once.
        self._numbers = np.empty((chunks.num_rows, len(names)), np.int32)
        self._distinct: dict[str, Sequence[Any] | None] = {}  # what numbers stand for, if for more
        for at, name in enumerate(names):
            numbers, self._distinct[name] = _column(name, chunks.column(name))
            self._numbers[:, at] = numbers
        self._names = self._numbers[:, names.index("name")]
        self._code_of: dict[str, int] | None = None  # of each name, once one is asked for

    def named(self, names: Sequence[str]) -> np.ndarray:
        """The numbers of the chunks that have one of these names, in order."""
        if self._code_of is None:
            self._code_of = {name: code for code, name in enumerate(self._distinct["name"] or ())}
        codes = [code for name in names if (code := self._code_of.get(name)) is not None]
        return np.flatnonzero(np.isin(self._names, codes)) if codes else np.empty(0, np.intp)

    def rows(self, at: np.ndarray, ids: Sequence[str]) -> list[ChunkRow]:
        """The chunks with the numbers `at`, whose ids are `ids`."""
        columns: dict[str, Sequence[Any]] = {"id": ids}
        taken = self._numbers[at].T.tolist()
        for (name, distinct), numbers in zip(self._distinct.items(), taken, strict=True):
            columns[name] = numbers if distinct is None else [distinct[one] for one in numbers]
        return built(ChunkRow, columns, len(at))


def _column(name: str, column: pa.ChunkedArray) -> tuple[np.ndarray, Sequence[Any] | None]:
    if pa.types.is_integer(column.type):
        return column.to_numpy(), None
    is_list = pa.types.is_list(column.type)
    texts = pc.binary_join(column, _SEPARATOR) if is_list else column
    encoded = texts.combine_chunks().dictionary_encode()
    distinct: list[Any] = encoded.dictionary.to_pylist()
    if is_list:
        distinct = [tuple(text.split(_SEPARATOR)) if text else () for text in distinct]
    elif name == "kind":
        distinct = [ChunkKind(text) for text in distinct]
    return encoded.indices.to_numpy(zero_copy_only=False), distinct
