"""What the index of one folder knows at one moment, and the snapshot that a request reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from codewitness.engine.audit_counts import AuditCounts
from codewitness.engine.cancel import CancelToken
from codewitness.engine.disk import Base, SavedFile, SavedFiles, is_newer
from codewitness.engine.documents import Document
from codewitness.engine.figures import Requests, Throughput
from codewitness.engine.known_vectors import KnownVectors
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.ports import NO_RERANKER, Reranker, Watching
from codewitness.engine.symbols import SymbolTable
from codewitness.model.files import FileState, Skipped
from codewitness.model.freshness import Freshness, State
from codewitness.model.text import Encoding

if TYPE_CHECKING:
    from codewitness.engine.ports import Embedder, History, Memories, Store, Transcripts
    from codewitness.engine.vectors import VectorIndex


PATIENCE = 8.0  # seconds for the calls of one answer, which says so if it is not complete


class Stage(StrEnum):
    """How far the index of a folder is."""

    OPENING = "opening"
    INDEXING = "indexing"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexView:
    """Immutable; the writer publishes a new one after each commit.

    `files` are the saved files in the tables, `unwritten` those that were read but are not there,
    because another server writes, or because the tables can't be written: `fault` says then why.
    `outdated` are those of `files` that were found to have changed, and are being read again.
    `layer` maps each path of this server's own layer to the sha256 of the unsaved text whose rows
    are there. `n_differed` counts quick readings
    of broken text that a fresh one corrected. `unlisted` is why the folder can't be listed, if it
    can't: it is gone or not mounted, and its files are kept for when it comes back. `opened` are
    the symbols that the tables had when they were opened, before the files were looked at.
    """

    stage: Stage = Stage.OPENING
    total_files: int = 0
    files: Mapping[str, FileState] = field(default_factory=lambda: MappingProxyType({}))
    unwritten: Mapping[str, FileState] = field(default_factory=lambda: MappingProxyType({}))
    outdated: frozenset[str] = frozenset()
    layer: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    symbols: SymbolTable = field(default_factory=lambda: SymbolTable({}))
    opened: SymbolTable = field(default_factory=lambda: SymbolTable({}))
    vectors: VectorIndex | None = None
    skipped: tuple[Skipped, ...] = ()
    ignore_source: str = ""
    notes: tuple[str, ...] = ()
    failure: str = ""
    fault: str = ""
    unlisted: str = ""
    n_differed: int = 0
    figures: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """One workspace folder as a request sees it. `store` is None until it is open."""

    root: PurePath
    uri: str
    layer_id: str
    is_writer: bool
    view: IndexView
    saved: SavedFiles
    store: Store | None
    embedder: Embedder | None
    documents: Mapping[str, Document]
    graph: LiveGraph = field(default_factory=LiveGraph)
    bases: Mapping[str, Base] = field(default_factory=lambda: MappingProxyType({}))
    # Paths that may have changed on disk since the view was published; None: too many to tell.
    unlooked: frozenset[str] | None = frozenset()
    n_unlooked: int = 0  # how many they are, without those that the view has as outdated
    watching: Watching = field(default_factory=Watching)
    throughput: Throughput = field(default_factory=Throughput)  # the writer's, and so it grows
    # By `look.with_disk`: saved files with a text that no table has, and whether more has changed.
    changed: Mapping[str, SavedFile] = field(default_factory=lambda: MappingProxyType({}))
    is_behind: bool = False
    memories: Memories | None = None
    transcripts: Transcripts | None = None
    history: History | None = None
    reranker: Reranker = NO_RERANKER
    known: KnownVectors = field(default_factory=KnownVectors)
    audit: AuditCounts = field(default_factory=AuditCounts)

    @property
    def is_complete(self) -> bool:
        """True if all files are known as they are on disk, for all that anybody has noticed."""
        return self.view.stage is Stage.READY and not self.is_behind

    @property
    def n_indexed(self) -> int:
        """How many files are known, without those that may be others by now."""
        if self.view.unlisted:
            return 0
        n_outdated = len(self.view.outdated) + (self.n_unlooked if self.is_behind else 0)
        return max(self._n_read - n_outdated, 0) + self.n_new

    @property
    def n_total(self) -> int:
        """How many files there are, as far as they have been listed or have come since."""
        if self.view.unlisted:
            return 0
        return max(self.view.total_files, self._n_read) + self.n_new

    @property
    def n_new(self) -> int:
        """Files that have just come, which are in no table and count in answers all the same."""
        read = (self.view.files, self.view.unwritten)
        return sum(not any(path in known for known in read) for path in self.changed)

    @property
    def _n_read(self) -> int:
        return len(self.view.files) + len(self.view.unwritten)

    def document(self, path: str) -> Document | None:
        """The open buffer of `path`, if there is one."""
        return self.documents.get(path)

    def uri_of(self, path: str) -> str:
        """The URI of `path`, as the client spelt it if the buffer is open."""
        document = self.documents.get(path)
        return document.uri if document is not None else f"{self.uri.rstrip('/')}/{quote(path)}"

    def paths(self) -> list[str]:
        """Every known path: saved files, open buffers, and files that have just come."""
        return list(dict.fromkeys([*self.view.files, *self.documents, *self.changed]))

    def is_newer_on_disk(self, document: Document) -> bool:
        """True if somebody else has changed the buffer's file since it was opened or saved."""
        base = self.bases.get(document.path)
        return base is not None and is_newer(self.saved, document.path, base, document.text)

    def is_saved(self, document: Document) -> bool:
        """True if the buffer is the text that the tables have as the saved one."""
        known = self.view.files.get(document.path)
        return known is not None and known.sha256 == document.text.sha256

    def waiting_buffers(self) -> dict[str, Document]:
        """Open buffers whose text is in no table yet."""
        return {
            path: document
            for path, document in self.documents.items()
            if not self.is_saved(document) and self.view.layer.get(path) != document.text.sha256
        }

    def waiting(self) -> dict[str, Document | SavedFile]:
        """Buffers and changed files whose text is in no table yet: answered from memory."""
        return {**self.changed, **self.waiting_buffers()}

    def unsaved(self) -> dict[str, Document | SavedFile]:
        """Texts other than the tables have as the saved ones: the disk rows are shadowed."""
        own = {p: d for p, d in self.documents.items() if not self.is_saved(d)}
        return {**self.changed, **own}


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """All that one request may read, taken on the loop before the next message."""

    revision: int
    folders: tuple[Folder, ...]
    encoding: Encoding
    cancel: CancelToken
    requests: Requests = field(default_factory=Requests)  # the server's, and so it grows
    log_path: str = ""
    patience: float = PATIENCE
    lost: tuple[str, ...] = ()  # open buffers whose text is not what the client has
    home: str = ""  # the folder whose definitions are meant by a name that others have too
    # Open buffers that this answer has read (version by URI), and so it grows.
    read: dict[str, int] = field(default_factory=dict)

    def at_home_in(self, folder: Folder) -> Snapshot:
        """The same for what is said in this folder: by its memory, or in its files."""
        return replace(self, home=str(folder.root)) if len(self.folders) > 1 else self

    def is_parted(self, folder: Folder) -> bool:
        """True if a part of the tree that `folder` is in is read as a folder of its own."""
        others = (one.root for one in self.folders if one.root != folder.root)
        return any(
            one.is_relative_to(folder.root) or folder.root.is_relative_to(one) for one in others
        )

    def freshness(
        self,
        read: Mapping[str, int],
        stale: tuple[str, ...] = (),
        newer_on_disk: tuple[str, ...] = (),
    ) -> Freshness:
        """What an answer is based on that read these open buffers (version by URI)."""
        indexed = sum(folder.n_indexed for folder in self.folders)
        total = sum(folder.n_total for folder in self.folders)
        is_done = all(f.is_complete for f in self.folders)
        state = State.FRESH if is_done else State.INDEXING
        gone = (one.uri for one in self.folders if one.view.unlisted)
        stale = tuple(dict.fromkeys((*stale, *self.lost, *gone)))
        if stale and is_done:
            state = State.STALE
        return Freshness(
            state=state,
            indexed_files=indexed,
            total_files=total,
            documents=MappingProxyType(dict(read)),
            stale_paths=stale,
            newer_on_disk=newer_on_disk,
        )
