"""Worker processes that read batches of files, and what is done when one of them dies or hangs.

A grammar is foreign code in C: it may crash, or never end, on a file that no one has tried. So a
batch whose worker has gone is tried again one file at a time, and a file that twice ends a process
of its own is read as plain text, which no grammar sees.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

log = logging.getLogger(__name__)

# Processor seconds that one file may take; large ones of 2 MB take 3 (see platform.work).
FILE_SECONDS = 10.0
# On the clock, for what waits rather than works: a network disk, or a system without timers.
BATCH_SECONDS = 300.0
START_SECONDS = 120.0
TRIES = 2  # a process may be killed from outside, for want of memory, while it reads a good file
_LOOK_SECONDS = 0.2

Answer = TypeVar("Answer")
# Given the pipe and these arguments, says READY, then answers each question.
Target = Callable[..., None]
READY = "ready"


class WorkerDied(RuntimeError):
    """A worker has ended, or was ended, before it answered; the message says how.

    `is_sure` if it would be so again: it has used up its time.
    """

    def __init__(self, how: str, *, is_sure: bool = False) -> None:
        super().__init__(how)
        self.is_sure = is_sure


class WorkersUnavailable(RuntimeError):
    """Worker processes can't be started."""


class Worker:
    """One process and the pipe to it. Not for several threads."""

    def __init__(self, target: Target, arguments: Sequence[Any]) -> None:
        # Forking a process that has threads, as lancedb makes them, can hang the child.
        context = multiprocessing.get_context("spawn")
        self._pipe: Connection
        self._pipe, other = context.Pipe()
        self.process = context.Process(target=target, args=(other, *arguments), daemon=True)
        self.process.start()
        other.close()  # so that its end is seen

    def wait_until_ready(self, seconds: float = START_SECONDS) -> None:
        """Until it says so; raises `WorkersUnavailable`."""
        try:
            self._answer(time.monotonic() + seconds)
        except WorkerDied as death:
            raise WorkersUnavailable(f"a worker process does not start: it {death}") from None

    def ask(self, question: Any, seconds: float = BATCH_SECONDS) -> Any:
        """Its answer; raises `WorkerDied`, and then there is no process any more."""
        try:
            self._pipe.send(question)
        except OSError:
            raise self._death() from None
        return self._answer(time.monotonic() + seconds)

    def end(self) -> None:
        """End the process. From any thread; whoever waits for an answer is told."""
        self.process.kill()

    def _answer(self, until: float) -> Any:
        try:
            while not self._pipe.poll(_LOOK_SECONDS):
                if time.monotonic() > until:
                    self.process.kill()
                    self._death()
                    raise WorkerDied("gives no answer")
            return self._pipe.recv()
        except (EOFError, OSError):
            raise self._death() from None

    def _death(self) -> WorkerDied:
        """Make sure that it has ended; gives how."""
        self.process.join(1)
        self.process.kill()
        self.process.join()
        self._pipe.close()
        return _death(self.process.exitcode)


def questions(pipe: Connection) -> Iterator[Any]:
    """In a worker: what it is asked, once it has said that it is ready; ends with who asks."""
    tell(pipe, READY)
    while True:
        try:
            question = pipe.recv()
        except (EOFError, ConnectionError):
            return
        yield question


def tell(pipe: Connection, answer: Any) -> None:
    """In a worker: send an answer, for which nobody may wait any more."""
    with suppress(ConnectionError):
        pipe.send(answer)


class Pool(Generic[Answer]):
    """Workers that are asked in their turn, each by a thread of its own; they start at once."""

    def __init__(
        self,
        target: Target,
        arguments: Sequence[Any],
        n_workers: int,
        join: Callable[[Sequence[Answer]], Answer],
    ) -> None:
        self._target, self._arguments = target, arguments
        self._join = join
        self._jobs: SimpleQueue[tuple[Sequence[str], Future[Answer]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._workers: list[Worker] = []
        self._is_closed = False
        self._n_workers = n_workers
        for number in range(n_workers):
            name = f"codewitness-worker {number}"
            threading.Thread(target=self._serve, name=name, daemon=True).start()

    def submit(self, paths: Sequence[str]) -> Future[Answer]:
        """Have these files read."""
        future: Future[Answer] = Future()
        self._jobs.put((paths, future))
        return future

    def close(self) -> None:
        """End all processes; what has not been answered is cancelled or fails."""
        with self._lock:
            self._is_closed = True
            workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()
        for _ in range(self._n_workers):
            self._jobs.put(None)

    def _serve(self) -> None:
        turn = _Turn(self._hired)
        with suppress(WorkersUnavailable):  # told when one is wanted
            turn.begin()
        while (job := self._jobs.get()) is not None:
            paths, future = job
            if self._is_closed:
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._read(turn, paths))
            except Exception as failure:  # told to whoever waits for the batch
                future.set_exception(failure)
        turn.end()

    def _hired(self) -> Worker:
        try:
            worker = Worker(self._target, self._arguments)
        except OSError as error:
            raise WorkersUnavailable(f"a worker process can't be started: {error}") from None
        with self._lock:
            self._workers.append(worker)
            if self._is_closed:
                worker.end()
        worker.wait_until_ready()
        return worker

    def _read(self, turn: _Turn, paths: Sequence[str]) -> Answer:
        try:
            return turn.ask(paths, {})  # type: ignore[no-any-return]
        except WorkerDied as death:
            if self._is_closed:
                raise
            log.warning("a worker process %s; its %d files are read singly", death, len(paths))
        return self._join([self._read_alone(turn, path) for path in paths])

    def _read_alone(self, turn: _Turn, path: str) -> Answer:
        for _ in range(TRIES):
            try:
                return turn.ask([path], {})  # type: ignore[no-any-return]
            except WorkerDied as death:
                if self._is_closed:
                    raise
                why = f"the process that reads it {death}"
                if death.is_sure:
                    break
        log.warning("%s is set aside: %s", path, why)
        return turn.ask([path], {path: why})  # type: ignore[no-any-return]


class _Turn:
    """The worker of one thread, replaced by a new one when it has gone."""

    def __init__(self, hire: Callable[[], Worker]) -> None:
        self._hire = hire
        self._worker: Worker | None = None

    def begin(self) -> Worker:
        """The worker, hired if there is none."""
        if self._worker is None:
            self._worker = self._hire()
        return self._worker

    def ask(self, paths: Sequence[str], aside: Mapping[str, str]) -> Any:
        worker = self.begin()
        try:
            return worker.ask((paths, aside))
        except WorkerDied:
            self._worker = None
            raise

    def end(self) -> None:
        if self._worker is not None:
            self._worker.end()


def _death(code: int | None) -> WorkerDied:
    """How a process ended, for people."""
    if code is None or code >= 0:
        return WorkerDied(f"ends with exit code {code}")
    if hasattr(signal, "SIGPROF") and -code == signal.SIGPROF:
        return WorkerDied(f"needs more than {FILE_SECONDS:g} s", is_sure=True)
    try:
        return WorkerDied(f"ends by {signal.Signals(-code).name}")
    except ValueError:
        return WorkerDied(f"ends by signal {-code}")
