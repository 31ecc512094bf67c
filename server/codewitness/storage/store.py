"""The index in LanceDB: write whole batches, search, and load what the live index starts from.

One thread writes, any thread reads; every read sees the last commit. A batch is one commit a table,
not one transaction over all. So `files` loses its rows first and gets them last: a file without a
row there is read again, whatever else a crash has left of it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import pyarrow as pa

from codewitness.model.symbol import Symbol
from codewitness.storage.compare import Difference, counts_of, differences, unexpected
from codewitness.storage.decode import (
    SYMBOL_COLUMNS,
    CallSiteRow,
    ChunkRow,
    ChunkText,
    FileRow,
    Hit,
    SignalRow,
    column_names,
    rows,
    symbols,
)
from codewitness.storage.faults import is_conflict
from codewitness.storage.filters import both, is_in, of_files
from codewitness.storage.hits import Hits, counted
from codewitness.storage.indexes import make_indexes
from codewitness.storage.lazy_import import lancedb_module
from codewitness.storage.queries import Queries
from codewitness.storage.resident import ResidentRows
from codewitness.storage.rows import TableBatches
from codewitness.storage.schema import (
    CALL_SITES,
    CHUNKS,
    DISK,
    FILES,
    SIGNALS,
    SYMBOLS,
    TABLES,
    Stamp,
)
from codewitness.storage.tables import (
    bytes_of_tables,
    is_elsewhere,
    open_tables,
    open_tables_to_read,
)
from codewitness.storage.text_index import TextIndex
from codewitness.storage.texts import TEXT_COLUMNS, TextsOfRows
from codewitness.storage.vector_rows import in_one_matrix
from codewitness.storage.word_index import Near, Passing
from codewitness.storage.word_part import told_by
from codewitness.storage.words_on_disk import WordsOnDisk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codewitness.model.bm25 import Weights
    from codewitness.model.query import Filters
    from codewitness.storage.word_file import WordFile

log = logging.getLogger(__name__)
lancedb = lancedb_module()

_Row = TypeVar("_Row")
_Chunk = TypeVar("_Chunk", ChunkRow, ChunkText)

# How old a commit of another process may be that a read does not see yet. Looking costs 0.05 ms
# on a disk, but a request to the bucket elsewhere.
CONSISTENCY_ON_DISK = timedelta(0)
CONSISTENCY_ELSEWHERE = timedelta(seconds=5)

# Readers that hold an older version finish within this; a request may not take longer.
KEEP_VERSIONS = timedelta(seconds=30)
COMPACT_TRIES = 5  # a write that comes between makes it begin anew

# How many rows were compared, and what differs.
Compared = tuple[int, list[Difference]]

# Bytes of the caches of indexes and of metadata. lancedb's own limits are 6 GB and 1 GB, and each
# upkeep leaves what it wrote anew in them beside what it replaced. 56,000 chunks need 16 MB of it;
# searches of 166,000 are as fast with these as with lancedb's own.
_CACHES = (24 << 20, 8 << 20)


class IndexStore:
    """The five tables of one index. `rebuilt` says why `open` made them anew, if it did."""

    def __init__(  # noqa: PLR0913 (all of them by name)
        self,
        tables: Mapping[str, Any],
        queries: Queries,
        *,
        uri: str,
        dimensions: int,
        connection: Any,
        rebuilt: str | None,
        is_writer: bool = True,
        word_file: WordFile | None = None,
    ) -> None:
        self._connection = connection
        self._tables = tables
        self._queries = queries
        self.uri = uri
        self._dimensions = dimensions
        self.rebuilt = rebuilt
        self._resident: ResidentRows | None = None
        self._awaits_words = False
        self._texts = TextsOfRows()
        self._text_index = TextIndex(tables[CHUNKS], queries, is_writer=is_writer)
        self._hits = Hits(queries)
        self._words_on_disk = WordsOnDisk(queries, self.versions, word_file)

    @classmethod
    def open(  # noqa: PLR0913 (all of them by name)
        cls,
        uri: str,
        *,
        dimensions: int,
        embedder: str,
        engine: str,
        storage_options: Mapping[str, str] | None = None,
        read_only: bool = False,
        afresh: str | None = None,
        word_file: WordFile | None = None,
    ) -> Self:
        """The index at `uri`, empty if there is none or if it can't serve as it is.

        With `read_only` nothing is made or dropped: what can't serve raises `IndexUnusable`. For a
        reason in `afresh` it is made anew. In `word_file` words are kept for the next start.
        """
        session = lancedb.Session(*_CACHES)  # for both ways to the tables
        options = dict(storage_options or {})
        consistency = CONSISTENCY_ELSEWHERE if is_elsewhere(uri) else CONSISTENCY_ON_DISK
        how = {"read_consistency_interval": consistency, "session": session}
        connection = lancedb.connect(uri, storage_options=options, **how)
        stamp = Stamp(embedder=embedder, dimensions=dimensions, engine=engine)
        if read_only:
            tables, rebuilt = open_tables_to_read(connection, stamp), None
        else:
            tables, rebuilt = open_tables(connection, stamp, afresh)
        queries = Queries(uri, storage_options=options, consistency=consistency, session=session)
        return cls(
            tables,
            queries,
            uri=uri,
            dimensions=dimensions,
            connection=connection,
            rebuilt=rebuilt,
            is_writer=not read_only,
            word_file=word_file,
        )

    def see_latest(self) -> None:
        """Go on from the last version of each table, whoever wrote it."""
        for table in self._tables.values():
            table.checkout_latest()
        self._queries.see_latest()

    # Writing: one thread at a time, in one process.

    def replace(
        self,
        batches: Sequence[TableBatches],
        *,
        paths: Sequence[str],
        layer: str,
        fresh: bool = False,
    ) -> None:
        """In `layer`, the rows of `paths` are now those of `batches`.

        With `fresh` no row of these paths is there yet, and none is looked for.
        """
        if not fresh:
            self.remove(paths, layer)
        self._texts.begin(paths, layer)
        if not batches:
            return
        self._text_index.rows_come(layer)
        for name in reversed(TABLES):
            table = pa.concat_tables([getattr(batch, name) for batch in batches])
            if table.num_rows:
                self._tables[name].add(table)
        self._text_index.rows_came(len(paths) if layer == DISK else 0)
        if self._resident is not None:
            self._resident.put(batches, paths, layer)
        elif layer == DISK:
            self._words_on_disk.come(batches)
        for batch in batches:
            self._texts.end(batch.files, layer)

    def remove(self, paths: Sequence[str], layer: str) -> None:
        """The rows of `paths` in `layer` are gone."""
        if paths:
            self._texts.begin(paths, layer)
            self._delete(of_files(paths, layer))
            if self._resident is not None:
                self._resident.drop(paths, layer)

    def keep_resident(self, *, awaits_words: bool = False) -> None:
        """Keep what results show in memory from now on; for the process that writes."""
        self._awaits_words = awaits_words
        resident = ResidentRows(self._rows_on_disk)
        has_words = self._words_on_disk.load_what_came(resident.words)
        self._resident = resident
        self._texts.load(self._read(FILES, TEXT_COLUMNS, None))
        self._hits.load_addresses()
        if has_words:
            self._words_on_disk.join_what_came(resident.words)

    def load_words(self) -> bool:
        """Have searches by words answered in memory from now on; False before rows are there."""
        if self._resident is None:
            return False
        self._words_on_disk.load_into(self._resident.words)
        return True

    def drop_other_layers(self, keep: Collection[str]) -> None:
        """Only what is on disk and the layers of `keep` stay."""
        self._delete(f"NOT ({is_in('layer', [DISK, *keep])})")
        if self._resident is not None:
            self._resident.keep_layers(keep)

    def begin_load(self, n_files: int, *, with_words: bool = False) -> None:
        """So many files are about to be written to `DISK`; `make_indexes` ends it.

        With `with_words` their words are made meanwhile, for `load_words`.
        """
        self._words_on_disk.are_awaited = with_words
        self._text_index.begin_load(n_files)

    @property
    def covered_by_words(self) -> int | None:
        """While a load goes on, how many chunks are searched by words; None: all are."""
        return self._text_index.coverage

    def make_indexes(self) -> None:
        """Make the indexes of all tables, anew where rows came later: for after a bulk load."""
        for name, table in self._tables.items():
            make_indexes(name, table)
        self._text_index.end_load()
        self._addresses_change()

    def compaction_begins(self) -> tuple[str, ...]:
        """The tables that `compact` is to be called for; `compacted` ends it."""
        self._text_index.catches_up()
        return TABLES

    def compact(self, name: str, keep: timedelta = KEEP_VERSIONS) -> bool:
        """Fold small files and new rows of a table together; in any thread, beside a write.

        Versions older than `keep` are gone then. A read opens each file, so it slows down by 0.2 ms
        a write until this is done. False if writes came between again and again.
        """
        table = self._connection.open_table(name)  # its own: one handle does one thing at a time
        for _ in range(COMPACT_TRIES):
            try:
                make_indexes(name, table, only_missing=True)
                table.optimize(cleanup_older_than=keep)
            except RuntimeError as error:
                if not is_conflict(error):
                    raise
                table.checkout_latest()
            else:
                return True
        return False

    def compacted(self) -> None:
        """All tables were made compact."""
        self._text_index.caught_up()
        self._addresses_change()

    def optimize(self, keep: timedelta = KEEP_VERSIONS) -> None:
        """Make all tables compact at once."""
        for name in self.compaction_begins():
            self.compact(name, keep)
        self.compacted()

    def n_fragments(self) -> int:
        """Fragments of all tables: about one a table when they are compact, one more a write."""
        return sum(
            table.stats()["fragment_stats"]["num_fragments"] for table in self._tables.values()
        )

    def _addresses_change(self) -> None:
        if self._resident is not None:
            self._hits.load_addresses()

    # Searching. A `where` comes from `storage.filters`, and holds before the best are chosen.

    def search_text(
        self,
        words: Sequence[str],
        where: str | Passing | None,
        limit: int,
        *,
        with_words: tuple[int, float] = (0, 0.5),
        with_unsaved: bool = True,
        near: Sequence[Near] = (),
    ) -> list[Hit]:
        """The chunks that have any of `words`, best first by BM25. No character has a meaning.

        About `with_words[0]` of them, the best and others, bring what full-text search has of them;
        rows of unsaved text may be missing without `with_unsaved`. Where `word_weights` gives some,
        those that have the most of `words` bring that, if it is the share `with_words[1]` of them.
        `near` has what may stand for each of them.
        """
        if not words or limit < 1:
            return []
        if not (isinstance(where, str) or with_unsaved or self._resident is None):
            matches = self._resident.words.search(words, limit, where, near)
            if matches is not None:
                return self._hits.of_matches(matches, *with_words)
        said = where.where if isinstance(where, Passing) else where
        asked = [(word, 1.0) for word in words] + [one for some in near for one in some]

        def ask(columns: Sequence[str]) -> pa.Table:
            return self._text_index.search(asked, said, columns, limit, with_unsaved=with_unsaved)

        return counted(self._hits.of(ask, "_score", limit), words, with_words[0])

    @property
    def awaits_words(self) -> bool:
        """True if words are to be in memory, and are not yet."""
        return self._awaits_words and bool(self._resident and self._resident.words.is_coming)

    def word_weights(self, words: Sequence[str]) -> Weights | None:
        """What each of `words` weighs in a search of the chunks on disk; None if not in memory."""
        return None if self._resident is None else self._resident.words.weights(words)

    def passing(self, filters: Filters, shadowed: Collection[str], where: str) -> str | Passing:
        """What passes of saved text that isn't shadowed; `where` if that is not in memory."""
        words = self._resident and self._resident.words
        return (words and words.passing(filters, shadowed, where)) or where

    def search_vector(
        self, vector: NDArray[np.floating[Any]], where: str | None, limit: int
    ) -> list[Hit]:
        """The chunks whose vectors are nearest, by cosine (1 is the same). Reads all that pass."""
        if not self._dimensions:
            raise ValueError("this index has no vectors")
        if limit < 1:
            return []
        near = partial(self._queries.by_vector, CHUNKS, vector, where=where, limit=limit)
        hits = self._hits.of(lambda columns: near(columns=columns), "_distance")
        return [hit._replace(score=1 - hit.score) for hit in hits]

    def named(self, names: Sequence[str], where: str | Passing | None, limit: int) -> list[Hit]:
        """Chunks on disk that pass and have one of these names; all have the score 0."""
        if self._resident is not None and not isinstance(where, str):
            found = self._resident.named(names, limit, where)
            return [Hit(id=one, path=path, layer=DISK, score=0.0) for one, path in found]
        said = where.where if isinstance(where, Passing) else where
        named = both(is_in("layer", [DISK]), both(is_in("name", names), said))
        return self._hits.of(lambda columns: self._queries.rows(CHUNKS, columns, named, limit))

    # Reading rows.

    def chunk_rows(self, ids: Sequence[str], where: str | None = None) -> list[ChunkRow]:
        """The chunks of `ids` that pass, in the order of `ids`; an id may be in several layers."""
        return self._chunks(ChunkRow, ids, where)

    def chunk_texts(self, ids: Sequence[str]) -> list[ChunkText]:
        """What the vectors of the chunks of `ids` depend on, in the order of `ids`."""
        return self._chunks(ChunkText, ids, None)

    def _chunks(self, row: type[_Chunk], ids: Sequence[str], where: str | None) -> list[_Chunk]:
        if not ids:
            return []
        if self._resident is not None and where is None:
            return self._resident.chunks(row, ids)
        rank_by_id = {chunk_id: rank for rank, chunk_id in enumerate(ids)}
        found = self._rows(row, CHUNKS, both(is_in("id", ids), where))
        return sorted(found, key=lambda row: rank_by_id[row.id])

    def signal_rows(
        self, keys: Collection[tuple[str, int]], *, layer: str = DISK
    ) -> list[SignalRow]:
        """The signals of the definitions, named by path and ordinal, that have some."""
        if not keys:
            return []
        if self._resident is not None:
            return self._resident.signal_rows(keys, layer)
        ordinals = ", ".join(str(ordinal) for ordinal in {ordinal for _, ordinal in keys})
        near = f"{of_files({path for path, _ in keys}, layer)} AND ordinal IN ({ordinals})"
        wanted = frozenset(keys)
        found = self._rows(SignalRow, SIGNALS, near)
        return [row for row in found if (row.path, row.ordinal) in wanted]

    def call_sites(self, where: str | None = None) -> list[CallSiteRow]:
        """The call sites that pass."""
        return self._rows(CallSiteRow, CALL_SITES, where)

    def symbols(
        self, where: str | None = None, *, paths: Collection[str] | None = None
    ) -> list[tuple[str, Symbol]]:
        """Layer and symbol of each definition that passes, or of those on disk in `paths`."""
        where = where if paths is None else of_files(paths, DISK)
        return symbols(self._read(SYMBOLS, SYMBOL_COLUMNS, where))

    def files(self, where: str | None = None) -> list[FileRow]:
        """The files that pass, those of other layers too."""
        return self._rows(FileRow, FILES, where)

    def vectors(
        self, *, paths: Collection[str] | None = None
    ) -> tuple[list[str], list[str], NDArray[np.float16]]:
        """Ids, paths and vectors of the chunks on disk that have one, or of those in `paths`."""
        if not self._dimensions:
            return [], [], np.empty((0, 0), dtype=np.float16)
        layer = is_in("layer", [DISK]) if paths is None else of_files(paths, DISK)
        on_disk = f"{layer} AND vector IS NOT NULL"
        tables = self._queries.some_rows(CHUNKS, ["id", "path", "vector"], on_disk)
        return in_one_matrix(tables, self._dimensions)

    def rows_of(self, paths: Collection[str], layer: str) -> TableBatches:
        """All rows of `paths` in `layer` as they are stored."""
        wanted = of_files(paths, layer)
        return TableBatches(**{name: self._read(name, None, wanted) for name in TABLES})

    def differences(self, batches: Sequence[TableBatches], paths: Collection[str]) -> Compared:
        """What differs, of the files `paths` on disk, from a clean build's `batches` of them.

        What is kept in memory is compared with the tables as well.
        """
        stored = self.rows_of(paths, DISK)
        found: list[Difference] = []
        for name in TABLES:
            table = getattr(stored, name)
            found += differences(
                name, table, [table.slice(0, 0), *(getattr(one, name) for one in batches)]
            )
        if self._resident is not None:
            for name, kept in self._resident.rows_of(paths).items():
                table = getattr(stored, name).select(kept.column_names)
                found += differences(f"resident {name}", kept, [table])
            if (words := self._resident.words.told(paths)) is not None:
                found += differences("resident words", words, [told_by(stored.chunks)])
        return sum(getattr(stored, name).num_rows for name in TABLES), found

    def strays(
        self, known: Collection[str], layer: str, unsaved: Collection[str]
    ) -> list[Difference]:
        """Rows of files that are not `known`, or not `unsaved` in `layer`, or of other layers."""
        expected = {DISK: known, layer: unsaved}
        found: list[Difference] = []
        for name in TABLES:
            table = self._read(name, ["path", "layer"], None)
            found += counts_of(unexpected(table, expected), name)
        return found

    # What there is.

    def text_hashes(self, paths: Collection[str], layer: str) -> dict[str, str]:
        """The sha256 of the text that the rows of each path were made of.

        Rows that were read between two equal answers are of that text: while a file's rows are
        written there is none for it.
        """
        if (known := self._texts.of(paths, layer)) is not None:
            return known
        return {row.path: row.sha256 for row in self._rows(FileRow, FILES, of_files(paths, layer))}

    def counts(self) -> Mapping[str, int]:
        """Rows by table, all layers together."""
        return {name: table.count_rows() for name, table in self._tables.items()}

    def versions(self) -> Mapping[str, int]:
        """Version by table."""
        return {name: table.version for name, table in self._tables.items()}

    def size_bytes(self) -> int | None:
        """Bytes of the five tables on disk; None for an index that isn't on a disk."""
        return None if is_elsewhere(self.uri) else bytes_of_tables(self.uri)

    def _delete(self, predicate: str) -> None:
        for table in self._tables.values():
            if table.count_rows(predicate):  # to delete nothing would be a commit too
                table.delete(predicate)

    def _rows(self, row: type[_Row], name: str, where: str | None) -> list[_Row]:
        return rows(row, self._read(name, column_names(row), where))

    def _read(self, name: str, columns: Sequence[str] | None, where: str | None) -> pa.Table:
        return self._queries.rows(name, columns, where)

    def _rows_on_disk(self, name: str, columns: Sequence[str] | None) -> pa.Table:
        return self._read(name, columns, is_in("layer", [DISK]))
