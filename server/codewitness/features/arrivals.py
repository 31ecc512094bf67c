"""When files and definitions came, and anchors: what was beside an anchor is not that one moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.identity.mark import Mark, place_of
from codewitness.engine.symbols import SymbolTable
from codewitness.engine.view import Folder
from codewitness.model.records import Anchor

Key = tuple[str, int]  # of an anchor: its record and its number there
Places = frozenset[str]


@dataclass(slots=True)
class Arrivals:
    """Counts the moments at which a finished index was looked at, and what was new at each.

    A method is copied and then taken away, or cut and then pasted: either way the new one comes
    after its anchor was first seen in its place, and a twin that was there before it does not.
    """

    _tick: int = 0
    _seen: dict[Key, int] = field(default_factory=dict)  # first in its place
    _file_came: dict[str, int] = field(default_factory=dict)
    _came: dict[tuple[str, str], int] = field(default_factory=dict)  # a place in a file
    _symbols: SymbolTable | None = None
    _unsaved: dict[str, Places] = field(default_factory=dict)
    _texts: Mapping[str, Document | SavedFile] = field(default_factory=dict)
    _view: object = None

    def open(self, folder: Folder, anchors: Mapping[Key, Anchor]) -> None:
        """Begin with what the tables had when they were opened, before the files were looked at.

        What is lost was sought among that already.
        """
        table = folder.view.opened
        if self._tick or not table.n_symbols:
            return
        self._tick, self._symbols = 1, table
        self._file_came = {one.path: 1 for one in table}
        for key, anchor in anchors.items():
            places = _in_table(table, anchor.path)
            if anchor.is_lost or place_of(anchor.qualified_name) in places:
                self._seen[key] = 1

    def note(self, folder: Folder, anchors: Mapping[Key, Anchor]) -> None:
        """This is there now; only a finished index knows all of it."""
        if not folder.is_complete:
            return
        unsaved = folder.unsaved()
        if self._view is not folder.view or self._texts != unsaved:
            self._note_texts(folder, unsaved)
        for key, anchor in anchors.items():  # some may be of records that have just been made
            if not anchor.is_lost and anchor.path in self._file_came:
                self._seen.setdefault(key, self._tick)

    def _note_texts(self, folder: Folder, unsaved: Mapping[str, Document | SavedFile]) -> None:
        self._tick += 1
        places = {path: places_in(source) for path, source in unsaved.items()}
        before, self._symbols = self._symbols, folder.view.symbols
        for path in _changed(before, self._symbols, {*places, *self._unsaved}):
            now = places[path] if path in places else _in_table(self._symbols, path)
            for place in now - self._had(before, path):
                self._came[path, place] = self._tick
        self._view, self._texts, self._unsaved = folder.view, unsaved, places
        self._file_came = {
            path: self._file_came.get(path, self._tick) for path in folder.view.files
        }

    def forget(self, key: Key) -> None:
        """The anchor is another one, or in another place."""
        self._seen.pop(key, None)

    def seen(self, key: Key) -> int | None:
        """When the anchor was first in its place; None if nobody has seen it there."""
        return self._seen.get(key)

    def has_come_since(self, seen: int, path: str) -> bool:
        """True for a file that was not there at this moment."""
        return self._file_came.get(path, self._tick + 1) > seen

    def may_be(self, key: Key, mark: Mark) -> bool:
        """False for a definition that was beside the anchor: it is not the anchor's, moved."""
        seen = self._seen.get(key)
        if seen is None or mark.place not in self._had(self._symbols, mark.path):
            return True
        return self._came.get((mark.path, mark.place), 0) > seen

    def _had(self, table: SymbolTable | None, path: str) -> Places:
        """The places in a file when it was last looked at."""
        if path in self._unsaved:
            return self._unsaved[path]
        return _in_table(table, path) if table is not None else frozenset()


def _changed(before: SymbolTable | None, now: SymbolTable, unsaved: set[str]) -> Iterable[str]:
    """Files whose definitions may be others; none at first, when all is as it was."""
    return () if before is None else unsaved | now.changed_since(before)


def _in_table(table: SymbolTable, path: str) -> Places:
    return frozenset(place_of(one.qualified_name) for one in table.of_file(path))


def places_in(source: Document | SavedFile | None) -> Places:
    """The places that a text defines."""
    analysis = source.analysis() if source is not None else None
    if analysis is None:
        return frozenset()
    return frozenset(
        place_of(analysis.core.qualified_name(one)) for one in analysis.core.definitions
    )
