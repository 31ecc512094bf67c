"""The words of all chunks on disk, as a process begins with them.

Those that were made while the files were indexed, or that the last process has kept, and what these
lack; else they are made of the tables.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from codewitness.storage.filters import is_in, of_files
from codewitness.storage.schema import CHUNKS, DISK, FILES
from codewitness.storage.word_file import KeptWords, WordFile
from codewitness.storage.word_part import COLUMNS, Part

if TYPE_CHECKING:
    from codewitness.storage.queries import Queries
    from codewitness.storage.rows import TableBatches
    from codewitness.storage.word_index import WordIndex

log = logging.getLogger(__name__)

_MARKS = ("path", "sha256", "n_chunks", "n_definitions")
_FEW = 50  # files, or one in ten, that are read of the tables beside what is kept of all others


class WordsOnDisk:
    """Has what came while it was awaited, else reads the file of the last start, or the tables."""

    def __init__(
        self, queries: Queries, versions: Callable[[], Mapping[str, int]], file: WordFile | None
    ) -> None:
        """`versions` tells those of the tables; without a file nothing is kept."""
        self._queries = queries
        self._versions = versions
        self._file = file
        self.are_awaited = False  # by somebody who will ask for all `parts` when the load is over
        self._made: KeptWords | None = None  # and not in the file
        self._came: list[Part] = []
        self._marks_of_came: dict[str, str] = {}

    def come(self, batches: Sequence[TableBatches]) -> None:
        """These rows were written; if they are awaited, their words are made. For one thread."""
        if not self.are_awaited:
            return
        marks = _marks(pa.concat_tables([batch.files for batch in batches]))
        if not self._marks_of_came.keys().isdisjoint(marks):
            self._came = [part.without(marks.keys()) for part in self._came]
        chunks = [batch.chunks.select(COLUMNS) for batch in batches if batch.chunks.num_rows]
        if chunks:
            self._came.append(Part.of(pa.concat_tables(chunks)))
        self._marks_of_came.update(marks)

    def parts(self) -> Sequence[Part]:
        """Parts that have every chunk; of what is being written meanwhile, this or that."""
        before = self._versions()
        now = _marks(self._queries.rows(FILES, _MARKS, is_in("layer", [DISK])))
        begun, marks = self._begun()
        changed = {path for path, mark in now.items() if marks.get(path) != mark}
        if begun and len(changed) <= max(_FEW, len(now) // 10):
            hidden = changed | (marks.keys() - now.keys())
            return [*(part.without(hidden) for part in begun), *self._of_files(changed)]
        made = Part.of_each(self._queries.some_rows(CHUNKS, COLUMNS, is_in("layer", [DISK])))
        if self._file is not None and self._versions() == before:
            self._made = KeptWords(made, now)
        return [made]

    def load_into(self, words: WordIndex) -> None:
        """Have `words` answer, if nobody has tried, and keep what there is no file of."""
        if words.is_due:
            self._load(words)
            self._keep()

    def load_what_came(self, words: WordIndex) -> bool:
        """Have `words` answer at once by what has come; False if nothing has.

        `join_what_came` is called next, and takes half a second.
        """
        if self._came:
            self._load(words)
            return True
        return False

    def join_what_came(self, words: WordIndex) -> None:
        """Make one part of all that has come, and keep it for the next start."""
        self._made = KeptWords(Part.joined(self._came), self._marks_of_came)
        self._came, self._marks_of_came, self.are_awaited = [], {}, False
        self._load(words)
        self._keep()

    def _load(self, words: WordIndex) -> None:
        """Where the tables can't be read, it stays with them to answer."""
        try:
            words.load(self.parts)
        except (RuntimeError, ValueError, OSError):  # see `IndexStore.awaits_words`
            log.warning("words are looked for in the tables", exc_info=True)

    def _keep(self) -> None:
        made, self._made = self._made, None
        if made is not None and self._file is not None:
            self._file.write(made)

    def _begun(self) -> tuple[Sequence[Part], Mapping[str, str]]:
        if self._came:
            return self._came, self._marks_of_came
        kept = self._made or (self._file.read() if self._file is not None else None)
        return ([kept.part], kept.marks) if kept is not None else ([], {})

    def _of_files(self, paths: set[str]) -> list[Part]:
        if not paths:
            return []
        rows = self._queries.rows(CHUNKS, COLUMNS, of_files(paths, DISK))
        return [Part.of(rows)] if rows.num_rows else []


def _marks(files: pa.Table) -> dict[str, str]:
    """By path what is another if the rows of a file are."""
    paths, *others = (files.column(name).to_pylist() for name in _MARKS)
    return {path: " ".join(map(str, own)) for path, *own in zip(paths, *others, strict=True)}
