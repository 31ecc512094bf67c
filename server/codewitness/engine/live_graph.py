"""The call graph of a folder as a request may read it: saved files, with open buffers in front.

One graph serves all requests, one at a time. Before each it is brought to what that request's
snapshot holds; since edges depend on texts alone, it may as well go back to older ones. Between
requests `LinkAhead` has it work out edges that nobody has asked for yet, and keep them in a file
for the next start.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from codewitness.engine.ahead import Ahead, MadeWay, OutOfTime
from codewitness.engine.basis import Basis, Counts
from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.edge_counts import EdgeCounts, EdgeFigures
from codewitness.engine.graph.files import File
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of, unpacked_file
from codewitness.engine.graph.saved import Unusable, restore, saved

if TYPE_CHECKING:
    from codewitness.engine.cancel import CancelToken
    from codewitness.engine.ports import EdgeFile
    from codewitness.engine.view import Folder, IndexView

log = logging.getLogger(__name__)

_Text = Document | SavedFile
Source = bytes | _Text
MANY_LINKED = 20_000  # scopes since edges were written to the file: it is time again
FEW_LINKED = 300  # that are worth writing when all is linked
SECONDS_BETWEEN = 600.0  # after which any are
LONGER = 4  # times what was to be computed is waited for, while others have the processor
MAX_WAIT_SECONDS = 0.05  # between two looks at whether the request that waits is cancelled


class _Asked(Exception):
    """Somebody else is to be served first."""


class LiveGraph:
    """A graph that follows the files and buffers of one folder. Safe in any thread."""

    def __init__(self, own_package: str = "", file: EdgeFile | None = None) -> None:
        self._lock = Lock()
        self._file = file
        self._may_restore = True
        self._n_written = 0  # of the scopes that were linked
        self._written_at = time.monotonic()
        self.own_package = own_package
        self._graph = Graph(own_package)
        self._sources: dict[str, Source] = {}
        self._basis: Basis | None = None  # with what a request read of files that had just changed
        self._buffers: Mapping[str, Document] = {}  # of the last request
        self._asked_of: Folder | None = None  # what the last request reads, served or not
        self._asking: set[object] = set()  # for each request that uses the graph or waits for it
        self.ahead = Ahead()
        self.counts = Counts()
        self.last_counts: dict[str, object] = {}  # by key: its callers as they were counted last
        self._counts = EdgeCounts()
        self._figures = EdgeFigures()

    @contextmanager
    def at(self, folder: Folder, cancel: CancelToken) -> Iterator[Graph]:
        """The graph of what `folder` holds, for as long as nobody else may use it."""
        self._asked_of = folder
        with self._asked_for():
            while not self._lock.acquire(timeout=MAX_WAIT_SECONDS):
                cancel.check()
            with self._held(cancel.check):
                self._bring_to(folder.view, folder.documents, folder.changed)
                yield self._graph

    @contextmanager
    def soon(self, folder: Folder, cancel: CancelToken, seconds: float) -> Iterator[Graph]:
        """The same for so long; then `OutOfTime`. What was worked out till then is kept.

        It is the time that this thread computes which counts: where other programs have most of the
        processor, what is known already would never be told in time. Nobody waits longer than a few
        times that.
        Work ahead does not make way for it: that may be the very thing that was asked here before,
        and would be begun again and again.
        """
        self._asked_of = folder
        computed, began = time.thread_time(), time.monotonic()

        def check() -> None:
            cancel.check()
            if (waited := time.monotonic() - began) > seconds and (
                waited > LONGER * seconds or time.thread_time() - computed > seconds
            ):
                raise OutOfTime

        if self._basis is None:
            self.ahead.add("", lambda _: self._begin(folder))
            raise OutOfTime
        if not self._lock.acquire(timeout=LONGER * seconds):
            raise OutOfTime
        with self._held(check):
            self._bring_to(folder.view, folder.documents, folder.changed)
            yield self._graph

    @contextmanager
    def for_work(self, seconds: float) -> Iterator[Graph]:
        """The graph of what the last request reads, for work ahead of the next one."""
        until = time.monotonic() + seconds

        def check() -> None:
            if self._asking:
                raise MadeWay
            if time.monotonic() > until:
                raise OutOfTime

        self._lock.acquire()
        with self._held(check):
            check()
            if (folder := self._asked_of) is not None:
                self._bring_to(folder.view, folder.documents, folder.changed)
            yield self._graph

    def is_of(self, folder: Folder) -> bool:
        """True if the graph is made of what `folder` holds; for who has the graph."""
        return self._basis is not None and self._basis.is_same(Basis.of_folder(folder))

    @contextmanager
    def with_sources(self, view: IndexView) -> Iterator[tuple[Graph, Mapping[str, Source]]]:
        """The graph of a view with the buffers of the last request, and what it was made of."""
        with self._lock:
            self._bring_to(view, self._buffers)
            yield self._graph, self._sources

    def begin_anew(self) -> None:
        """Forget all; the next who asks has it made from nothing."""
        with self._lock:
            self._graph, self._sources, self._basis = Graph(self.own_package), {}, None
            self.counts = Counts()
            self._n_written, self._may_restore = 0, False  # something was wrong with the edges

    def work_ahead(
        self, view: IndexView, seconds: float, is_wanted: Callable[[], bool] = lambda: True
    ) -> bool:
        """Link what waits, for so long at most; True if more could be done at once.

        It takes over what the view has now, with the buffers of the last request, and makes way
        for requests, and for whatever ends `is_wanted`.
        """

        def make_way() -> None:
            self._make_way(is_wanted)

        if self._asking or not self._lock.acquire(blocking=False):
            return True
        try:
            self._graph.cells.check = make_way
            self._bring_to(view, self._buffers)
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                make_way()
                if not self._graph.link_one() and not self._counts.count_one(self._graph):
                    self._all_is_linked()
                    return False
        except _Asked:
            log.debug("linking makes way for a request")
        finally:
            self._graph.cells.check = _never
            self._lock.release()
        return True

    def _all_is_linked(self) -> None:
        """What was counted before, and may have more callers, is to be counted anew."""
        if self.counts.lacking:
            self.counts = self.counts.without_lacking()
            self.ahead.on_done()

    def progress(self) -> tuple[int, int]:
        """How many scopes are linked, or need not be, and how many there are."""
        n_all = len(self._graph.workspace.scopes)
        return n_all - len(self._graph.links.waiting), n_all

    def make_room(self) -> None:
        """Give memory back that questions have left behind, if it is much and nobody asks now."""
        if self._graph.has_much and not self._asking and self._lock.acquire(blocking=False):
            try:
                self._graph.forget()
            finally:
                self._lock.release()

    def rest(self) -> None:
        """Nobody asks for some time: give back what is quick to have again."""
        if self._lock.acquire(blocking=False):
            try:
                self._graph.workspace.flow_cache.shrink()
            finally:
                self._lock.release()

    def keep(self, is_wanted: Callable[[], bool] = lambda: True, *, few: int = FEW_LINKED) -> bool:
        """Write the edges to the file if that is worth while; true if they were written.

        It makes way as `work_ahead` does; then it is done another time.
        """
        if self._file is None or self._asking or not self._lock.acquire(blocking=False):
            return False
        try:
            n_linked = self._graph.links.n_linked
            if not self._is_due(n_linked, few):
                return False
            make = saved(self._graph, self._file.stamp(), lambda: self._make_way(is_wanted))
        except _Asked:
            return False
        finally:
            self._lock.release()
        self._file.write(make())
        self._n_written, self._written_at = n_linked, time.monotonic()
        return True

    def _is_due(self, n_linked: int, few: int) -> bool:
        n_new = n_linked - self._n_written
        if self._graph.links.waiting:
            return n_new >= MANY_LINKED
        is_long = time.monotonic() - self._written_at > SECONDS_BETWEEN
        return n_new >= (1 if is_long else few)

    def _make_way(self, is_wanted: Callable[[], bool]) -> None:
        if self._asking or not is_wanted():
            raise _Asked

    def figures(self) -> EdgeFigures:
        """How many edges have been counted; those of a moment ago while others use the graph."""
        if self._lock.acquire(timeout=MAX_WAIT_SECONDS):
            try:
                self._figures = self._counts.figures(self._graph)
            finally:
                self._lock.release()
        return self._figures

    def _begin(self, folder: Folder) -> bool:
        with self._lock:
            if self._basis is None:
                self._bring_to(folder.view, folder.documents, folder.changed)
        return True

    @contextmanager
    def _asked_for(self) -> Iterator[None]:
        """A request wants the graph: what works ahead makes way."""
        request = object()
        self._asking.add(request)
        try:
            yield
        finally:
            self._asking.discard(request)

    @contextmanager
    def _held(self, check: Callable[[], None]) -> Iterator[None]:
        """The lock is held, and is given back in the end."""
        try:
            self._graph.cells.check = check
            yield
            self._graph.tidy()
        finally:
            self._graph.cells.check = _never
            self._lock.release()

    def _bring_to(
        self,
        now: IndexView,
        buffers: Mapping[str, Document],
        changed_on_disk: Mapping[str, SavedFile] = MappingProxyType({}),
    ) -> None:
        texts: dict[str, _Text] = {**changed_on_disk, **buffers}
        before, basis = self._basis, Basis.of(now, texts)
        if before is not None and before.is_same(basis):
            self._buffers = buffers
            return
        is_same_index = before is not None and before.has_same_index(basis)
        wanted = self._with_texts(now, texts) if is_same_index else _sources(now, texts)
        changed = {
            path: source for path, source in wanted.items() if self._sources.get(path) is not source
        }
        gone = [path for path in self._sources if path not in wanted]
        if changed or gone:
            files = {**dict.fromkeys(gone), **files_of(changed)}
            self._graph.update(files)
            self._counts.changed(files, self._graph)
            if before is None and self._may_restore:
                self._restore()
        self._sources, self._basis, self._buffers = wanted, basis, buffers
        self.counts = Counts(basis=basis) if changed or gone else self.counts.on(basis)

    def _restore(self) -> None:
        """Take over what an earlier start has linked, as far as it still holds."""
        self._may_restore = False
        data = self._file.read() if self._file is not None else None
        if data is None or self._file is None:
            return
        try:
            is_taken = restore(self._graph, data, self._file.stamp())
        except Unusable as failure:
            log.warning("the edges that were kept can't be used: %s", failure)
            return
        if is_taken:
            log.debug("edges were kept, %d scopes wait", len(self._graph.links.waiting))

    def _with_texts(self, now: IndexView, texts: Mapping[str, _Text]) -> dict[str, Source]:
        """The sources after other buffers and files alone have changed."""
        wanted = dict(self._sources)
        before = self._basis.texts if self._basis is not None else {}
        for path in before.keys() | texts.keys():
            source = _source(now, texts, path)
            if source is None:
                wanted.pop(path, None)
            else:
                wanted[path] = source
        return wanted


def _sources(now: IndexView, texts: Mapping[str, _Text]) -> dict[str, Source]:
    paths = dict.fromkeys([*now.files, *now.unwritten, *texts])
    found = ((path, _source(now, texts, path)) for path in paths)
    return {path: source for path, source in found if source is not None}


def _source(now: IndexView, texts: Mapping[str, _Text], path: str) -> Source | None:
    """What says what is in a file: the text if it is not what was saved, else the index."""
    state = now.unwritten.get(path) or now.files.get(path)
    own = texts.get(path)
    if own is not None and (state is None or state.sha256 != own.text.sha256):
        return own if own.analysis() is not None else None
    return state.flow if state is not None and state.flow else None


def files_of(sources: Mapping[str, Source]) -> dict[str, File | None]:
    """The files that these sources say, as a graph takes them."""
    return {path: _file(source) for path, source in sources.items()}


def _file(source: Source) -> File | None:
    if isinstance(source, bytes):
        return unpacked_file(source)
    analysis = source.analysis()
    return None if analysis is None else file_of(analysis.core, source.text.sha256)


def _never() -> None:
    return None
