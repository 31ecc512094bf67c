"""When the tables are made compact: new rows into the indexes, small files together, old ones away.

Each commit leaves a version and some small files, and rows that no index knows; a read looks at all
of them. Making a table compact writes its indexes anew, 2 s for Django's. That is done in a thread
of its own, beside the writer's commits, but takes the processor: so it waits for a rest, not longer
than a minute though, and takes a twentieth of the time at most, however large the workspace.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.ports import Store

REST_SECONDS = 10.0  # without a commit
OLDEST_SECONDS = 45.0  # that a commit waits at most while others follow
SHARE = 20  # times as long as it took last, before it is done again
KEPT_SECONDS = 30.0  # that old versions are kept for reads that began on them
_MARGIN = 5.0

Work = Callable[[], None]


def in_a_thread(work: Work) -> None:
    """Begin `work`, and return."""
    Thread(target=work, name="codewitness-upkeep", daemon=True).start()


class Upkeep:
    """Told of commits; has the tables made compact when it is due. For the writer's thread."""

    def __init__(
        self,
        when_done: Callable[[], object] = lambda: None,
        wake: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        begin: Callable[[Work], None] = in_a_thread,
    ) -> None:
        """Earlier sessions may have left something to do.

        `when_done` is called after each time, in the writer's thread; `wake` when there is
        something for `step` to do, in any; `begin` begins the work and returns.
        """
        self._when_done = when_done
        self._wake = wake
        self._clock = clock
        self._begin_work = begin
        self._is_cut_short = Event()
        self._under_way: Future[bool] | None = None
        self.begin_anew()

    def begin_anew(self) -> None:
        """Other tables are used from now on; nothing changes the former ones after this."""
        self.give_up()
        self._done_at = self._last = self._clock()
        self._first: float | None = self._last  # commit since the last upkeep
        self._seconds = 0.0
        self._is_pruned = True
        self._under_way = None

    def committed(self) -> None:
        """The tables were written."""
        self._last = self._clock()
        self._first = self._last if self._first is None else self._first

    def begin_load(self, store: Store, n_files: int, *, with_words: bool) -> None:
        """So many files are about to be written: no table is made compact beside that."""
        self._cut_short(store)
        store.begin_load(n_files, with_words=with_words)

    def loaded(self) -> None:
        """Many files were written and their indexes made: only old versions are left to go."""
        self._first = None
        self._is_pruned = False
        self._done_at = self._clock()

    def wait(self) -> float:
        """Seconds until `step` has something to do; infinity if nothing is left, or under way."""
        if self._under_way is not None:
            return 0.0 if self._under_way.done() else math.inf
        return max(self._due_at() - self._clock(), 0.0)

    @property
    def is_under_way(self) -> bool:
        """True until `step` has ended what it began."""
        return self._under_way is not None

    def step(self, store: Store) -> None:
        """Begin an upkeep if one is due, or end one that is over; raises what it has raised."""
        if self.wait() > 0:
            return
        if self._under_way is None:
            self._begin(store)
        else:
            self._end(store, self._under_way)

    def all(self, store: Store) -> None:
        """The upkeep of all tables now; it is over at the end."""
        self._cut_short(store)
        self._begin(store)
        if self._under_way is not None:
            self._end(store, self._under_way)

    def _cut_short(self, store: Store) -> None:
        """Wait for the table that is being made compact: those left are for the next time."""
        if self._under_way is not None:
            self._is_cut_short.set()
            self._end(store, self._under_way)

    def give_up(self) -> None:
        """The tables are not used any more: nothing changes them after this."""
        if self._under_way is not None:
            self._is_cut_short.set()
            self._under_way.exception()  # waits; whoever used them is told already

    def _begin(self, store: Store) -> None:
        self._is_pruned = self._first is None
        self._first = None  # what is committed from here on is for the next time
        self._is_cut_short.clear()
        names = store.compaction_begins()
        under_way = self._under_way = Future()
        self._begin_work(lambda: self._compact(store, names, under_way))

    def _compact(self, store: Store, names: Sequence[str], under_way: Future[bool]) -> None:
        """In a thread of its own: one table after the other."""
        began = self._clock()
        try:
            is_whole = True
            for name in names:
                if self._is_cut_short.is_set():
                    is_whole = False
                    break
                is_whole = store.compact(name) and is_whole
        except BaseException as failure:  # told to the writer; a panic of Rust is no Exception
            under_way.set_exception(failure)
        else:
            self._seconds = self._clock() - began
            under_way.set_result(is_whole)
        self._wake()

    def _end(self, store: Store, under_way: Future[bool]) -> None:
        try:
            is_whole = under_way.result()
        finally:
            self._under_way = None
            self._done_at = self._clock()
        if is_whole:
            store.compacted()
        else:
            self.committed()
        self._when_done()

    def _due_at(self) -> float:
        if self._first is not None:
            calm = min(self._last + REST_SECONDS, self._first + OLDEST_SECONDS)
            return max(calm, self._done_at + SHARE * self._seconds)
        if not self._is_pruned:  # there were versions too young to go
            return self._done_at + KEPT_SECONDS + _MARGIN
        return math.inf
