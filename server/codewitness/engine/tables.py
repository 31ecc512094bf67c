"""The tables of one index as its writer holds them: whose they are to write, and what if they fail.

Nothing here raises because a disk is full or a file of a table is lost. What can't be written is
answered from memory and the files, and after a while the tables are opened again: as they are, or,
if they fail again, made anew.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from codewitness.engine import commits
from codewitness.engine.ports import Embedder, Opener, Store
from codewitness.engine.view import IndexView
from codewitness.storage.faults import IndexFault, IndexOutdated

log = logging.getLogger(__name__)

CLAIM_SECONDS = 2.0  # between two looks of a reader at whether the writer has gone
PATIENCE_SECONDS = 10.0  # that a reader waits for tables that it can read
LOOK_SECONDS = 0.1
MEND_SECONDS = (0.5, 2.0, 10.0, 30.0, 60.0)  # before each try to use tables again that failed
FAILS_AGAIN_SECONDS = 60.0  # tables that fail so soon after they were opened anew are damaged


class Tables:
    """For the writer's thread, but for `failed` and the attributes, which any may read."""

    def __init__(
        self,
        open_store: Opener,
        claim: Callable[[], bool],
        *,
        is_writer: bool,
        wake: Callable[[], None],
        is_stopping: Callable[[], bool],
    ) -> None:
        self.store: Store | None = None
        self.embedder: Embedder | None = None
        self.is_writer = is_writer
        self.fault: IndexFault | None = None  # then nothing is written
        self._open_store = open_store
        self._claim = claim
        self._wake = wake
        self._is_stopping = is_stopping
        self._seen: Mapping[str, int] = {}
        self._n_faults = 0
        self._failed_at = self._mended_at = -math.inf
        self._claimed_at = time.monotonic()

    @property
    def own(self) -> Store | None:
        """The tables, if they are this server's to write, and can be."""
        return self.store if self.is_writer and self.fault is None else None

    def change(self, change: Callable[[Store], object]) -> bool:
        """Change the tables; False if that is not this server's to do, or can't be done."""
        store = self.own
        if store is None:
            return False
        try:
            change(store)
        except IndexFault as fault:
            self.failed(fault)
            return False
        return True

    def is_empty(self) -> bool:
        """True if there is no row in the tables, and they can be written."""
        store = self.own
        try:
            return store is not None and not any(store.counts().values())
        except IndexFault as fault:
            self.failed(fault)
            return False

    def failed(self, fault: IndexFault) -> None:
        """The tables can't be used for now."""
        if self.fault is None:
            is_others = isinstance(fault, IndexOutdated) and not self.is_writer
            hint = "; who writes them is of another version or has another embedder: restart it"
            log.warning(
                "the tables of the index can't be used: %s%s", fault, hint if is_others else ""
            )
            self.fault = fault
            self._failed_at = time.monotonic()
            self._wake()

    def _reported(self, store: Store, fault: IndexFault) -> None:
        """A store has failed; of one that is not used any more that says nothing."""
        if self.store is store:
            self.failed(fault)

    # Opening.

    def open_or_go_without(self) -> IndexView:
        """Open the tables for the first time; made anew if they can't be used, else do without."""
        try:
            return self.open()
        except IndexFault as fault:
            try:
                if self.is_writer and not fault.is_passing:
                    return self.open(afresh=str(fault))
                raise
            except IndexFault as again:
                self.failed(again)
        self.embedder = self._open_store.embedder()
        return commits.empty(self.embedder)

    def open(self, afresh: str | None = None) -> IndexView:
        """Open the tables; a reader waits for those that the writer is still making."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.is_writer = self._claim()
            try:
                store, self.embedder = self._open_store(afresh if self.is_writer else None)
                break
            except IndexFault:
                if self.is_writer or self._is_stopping() or time.monotonic() > until:
                    raise
            time.sleep(LOOK_SECONDS)
        store.report = lambda fault: self._reported(store, fault)
        self.fault = None
        if self.is_writer:
            store.drop_other_layers([])
        self._seen = store.versions()
        view = commits.opened(store, has_vectors=self.embedder is not None)
        self.store = store
        notes = (self._open_store.note, *view.notes)
        return replace(view, notes=tuple(filter(None, notes)))

    # While the server runs.

    def longest_wait(self) -> float:
        """Seconds until something is to be looked at here, where nothing can be written."""
        return MEND_SECONDS[0]

    def may_take_over(self) -> bool:
        """True if the writer has gone, and this server is the writer now."""
        now = time.monotonic()
        if self.is_writer or self.fault is not None or now - self._claimed_at < CLAIM_SECONDS:
            return False
        self._claimed_at = now
        return self._claim()

    def may_mend(self) -> bool:
        """True if it is time to try and use tables again that have failed."""
        wait = MEND_SECONDS[min(self._n_faults, len(MEND_SECONDS) - 1)]
        return self.fault is not None and time.monotonic() - self._failed_at >= wait

    def mend(self, use: Callable[[str | None], None]) -> bool:
        """Let `use` open the tables and write to them: as they are, or anew, for the reason given.

        True if that succeeds.
        """
        fault = self.fault
        if fault is None:
            return True
        is_soon = self._n_faults > 0 or self._failed_at - self._mended_at < FAILS_AGAIN_SECONDS
        self._n_faults += 1
        try:
            self._open_store.check_space()
            use(str(fault) if is_soon and not fault.is_passing else None)
        except IndexFault as again:
            self.fault = self.fault or again
        if self.fault is not None:
            self._failed_at = time.monotonic()
            return False
        log.info("the tables of the index can be used again")
        self._n_faults = 0
        self._mended_at = time.monotonic()
        return True

    def leave(self, *, has_layer: bool) -> None:
        """Nothing comes after this: no unsaved rows stay, nor tables that fail whoever opens them.

        A command ends before it is time to mend, and so would the next one.
        """
        if has_layer:
            self.change(lambda store: store.drop_other_layers([]))
        fault = self.fault
        if fault is None or fault.is_passing or self.store is None or not self._claim():
            return
        try:
            self._open_store(str(fault))
        except IndexFault as again:
            log.warning("the tables of the index can't be made anew: %s", again)

    def take_over(self, use: Callable[[str | None], None]) -> None:
        """Let `use` open the tables and write to them."""
        try:
            use(None)
        except IndexFault as fault:
            self.failed(fault)

    def refreshed(self, view: IndexView, is_gone: Callable[[str], bool]) -> IndexView | None:
        """For a reader: the view after what the writer has committed since; None if nothing."""
        store = self.store
        if store is None or self.is_writer or self.fault is not None:
            return None
        try:
            versions = store.versions()
            if versions == self._seen:
                if store.is_behind:
                    _follow(store, view)
                return None
            newer = commits.refreshed(view, store, is_gone)
            _follow(store, newer)
        except IndexFault as fault:
            self.failed(fault)
            return None
        self._seen = versions
        return newer

    def keep_resident(self, view: IndexView, *, rests: bool) -> None:
        """Have in memory what results show; a reader only if it will have rests."""
        if self.change(lambda store: store.keep_resident(awaits_words=rests)):
            return
        store = self.store
        if store is None or self.is_writer or self.fault is not None or not rests:
            return
        try:
            store.keep_resident(awaits_words=True)
            _follow(store, view)
        except IndexFault as fault:
            self.failed(fault)


def _follow(store: Store, view: IndexView) -> None:
    store.follow({path: file.sha256 for path, file in view.files.items()})
