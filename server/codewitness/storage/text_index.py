"""The full-text index of the chunks' words, and searches by it while it is behind.

Rows that came after the index was made are read through word by word in each search. Of a few
edited files that takes a millisecond; of the thousands that a load writes it takes seconds of all
cores, which the load then lacks. So while a load goes on only what is in the index is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from codewitness.storage.filters import is_in
from codewitness.storage.indexes import has_text_index, lancedb, make_text_index, n_indexed
from codewitness.storage.schema import DISK

# The index is made anew within a load when there are so many times as many rows as are in it: one
# over all of them, at the end of the load, costs as much as all those before together.
GROWTH = 6

_LIVE = f"NOT ({is_in('layer', [DISK])})"


class TextIndex:
    """Used by the one thread that writes; `search` and `coverage` by any."""

    def __init__(self, chunks: Any) -> None:
        self._chunks = chunks
        self._is_made = has_text_index(chunks)
        self._covered: int | None = None

    @property
    def coverage(self) -> int | None:
        """While a load goes on, how many chunks are searched by words; else None: all are."""
        return self._covered

    def begin_load(self) -> None:
        """Many rows are about to come."""
        self._covered = n_indexed(self._chunks)

    def end_load(self) -> None:
        """All rows are in the index."""
        self._is_made = has_text_index(self._chunks)
        self._covered = None

    def rows_came(self) -> None:
        """Rows were written."""
        if self._is_made and self._covered is None:
            return
        n_rows = self._chunks.count_rows()
        # Without any full-text index words are still found, but by another tokenizer: no stems.
        if n_rows and (not self._is_made or n_rows > GROWTH * max(self._covered or 0, 1)):
            make_text_index(self._chunks)
            self._is_made = True
            self._covered = None if self._covered is None else n_rows

    def search(
        self, words: Sequence[str], where: str | None, columns: Sequence[str], limit: int
    ) -> pa.Table:
        """`columns` and `_score` of the chunks that have any of `words`, best first by BM25."""
        if self._covered is None or not self._is_made:
            return self._found(words, where, columns, limit)
        # Rows of unsaved text are few, and in no index until the load is over.
        is_live = _LIVE if where is None else f"({where}) AND {_LIVE}"
        live = self._found(words, is_live, columns, limit)
        found = self._found(words, where, columns, limit, is_fast=True)
        both = pa.concat_tables([live, found]) if live.num_rows else found
        return both.sort_by([("_score", "descending")]).slice(0, limit)

    def _found(
        self,
        words: Sequence[str],
        where: str | None,
        columns: Sequence[str],
        limit: int,
        *,
        is_fast: bool = False,
    ) -> pa.Table:
        query = lancedb.query.MatchQuery(" ".join(words), "fts")
        wanted = [*columns, "_score"]
        search = self._chunks.search(query, query_type="fts").select(wanted)
        if is_fast:
            search = search.fast_search()
        if where is not None:
            search = search.where(where, prefilter=True)
        return search.limit(limit).to_arrow().select(wanted)  # a fast one gives row ids too
