"""The index of a process that doesn't write it: its memory follows what the writer commits.

So the server of an assistant beside that of an editor searches as fast. The writer takes the row of
a file out of `files` before its other rows, and adds it after them. So of versions of the tables
that are the same before and after a reading, what `files` has is whole; what it lacks has gone, or
is just being written.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import pyarrow as pa

from codewitness.storage.filters import is_in, of_files
from codewitness.storage.resident import CHUNK_COLUMNS, ResidentRows
from codewitness.storage.rows import TableBatches
from codewitness.storage.schema import CALL_SITES, CHUNKS, DISK, FILES, SIGNALS, SYMBOLS
from codewitness.storage.store import IndexStore
from codewitness.storage.tables import is_elsewhere
from codewitness.storage.texts import TEXT_COLUMNS
from codewitness.storage.word_part import COLUMNS, Part

log = logging.getLogger(__name__)

_TRIES = 3  # to read between two commits of the writer

_Read = TypeVar("_Read")


class _Disturbed(ValueError):
    """The writer has written while the tables were read, again and again."""


class FollowedStore(IndexStore):
    """As any other store, for reading alone; `keep_resident` is followed by `follow`."""

    _is_kept = False  # rows are wanted in memory
    _lacks = True  # some of them are not there yet
    _unsure: set[str]  # files that were being written when their words were read

    @property
    def is_behind(self) -> bool:
        """True if `follow` has something to do, though the tables are as they were."""
        return self._is_kept and (self._lacks or bool(self._unsure))

    def keep_resident(self, *, awaits_words: bool = False) -> None:
        """Keep what results show in memory, from the next `follow` on."""
        if is_elsewhere(self.uri):
            return  # which versions there are is not known at once
        self._awaits_words = awaits_words
        self._is_kept, self._lacks, self._resident = True, True, None
        self._unsure = set()

    def follow(self, sha_by_path: Mapping[str, str]) -> None:
        """The files on disk have these texts in the tables now: have their rows in memory.

        Those that the writer is at are left as they are, and `is_behind` says so.
        """
        if not self._is_kept:
            return
        while self._unsure:  # another thread may add to them
            self._texts.begin([self._unsure.pop()], DISK)
        try:
            if self._resident is None:
                self._load()
            self._lacks = not self._have(sha_by_path)
        except _Disturbed:
            self._lacks = True

    def _load(self) -> None:
        files, resident = self._steady(
            lambda: (
                self._read(FILES, TEXT_COLUMNS, is_in("layer", [DISK])),
                ResidentRows(self._rows_on_disk),
            )
        )
        self._texts.load(files)
        self._resident = resident

    def _have(self, sha_by_path: Mapping[str, str]) -> bool:
        """Read what is missing; False if the writer is at some of it."""
        known = self._texts.of_layer(DISK)
        changed = [path for path, sha256 in sha_by_path.items() if known.get(path) != sha256]
        gone = sorted(known.keys() - sha_by_path.keys())
        if gone:
            self._put([], gone)
        if not changed:
            return True
        batch = self._steady(lambda: self._rows_in_memory(changed))
        there = batch.files.column("path").to_pylist()
        self._put([batch], there)
        return len(there) == len(changed)

    def _put(self, batches: list[TableBatches], paths: list[str]) -> None:
        self._texts.begin(paths, DISK)
        if self._resident is not None:
            self._resident.put(batches, paths, DISK)
        for batch in batches:
            self._texts.end(batch.files, DISK)

    def _rows_in_memory(self, paths: list[str]) -> TableBatches:
        """The rows of those of these files that `files` has, but for what is not in memory."""
        where = of_files(paths, DISK)
        files = self._read(FILES, ["path", "sha256"], where)
        there = of_files(files.column("path").to_pylist(), DISK)
        columns = list(dict.fromkeys([*CHUNK_COLUMNS, *COLUMNS]))
        none = pa.table({})
        return TableBatches(
            **{FILES: files, SYMBOLS: none, CALL_SITES: none},
            chunks=self._read(CHUNKS, columns, there),
            signals=self._read(SIGNALS, None, there),
        )

    def _steady(self, read: Callable[[], _Read]) -> _Read:
        """What is read between two commits of the writer; raises `_Disturbed`."""
        for _ in range(_TRIES):
            before = self.versions()
            found = read()
            if self.versions() == before:
                return found
        raise _Disturbed("the writer was at the tables")

    def load_words(self) -> bool:
        """Have searches by words answered in memory; False while the writer is at the tables.

        Then, and before rows are there, nothing is done: it may be called again.
        """
        if self._resident is None:
            return not self._is_kept
        if not self._resident.words.is_due:
            return True
        try:
            parts, there = self._steady(self._every_word)
        except _Disturbed:
            return False
        except (RuntimeError, ValueError, OSError):  # the tables answer, see `awaits_words`
            log.warning("words are looked for in the tables", exc_info=True)
            self._resident.words.is_due = False
            return True
        self._resident.words.load(lambda: parts)
        self._unsure.update(self._texts.of_layer(DISK).keys() - there)
        return True

    def _every_word(self) -> tuple[Sequence[Part], set[str]]:
        parts = self._words_on_disk.parts()
        there = self._read(FILES, ["path"], is_in("layer", [DISK]))
        return parts, set(there.column("path").to_pylist())
