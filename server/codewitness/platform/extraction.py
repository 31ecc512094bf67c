"""The extractor: a pool of worker processes for many files, this process for few."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from codewitness.engine.ports import Batch, Embedder
from codewitness.platform.memory import give_back

if TYPE_CHECKING:
    from codewitness.platform.work import Reader
    from codewitness.syntax.extract import Analysis


def default_workers() -> int:
    """Worker processes by default: a core each, at most four."""
    return max(1, min(4, os.cpu_count() or 1))


class ProcessExtractor:
    """Reads files of one folder. The pool starts with the first batch and ends with `close`."""

    def __init__(
        self,
        root: Path,
        *,
        embedder_spec: str,
        embedder: Callable[[], Embedder | None],
        max_bytes: int,
        n_workers: int,
    ) -> None:
        self._root = root
        self._embedder_spec = embedder_spec
        self._embedder = embedder
        self._max_bytes = max_bytes
        self._n_workers = n_workers
        self._pool: ProcessPoolExecutor | None = None
        self._own: Reader | None = None

    def submit(self, paths: Sequence[str]) -> Future[Batch]:
        """Read these files in a worker process."""
        from codewitness.platform.work import unpacked, work

        batch: Future[Batch] = Future()
        running = self._started().submit(work, paths)
        running.add_done_callback(lambda done: _pass_on(done, batch, unpacked))
        return batch

    def here(self, analysis: Analysis, layer: str, size: int, mtime_ns: int) -> Batch:
        """Rows of a text that has been read already."""
        return self._reader().batch(analysis, layer, size, mtime_ns)

    def read_here(self, paths: Sequence[str]) -> Batch:
        """Read these files in this process."""
        return self._reader().read(paths)

    def give_back(self) -> None:
        """Return memory that a commit has freed."""
        give_back()

    def close(self) -> None:
        """End the worker processes, after a load; batches that have not begun are cancelled."""
        if self._pool is not None:
            # Asked of the pool itself: another folder's workers are children of this process too.
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in workers:
                worker.terminate()
            give_back()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from codewitness.platform.work import start_worker

            self._pool = ProcessPoolExecutor(
                max_workers=self._n_workers,
                # Forking a process that has threads, as lancedb makes them, can hang the child.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=start_worker,
                initargs=(str(self._root), self._embedder_spec, self._max_bytes),
            )
        return self._pool

    def _reader(self) -> Reader:
        if self._own is None:
            from codewitness.platform.work import Reader

            self._own = Reader(self._root, self._embedder(), self._max_bytes, Counter())
        return self._own


def _pass_on(done: Future, batch: Future[Batch], unpack: Callable) -> None:  # type: ignore[type-arg]
    if not batch.set_running_or_notify_cancel():
        return
    if (error := done.exception()) is not None:
        batch.set_exception(error)
    else:
        batch.set_result(unpack(done.result()))
