"""How long ago a client last asked or typed: what nobody asked for waits until it is quiet."""

from __future__ import annotations

import time
from collections.abc import Callable


class Quiet:
    """A clock that starts again with each `touch`. Safe in any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()

    def touch(self) -> None:
        """Something was asked or typed just now."""
        self._since = self._clock()

    def seconds(self) -> float:
        """Since then."""
        return self._clock() - self._since
