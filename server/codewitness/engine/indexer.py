"""The one writer of a folder's index: scans, reads, commits, and publishes what it knows.

It has no thread of its own: whoever owns it calls `run` in one. Everything else may be called from
any thread and only leaves a note for the writer.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event, Lock
from types import MappingProxyType

from codewitness.engine import commits
from codewitness.engine.audit import Audit
from codewitness.engine.disk_changes import (
    DiskChanges,
    News,
    differing,
    has_all,
    sorted_out,
    touched_since,
)
from codewitness.engine.documents import Document
from codewitness.engine.failures import logged
from codewitness.engine.figures import Throughput
from codewitness.engine.idle_check import IdleCheck
from codewitness.engine.inbox import Inbox
from codewitness.engine.live_graph import LiveGraph
from codewitness.engine.load import LOOK_SECONDS, Load, read_ahead
from codewitness.engine.ports import DISK, Batch, Embedder, Extractor, Files, Opener, Store
from codewitness.engine.reading_order import sized_in_order
from codewitness.engine.tables import Tables
from codewitness.engine.unsaved import UnsavedRows
from codewitness.engine.upkeep import Upkeep
from codewitness.engine.view import IndexView, Stage
from codewitness.model.files import Found, Listing

log = logging.getLogger(__name__)

FILES_PER_COMMIT = 400
FILES_IN_FIRST_COMMIT = 100  # something to find soon; what is indexed here is so again at the end
BATCHES_AHEAD = 24  # of what the workers are at: they go on while a commit is written
WRITER_SECONDS = 3.0  # that a reader waits for the writer's commit before it reads files itself
WATCH_LOOK_SECONDS = 0.02  # between two looks at whether the disk is watched
FEW_FILES = 12  # read here rather than in worker processes
_FOREVER = 3600.0
CANCELLED = "indexing was cancelled: the files that are missing are read by `reindex` or a restart"

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
        graph: LiveGraph,
        is_writer: bool = True,
        claim: Callable[[], bool] = lambda: True,
        n_workers: int = 2,
        on_progress: Progress = _no_progress,
        notes: Sequence[str] = (),
        on_listing: Callable[[Listing], None] = lambda _: None,
        written_ns: int = 0,
        checks_itself: bool = False,
    ) -> None:
        self.view, self.layer_id, self.graph = IndexView(), layer_id, graph
        self.opened = Event()
        self.inbox = Inbox()
        self._files = files
        self._news = News(files)
        self._extractor = extractor
        self._tables = Tables(
            open_store,
            claim,
            is_writer=is_writer,
            wake=self.inbox.wake,
            is_stopping=lambda: self.inbox.is_stopping,
        )
        self._n_workers = n_workers
        self._on_progress = on_progress
        self._on_listing = on_listing
        self._written_ns = written_ns
        self.throughput = Throughput()
        self.n_disk_changes = 0  # files that came, went or changed while the server ran
        self.notes = tuple(notes)
        self.rests = False  # it will have a rest, in which words are loaded
        self.keeps_rows = True  # in memory, for all the questions to come
        self._upkeep = Upkeep(self._extractor.trim, self.inbox.wake)
        self.idle_check = IdleCheck(is_on=checks_itself)
        self._unsaved = UnsavedRows(self, self._tables, extractor, layer_id)
        self._rescan: Future[None] | None = None
        self._rescan_lock = Lock()

    @property
    def store(self) -> Store | None:
        """The tables, once they are open."""
        return self._tables.store

    @property
    def embedder(self) -> Embedder | None:
        """Whose vectors the tables have."""
        return self._tables.embedder

    @property
    def is_writer(self) -> bool:
        """True if the tables are this server's to write."""
        return self._tables.is_writer

    # What others tell the writer.

    def document_changed(self, document: Document) -> None:
        """A buffer has new text; its rows are written after a short idle."""
        self.inbox.document_changed(document)

    def document_closed(self, path: str) -> None:
        """A buffer was closed: its unsaved rows go."""
        self.inbox.document_closed(path)

    def disk_changed(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk."""
        if wanted := self._news.concerning(self.view, paths):
            self.inbox.disk_changed(wanted)

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
                listing = aside.submit(self._listed_ahead)  # while lancedb is imported
                try:
                    view = self._tables.open_or_go_without()
                    fault = str(self._tables.fault or "")
                    self.view = replace(view, notes=(*self.notes, *view.notes), fault=fault)
                finally:
                    self.opened.set()  # the listing waits for it
                found, told = listing.result()
                suspects = told | touched_since(self._written_ns, found)
                self._catch_up(found, suspects=suspects)
                self.let_workers_go()  # tables that others have written may lack nothing
                inbox.disk_is_done(0.0)
            inbox.do_jobs()  # somebody may wait for them; rows in memory only make answers quicker
            self._keep_resident()
            self._extractor.give_back()
            while not inbox.is_stopping:
                inbox.wait(self._longest_wait())
                self._see_to_the_tables()
                inbox.do_jobs()
                inbox.is_cancelled = False
                self._write_waiting(force=inbox.is_stopping)
                if not inbox.is_stopping:
                    self._tables.change(self._upkeep.step)
                if inbox.is_empty and self.view.stage is Stage.READY:
                    self._tables.change(lambda _: self.idle_check.step(self))
        except Exception as failure:  # the server goes on and says so in every answer
            inbox.failure = logged(log, "the index writer has stopped", failure)
            self._publish(stage=Stage.FAILED, failure=inbox.failure)
        finally:
            self.opened.set()
            self._leave()
            inbox.fail_jobs()

    def _listed_ahead(self) -> tuple[Listing, set[str]]:
        """All files, and what was told to have changed before they were listed.

        The watching needs to know what is ignored, and tells when it has begun that anything may
        have changed; if that is before the tables are open, all is listed once more.
        """
        listing = self._files.list()
        self._on_listing(listing)
        if self.is_writer and not self._written_ns and len(listing.found) > FEW_FILES:
            self._extractor.hire()  # there is no index yet
        while not (self.opened.is_set() or self.inbox.is_stopping):
            if told := self.inbox.take_disk():
                return self._files.list(), told
            self.opened.wait(WATCH_LOOK_SECONDS)
        return listing, set()

    def _see_to_the_tables(self) -> None:
        """Mend them, take them over, or see what their writer has done, whichever is due."""
        tables = self._tables
        if tables.may_mend():
            tables.mend(self._use_anew)
        elif tables.may_take_over():
            log.info("the writer of the index has gone; this server writes it now")
            tables.take_over(self._use_anew)
        else:
            self._refresh()
        self._tell_fault()

    def _tell_fault(self) -> None:
        """The view says why nothing can be written, if that is so."""
        fault = str(self._tables.fault or "")
        if fault != self.view.fault:
            self._publish(fault=fault)

    def _use_anew(self, afresh: str | None = None) -> None:
        """Open the tables and write what they lack."""
        self._upkeep.begin_anew()
        view = self._tables.open(afresh)
        self.view = replace(view, notes=(*self.notes, *view.notes), stage=self.view.stage)
        try:
            self._catch_up(self.listed())
        except Unlisted as failure:
            log.warning("%s", failure)
        self._unsaved.write_all()
        self._keep_resident()

    def _refresh(self) -> bool:
        """For a reader: see what the writer has committed; True if that is something."""
        view = self._tables.refreshed(self.view, lambda path: self._files.state(path) is None)
        if view is not None:
            self.view = view
        return view is not None

    def _wait_for_writer(self, is_done: Callable[[], bool]) -> None:
        """For a reader: until the writer's commits make `is_done` true, or there are none."""
        until = time.monotonic() + WRITER_SECONDS
        while not (self.is_writer or self.inbox.is_interrupted or self._tables.fault):
            if self._refresh():
                until = time.monotonic() + WRITER_SECONDS
            if is_done() or time.monotonic() > until:
                return
            time.sleep(LOOK_SECONDS)

    def _keep_resident(self) -> None:
        if not self.keeps_rows:
            return
        self._tables.keep_resident(self.view, rests=self.rests)
        if self.view.vectors is not None:
            self.view.vectors.prepare()

    def _longest_wait(self) -> float:
        if self._tables.own is None:
            return self._tables.longest_wait()
        return min(self._upkeep.wait(), self.idle_check.wait(), _FOREVER)

    def _leave(self) -> None:
        """End the worker processes and take this server's unsaved rows out of the tables."""
        self._extractor.close()
        self._upkeep.give_up()
        self._tables.leave(has_layer=bool(self.view.layer))

    # What is on disk.

    def _catch_up(
        self,
        listing: Listing,
        *,
        all_files: bool = False,
        suspects: Collection[str] = (),
        is_asked: bool = True,
    ) -> tuple[int, int]:
        """Bring the tables to what is on disk; gives the numbers of files and chunks read."""

        def differ() -> list[Found]:
            return differing(self._files, self.view, listing, frozenset(suspects))

        if not all_files:
            self._wait_for_writer(lambda: not differ())
        view = self.view
        changed = list(listing.found) if all_files else differ()
        # What a cancelled indexing has left is read only if somebody asks.
        is_partial = CANCELLED in view.notes and not is_asked
        if is_partial:
            changed = [found for found in changed if found.path in view.files]
        gone = sorted(view.files.keys() - {found.path for found in listing.found})
        self._on_listing(listing)
        if view.stage is Stage.READY and not all_files:
            self.n_disk_changes += len(changed) + len(gone)
        self._publish(
            stage=Stage.INDEXING if changed or gone or is_partial else Stage.READY,
            total_files=len(listing.found),
            outdated=frozenset(found.path for found in changed) & view.files.keys(),
            skipped=listing.skipped,
            ignore_source=listing.ignore_source,
            unlisted="",
            notes=tuple(note for note in view.notes if note != CANCELLED),
        )
        self._remove_files(gone)
        done = self._index(sized_in_order(changed, self.inbox.open_paths), anew=all_files)
        self._tell_fault()  # whoever waits for this asks next how it went
        is_cut_short = self.inbox.is_interrupted or is_partial
        if not is_cut_short or has_all(self.view, listing):
            self._publish(stage=Stage.READY)
        elif self.inbox.is_cancelled or is_partial:
            self._publish(notes=(*self.view.notes, CANCELLED))
        return done

    def _index(self, sized: Sequence[tuple[str, int]], *, anew: bool = False) -> tuple[int, int]:
        """Read and commit these files; stops early if cancelled or stopping."""
        if not sized:
            return 0, 0
        with self.throughput.busy():
            load = self._loaded(sized, anew)
        self.throughput.n_files += load.n_files
        self.throughput.n_chunks += load.n_chunks
        return load.n_files, load.n_chunks

    def _loaded(self, sized: Sequence[tuple[str, int]], anew: bool) -> Load:
        few = len(sized) <= FEW_FILES
        load = Load(began=time.monotonic())
        # A crash within the first commit leaves rows of files that are not known.
        is_fresh = not self.view.files and self._tables.is_empty()
        wanted = FILES_IN_FIRST_COMMIT
        if not few:
            begin = partial(self._upkeep.begin_load, n_files=len(sized), with_words=self.rests)
            self._tables.change(begin)
        ahead = self._n_workers + BATCHES_AHEAD
        read = partial(self.read, few=few, anew=anew)
        for batch in read_ahead(sized, read, ahead, self.inbox):
            load.add(batch)
            if load.n_uncommitted >= wanted:
                load.timed(lambda: self._commit(load.take(), is_fresh=is_fresh))
                wanted = FILES_PER_COMMIT
                self._extractor.give_back()
                self._write_waiting(force=False, is_indexing=True)
            self._on_progress(load.n_files, len(sized))
        if not few:
            self.let_workers_go()  # whose memory the last commit and the indexes want
        load.timed(lambda: self._commit(load.take(), is_fresh=is_fresh))
        if not few:
            load.timed(lambda: self._tables.change(lambda store: store.make_indexes()))
            self._upkeep.loaded()
            self._publish(figures=MappingProxyType(load.figures()))
        self._on_progress(len(sized), len(sized))  # over, if not done
        return load

    def read(self, paths: Sequence[str], *, few: bool, anew: bool) -> Future[Batch]:
        """These files from their bytes, here if they are few; `anew` if no vector may be kept."""
        if not few:
            return self._extractor.submit(paths)
        done: Future[Batch] = Future()
        done.set_result(self._extractor.read_here(paths, anew=anew))
        return done

    def _commit(self, batches: Sequence[Batch], *, is_fresh: bool) -> None:
        """Saved files: into the tables, then into the view."""
        if not batches:
            return
        gone = [e.path for b in batches for e in b.skipped if e.path in self.view.files]
        paths = [file.path for batch in batches for file in batch.files]
        tables = [batch.tables for batch in batches if batch.files]

        def write(store: Store) -> None:
            if paths:
                store.replace(tables, paths=paths, layer=DISK, fresh=is_fresh)
            if gone:
                store.remove(gone, DISK)

        if self._tables.change(write):
            self.committed()
            self.view = commits.committed(self.view, batches)
        else:
            self.view = commits.unwritten(self.view, batches)
        self._unsaved.compare([*paths, *gone])

    def _remove_files(self, paths: Sequence[str]) -> None:
        if not paths:
            return
        if self._tables.change(lambda store: store.remove(paths, DISK)):
            self.committed()
        self.view = commits.removed(self.view, paths)
        self._unsaved.compare(paths)

    # Following changes.

    def _write_waiting(self, *, force: bool, is_indexing: bool = False) -> None:
        """Write what is due; files that changed on disk wait while others are indexed."""
        waiting = self.inbox.take(force=force, with_disk=not is_indexing)
        self._unsaved.take_note(waiting)
        if waiting.disk:
            began = time.monotonic()
            self.look_again(waiting.disk)
            self.inbox.disk_is_done(time.monotonic() - began)
        self._unsaved.write(waiting)
        self.inbox.documents_are_done()

    def look_again(self, paths: Collection[str]) -> None:
        """Index the files among `paths` that differ from what the tables have."""
        self._wait_for_writer(lambda: sorted_out(self._files, self.view, paths) == DiskChanges())
        changes = sorted_out(self._files, self.view, paths)
        if changes.is_all:
            try:
                self._catch_up(self.listed(), suspects=paths, is_asked=False)
            except Unlisted as failure:  # gone, or not mounted: it may come back as it was
                log.warning("%s", failure)
            return
        self._remove_files(changes.gone)
        self._index(changes.read)
        self.n_disk_changes += len(changes.gone) + len(changes.read)

    def committed(self) -> None:
        """The tables were written."""
        self._upkeep.committed()
        self.idle_check.committed()

    def _compact(self) -> None:
        self._tables.change(self._upkeep.all)

    # Jobs that somebody waits for.

    def settle(self) -> None:
        """Look at all files anew and write what waits; of a folder that is gone the view tells."""
        with suppress(Unlisted):
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
        return self._index(wanted, anew=True)

    def let_workers_go(self) -> None:
        """Nothing is read for now: the processes' memory is wanted back."""
        self._extractor.close()

    def repair(self, paths: Collection[str]) -> None:
        """Write these files anew, whatever the tables have of them; without a file they go."""
        unsaved = [path for path in paths if path not in self.view.layer]

        def clear(store: Store) -> None:
            store.drop_other_layers([self.layer_id])
            store.remove(unsaved, self.layer_id)

        if not self._tables.change(clear):
            return
        self._remove_files(sorted(paths))
        wanted = set(paths)
        there = [(f.path, f.size) for f in self.listed().found if f.path in wanted]
        self._index(there, anew=True)

    def listed(self) -> Listing:
        """All files that are to be read; raises `Unlisted`."""
        try:
            return self._files.list()
        except OSError as error:
            failure = Unlisted(f"the folder can't be listed: {error.strerror}")
            self._publish(unlisted=str(failure))
            raise failure from error

    def _publish(self, **changes: object) -> None:
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]
