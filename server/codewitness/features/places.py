"""Texts and facts behind an answer: the open buffer if there is one, else the file as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.symbols import Symbols, is_named, last_name, may_be_in, symbols_of
from codewitness.engine.view import Folder, Snapshot
from codewitness.model.freshness import Freshness
from codewitness.model.symbol import Symbol
from codewitness.model.text import Position, Text
from codewitness.storage.faults import IndexFault

if TYPE_CHECKING:
    from codewitness.engine.ports import Store

_Rows = TypeVar("_Rows")
_MOST_SOURCES = 60  # files that one answer looks through for what it is asked for


class BadRequest(ValueError):
    """An argument that can't be used; the message names the field and the fix."""

    def __init__(
        self,
        message: str,
        *,
        suggestions: tuple[str, ...] = (),
        freshness: Freshness | None = None,
    ) -> None:
        super().__init__(message)
        self.suggestions = suggestions
        self.freshness = freshness  # what it stands on, if it says that something is not there


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A symbol, the folder that it is in, and the text that its spans refer to."""

    folder: Folder
    symbol: Symbol
    source: Document | SavedFile

    @property
    def text(self) -> Text:
        """The text that the symbol's spans refer to."""
        return self.source.text


@dataclass(slots=True)
class Reading:
    """Gathers which open buffers and which stale files one answer has read.

    A file is read once: all that one answer quotes of it is of one text.
    """

    snapshot: Snapshot
    documents: dict[str, int] = field(default_factory=dict)
    stale: dict[str, None] = field(default_factory=dict)
    newer_on_disk: list[str] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    _saved: dict[tuple[str, str], SavedFile | None] = field(default_factory=dict)
    _symbols: dict[tuple[str, str, str | None], Symbols] = field(default_factory=dict)

    def source(self, folder: Folder, path: str) -> Document | SavedFile | None:
        """The text of `path` as it is now: the buffer if it is open, else the file."""
        document = folder.document(path)
        if document is not None:
            self.note(folder, document)
            return document
        key = folder.uri, path
        if key not in self._saved:
            self._saved[key] = folder.saved.get(path)
        return self._saved[key]

    def sources(
        self, folder: Folder, paths: Iterable[str], most: int = _MOST_SOURCES
    ) -> Iterator[tuple[str, Document | SavedFile]]:
        """The texts of the first `most` of these paths, each once, that can be read."""
        for path in islice(dict.fromkeys(paths), most):
            if (source := self.source(folder, path)) is not None:
                yield path, source

    def symbols(
        self, folder: Folder, path: str, name: str | None = None
    ) -> tuple[Symbols, Document | SavedFile | None]:
        """The symbols of `path` as it is now, read again if it differs from the index.

        With a `name`, those of other names may be left out.
        """
        source = self.source(folder, path)
        if source is None:
            return (), None
        key = folder.uri, path, name
        if key not in self._symbols:
            self._symbols[key] = symbols_in(folder, source, name)
        return self._symbols[key], source

    def named(self, folder: Folder, asked: str) -> Iterator[Place]:
        """Definitions of this name, or tail of a name, by the texts of now.

        The index says only where to look: what has gone from a buffer is not there any more.
        """
        wanted = last_name(asked)
        known = {one.path for one in folder.view.symbols.named(wanted) if is_named(one, asked)}
        unsaved = (path for path in folder.unsaved() if may_be_in(path, asked))
        for path in sorted({*known, *unsaved}):
            symbols, source = self.symbols(folder, path, wanted)
            for symbol in symbols:
                if source is not None and symbol.name == wanted and is_named(symbol, asked):
                    yield Place(folder=folder, symbol=symbol, source=source)

    def note(self, folder: Folder, document: Document) -> None:
        """The answer has read this buffer, if such texts are read."""
        if document.is_left_out:
            return
        if document.uri not in self.documents and folder.is_newer_on_disk(document):
            self.newer_on_disk.append(document.uri)
        self.documents[document.uri] = self.snapshot.read[document.uri] = document.version

    def rows(self, folder: Folder, ask: Callable[[Store], _Rows], instead: _Rows) -> _Rows:
        """What the tables answer; `instead`, and a note, while they can't be read."""
        if folder.store is None:
            if folder.view.fault:
                self.notes[f"{folder.root.name} has no tables: {folder.view.fault}"] = None
            return instead
        try:
            return ask(folder.store)
        except IndexFault as fault:  # the writer has been told
            self.notes[f"the tables of {folder.root.name} can't be read: {fault}"] = None
            return instead

    def mark_stale(self, folder: Folder, path: str) -> None:
        """`path` could not be read again."""
        self.stale[folder.uri_of(path)] = None

    def freshness(self) -> Freshness:
        """What the answer is based on."""
        newer = tuple(self.newer_on_disk)
        return self.snapshot.freshness(self.documents, tuple(self.stale), newer)


def symbols_in(folder: Folder, source: Document | SavedFile, name: str | None = None) -> Symbols:
    """The symbols of a text; with a `name`, those of other names may be left out."""
    known = folder.view.files.get(source.path)
    if known is not None and known.sha256 == source.text.sha256:
        return folder.view.symbols.of_file(source.path)
    analysis = source.analysis()
    return symbols_of(analysis.core, source.text, name) if analysis else ()


def innermost(
    symbols: Symbols, text: Text, position: Position, snapshot: Snapshot
) -> Symbol | None:
    """The innermost definition around a position."""
    offset = text.offset_of(position, snapshot.encoding)
    around = [s for s in symbols if s.span.start <= offset <= s.span.end]
    return min(around, key=lambda s: (s.span.end - s.span.start, -s.ordinal), default=None)
