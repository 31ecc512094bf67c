"""When the tables are made compact: new rows into the indexes, small files together, old ones away.

Each commit leaves a version and some small files, and rows that no index knows; a read looks at all
of them. Making a table compact writes its indexes anew, 2 s for Django's, in which no buffer is
written: so it waits for a rest, but not longer than a minute, and takes a twentieth of the time at
most, however large the workspace.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.ports import Store

REST_SECONDS = 10.0  # without a commit
OLDEST_SECONDS = 45.0  # that a commit waits at most while others follow
SHARE = 20  # times as long as it took last, before it is done again
KEPT_SECONDS = 30.0  # that old versions are kept for reads that began on them
_MARGIN = 5.0


class Upkeep:
    """Told of commits; does the upkeep of one table after the other when it is due."""

    def __init__(
        self,
        when_done: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Earlier sessions may have left something to do. `when_done` is called after each time."""
        self._when_done = when_done
        self._clock = clock
        self._done_at = self._last = clock()
        self._first: float | None = self._last  # commit since the last upkeep
        self._seconds = 0.0
        self._is_pruned = True
        self._tables: Iterator[str] | None = None  # while it is under way

    def committed(self) -> None:
        """The tables were written."""
        self._last = self._clock()
        self._first = self._last if self._first is None else self._first

    def loaded(self) -> None:
        """Many files were written and their indexes made: only old versions are left to go."""
        self._first = None
        self._is_pruned = False
        self._done_at = self._clock()

    def wait(self) -> float:
        """Seconds until something is to be done; infinity if nothing is left."""
        if self._tables is not None:
            return 0.0
        return max(self._due_at() - self._clock(), 0.0)

    def step(self, store: Store) -> None:
        """The upkeep of the next table, if it is due; what waits is written before another."""
        if self.wait() > 0:
            return
        if self._tables is None:
            self._begin(store)
        began = self._clock()
        is_done = next(self._tables, None) is None  # type: ignore[arg-type]
        self._seconds += self._clock() - began
        if is_done:
            self._end()

    def all(self, store: Store) -> None:
        """The upkeep of all tables now."""
        self._begin(store)
        deque(self._tables or (), maxlen=0)
        self._end()

    def _begin(self, store: Store) -> None:
        self._is_pruned = self._first is None
        self._first = None  # what is committed from here on is for the next time
        self._seconds = 0.0
        self._tables = store.upkeep()

    def _end(self) -> None:
        self._tables = None
        self._done_at = self._clock()
        self._when_done()

    def _due_at(self) -> float:
        if self._first is not None:
            calm = min(self._last + REST_SECONDS, self._first + OLDEST_SECONDS)
            return max(calm, self._done_at + SHARE * self._seconds)
        if not self._is_pruned:  # there were versions too young to go
            return self._done_at + KEPT_SECONDS + _MARGIN
        return math.inf
