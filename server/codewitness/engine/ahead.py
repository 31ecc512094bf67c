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

# Does some work for so many seconds; true if there is no more to do.
Work = Callable[[float], bool]

SLICE_SECONDS, GROWTH = 0.1, 4  # the first, and how much longer each is than the one before
LONGEST_SLICE_SECONDS = 20.0  # what is begun and not ended in a slice may be lost with it
REST_SECONDS = 0.05  # between two slices
MAX_SLICES = 200  # of one piece of work; then it is left to whoever asks again
MAX_WAITING = 100  # pieces of work; the oldest is dropped


class Ahead:
    """Work that waits, by a key: who asks twice waits once. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: OrderedDict[str, Work] = OrderedDict()
        self._is_running = False
        # Told, in the thread of the work, when nothing waits any more and something was done.
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
        is_done = False
        while True:
            with self._lock:
                if not self._waiting:
                    self._is_running = False
                    break
                key, work = self._waiting.popitem(last=False)
            try:
                is_done = self._do(work) or is_done
            except Exception:  # it was to save time; whoever asks again is told what is wrong
                log.exception("work ahead failed: %s", key)
        if is_done:
            self.on_done()

    def _do(self, work: Work) -> bool:
        seconds = SLICE_SECONDS
        for _ in range(MAX_SLICES):
            if work(seconds):
                return True
            seconds = min(GROWTH * seconds, LONGEST_SLICE_SECONDS)
            time.sleep(REST_SECONDS)
        return False
