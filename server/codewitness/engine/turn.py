"""One at a time, first come, first served.

Threads that only compute share one interpreter: of eight that run at once all end when the last
does, and later than one after the other. A plain lock may let the newest in before the oldest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock


class Turn:
    """Whose turn it is; those that wait have it in the order in which they came."""

    def __init__(self) -> None:
        self._lock = Lock()  # of what is below
        self._is_taken = False
        self._waiting: deque[Lock] = deque()  # held, each until it is its turn

    @contextmanager
    def taken(self) -> Iterator[Callable[[], None]]:
        """Wait for it, and have it within; what is given ends it before, and may be called twice.

        For who has no more to compute and would wait for something else.
        """
        self._take()
        has_it = True

        def leave() -> None:
            nonlocal has_it
            if has_it:
                has_it = False
                self._pass_on()

        try:
            yield leave
        finally:
            leave()

    def _take(self) -> None:
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        mine.acquire()

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
