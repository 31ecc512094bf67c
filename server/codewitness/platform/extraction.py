"""The extractor: a pool of worker processes for many files, this process for few."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from codewitness.engine.ports import NO_GUARD, Batch, Embedder, Guard
from codewitness.platform.memory import give_back, trim
from codewitness.platform.workers import Pool, Target

if TYPE_CHECKING:
    from codewitness.engine.known_vectors import Known
    from codewitness.platform.work import Reader, Shipment
    from codewitness.syntax.extract import Analysis


def default_workers() -> int:
    """Worker processes by default: a core each, at most four."""
    return max(1, min(4, os.cpu_count() or 1))


class ProcessExtractor:
    """Reads files of one folder. The pool starts with the first batch and ends with `close`."""

    def __init__(  # noqa: PLR0913 (all of them by name)
        self,
        root: Path,
        *,
        embedder_spec: Callable[[], str],
        embedder: Callable[[], Embedder | None],
        max_bytes: int,
        n_workers: int,
        guard: Guard = NO_GUARD,
        target: Target | None = None,
        known_vectors: Callable[[str], Known] = lambda _: {},
    ) -> None:
        self._root = root
        self._embedder_spec = embedder_spec
        self._embedder = embedder
        self._max_bytes = max_bytes
        self._n_workers = n_workers
        self._guard = guard
        self._known_vectors = known_vectors
        self._target = target  # None: `platform.work.run_worker`
        self._pool: Pool[Shipment] | None = None
        self._own: Reader | None = None

    def submit(self, paths: Sequence[str]) -> Future[Batch]:
        """Read these files in a worker process."""
        from codewitness.platform.work import unpacked

        batch: Future[Batch] = Future()
        running = self._started().submit(paths)
        running.add_done_callback(lambda done: _pass_on(done, batch, unpacked))
        return batch

    def hire(self) -> None:
        """Start the worker processes: there will be much to read."""
        self._started()

    def here(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of a text that has been read already."""
        return self._reader().batch(analysis, layer, size, mtime_ns)

    def read_here(self, paths: Sequence[str], *, anew: bool = False) -> Batch:
        """Read these files in this process; with `anew` no vector is taken over."""
        return self._reader().read(paths, anew=anew)

    def give_back(self) -> None:
        """Return memory that a commit has freed."""
        give_back()

    def trim(self) -> None:
        """Return memory that no Python object held; cheaper than `give_back`."""
        trim()

    def close(self) -> None:
        """End the worker processes, after a load; batches that have not begun are cancelled."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None
            give_back()

    def _started(self) -> Pool[Shipment]:
        if self._pool is None:
            from codewitness.platform.work import joined_shipments, run_worker

            arguments = (str(self._root), self._embedder_spec(), self._max_bytes)
            target = self._target or run_worker
            self._pool = Pool(target, arguments, self._n_workers, joined_shipments)
        return self._pool

    def _reader(self) -> Reader:
        if self._own is None:
            from codewitness.engine.known_vectors import KnownVectors
            from codewitness.platform.work import Reader

            self._own = Reader(
                self._root,
                self._embedder(),
                self._max_bytes,
                Counter(),
                guard=self._guard,
                known=KnownVectors(self._known_vectors),
            )
        return self._own


def _pass_on(done: Future, batch: Future[Batch], unpack: Callable) -> None:  # type: ignore[type-arg]
    if done.cancelled():
        batch.cancel()
    if not batch.set_running_or_notify_cancel():
        return
    if (error := done.exception()) is not None:
        batch.set_exception(error)
    else:
        batch.set_result(unpack(done.result()))
