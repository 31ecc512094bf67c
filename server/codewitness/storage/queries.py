"""Questions to the tables, each in one trip to lancedb's own threads.

The blocking API asks for the schema three times and for the list of indexes before it sends a
query. Each of these trips waits for other threads twice, which takes milliseconds while Python
computes elsewhere: 30 ms of a search while somebody types, of which 7 were the query's own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from datetime import timedelta
from functools import cache
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codewitness.storage.lazy_import import lancedb_module

lancedb = lancedb_module()

_Result = TypeVar("_Result")

ADDRESS = "_rowid"  # the column with where a row is, see `storage.addresses`


class Queries:
    """Reads the tables of one database; safe in any thread. Tables are opened when first read."""

    def __init__(
        self,
        uri: str,
        *,
        storage_options: Mapping[str, str],
        consistency: timedelta,
        session: Any,
    ) -> None:
        self._options = {
            "storage_options": dict(storage_options),
            "read_consistency_interval": consistency,
            "session": session,
        }
        self._uri = uri
        self._lock = threading.Lock()
        self._connection: Any = None
        self._tables: dict[str, Any] = {}

    def see_latest(self) -> None:
        """Read the last version of each table from now on, whoever wrote it."""
        for table in list(self._tables.values()):
            _done(table.checkout_latest())

    def rows(
        self,
        name: str,
        columns: Sequence[str] | None,
        where: str | None,
        limit: int | None = None,
    ) -> pa.Table:
        """The rows that pass; all columns if none are given, the first `limit` of them."""
        return self._found(self._table(name).query(), columns, where, limit)

    def some_rows(self, name: str, columns: Sequence[str], where: str | None) -> Iterator[pa.Table]:
        """The same rows in the same order, some at a time, for what need not have all at once."""
        reader = _done(self._asked(self._table(name).query(), columns, where).to_batches())
        while (batch := _done(_next(reader))) is not None:
            yield pa.Table.from_batches([batch])

    def by_words(
        self,
        name: str,
        words: Sequence[tuple[str, float]],
        *,
        columns: Sequence[str],
        where: str | None,
        limit: int,
        is_fast: bool = False,
    ) -> pa.Table:
        """`columns` and `_score` of rows with any of `words` in `fts`, best first by BM25.

        Each word has what it counts for, to one digit. With `is_fast`, of those that are in the
        full-text index.
        """
        by_weight: dict[float, list[str]] = {}
        for word, weight in words:
            by_weight.setdefault(round(weight, 1), []).append(word)
        matches = [
            lancedb.query.MatchQuery(" ".join(some), "fts", boost=weight)
            for weight, some in by_weight.items()
        ]
        any_of = [(lancedb.query.Occur.SHOULD, match) for match in matches]
        match = lancedb.query.BooleanQuery(any_of) if len(matches) > 1 else matches[0]
        query = self._table(name).query().nearest_to_text(match)
        wanted = [*columns, "_score"]
        found = self._found(query.fast_search() if is_fast else query, wanted, where, limit)
        return found.select(wanted)  # a fast one gives row ids too

    def take(self, name: str, addresses: Sequence[int], columns: Sequence[str]) -> pa.Table:
        """`columns` and `ADDRESS` of the rows at these addresses that are there, in any order."""
        query = self._table(name).take_row_ids(list(addresses)).with_row_id()
        table: pa.Table = _done(query.select([*columns, ADDRESS]).to_arrow())
        return table

    def by_vector(
        self,
        name: str,
        vector: NDArray[np.floating[Any]],
        *,
        columns: Sequence[str],
        where: str | None,
        limit: int,
    ) -> pa.Table:
        """`columns` and `_distance` (1 - cosine) of the rows whose vectors are nearest."""
        query = self._table(name).query().nearest_to(vector).column("vector")
        query = query.distance_type("cosine")
        return self._found(query, [*columns, "_distance"], where, limit)

    def _found(
        self, query: Any, columns: Sequence[str] | None, where: str | None, limit: int | None
    ) -> pa.Table:
        query = self._asked(query, columns, where)
        if limit is not None:
            query = query.limit(limit)
        table: pa.Table = _done(query.to_arrow())
        return table

    def _asked(self, query: Any, columns: Sequence[str] | None, where: str | None) -> Any:
        if columns is not None:
            query = query.select(list(columns))
            query = query.with_row_id() if ADDRESS in columns else query
        return query if where is None else query.where(where)

    def _table(self, name: str) -> Any:
        if (table := self._tables.get(name)) is not None:
            return table
        with self._lock:
            if self._connection is None:
                self._connection = _done(lancedb.connect_async(self._uri, **self._options))
            if name not in self._tables:
                self._tables[name] = _done(self._connection.open_table(name))
            return self._tables[name]


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """A loop that runs in a thread of its own as long as the process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="codewitness-queries", daemon=True).start()
    return loop


async def _next(reader: Any) -> pa.RecordBatch | None:
    return await anext(reader, None)


def _done(work: Coroutine[Any, Any, _Result]) -> _Result:
    future: Future[_Result] = asyncio.run_coroutine_threadsafe(work, _loop())
    return future.result()
