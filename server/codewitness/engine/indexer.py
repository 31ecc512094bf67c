"""The one writer of a folder's index: scans, reads, commits, and publishes what it knows.

It has no thread of its own: whoever owns it calls `run` in one. Everything else may be called from
any thread and only leaves a note for the writer.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from threading import Condition, Event
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from codewitness.engine.documents import Document
from codewitness.engine.ports import DISK, Batch, Embedder, Extractor, Files, Opener, Store
from codewitness.engine.symbols import SymbolTable
from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import FileState, Listing
from codewitness.model.symbol import Symbol

if TYPE_CHECKING:
    from codewitness.engine.vectors import FileVectors, VectorIndex

log = logging.getLogger(__name__)

IDLE_SECONDS = 0.15  # after the last keystroke, before a buffer's rows are written
LONGEST_WAIT_SECONDS = 1.0  # while keystrokes keep coming
OPTIMIZE_SECONDS = 60.0  # between two optimizes while commits are made
COMMITS_BEFORE_OPTIMIZE = 50
FILES_PER_BATCH = 48
BYTES_PER_BATCH = 400_000
FILES_PER_COMMIT = 600
_ABSOLUTE = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^/\\\s:'\"]+){2,}")  # a path
CLOSED = "the index is closed"
LOOK_SECONDS = 0.1  # between two looks at whether the indexing is to stop
FEW_FILES = 12  # read here rather than in worker processes

Progress = Callable[[int, int], None]
_Result = TypeVar("_Result")


def _no_progress(_done: int, _total: int) -> None:
    return None


class Indexer:
    """Keeps the tables and the published `view` of one folder current."""

    def __init__(  # noqa: PLR0913 (all of them by name)
        self,
        *,
        files: Files,
        extractor: Extractor,
        open_store: Opener,
        layer_id: str,
        is_writer: bool = True,
        n_workers: int = 2,
        on_progress: Progress = _no_progress,
        notes: Sequence[str] = (),
    ) -> None:
        self.view = IndexView()
        self.store: Store | None = None
        self.embedder: Embedder | None = None
        self.layer_id = layer_id
        self.opened = Event()
        self.is_writer = is_writer
        self._files = files
        self._extractor = extractor
        self._open_store = open_store
        self._n_workers = n_workers
        self._on_progress = on_progress
        self._notes = tuple(notes)
        self._wake = Condition()
        self._changed: dict[str, Document] = {}
        self._changed_at = self._waiting_since = 0.0
        self._closed: set[str] = set()
        self._disk: set[str] = set()
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._is_stopping = False
        self._is_cancelled = False
        self._commits = 0
        self._optimized_at = time.monotonic()

    # What others tell the writer.

    def document_changed(self, document: Document) -> None:
        """A buffer has new text; its rows are written after a short idle."""
        with self._wake:
            now = time.monotonic()
            if document.path not in self._changed:
                self._waiting_since = self._waiting_since or now
            self._changed[document.path] = document
            self._closed.discard(document.path)
            self._changed_at = now
            self._wake.notify()

    def document_closed(self, path: str) -> None:
        """A buffer was closed: its unsaved rows go."""
        with self._wake:
            self._changed.pop(path, None)
            self._closed.add(path)
            self._disk.add(path)
            self._wake.notify()

    def disk_changed(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk."""
        with self._wake:
            self._disk.update(paths)
            self._wake.notify()

    def rescan(self) -> Future[None]:
        """Look at all files anew and write what waits; done when the tables are current."""
        return self._job(self._settle)

    def reindex(self, paths: Sequence[str] | None) -> Future[tuple[int, int]]:
        """Read these files, or all, as if they were new; gives (files, chunks)."""
        return self._job(lambda: self._reindex(paths))

    def cancel_indexing(self) -> None:
        """Stop the indexing that is under way after the current batch."""
        self._is_cancelled = True

    def stop(self) -> None:
        """Write what waits and end `run`."""
        with self._wake:
            self._is_stopping = True
            self._wake.notify()

    # The writer's own thread.

    def run(self) -> None:
        """Open, catch up with the disk, then follow changes until `stop`."""
        try:
            self._open()
            self.opened.set()
            self._catch_up(self._files.list())
            while not self._is_stopping:
                self._wait()
                self._do_jobs()
                self._is_cancelled = False
                self._write_waiting(force=self._is_stopping)
                self._tidy()
        except Exception as failure:  # the server goes on and says so in every answer
            log.exception("the index writer has stopped")
            self._publish(stage=Stage.FAILED, failure=_in_short(failure))
        finally:
            self.opened.set()
            self._leave()
            self._fail_jobs()

    def _leave(self) -> None:
        """End the worker processes and take this server's unsaved rows out of the tables."""
        self._extractor.close()
        if self.is_writer and self.store is not None and self.view.layer:
            self.store.drop_other_layers([])

    def _open(self) -> None:
        self.store, self.embedder = self._open_store()
        if self.is_writer:
            self.store.drop_other_layers([])
            self.store.keep_resident()
        rows = self.store.files()
        files = {
            row.path: FileState(
                path=row.path, sha256=row.sha256, size=row.size, mtime_ns=row.mtime_ns
            )
            for row in rows
            if row.layer == DISK
        }
        rebuilt = (f"index rebuilt: {self.store.rebuilt}",) if self.store.rebuilt else ()
        self._publish(
            files=MappingProxyType(files),
            symbols=SymbolTable(_by_path(self.store.symbols())),
            vectors=self._loaded_vectors(),
            total_files=len(files),
            notes=(*self._notes, *rebuilt),
        )

    def _loaded_vectors(self) -> VectorIndex | None:
        from codewitness.engine.vectors import VectorIndex

        if self.embedder is None or self.store is None:
            return None
        ids, paths, matrix = self.store.vectors()
        return VectorIndex(ids, paths, matrix.astype("float32"))

    def _catch_up(self, listing: Listing, *, all_files: bool = False) -> tuple[int, int]:
        """Bring the tables to what is on disk; gives the numbers of files and chunks read."""
        known = self.view.files
        changed = [
            found
            for found in listing.found
            if all_files
            or (state := known.get(found.path)) is None
            or (state.size, state.mtime_ns) != (found.size, found.mtime_ns)
        ]
        gone = sorted(set(known) - {found.path for found in listing.found})
        self._publish(
            stage=Stage.INDEXING if changed or gone else Stage.READY,
            total_files=len(listing.found),
            skipped=listing.skipped,
            ignore_source=listing.ignore_source,
        )
        self._remove_files(gone)
        newest_first = sorted(changed, key=lambda found: -found.mtime_ns)
        sized = [(found.path, found.size) for found in newest_first]
        done = self._index(sized)
        is_whole = not (self._is_cancelled or self._is_stopping)
        if is_whole or self._has_all(listing):
            self._publish(stage=Stage.READY)
        return done

    def _has_all(self, listing: Listing) -> bool:
        """True if every file of `listing` is known as it is there, or can't be read."""
        known, skipped = self.view.files, {entry.path for entry in self.view.skipped}
        return all(
            found.path in skipped
            or (
                (state := known.get(found.path)) is not None
                and (state.size, state.mtime_ns) == (found.size, found.mtime_ns)
            )
            for found in listing.found
        )

    def _index(self, sized: Sequence[tuple[str, int]]) -> tuple[int, int]:
        """Read and commit these files; stops early if cancelled or stopping."""
        if not sized:
            return 0, 0
        began = time.monotonic()
        # A crash within the first commit leaves rows of files that are not known.
        is_fresh = not (self.view.files or (self.store and any(self.store.counts().values())))
        waiting = deque(_batches(sized))
        running: deque[Future[Batch]] = deque()
        ready: list[Batch] = []
        seconds: Counter[str] = Counter()
        n_files = n_chunks = n_uncommitted = 0
        few = len(sized) <= FEW_FILES
        while (waiting or running) and not (self._is_cancelled or self._is_stopping):
            while waiting and len(running) <= self._n_workers:
                running.append(self._read(waiting.popleft(), few=few))
            batch = self._result(running.popleft())
            if batch is None:
                break
            ready.append(batch)
            seconds.update(batch.seconds)
            n_files += len(batch.files)
            n_chunks += batch.n_chunks
            n_uncommitted += len(batch.files)
            if n_uncommitted >= FILES_PER_COMMIT or not (waiting or running):
                committing = time.monotonic()
                self._commit(ready, DISK, is_fresh=is_fresh)
                seconds["write"] += time.monotonic() - committing  # type: ignore[assignment]
                ready, n_uncommitted = [], 0
                self._write_waiting(force=False, is_indexing=True)
            self._on_progress(n_files, len(sized))
        for future in running:
            future.cancel()
        self._on_progress(len(sized), len(sized))  # over, if not done
        if not few and self.store is not None:
            indexing = time.monotonic()
            self.store.make_indexes()
            self._extractor.close()  # the processes' memory is wanted back
            seconds["write"] += time.monotonic() - indexing  # type: ignore[assignment]
            self._note_figures(n_files, n_chunks, time.monotonic() - began, seconds)
        return n_files, n_chunks

    def _result(self, batch: Future[Batch]) -> Batch | None:
        """The batch once it is read; None if the indexing is stopped before."""
        while not (self._is_cancelled or self._is_stopping):
            try:
                return batch.result(LOOK_SECONDS)
            except TimeoutError:
                if batch.done():
                    return batch.result()
        return None

    def _read(self, paths: Sequence[str], *, few: bool) -> Future[Batch]:
        if not few:
            return self._extractor.submit(paths)
        done: Future[Batch] = Future()
        done.set_result(self._extractor.read_here(paths))
        return done

    def _commit(self, batches: Sequence[Batch], layer: str, *, is_fresh: bool = False) -> None:
        store = self.store
        assert store is not None
        paths = [file.path for batch in batches for file in batch.files]
        skipped = [entry for batch in batches for entry in batch.skipped]
        if paths and self.is_writer:
            tables = [batch.tables for batch in batches if batch.files]
            store.replace(tables, paths=paths, layer=layer, fresh=is_fresh)
            self._commits += 1
        if layer != DISK:
            self._publish_layer(batches)
            return
        gone = [entry.path for entry in skipped if entry.path in self.view.files]
        files = {**self.view.files}
        for path in gone:
            files.pop(path, None)
        files.update((file.path, file) for batch in batches for file in batch.files)
        symbols = {path: own for batch in batches for path, own in batch.symbols.items()}
        vectors = {path: own for batch in batches for path, own in batch.vectors.items()}
        known = {entry.path for entry in self.view.skipped}
        unread = [entry for entry in skipped if entry.path not in known]
        self._publish(
            files=MappingProxyType(files),
            total_files=max(self.view.total_files - len(unread), len(files)),
            symbols=self.view.symbols.with_files({**dict.fromkeys(gone, ()), **symbols}),
            vectors=self._vectors_with(vectors),
            skipped=(*(old for old in self.view.skipped if old.path not in files), *unread),
        )
        if gone:
            self._remove_files(gone)

    def _vectors_with(self, changed: Mapping[str, FileVectors]) -> VectorIndex | None:
        # An index without a vector yet is false, and still one.
        vectors = self.view.vectors
        return None if vectors is None else vectors.with_files(changed)

    def _publish_layer(self, batches: Sequence[Batch]) -> None:
        layer = {**self.view.layer}
        layer.update((file.path, file.sha256) for batch in batches for file in batch.files)
        self._publish(layer=MappingProxyType(layer))

    def _remove_files(self, paths: Sequence[str]) -> None:
        if not paths:
            return
        if self.is_writer and self.store is not None:
            self.store.remove(paths, DISK)
            self._commits += 1
        gone = set(paths)
        files = {path: state for path, state in self.view.files.items() if path not in gone}
        vectors = self.view.vectors
        if vectors is not None:
            import numpy as np

            from codewitness.engine.vectors import FileVectors

            none = FileVectors(ids=(), matrix=np.zeros((0, 0), np.float32))
            vectors = vectors.with_files(dict.fromkeys(paths, none))
        self._publish(
            files=MappingProxyType(files),
            symbols=self.view.symbols.with_files(dict.fromkeys(paths, ())),
            vectors=vectors,
        )

    # Following changes.

    def _wait(self) -> None:
        with self._wake:
            while not (self._is_stopping or self._jobs or self._disk or self._closed):
                left = self._seconds_left()
                if left is not None and left <= 0:
                    return
                timeout = left if left is not None else OPTIMIZE_SECONDS
                if not self._wake.wait(timeout) and left is None:
                    return

    def _seconds_left(self) -> float | None:
        """Until waiting buffers are to be written; None if none waits."""
        if not self._changed:
            return None
        due = min(self._changed_at + IDLE_SECONDS, self._waiting_since + LONGEST_WAIT_SECONDS)
        return due - time.monotonic()

    def _write_waiting(self, *, force: bool, is_indexing: bool = False) -> None:
        """Write what is due; files that changed on disk wait while others are indexed."""
        with self._wake:
            closed, self._closed = self._closed, set()
            disk: set[str] = set()
            if not is_indexing:
                disk, self._disk = self._disk, set()
            changed: dict[str, Document] = {}
            if force or ((left := self._seconds_left()) is not None and left <= 0):
                changed, self._changed = self._changed, {}
                self._waiting_since = 0.0
        if disk:
            self._read_again(disk)
        if closed:
            self._drop_unsaved([path for path in closed if path in self.view.layer])
        for document in changed.values():
            self._write_document(document)

    def _read_again(self, paths: Iterable[str]) -> None:
        """Index the files among `paths` that differ from what the tables have."""
        changed: list[tuple[str, int]] = []
        gone: list[str] = []
        for path in sorted(paths):
            state, known = self._files.state(path), self.view.files.get(path)
            if state is None:
                gone += [p for p in self.view.files if p == path or p.startswith(path + "/")]
            elif known is None or state != (known.size, known.mtime_ns):
                changed.append((path, state[0]))
        ignored = self._files.ignored([path for path, _ in changed]) if changed else set()
        self._remove_files(gone)
        wanted = [(path, size) for path, size in changed if path not in ignored]
        self._index(wanted)
        with_total = max(self.view.total_files, len(self.view.files))
        self._publish(total_files=with_total if wanted else len(self.view.files))

    def _write_document(self, document: Document) -> None:
        analysis, differed = document.settled()
        if differed:
            log.info("%s: the quick reading of version %d differed", document.path, document.version)
            self._publish(n_differed=self.view.n_differed + 1)
        known = self.view.files.get(document.path)
        if analysis is None or not self.is_writer:
            return
        if known is not None and known.sha256 == document.text.sha256:
            self._drop_unsaved([p for p in [document.path] if p in self.view.layer])
        elif self.view.layer.get(document.path) != document.text.sha256:
            batch = self._extractor.here(analysis, self.layer_id, len(document.text), 0)
            self._commit([batch], self.layer_id)

    def _drop_unsaved(self, paths: Sequence[str]) -> None:
        if paths and self.store is not None:
            self.store.remove(paths, self.layer_id)
            self._commits += 1
            gone = set(paths)
            layer = {path: sha for path, sha in self.view.layer.items() if path not in gone}
            self._publish(layer=MappingProxyType(layer))

    def _tidy(self) -> None:
        """Now and then, and only when nothing waits, make the tables compact again."""
        if self.store is None or not self.is_writer or self._changed or self._jobs:
            return
        since = time.monotonic() - self._optimized_at
        if self._commits >= COMMITS_BEFORE_OPTIMIZE or (self._commits and since > OPTIMIZE_SECONDS):
            self.store.optimize()
            self._commits = 0
            self._optimized_at = time.monotonic()

    # Jobs that somebody waits for.

    def _job(self, work: Callable[[], _Result]) -> Future[_Result]:
        future: Future[_Result] = Future()
        with self._wake:
            if self._is_stopping or self.view.stage is Stage.FAILED:
                future.set_exception(RuntimeError(self.view.failure or CLOSED))
                return future
            self._jobs.append((work, future))
            self._wake.notify()
        return future

    def _do_jobs(self) -> None:
        while self._jobs:
            work, future = self._jobs.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            self._is_cancelled = False  # what was cancelled is what ran before
            try:
                future.set_result(work())
            except Exception as failure:  # told to whoever waits
                log.exception("a job of the index writer failed")
                future.set_exception(failure)

    def _fail_jobs(self) -> None:
        with self._wake:
            self._is_stopping = True  # from here on `_job` takes none
            left, self._jobs = self._jobs, deque()
        for _, future in left:
            if future.set_running_or_notify_cancel():
                future.set_exception(RuntimeError(self.view.failure or CLOSED))

    def _settle(self) -> None:
        self._catch_up(self._files.list())
        self._write_waiting(force=True)

    def _reindex(self, paths: Sequence[str] | None) -> tuple[int, int]:
        listing = self._files.list()
        if paths is None:
            return self._catch_up(listing, all_files=True)
        wanted = [
            (found.path, found.size)
            for found in listing.found
            if any(found.path == path or found.path.startswith(path + "/") for path in paths)
        ]
        return self._index(wanted)

    def _publish(self, **changes: object) -> None:
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]

    def _note_figures(
        self, n_files: int, n_chunks: int, seconds: float, stages: Mapping[str, float]
    ) -> None:
        figures = {
            "files": n_files,
            "chunks": n_chunks,
            "seconds": round(seconds, 3),
            "stages": {name: round(spent, 3) for name, spent in stages.items()},
        }
        self._publish(figures=MappingProxyType(figures))


def _in_short(failure: Exception) -> str:
    """What has failed, without where on this machine."""
    name = type(failure).__name__
    if isinstance(failure, OSError):
        return f"{name}: {failure.strerror or 'no more is known'}"
    line = (str(failure).splitlines() or [""])[0]
    return f"{name}: {_ABSOLUTE.sub('…', line)}"[:300]


def _by_path(rows: Iterable[tuple[str, Symbol]]) -> dict[str, tuple[Symbol, ...]]:
    files: dict[str, list[Symbol]] = {}
    for layer, symbol in rows:
        if layer == DISK:
            files.setdefault(symbol.path, []).append(symbol)
    return {path: tuple(sorted(own, key=lambda s: s.ordinal)) for path, own in files.items()}


def _batches(sized: Sequence[tuple[str, int]]) -> list[list[str]]:
    """Paths in their order, in batches bounded by number and bytes."""
    batches: list[list[str]] = [[]]
    n_bytes = 0
    for path, size in sized:
        if batches[-1] and (
            len(batches[-1]) >= FILES_PER_BATCH or n_bytes + size > BYTES_PER_BATCH
        ):
            batches.append([])
            n_bytes = 0
        batches[-1].append(path)
        n_bytes += size
    return batches
