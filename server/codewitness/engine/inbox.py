"""What others leave for the writer of an index: changed buffers and files, and jobs to wait for."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition
from typing import Any, TypeVar

from codewitness.engine.documents import Document
from codewitness.storage.faults import IndexFault

log = logging.getLogger(__name__)

IDLE_SECONDS = 0.1  # after the last keystroke, before a buffer's rows are written
HELD_SECONDS = 0.25  # after it, at most, while somebody waits for what else the edit leads to
LONGEST_IDLE_SECONDS = 1.6  # of one who was seen to go on typing while they were written
# While keystrokes keep coming; answers read the buffer meanwhile, and those beside a write wait.
LONGEST_WAIT_SECONDS = 10.0
# Another branch is thousands of files within a second or two: they are read in one go.
FEW_PATHS = 12
DISK_IDLE_SECONDS, LONGEST_DISK_WAIT_SECONDS = 0.25, 3.0
LONG_LOOK_SECONDS = 0.1  # after a look that took longer the writer rests as long
MAX_KNOWN_PATHS = 64  # that a request looks at by itself, if the writer has not yet
CLOSED = "the index is closed"

_Result = TypeVar("_Result")


@dataclass(slots=True)
class Waiting:
    """What is due to be written."""

    changed: dict[str, Document] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    disk: set[str] = field(default_factory=set)


class Inbox:
    """Filled from any thread, emptied by the writer."""

    def __init__(self) -> None:
        self.is_stopping = False
        self.is_cancelled = False
        self.failure = ""
        self.open_paths: frozenset[str] = frozenset()  # of the buffers
        self._is_woken = False
        self._wake = Condition()
        self._changed: dict[str, Document] = {}
        self._changed_at = self._waiting_since = 0.0
        self._taken: frozenset[str] = frozenset()
        self._is_overtaken = False
        self._idle_seconds = IDLE_SECONDS
        self._is_held = False
        self._closed: set[str] = set()
        self._disk: set[str] = set()
        self._disk_at = self._disk_since = self._disk_rests_until = 0.0
        self._disk_taken: set[str] = set()
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()

    @property
    def is_interrupted(self) -> bool:
        """True if long work is to end after its present step."""
        return self.is_cancelled or self.is_stopping

    @property
    def is_empty(self) -> bool:
        """True if nothing waits."""
        return not (self._changed or self._closed or self._disk or self._jobs)

    def document_changed(self, document: Document) -> None:
        """A buffer has new text."""
        with self._wake:
            now = time.monotonic()
            if document.path not in self.open_paths:
                self.open_paths |= {document.path}
            if document.path not in self._changed:
                self._waiting_since = self._waiting_since or now
            self._changed[document.path] = document
            self._is_overtaken |= document.path in self._taken
            self._closed.discard(document.path)
            self._changed_at = now
            self._wake.notify()

    def document_closed(self, path: str) -> None:
        """A buffer was closed."""
        with self._wake:
            self._changed.pop(path, None)
            self.open_paths -= {path}
            self._closed.add(path)
            self._note([path])

    def disk_changed(self, paths: Iterable[str]) -> None:
        """These files may have changed on disk."""
        with self._wake:
            self._note(paths)

    def unlooked(self) -> frozenset[str] | None:
        """Paths that may have changed, and that the writer has not dealt with; None: too many."""
        return self.not_dealt_with()[0]

    def not_dealt_with(self) -> tuple[frozenset[str] | None, int, int]:
        """The same, with how many the writer has not taken yet, and how many it is at."""
        with self._wake:
            n_waiting, n_taken = len(self._disk), len(self._disk_taken)
            if n_waiting + n_taken > MAX_KNOWN_PATHS:
                return None, n_waiting, n_taken
            return frozenset(self._disk | self._disk_taken), n_waiting, n_taken

    def documents_are_done(self) -> None:
        """The writer has dealt with the buffers that it took last.

        If one of them was typed into meanwhile, that was no rest: the next time a rest is to be
        twice as long, so that keystrokes and answers do not share the processor with rows that
        nobody will read.
        """
        with self._wake:
            if self._taken:
                longer = min(2 * self._idle_seconds, LONGEST_IDLE_SECONDS)
                self._idle_seconds = longer if self._is_overtaken else IDLE_SECONDS
            self._taken = frozenset()
            self._is_overtaken = False

    def disk_is_done(self, seconds: float) -> None:
        """The writer has dealt with what it took last, which took it so long."""
        with self._wake:
            self._disk_taken = set()
            if seconds > LONG_LOOK_SECONDS:  # a build may make folders without end
                rest = min(seconds, LONGEST_DISK_WAIT_SECONDS)
                self._disk_rests_until = time.monotonic() + rest

    def hold(self, is_held: bool) -> None:
        """Whether rows wait a little longer: answers and rows share one processor."""
        with self._wake:
            self._is_held = is_held
            self._wake.notify()

    def wake(self) -> None:
        """The writer is to look at what is due."""
        with self._wake:
            self._is_woken = True
            self._wake.notify()

    def stop(self) -> None:
        """The writer is to end."""
        with self._wake:
            self.is_stopping = True
            self._wake.notify()

    def job(self, work: Callable[[], _Result]) -> Future[_Result]:
        """Work for the writer; the future fails at once if there is no writer any more."""
        future: Future[_Result] = Future()
        with self._wake:
            if self.is_stopping or self.failure:
                future.set_exception(RuntimeError(self.failure or CLOSED))
                return future
            self._jobs.append((work, future))
            self._wake.notify()
        return future

    def wait(self, longest: float) -> None:
        """Until something is due, or `longest` seconds."""
        with self._wake:
            until = time.monotonic() + longest
            while not (self.is_stopping or self._jobs or self._closed or self._is_woken):
                now = time.monotonic()
                left = min(until, self._due(), self._disk_due()) - now
                if left <= 0:
                    return
                self._wake.wait(left)
            self._is_woken = False

    def take(self, *, force: bool, with_disk: bool) -> Waiting:
        """What is due now: buffers at rest (all with `force`), and changes on disk if wanted."""
        with self._wake:
            waiting = Waiting(closed=self._closed)
            self._closed = set()
            if with_disk and (force or self._disk_due() <= time.monotonic()):
                waiting.disk, self._disk = self._disk, set()
                self._disk_taken |= waiting.disk
            if self._changed and (force or self._due() <= time.monotonic()):
                waiting.changed, self._changed = self._changed, {}
                self._taken = frozenset(waiting.changed)
                self._waiting_since = 0.0
        return waiting

    def take_disk(self) -> set[str]:
        """What may have changed on disk, due or not; `disk_is_done` when it was dealt with."""
        with self._wake:
            taken, self._disk = self._disk, set()
            self._disk_taken |= taken
            return taken

    def do_jobs(self) -> None:
        """Do what is asked for, in order; called by the writer."""
        while self._jobs:
            work, future = self._jobs.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            self.is_cancelled = False  # what was cancelled is what ran before
            try:
                future.set_result(work())
            except IndexFault as fault:  # whoever waits is told, and the log has it already
                future.set_exception(fault)
            except Exception as failure:  # told to whoever waits
                log.exception("a job of the index writer failed")
                future.set_exception(failure)

    def fail_jobs(self) -> None:
        """There is no writer any more: nobody waits in vain."""
        with self._wake:
            self.is_stopping = True  # from here on `job` takes none
            left, self._jobs = self._jobs, deque()
        for _, future in left:
            if future.set_running_or_notify_cancel():
                future.set_exception(RuntimeError(self.failure or CLOSED))

    def _note(self, paths: Iterable[str]) -> None:
        now = time.monotonic()
        self._disk_since = self._disk_since if self._disk else now
        self._disk_at = now
        self._disk.update(paths)
        self._wake.notify()

    def _disk_due(self) -> float:
        """When what has changed on disk is to be read."""
        if not self._disk:
            return float("inf")
        due = self._disk_since
        if len(self._disk) > FEW_PATHS:
            due = min(self._disk_at + DISK_IDLE_SECONDS, due + LONGEST_DISK_WAIT_SECONDS)
        return max(due, self._disk_rests_until)

    def _due(self) -> float:
        """When waiting buffers are to be written."""
        if not self._changed:
            return float("inf")
        rest = max(self._idle_seconds, HELD_SECONDS) if self._is_held else self._idle_seconds
        rested = self._changed_at + rest
        return min(rested, self._waiting_since + LONGEST_WAIT_SECONDS)
