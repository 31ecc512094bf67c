"""The mutable state of a server: folders and open buffers. For the loop's thread only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from types import MappingProxyType

from codewitness.engine.cancel import CancelToken
from codewitness.engine.disk import Base, SavedFiles, opened_from
from codewitness.engine.documents import Document
from codewitness.engine.figures import Requests
from codewitness.engine.inbox import MAX_KNOWN_PATHS
from codewitness.engine.indexer import Indexer
from codewitness.engine.known_vectors import KnownVectors
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.ports import (
    NO_GUARD,
    NO_RERANKER,
    Guard,
    History,
    Memories,
    Reranker,
    Transcripts,
    Watching,
)
from codewitness.engine.quiet import Quiet
from codewitness.engine.view import Folder, Snapshot, Stage
from codewitness.model.changes import content_edit
from codewitness.model.text import Encoding, Position, Text, TextEdit

RequestId = int | str
# Start and end (None for the whole text) and the new text, as a client sends them.
Change = tuple[Position | None, Position | None, str]


@dataclass(slots=True, kw_only=True)
class OpenFolder:
    """One workspace folder while the server runs."""

    root: PurePath
    uri: str
    indexer: Indexer
    saved: SavedFiles
    documents: dict[str, Document] = field(default_factory=dict)
    guard: Guard = NO_GUARD
    bases: dict[str, Base] = field(default_factory=dict)  # of the open documents
    # Its files are read without those of these folders below it; True if that is a change.
    leave_out: Callable[[Sequence[str]], bool] = field(default=lambda _: False)
    # Tells the indexer of what has changed on disk until now, and how that is noticed.
    look: Callable[[], None] = field(default=lambda: None)
    heard: Callable[[Sequence[str]], None] = field(default=lambda _: None)  # of others' news
    watching: Callable[[], Watching] = field(default=Watching)
    follow: Callable[[], None] = field(default=lambda: None)  # in a thread, until `leave`
    leave: Callable[[], None] = field(default=lambda: None)
    release: Callable[[], None] = field(default=lambda: None)  # for when its writer has ended
    memories: Memories | None = None
    transcripts: Transcripts | None = None
    history: History | None = None
    reranker: Reranker = NO_RERANKER
    graph: LiveGraph = field(default_factory=LiveGraph)
    known: KnownVectors = field(default_factory=KnownVectors)  # of buffers, for searches
    quiet: Quiet = field(default_factory=Quiet)  # since a request or an edit, in any folder

    def seen(self, *, has_client: bool) -> Folder:
        """The folder as a request may see it from now on; `has_client` if the client watches."""
        indexer = self.indexer
        self.look()
        # Before the view: what it lacks must be in here.
        unlooked, n_waiting, n_taken = indexer.inbox.not_dealt_with()
        view = indexer.view
        if unlooked is not None and view.unwritten:
            unlooked |= view.unwritten.keys()
            unlooked = unlooked if len(unlooked) <= MAX_KNOWN_PATHS else None
        return Folder(
            root=self.root,
            uri=self.uri,
            layer_id=indexer.layer_id,
            is_writer=indexer.is_writer,
            view=view,
            saved=self.saved,
            store=indexer.store,
            embedder=indexer.embedder,
            audit=indexer.idle_check.counts,
            documents=MappingProxyType(dict(self.documents)),
            bases=MappingProxyType(dict(self.bases)),
            unlooked=unlooked,
            n_unlooked=n_waiting + (n_taken if view.stage is Stage.READY else 0),
            throughput=indexer.throughput,
            watching=replace(
                self.watching(), has_client=has_client, n_changed=indexer.n_disk_changes
            ),
            memories=self.memories,
            transcripts=self.transcripts,
            history=self.history,
            reranker=self.reranker,
            graph=self.graph,
            known=self.known,
        )


class Session:
    """Folders, buffers, and the requests that are being answered."""

    def __init__(self) -> None:
        self.encoding = Encoding.UTF16
        self.revision = 0
        self.requests = Requests()  # figures of those that were answered
        self.log_path = ""  # where this server logs, if it does
        self.client_watches = False  # it tells of files that change on disk
        self.folders: list[OpenFolder] = []
        self._by_uri: dict[str, tuple[OpenFolder | None, Document]] = {}
        self._lost: dict[str, None] = {}  # buffers of which a message could not be understood
        self._tokens: dict[RequestId, CancelToken] = {}
        self._thread = threading.get_ident()

    def add_folder(self, folder: OpenFolder) -> None:
        """A folder has joined the workspace; buffers of its files may be open already."""
        self._on_loop()
        self.folders.append(folder)
        self._assign()

    def place(self, file: PurePath) -> tuple[OpenFolder | None, str]:
        """The innermost folder around `file` and the path there; else None and the whole path."""
        around = [folder for folder in self.folders if file.is_relative_to(folder.root)]
        if not around:
            return None, file.as_posix()
        innermost = max(around, key=lambda folder: len(folder.root.parts))
        return innermost, file.relative_to(innermost.root).as_posix()

    def open_document(
        self, folder: OpenFolder | None, path: str, uri: str, version: int, text: str
    ) -> None:
        """A client has opened a buffer; without a folder it is kept for one that may come."""
        root = str(folder.root) if folder is not None else ""
        guard = folder.guard if folder is not None else NO_GUARD
        document = Document(root, path, uri, version, Text.of(text), guard)
        if folder is not None:
            folder.bases[path] = opened_from(folder.saved.files, path, document.text)
        self._lost.pop(uri, None)
        self._keep(folder, document)

    def change_document(self, uri: str, version: int, changes: Sequence[Change]) -> bool:
        """Apply a client's changes in their order; False if the buffer is not known."""
        known = self._by_uri.get(uri)
        if known is None:
            return False
        folder, document = known
        text, edits = document.text, list[TextEdit]()
        for start, end, new in changes:
            edit = content_edit(text, start, end, new, self.encoding)
            text = text.edited(edit)
            edits.append(edit)
            if start is None:  # the whole text anew
                self._lost.pop(uri, None)
        if folder is None:  # nobody reads it, so no older version is kept to read it from
            self._keep(None, Document("", document.path, uri, version, text))
        else:
            self._keep(folder, document.edited(version, edits))
        return True

    def lose_document(self, uri: str) -> None:
        """A client's word of a buffer is lost: answers are stale until it sends all of it."""
        self._on_loop()
        self._lost[uri] = None

    def save_document(self, uri: str) -> None:
        """A client has saved a buffer."""
        if (known := self._by_uri.get(uri)) is not None:
            folder, document = known
            if folder is not None:
                folder.bases[document.path] = Base(text=document.text)
                folder.indexer.disk_changed([document.path])
                folder.indexer.document_changed(document)

    def close_document(self, uri: str) -> None:
        """A client has closed a buffer."""
        self._on_loop()
        self._lost.pop(uri, None)
        if (known := self._by_uri.pop(uri, None)) is None:
            return
        folder, document = known
        same = [
            other
            for home, other in self._by_uri.values()
            if home is folder and other.path == document.path
        ]
        if not same:
            self._drop(folder, document)
        elif folder is not None and folder.documents.get(document.path) is document:
            self._keep(folder, same[-1])  # its URI is spelt in another way

    def remove_folder(self, folder: OpenFolder) -> None:
        """A folder has left the workspace; its buffers are still open."""
        self._on_loop()
        self.folders.remove(folder)
        self._assign()
        folder.indexer.stop()

    def replace_folder(self, old: OpenFolder, new: OpenFolder) -> None:
        """The index of the same folder in another form; its buffers are still open."""
        self._on_loop()
        self.folders[self.folders.index(old)] = new
        self._assign()

    def snapshot(self, request: RequestId | None) -> Snapshot:
        """What a request may read; its token lives until `finish`."""
        self._on_loop()
        token = CancelToken()
        if request is not None:
            self._tokens[request] = token
        return Snapshot(
            revision=self.revision,
            folders=tuple(folder.seen(has_client=self.client_watches) for folder in self.folders),
            encoding=self.encoding,
            cancel=token,
            requests=self.requests,
            log_path=self.log_path,
            lost=tuple(self._lost),
        )

    def touch(self) -> None:
        """Somebody asks or types: what nobody waits for has to wait."""
        for folder in self.folders:
            folder.quiet.touch()

    def hold_rows(self, is_held: bool) -> None:
        """Whether the rows of what was typed wait a little, for problems to be told before."""
        for folder in self.folders:
            folder.indexer.inbox.hold(is_held)

    def cancel(self, request: RequestId) -> None:
        """The client no longer wants this answer."""
        if (token := self._tokens.get(request)) is not None:
            token.cancel()

    def cancel_all(self) -> None:
        """Nobody wants any answer any more."""
        for token in self._tokens.values():
            token.cancel()

    def finish(self, request: RequestId | None) -> None:
        """The request has been answered."""
        if request is not None:
            self._tokens.pop(request, None)

    def _keep(self, folder: OpenFolder | None, document: Document) -> None:
        self._on_loop()
        self.revision += 1
        self.touch()
        self._by_uri[document.uri] = (folder, document)
        if folder is not None:
            folder.documents[document.path] = document
            folder.indexer.document_changed(document)

    def _drop(self, folder: OpenFolder | None, document: Document) -> None:
        if folder is not None:
            folder.documents.pop(document.path, None)
            folder.bases.pop(document.path, None)
            folder.indexer.document_closed(document.path)

    def _assign(self) -> None:
        """Move buffers to the folders that they belong to now, and let each read only its own."""
        for uri, (folder, document) in list(self._by_uri.items()):
            home, path = self.place(PurePath(document.root, document.path))
            if home is not folder:
                base = folder.bases.get(document.path) if folder is not None else None
                self._drop(folder, document)
                if home is not None:
                    home.bases[path] = base or opened_from(home.saved.files, path, document.text)
                root = str(home.root) if home is not None else ""
                guard = home.guard if home is not None else NO_GUARD
                moved = Document(root, path, uri, document.version, document.text, guard)
                self._keep(home, moved)
        for folder in self.folders:
            inner = [
                other.root.relative_to(folder.root).as_posix()
                for other in self.folders
                if other is not folder and other.root.is_relative_to(folder.root)
            ]
            if folder.leave_out(inner):
                folder.indexer.rescan()

    def _on_loop(self) -> None:
        assert threading.get_ident() == self._thread, "the session belongs to the loop's thread"
