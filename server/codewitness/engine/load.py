"""A load: many files read in batches and committed a few batches at a time, with its figures."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future

from codewitness.engine.inbox import Inbox
from codewitness.engine.ports import Batch
from codewitness.engine.reading_order import groups_in_order

FILES_PER_BATCH = 20  # what larger ones leave in a worker is never given back whole
BYTES_PER_BATCH = 120_000
LOOK_SECONDS = 0.1  # between two looks at whether the work is to stop


class Load:
    """The batches of one load that are not committed yet, and its figures."""

    def __init__(self, *, began: float) -> None:
        self.n_files = self.n_chunks = self.n_uncommitted = 0
        self._began = began
        self._batches: list[Batch] = []
        self._seconds: Counter[str] = Counter()

    def add(self, batch: Batch) -> None:
        """One more batch was read."""
        self._batches.append(batch)
        self._seconds.update(batch.seconds)
        self.n_files += len(batch.files)
        self.n_chunks += batch.n_chunks
        self.n_uncommitted += len(batch.files)

    def take(self) -> list[Batch]:
        """What is to be committed now."""
        taken, self._batches = self._batches, []
        self.n_uncommitted = 0
        return taken

    def timed(self, write: Callable[[], object]) -> None:
        """Do `write`, and count its time."""
        began = time.monotonic()
        write()
        self._seconds["write"] += time.monotonic() - began  # type: ignore[assignment]

    def figures(self) -> dict[str, object]:
        """Numbers, seconds on the clock, and processor seconds by stage."""
        return {
            "files": self.n_files,
            "chunks": self.n_chunks,
            "seconds": round(time.monotonic() - self._began, 3),
            "stages": {name: round(spent, 3) for name, spent in self._seconds.items()},
        }


def grouped(sized: Sequence[tuple[str, int]]) -> list[list[str]]:
    """Paths in their order, in groups bounded by number and bytes."""
    groups: list[list[str]] = [[]]
    n_bytes = 0
    for path, size in sized:
        is_full = len(groups[-1]) >= FILES_PER_BATCH or n_bytes + size > BYTES_PER_BATCH
        if groups[-1] and is_full:
            groups.append([])
            n_bytes = 0
        groups[-1].append(path)
        n_bytes += size
    return groups


def read_ahead(
    sized: Sequence[tuple[str, int]],
    read: Callable[[Sequence[str]], Future[Batch]],
    ahead: int,
    inbox: Inbox,
) -> Iterable[Batch]:
    """The files read, `ahead` batches at a time; ends early if the work is interrupted.

    What is near a file that somebody opens meanwhile is read next.
    """
    waiting: deque[Sequence[str]] = deque(grouped(sized))
    running: deque[Future[Batch]] = deque()
    known = inbox.open_paths
    while (waiting or running) and not inbox.is_interrupted:
        if (now := inbox.open_paths) - known:
            waiting = deque(groups_in_order(waiting, now - known))
        known = now
        while waiting and len(running) < ahead:
            running.append(read(waiting.popleft()))
        batch = _result_of(running.popleft(), inbox)
        if batch is not None:
            yield batch
    for future in running:
        future.cancel()


def _result_of(batch: Future[Batch], inbox: Inbox) -> Batch | None:
    """The batch once it is read; None if the work is interrupted before."""
    while not inbox.is_interrupted:
        try:
            return batch.result(LOOK_SECONDS)
        except TimeoutError:
            if batch.done():
                return batch.result()
    return None
