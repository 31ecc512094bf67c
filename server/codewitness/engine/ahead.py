"""What an answer had no time for, gone on with after it: one thing at a time, in slices.

What is worked out so is kept by whoever was asked, so the next question finds it done. Between two
slices others get their turn. The slices grow, for not all work can be parted: what many values that
rest on each other come to is known together, or not at all.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock, Thread

log = logging.getLogger(__name__)

# Does some work for so many seconds; true if there is no more to do. May raise `MadeWay`.
Work = Callable[[float], bool]

SLICE_SECONDS, GROWTH = 0.1, 4  # the first, and how much longer each is than the one before
LONGEST_SLICE_SECONDS = 20.0  # what is begun and not ended in a slice may be lost with it
REST_SECONDS = 0.05  # between two slices
MAX_SLICES = 200  # of one piece of work; then it is left to whoever asks again
TELL_SECONDS = 2.0  # between two words of what is done, while more waits
MAX_WAITING = 100  # pieces of work; the oldest is dropped


class OutOfTime(RuntimeError):
    """The graph is at work for others, has not read the files yet, or needs longer."""


class MadeWay(OutOfTime):
    """Somebody was served first: the work has not had its time."""


class Ahead:
    """Work that waits, by a key: who asks twice waits once. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: OrderedDict[str, Work] = OrderedDict()
        self._is_running = False
        # Told, in the thread of the work, that something was done: when nothing waits any more, and
        # now and again before.
        self.on_done: Callable[[], None] = lambda: None

    def add(self, key: str, work: Work) -> None:
        """Do this when there is time."""
        with self._lock:
            self._waiting[key] = work
            while len(self._waiting) > MAX_WAITING:
                self._waiting.popitem(last=False)
            if self._is_running:
                return
            self._is_running = True
        Thread(target=self._run, name="codewitness-ahead", daemon=True).start()

    def _run(self) -> None:
        is_done, told = False, time.monotonic()
        while (item := self._next()) is not None:
            key, work = item
            try:
                is_done = self._do(work) or is_done
            except Exception:  # it was to save time; whoever asks again is told what is wrong
                log.exception("work ahead failed: %s", key)
            if is_done and time.monotonic() - told > TELL_SECONDS:
                self.on_done()
                is_done, told = False, time.monotonic()
        if is_done:
            self.on_done()

    def _next(self) -> tuple[str, Work] | None:
        with self._lock:
            self._is_running = bool(self._waiting)
            return self._waiting.popitem(last=False) if self._waiting else None

    def _do(self, work: Work) -> bool:
        seconds, n_slices = SLICE_SECONDS, 0
        while n_slices < MAX_SLICES:
            try:
                if work(seconds):
                    return True
                seconds = min(GROWTH * seconds, LONGEST_SLICE_SECONDS)
                n_slices += 1
            except MadeWay:
                pass  # however long others are served, this is not forgotten
            time.sleep(REST_SECONDS)
        return False
