"""The one writer of a folder's index: scans, reads, commits, and publishes what it knows.

It has no thread of its own: whoever owns it calls `run` in one. Everything else may be called from
any thread and only leaves a note for the writer.
"""

from __future__ import annotations

import logging
import re
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Lock
from types import MappingProxyType

from codewitness.engine import commits
from codewitness.engine.audit import Audit
from codewitness.engine.disk_changes import differing, is_known, sorted_out
from codewitness.engine.documents import Document
from codewitness.engine.idle_check import IdleCheck
from codewitness.engine.inbox import Inbox
from codewitness.engine.load import Load, grouped
from codewitness.engine.ports import DISK, Batch, Embedder, Extractor, Files, Opener, Store
from codewitness.engine.upkeep import Upkeep
from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import Listing

log = logging.getLogger(__name__)

FILES_PER_COMMIT = 600
FILES_IN_FIRST_COMMIT = 100  # something to find soon; what is indexed here is so again at the end
BATCHES_AHEAD = 10  # of what the workers are at: they go on while a commit is written
CLAIM_SECONDS = 2.0  # between two looks of a reader at whether the writer has gone
PATIENCE_SECONDS = 10.0  # that a reader waits for tables that it can read
LOOK_SECONDS = 0.1  # between two looks at whether the indexing is to stop
FEW_FILES = 12  # read here rather than in worker processes
_FOREVER = 3600.0
_ABSOLUTE = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^/\\\s:'\"]+){2,}")  # a path

Progress = Callable[[int, int], None]


def _no_progress(_done: int, _total: int) -> None:
    return None


class Unlisted(RuntimeError):
    """The folder itself is gone or closed to us."""


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
        claim: Callable[[], bool] = lambda: False,
        n_workers: int = 2,
        on_progress: Progress = _no_progress,
        notes: Sequence[str] = (),
        on_listing: Callable[[Listing], None] = lambda _: None,
        checks_itself: bool = False,
    ) -> None:
        self.view = IndexView()
        self.store: Store | None = None
        self.embedder: Embedder | None = None
        self.layer_id = layer_id
        self.opened = Event()
        self.is_writer = is_writer
        self.inbox = Inbox()
        self._files = files
        self._extractor = extractor
        self._open_store = open_store
        self._claim = claim
        self._n_workers = n_workers
        self._on_progress = on_progress
        self._on_listing = on_listing
        self.n_disk_changes = 0  # files that came, went or changed while the server ran
        self._notes = tuple(notes)
        self._upkeep = Upkeep()
        self.idle_check = IdleCheck(is_on=checks_itself)
        self._rescan: Future[None] | None = None
        self._rescan_lock = Lock()

    # What others tell the writer.

    def document_changed(self, document: Document) -> None:
        """A buffer has new text; its rows are written after a short idle."""
        self.inbox.document_changed(document)

    def document_closed(self, path: str) -> None:
        """A buffer was closed: its unsaved rows go."""
        self.inbox.document_closed(path)

    def disk_changed(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk."""
        self.inbox.disk_changed(paths)

    def rescan(self) -> Future[None]:
        """Look at all files anew and write what waits; done when the tables are current."""
        with self._rescan_lock:
            # One that waits will see all that was changed until now: nobody needs a second.
            if self._rescan is None or self._rescan.running() or self._rescan.done():
                self._rescan = self.inbox.job(self.settle)
            return self._rescan

    def reindex(self, paths: Sequence[str] | None) -> Future[tuple[int, int]]:
        """Read these files, or all, as if they were new; gives (files, chunks)."""
        return self.inbox.job(lambda: self._reindex(paths))

    def audit(self, sample: int | None = None, *, repair: bool = False) -> Audit:
        """A comparison with a clean build, of all files or some, not yet begun."""
        return Audit(self, self.inbox.job, self.idle_check.count, sample=sample, repair=repair)

    def compact(self) -> Future[None]:
        """Do the upkeep of the tables now."""
        return self.inbox.job(self._compact)

    def cancel_indexing(self) -> None:
        """Stop the indexing that is under way after the current batch."""
        self.inbox.is_cancelled = True

    def stop(self) -> None:
        """Write what waits and end `run`."""
        self.inbox.stop()

    # The writer's own thread.

    def run(self) -> None:
        """Open, catch up with the disk, then follow changes until `stop`."""
        inbox = self.inbox
        try:
            with ThreadPoolExecutor(1, "codewitness-list") as aside:
                listing = aside.submit(self._files.list)  # git lists while lancedb is imported
                self._open()
                self.opened.set()
                self._catch_up(listing.result())
            inbox.do_jobs()  # somebody may wait for them; rows in memory only make answers quicker
            self._keep_resident()
            self._extractor.give_back()
            while not inbox.is_stopping:
                inbox.wait(self._longest_wait())
                if not self.is_writer and self._claim():
                    self._take_over()
                inbox.do_jobs()
                inbox.is_cancelled = False
                self._write_waiting(force=inbox.is_stopping)
                if self._own is not None and not inbox.is_stopping:
                    self._upkeep.step(self._own)
                    if inbox.is_empty and self.view.stage is Stage.READY:
                        self.idle_check.step(self)
        except Exception as failure:  # the server goes on and says so in every answer
            log.exception("the index writer has stopped")
            inbox.failure = _in_short(failure)
            self._publish(stage=Stage.FAILED, failure=inbox.failure)
        finally:
            self.opened.set()
            self._leave()
            inbox.fail_jobs()

    @property
    def _own(self) -> Store | None:
        """The tables, if they are this server's to write; every change goes through here."""
        return self.store if self.is_writer else None

    def _open(self) -> None:
        """Open the tables; a reader waits for those that the writer is still making."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.is_writer = self.is_writer or self._claim()
            try:
                self.store, self.embedder = self._open_store()
                break
            except RuntimeError:
                if self.is_writer or self.inbox.is_stopping or time.monotonic() > until:
                    raise
            time.sleep(LOOK_SECONDS)
        if self.is_writer:
            self.store.drop_other_layers([])
        view = commits.opened(self.store, has_vectors=self.embedder is not None)
        notes = (*self._notes, self._open_store.note, *view.notes)
        self.view = replace(view, notes=tuple(filter(None, notes)))

    def _take_over(self) -> None:
        """The writer has gone: write from now on."""
        log.info("the writer of the index has gone; this server writes it now")
        self.is_writer = True
        self._open()
        self._catch_up(self.listed())
        self._keep_resident()

    def _keep_resident(self) -> None:
        if self._own is not None:
            self._own.keep_resident()

    def _longest_wait(self) -> float:
        if not self.is_writer:
            return CLAIM_SECONDS
        return min(self._upkeep.wait(), self.idle_check.wait(), _FOREVER)

    def _leave(self) -> None:
        """End the worker processes and take this server's unsaved rows out of the tables."""
        self._extractor.close()
        if self._own is not None and self.view.layer:
            self._own.drop_other_layers([])

    def _catch_up(
        self, listing: Listing, *, all_files: bool = False, suspects: Collection[str] = ()
    ) -> tuple[int, int]:
        """Bring the tables to what is on disk; gives the numbers of files and chunks read."""
        view = self.view
        changed = (
            list(listing.found)
            if all_files
            else differing(self._files, view, listing, frozenset(suspects))
        )
        gone = sorted(set(view.files) - {found.path for found in listing.found})
        self._on_listing(listing)
        if view.stage is Stage.READY and not all_files:
            self.n_disk_changes += len(changed) + len(gone)
        self._publish(
            stage=Stage.INDEXING if changed or gone else Stage.READY,
            total_files=len(listing.found),
            skipped=listing.skipped,
            ignore_source=listing.ignore_source,
        )
        self._remove_files(gone)
        newest_first = sorted(changed, key=lambda found: -found.mtime_ns)
        done = self._index([(found.path, found.size) for found in newest_first])
        if not self.inbox.is_interrupted or self._has_all(listing):
            self._publish(stage=Stage.READY)
        return done

    def _has_all(self, listing: Listing) -> bool:
        """True if every file of `listing` is known as it is there, or can't be read."""
        skipped = {entry.path for entry in self.view.skipped}
        return all(
            found.path in skipped or is_known(self.view, found.path, (found.size, found.mtime_ns))
            for found in listing.found
        )

    def _index(self, sized: Sequence[tuple[str, int]]) -> tuple[int, int]:
        """Read and commit these files; stops early if cancelled or stopping."""
        if not sized:
            return 0, 0
        store = self.store
        assert store is not None  # `_open` comes first
        few = len(sized) <= FEW_FILES
        load = Load(began=time.monotonic())
        # A crash within the first commit leaves rows of files that are not known.
        is_fresh = not (self.view.files or any(store.counts().values()))
        wanted = FILES_IN_FIRST_COMMIT
        for batch in self._batches(sized, few=few):
            load.add(batch)
            if load.n_uncommitted >= wanted:
                load.timed(lambda: self._commit(load.take(), is_fresh=is_fresh))
                wanted = FILES_PER_COMMIT
                self._extractor.give_back()
                self._write_waiting(force=False, is_indexing=True)
            self._on_progress(load.n_files, len(sized))
        load.timed(lambda: self._commit(load.take(), is_fresh=is_fresh))
        if not few:
            if self._own is not None:
                load.timed(self._own.make_indexes)
                self._upkeep.loaded()
            self.let_workers_go()
            self._publish(figures=MappingProxyType(load.figures()))
        self._on_progress(len(sized), len(sized))  # over, if not done
        return load.n_files, load.n_chunks

    def _batches(self, sized: Sequence[tuple[str, int]], *, few: bool) -> Iterable[Batch]:
        """The files read, a few batches ahead; ends early if the work is interrupted."""
        waiting = deque(grouped(sized))
        running: deque[Future[Batch]] = deque()
        while (waiting or running) and not self.inbox.is_interrupted:
            while waiting and len(running) < self._n_workers + BATCHES_AHEAD:
                running.append(self.read(waiting.popleft(), few=few))
            batch = self._result(running.popleft())
            if batch is not None:
                yield batch
        for future in running:
            future.cancel()

    def read(self, paths: Sequence[str], *, few: bool) -> Future[Batch]:
        """These files from their bytes: few of them here, many in worker processes."""
        if not few:
            return self._extractor.submit(paths)
        done: Future[Batch] = Future()
        done.set_result(self._extractor.read_here(paths))
        return done

    def _result(self, batch: Future[Batch]) -> Batch | None:
        """The batch once it is read; None if the work is interrupted before."""
        while not self.inbox.is_interrupted:
            try:
                return batch.result(LOOK_SECONDS)
            except TimeoutError:
                if batch.done():
                    return batch.result()
        return None

    def _commit(self, batches: Sequence[Batch], *, is_fresh: bool) -> None:
        """Saved files: into the tables, then into the view."""
        if not batches:
            return
        gone = [e.path for b in batches for e in b.skipped if e.path in self.view.files]
        if self._own is not None:
            paths = [file.path for batch in batches for file in batch.files]
            tables = [batch.tables for batch in batches if batch.files]
            if paths:
                self._own.replace(tables, paths=paths, layer=DISK, fresh=is_fresh)
            if gone:
                self._own.remove(gone, DISK)
            self._committed()
        self.view = commits.committed(self.view, batches)

    def _remove_files(self, paths: Sequence[str]) -> None:
        if not paths:
            return
        if self._own is not None:
            self._own.remove(paths, DISK)
            self._committed()
        self.view = commits.removed(self.view, paths)

    # Following changes.

    def _write_waiting(self, *, force: bool, is_indexing: bool = False) -> None:
        """Write what is due; files that changed on disk wait while others are indexed."""
        waiting = self.inbox.take(force=force, with_disk=not is_indexing)
        if waiting.disk:
            self.look_again(waiting.disk)
            self.inbox.disk_is_done()
        if waiting.closed:
            self._drop_unsaved([path for path in waiting.closed if path in self.view.layer])
        for document in waiting.changed.values():
            self._write_document(document)

    def look_again(self, paths: Collection[str]) -> None:
        """Index the files among `paths` that differ from what the tables have."""
        changes = sorted_out(self._files, self.view, paths)
        if changes.is_all:
            try:
                self._catch_up(self.listed(), suspects=paths)
            except Unlisted as failure:  # gone, or not mounted: it may come back as it was
                log.warning("%s", failure)
            return
        self._remove_files(changes.gone)
        self._index(changes.read)
        self.n_disk_changes += len(changes.gone) + len(changes.read)

    def _write_document(self, document: Document) -> None:
        analysis, differed = document.settled()
        if differed:
            log.info(
                "%s: the quick reading of version %d differed", document.path, document.version
            )
            self._publish(n_differed=self.view.n_differed + 1)
        if analysis is None or self._own is None:
            return
        path, sha256 = document.path, document.text.sha256
        known = self.view.files.get(path)
        if known is not None and known.sha256 == sha256:
            self._drop_unsaved([path] if path in self.view.layer else [])
        elif self.view.layer.get(path) != sha256:
            batch = self._extractor.here(analysis, self.layer_id, len(document.text), 0)
            self._own.replace([batch.tables], paths=[path], layer=self.layer_id)
            self._committed()
            self.view = commits.layered(self.view, batch)

    def _drop_unsaved(self, paths: Sequence[str]) -> None:
        if paths and self._own is not None:
            self._own.remove(paths, self.layer_id)
            self._committed()
            self.view = commits.unlayered(self.view, paths)

    def _committed(self) -> None:
        self._upkeep.committed()
        self.idle_check.committed()

    def _compact(self) -> None:
        if self._own is not None:
            self._upkeep.all(self._own)

    # Jobs that somebody waits for.

    def settle(self) -> None:
        """Look at all files anew and write what waits."""
        self._catch_up(self.listed())
        self._write_waiting(force=True)

    def _reindex(self, paths: Sequence[str] | None) -> tuple[int, int]:
        listing = self.listed()
        if paths is None:
            return self._catch_up(listing, all_files=True)
        wanted = [
            (found.path, found.size)
            for found in listing.found
            if any(found.path == path or found.path.startswith(path + "/") for path in paths)
        ]
        return self._index(wanted)

    def let_workers_go(self) -> None:
        """Nothing is read for now: the processes' memory is wanted back."""
        self._extractor.close()

    def repair(self, paths: Collection[str]) -> None:
        """Write these files anew, whatever the tables have of them; without a file they go."""
        if self._own is None:
            return
        self._own.drop_other_layers([self.layer_id])
        self._own.remove([path for path in paths if path not in self.view.layer], self.layer_id)
        self._remove_files(sorted(paths))
        wanted = set(paths)
        self._index([(f.path, f.size) for f in self.listed().found if f.path in wanted])

    def listed(self) -> Listing:
        """All files that are to be read; raises `Unlisted`."""
        try:
            return self._files.list()
        except OSError as error:
            raise Unlisted(f"the folder can't be listed: {error.strerror}") from error

    def _publish(self, **changes: object) -> None:
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]


def _in_short(failure: Exception) -> str:
    """What has failed, without where on this machine."""
    name = type(failure).__name__
    if isinstance(failure, OSError):
        return f"{name}: {failure.strerror or 'no more is known'}"
    line = (str(failure).splitlines() or [""])[0]
    return f"{name}: {_ABSOLUTE.sub('…', line)}"[:300]
