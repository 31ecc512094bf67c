"""What a server has done since it started, in a few numbers: bounded memory, safe in any thread."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

# Times are counted in classes, each this much longer than the one before; so what is told is
# right to 2 %, and 24 hours of a kind of request take at most 600 numbers.
_STEP = 1.04
_LOG_STEP = math.log(_STEP)
_LEAST_SECONDS = 0.000_01


class Outcome(StrEnum):
    """How a request ended."""

    ANSWERED = "answered"
    ERROR = "error"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFigures:
    """One kind of request; milliseconds from its receipt to its answer."""

    n_requests: int
    n_errors: int
    n_cancelled: int
    p50_ms: float
    p95_ms: float


class Times:
    """How often something took how long."""

    def __init__(self) -> None:
        self._n_by_class: Counter[int] = Counter()
        self.n = 0

    def add(self, seconds: float) -> None:
        """It took so long once."""
        self._n_by_class[round(math.log(max(seconds, _LEAST_SECONDS)) / _LOG_STEP)] += 1
        self.n += 1

    def percentile(self, share: float) -> float:
        """Seconds that `share` of them did not exceed; 0 if there were none."""
        left = math.ceil(self.n * share)
        for number, n in sorted(self._n_by_class.items()):
            left -= n
            if left <= 0:
                return math.exp(number * _LOG_STEP)
        return 0.0


class Requests:
    """The requests of a server by kind; only kinds that the server knows are given."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._times: dict[str, Times] = {}
        self._outcomes: Counter[tuple[str, Outcome]] = Counter()

    def add(self, kind: str, outcome: Outcome, seconds: float) -> None:
        """A request has been answered."""
        with self._lock:
            self._times.setdefault(kind, Times()).add(seconds)
            self._outcomes[kind, outcome] += 1

    def figures(self) -> dict[str, RequestFigures]:
        """Figures of each kind that came, by its name."""
        with self._lock:
            return {
                kind: RequestFigures(
                    n_requests=times.n,
                    n_errors=self._outcomes[kind, Outcome.ERROR],
                    n_cancelled=self._outcomes[kind, Outcome.CANCELLED],
                    p50_ms=1000 * times.percentile(0.5),
                    p95_ms=1000 * times.percentile(0.95),
                )
                for kind, times in sorted(self._times.items())
            }


@dataclass(slots=True)
class Throughput:
    """What a writer has read and written, and in how many seconds; for its thread to count."""

    n_files: int = 0
    n_buffers: int = 0
    n_chunks: int = 0
    seconds: float = 0.0
    _is_busy: bool = False

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count the time within, once if it is nested."""
        is_outer, began = not self._is_busy, time.monotonic()
        self._is_busy = True
        try:
            yield
        finally:
            if is_outer:
                self._is_busy = False
                self.seconds += time.monotonic() - began
