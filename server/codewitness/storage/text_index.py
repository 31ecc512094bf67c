"""The full-text index of the chunks' words, and searches by it while it is behind.

Rows that came after the index was made are read through word by word in each search. Of one long
file that takes 15 ms; of the thousands that a load writes it takes seconds of all cores, which the
load then lacks. So while a load goes on only what is in the index is searched; and so it is when
no saved file's rows are behind, by whoever reads the unsaved ones in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from codewitness.storage.filters import is_in
from codewitness.storage.indexes import make_text_index, n_behind
from codewitness.storage.queries import Queries
from codewitness.storage.schema import CHUNKS, DISK

# The index is made anew within a load when there are so many times as many rows as are in it, and
# half of the files are still to come: soon after, it is made over all of them.
GROWTH = 6

_LIVE = f"NOT ({is_in('layer', [DISK])})"


class TextIndex:
    """Used by the one thread that writes; `search` and `coverage` by any."""

    def __init__(self, chunks: Any, queries: Queries, *, is_writer: bool) -> None:
        self._chunks = chunks
        self._queries = queries
        self._is_writer = is_writer  # it knows of all rows that come
        self._covered: int | None = None
        self._n_files = self._n_to_come = 0  # of a load
        self._is_catching_up = False
        self.caught_up()

    @property
    def coverage(self) -> int | None:
        """While a load goes on, how many chunks are searched by words; else None: all are."""
        return self._covered

    def begin_load(self, n_files: int) -> None:
        """The rows of so many files are about to come."""
        self._n_files, self._n_to_come = n_files, n_files
        n_left = n_behind(self._chunks)
        self._covered = 0 if n_left is None else self._chunks.count_rows() - n_left

    def end_load(self) -> None:
        """All rows are in the index."""
        self._covered = None
        self.caught_up()

    def catches_up(self) -> None:
        """All rows that are there are about to be taken into the index, beside writes."""
        self._is_catching_up = True

    def caught_up(self) -> None:
        """Rows were taken into the index; whether those that came meanwhile were is asked."""
        n_left = n_behind(self._chunks)
        self._is_made = n_left is not None
        has_all = n_left == 0 or self._is_catching_up  # no saved rows have come since
        self._has_all_saved = self._is_writer and self._is_made and has_all
        self._is_catching_up = False

    def rows_come(self, layer: str) -> None:
        """Rows are about to be written."""
        if layer == DISK:
            self._has_all_saved = self._is_catching_up = False

    def rows_came(self, n_files: int) -> None:
        """The rows of so many files were written."""
        self._n_to_come -= n_files
        is_over_soon = 2 * self._n_to_come < self._n_files
        if self._is_made and (self._covered is None or is_over_soon):
            return
        n_rows = self._chunks.count_rows()
        # Without any full-text index words are still found, but by another tokenizer: no stems.
        if n_rows and (not self._is_made or n_rows > GROWTH * max(self._covered or 0, 1)):
            make_text_index(self._chunks)
            self.caught_up()
            self._covered = None if self._covered is None else n_rows

    def search(
        self,
        words: Sequence[tuple[str, float]],
        where: str | None,
        columns: Sequence[str],
        limit: int,
        *,
        with_unsaved: bool,
    ) -> pa.Table:
        """`columns` and `_score` of the chunks that have any of `words`, best first by BM25.

        Each word has what it counts for. Rows of unsaved text may be left out unless wanted.
        """
        if self._covered is None or not self._is_made:
            is_fast = self._has_all_saved and not with_unsaved
            return self._found(words, where, columns, limit, is_fast=is_fast)
        if not with_unsaved:
            return self._found(words, where, columns, limit, is_fast=True)
        # Rows of unsaved text are few, and in no index until the load is over.
        is_live = _LIVE if where is None else f"({where}) AND {_LIVE}"
        live = self._found(words, is_live, columns, limit)
        found = self._found(words, where, columns, limit, is_fast=True)
        both = pa.concat_tables([live, found]) if live.num_rows else found
        return both.sort_by([("_score", "descending")]).slice(0, limit)

    def _found(
        self,
        words: Sequence[tuple[str, float]],
        where: str | None,
        columns: Sequence[str],
        limit: int,
        *,
        is_fast: bool = False,
    ) -> pa.Table:
        return self._queries.by_words(
            CHUNKS, words, columns=columns, where=where, limit=limit, is_fast=is_fast
        )
