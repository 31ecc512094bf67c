"""Where files are that decisions name: found again after a rename or a move.

What a change names is left as it is: it tells what was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from codewitness.engine.recording.anchors import likeness_after_moving, sketch_of_names
from codewitness.engine.symbols import SymbolTable
from codewitness.engine.view import Folder
from codewitness.model.facts import Kind
from codewitness.model.records import DecisionRecord, Record

MOST_OF_A_FILE = 0.6  # of the names of two files, for one to be the other moved
FEW_NAMES = 3  # of fewer names in a file they say little


class _Seen(NamedTuple):
    """A file as it last was in its place: when that was first, its text, the names it defines."""

    tick: int
    sha256: str
    names: tuple[int, ...]


@dataclass(slots=True)
class MovedFiles:
    """The files of a memory's records in one folder.

    One that is gone is that which came after it was first seen there and has its text, else most
    of the names that it defined; where two have as much, nobody can tell.
    """

    now: dict[str, str] = field(
        default_factory=dict
    )  # those that are elsewhere, by where they were
    _named: frozenset[str] = frozenset()
    _seen: dict[str, _Seen] = field(default_factory=dict)
    _came: dict[str, int] = field(default_factory=dict)
    _tick: int = 0
    _view: object = None

    def update(self, records: Iterable[Record]) -> None:
        """These are the records now."""
        self._named = frozenset(path for one in records for path in related_files_of(one))
        self._view = None

    def follow(self, folder: Folder) -> None:
        """Look at what has changed since the last time; only a finished index knows all."""
        view = folder.view
        if not self._named or not folder.is_complete or self._view is view:
            return
        if self._tick == 0:
            self._begin(view.opened)
        self._tick, self._view = self._tick + 1, view
        self._came = {path: self._came.get(path, self._tick) for path in view.files}
        for path in self._named:
            if path in view.files:
                first = self._seen[path].tick if path in self._seen else self._tick
                names = _names(view.symbols, path)
                self._seen[path] = _Seen(first, view.files[path].sha256, names)
                self.now.pop(path, None)
        for path in self._named - view.files.keys():
            if self.now.get(path) not in view.files:
                self.now.pop(path, None)
                if (found := self._elsewhere(folder, path)) is not None:
                    self.now[path] = found

    def _begin(self, table: SymbolTable) -> None:
        """With what the tables had when they were opened, before the files were looked at."""
        if table.n_symbols:
            self._tick = 1
            self._came = {one.path: 1 for one in table}
            there = self._named & self._came.keys()
            self._seen = {path: _Seen(1, "", _names(table, path)) for path in there}

    def _elsewhere(self, folder: Folder, path: str) -> str | None:
        seen = self._seen.get(path)
        if seen is None or folder.saved.files.stamp(path) is not None:
            return None  # of what is there, and not read any more, nothing is known
        view = folder.view
        new = [other for other, tick in self._came.items() if tick > seen.tick]
        same = [other for other in new if view.files[other].sha256 == seen.sha256]
        if not same and len(seen.names) >= FEW_NAMES:
            share = {
                one: likeness_after_moving(seen.names, _names(view.symbols, one)) for one in new
            }
            most = max(share.values(), default=0.0)
            same = [one for one in new if share[one] == most >= MOST_OF_A_FILE]
        return same[0] if len(same) == 1 else None


def related_files_of(record: Record) -> tuple[str, ...]:
    """The files that a record names, if it is one that follows them."""
    return record.related_files if isinstance(record, DecisionRecord) else ()


def where_now(record: Record, now: Mapping[str, str]) -> tuple[str, ...]:
    """The files that a record names, where they are."""
    return tuple(dict.fromkeys(now.get(path, path) for path in related_files_of(record)))


def _names(table: SymbolTable, path: str) -> tuple[int, ...]:
    return sketch_of_names(one.name for one in table.of_file(path) if one.kind is not Kind.LAMBDA)
