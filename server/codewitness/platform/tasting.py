"""Texts that may be given to a parser in the server itself, found out in a process that may die.

A grammar holds the interpreter's lock until it has ended, so one that hangs or crashes on a text
takes the server with it. Files that are indexed in worker processes show that there. What is read
in the server and is new there, a buffer that was opened or pasted into, is first read by another
process. (tree-sitter's own way to be stopped is of no use: the texts that take minutes take them
between two of its questions, and its binding crashes when a query is asked to stop.)
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection

from codewitness.model.files import FileState
from codewitness.model.text import Text
from codewitness.platform.generated import is_minified
from codewitness.platform.process import at_most, be_a_worker
from codewitness.platform.workers import (
    FILE_SECONDS,
    TRIES,
    Target,
    Worker,
    WorkerDied,
    WorkersUnavailable,
    questions,
    tell,
)
from codewitness.syntax.registry import reading

log = logging.getLogger(__name__)

SMALL_BYTES = 6_000  # no grammar was found that takes more than half a second for so little
IDLE_SECONDS = 120.0  # the process has 30 MB, and takes 0.3 s to start
TASTE_SECONDS = 60.0  # on the clock
_MAX_KEPT = 512


class Taster:
    """One process for all folders, started when first needed and ended when idle."""

    def __init__(self, target: Target | None = None) -> None:
        self._target = target or run_taster
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._idle: threading.Timer | None = None
        self._found: OrderedDict[str, str | None] = OrderedDict()  # by sha256 of the text

    def objection(self, path: str, text: Text) -> str | None:
        """Why a parser must not read this text; None if it may."""
        key = f"{path}\0{text.sha256}"
        with self._lock:
            if key not in self._found:
                self._found[key] = self._tasted(path, text)
                while len(self._found) > _MAX_KEPT:
                    self._found.popitem(last=False)
            return self._found[key]

    def close(self) -> None:
        """End the process."""
        if (worker := self._worker) is not None:
            worker.end()  # not under the lock: one who waits for its answer holds that

    def _tasted(self, path: str, text: Text) -> str | None:
        why = ""
        for _ in range(TRIES):
            try:
                self._started().ask((path, text.raw), TASTE_SECONDS)
                return None
            except WorkersUnavailable as failure:
                log.warning("%s is read without being tried in another process: %s", path, failure)
                return None
            except WorkerDied as death:
                self._worker = None
                why = f"the process that reads it {death}"
                if death.is_sure:
                    break
        log.warning("%s is set aside: %s", path, why)
        return why

    def _started(self) -> Worker:
        if self._worker is None:
            self._worker = Worker(self._target, ())
            self._worker.wait_until_ready()
        if self._idle is not None:
            self._idle.cancel()
        self._idle = threading.Timer(IDLE_SECONDS, self._rest)
        self._idle.daemon = True
        self._idle.start()
        return self._worker

    def _rest(self) -> None:
        with self._lock:
            if self._worker is not None:
                self._worker.end()
                self._worker = None


class FolderGuard:
    """Says of the texts of one folder whether they may be read here."""

    def __init__(
        self, taster: Taster, state_of: Callable[[str], FileState | None], max_bytes: int
    ) -> None:
        self._taster = taster
        self._state_of = state_of
        self._max_bytes = max_bytes

    def leaves_out(self, text: Text) -> bool:
        """True if a file of this text would not be read: it is too large, or no one wrote it."""
        return len(text) > self._max_bytes or is_minified(text)

    def objection(self, path: str, text: Text) -> str | None:
        """Why `text` may not be given to a parser here; None if it may."""
        state = self._state_of(path)
        if state is not None and state.sha256 == text.sha256:
            return state.aside
        is_suspect = state is not None and state.aside is not None
        if len(text) <= SMALL_BYTES and not is_suspect:
            return None
        how = reading(path, text.raw)
        if how is None or how.grammar is None:
            return None
        return self._taster.objection(path, text)


def run_taster(pipe: Connection) -> None:
    """The process: reads each text that it is sent, and says so once it has."""
    from codewitness.syntax.extract import analyse

    be_a_worker()
    for path, raw in questions(pipe):
        with at_most(FILE_SECONDS):
            analysis = analyse(path, Text(raw), keep=False)
            n_chunks = 0 if analysis is None else len(analysis.facts.chunks)  # makes them, too
        tell(pipe, n_chunks)
