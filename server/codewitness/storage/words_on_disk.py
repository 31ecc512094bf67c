"""The words of all chunks on disk, as a process begins with them: kept ones, and what they lack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.storage.filters import is_in, of_files
from codewitness.storage.schema import CHUNKS, DISK, FILES
from codewitness.storage.word_file import KeptWords, WordFile
from codewitness.storage.word_part import COLUMNS, Part

if TYPE_CHECKING:
    import pyarrow as pa

# Reads these columns of the rows of a table that a predicate lets pass.
Read = Callable[[str, Sequence[str], str], "pa.Table"]

_MARKS = ("path", "sha256", "n_chunks", "n_definitions")
_FEW = 50  # files, or one in ten, that are read of the tables beside what is kept of all others


class WordsOnDisk:
    """Reads them from the file of the last start as far as they are still so, else the tables."""

    def __init__(
        self, read: Read, versions: Callable[[], Mapping[str, int]], file: WordFile | None
    ) -> None:
        """`versions` tells those of the tables; without a file nothing is kept."""
        self._read = read
        self._versions = versions
        self._file = file
        self._made: KeptWords | None = None  # and not in the file

    def parts(self) -> Sequence[Part]:
        """Parts that have every chunk; of what is being written meanwhile, this or that."""
        before, marks = self._versions(), self._marks()
        kept = self._file.read() if self._file is not None else None
        if kept is not None:
            changed = {path for path, mark in marks.items() if kept.marks.get(path) != mark}
            if len(changed) <= max(_FEW, len(marks) // 10):
                old = kept.part.without(changed | (kept.marks.keys() - marks.keys()))
                return [old, *self._of_files(changed)]
        made = Part.of(self._read(CHUNKS, COLUMNS, is_in("layer", [DISK])))
        if self._file is not None and self._versions() == before:
            self._made = KeptWords(made, marks)
        return [made]

    def keep(self) -> None:
        """Write what had to be made anew to the file."""
        made, self._made = self._made, None
        if made is not None and self._file is not None:
            self._file.write(made)

    def _marks(self) -> dict[str, str]:
        """By path what is another if the rows of a file are."""
        files = self._read(FILES, _MARKS, is_in("layer", [DISK]))
        paths, *others = (files.column(name).to_pylist() for name in _MARKS)
        return {path: " ".join(map(str, own)) for path, *own in zip(paths, *others, strict=True)}

    def _of_files(self, paths: set[str]) -> list[Part]:
        if not paths:
            return []
        rows = self._read(CHUNKS, COLUMNS, of_files(paths, DISK))
        return [Part.of(rows)] if rows.num_rows else []
