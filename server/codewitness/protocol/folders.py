"""Set up the index of one workspace folder: the one place where its parts are put together."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

from codewitness.engine.commits import known_vectors
from codewitness.engine.disk import SavedFiles
from codewitness.engine.indexer import Indexer, Progress
from codewitness.engine.known_vectors import Known, KnownVectors
from codewitness.engine.link_ahead import LinkAhead
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.ports import Reranker
from codewitness.engine.session import OpenFolder
from codewitness.model.files import Listing
from codewitness.platform.edge_file import IndexEdgeFile
from codewitness.platform.extraction import ProcessExtractor, default_workers
from codewitness.platform.history import GitHistory
from codewitness.platform.index import IndexLocation, IndexOpener, WorkspaceFiles
from codewitness.platform.memories import Memories
from codewitness.platform.memory import hold_back, trim
from codewitness.platform.places import uri_of_path
from codewitness.platform.rerank import reranker
from codewitness.platform.tasting import FolderGuard, Taster
from codewitness.platform.transcripts import shared_transcripts
from codewitness.platform.watch import DiskWatch
from codewitness.protocol.settings import Settings

TASTER = Taster()  # for all folders of this process; it starts nothing before it is needed


def make_folder(
    root: Path,
    settings: Settings,
    *,
    uri: str = "",
    on_progress: Progress | None = None,
    is_strict: bool = False,
) -> OpenFolder:
    """The parts of a folder's index, not yet running.

    With `is_strict` an embedder that can't be used is an error, else there are no vectors.
    """
    max_bytes = settings.index_max_file_bytes
    files = WorkspaceFiles(root, exclude=settings.index_exclude, max_bytes=max_bytes)
    location = IndexLocation.of(root, settings.storage_uri)
    opener = IndexOpener(location, settings.embedder, is_strict=is_strict)
    guard = FolderGuard(TASTER, lambda path: indexer.view.files.get(path), max_bytes)  # noqa: PLW0108 (made below)

    def known(path: str) -> Known:
        return known_vectors(indexer.view, indexer.store, path)

    graph = LiveGraph(root.name, IndexEdgeFile(location))
    indexer = Indexer(
        files=files,
        extractor=_extractor(root, settings, opener, guard, known),
        open_store=opener,
        layer_id=uuid.uuid4().hex,
        is_writer=location.lock is not None,
        claim=location.claim,
        n_workers=settings.index_workers or default_workers(),
        notes=[location.note] if location.note else [],
        checks_itself=settings.audit_background,
        graph=graph,
        written_ns=location.written_ns,
        on_listing=lambda listing: watch.leave_out(ignored_folders(listing)),
        **({"on_progress": on_progress} if on_progress else {}),
    )
    watch = DiskWatch(root, indexer.disk_changed, way=settings.index_watch)
    return OpenFolder(
        root=root,
        known=KnownVectors(known),
        uri=uri or uri_of_path(root),
        indexer=indexer,
        saved=SavedFiles(files, guard),
        guard=guard,
        leave_out=files.leave_out,
        look=watch.look,
        heard=watch.heard,
        watching=lambda: watch.watching,
        follow=watch.run,
        leave=watch.stop,
        release=location.release,
        graph=graph,
        memories=Memories(root),
        history=GitHistory(root, max_bytes=max_bytes),
        transcripts=shared_transcripts(settings.conversations_paths),
        reranker=_reranker(settings),
    )


def _extractor(
    root: Path,
    settings: Settings,
    opener: IndexOpener,
    guard: FolderGuard,
    known: Callable[[str], Known],
) -> ProcessExtractor:
    return ProcessExtractor(
        root,
        embedder_spec=opener.spec,
        embedder=opener.embedder,
        max_bytes=settings.index_max_file_bytes,
        n_workers=settings.index_workers or default_workers(),
        guard=guard,
        known_vectors=known,
    )


def _reranker(settings: Settings) -> Reranker:
    seconds = settings.rerank_budget_ms / 1e3
    return reranker(settings.rerank_model, settings.rerank_device, seconds)


@cache
def _read_a_claim() -> None:
    """The first claim of a process loads two hundred modules, and compiles a thousand patterns."""
    import codewitness.features.verify  # noqa: F401 - loading it is what is wanted
    from codewitness.engine.verify.reading.parse import parse

    parse("`f` calls `g`")


@cache
def _load_search() -> None:
    """The first search of a process would load thirty modules, one of them for pyarrow."""
    import codewitness.features.search
    import codewitness.protocol.searching  # noqa: F401 - loading them is what is wanted


def start(
    folder: OpenFolder, *, follow_disk: bool, keeps_rows: bool = True
) -> Callable[[float], None]:
    """Run the folder's writer in a thread of its own; gives what stops it within some seconds."""
    name = folder.root.name

    def write() -> None:
        try:
            folder.indexer.run()
        finally:
            folder.release()

    writer = threading.Thread(target=write, name=f"codewitness-writer {name}", daemon=True)

    def load_words() -> bool:
        """True if there is nothing that could be loaded later."""
        store = folder.indexer.store
        was_awaited = store is not None and store.awaits_words
        if store is not None and not store.load_words():
            return False
        if was_awaited:
            trim()
        _load_search()
        return True

    def rested() -> None:
        folder.saved.rest()
        trim()

    folder.indexer.rests, folder.indexer.keeps_rows = follow_disk, keeps_rows
    writer.start()
    ahead = LinkAhead(
        folder.graph,
        lambda: folder.indexer.view,
        folder.quiet,
        when_long=hold_back,
        before=_read_a_claim,
        at_once=load_words,
    )
    ahead.when_rested = rested
    if follow_disk:
        for what, work in (("watch", folder.follow), ("link", ahead.run)):
            threading.Thread(target=work, name=f"codewitness-{what} {name}", daemon=True).start()

    def stop(seconds: float) -> None:
        ahead.stop()
        folder.leave()
        folder.indexer.stop()
        writer.join(seconds)

    return stop


def ignored_folders(listing: Listing) -> list[str]:
    """Folders of which nothing is read."""
    return [e.path.rstrip("/") for e in listing.skipped if e.path.endswith("/")]
