"""Runs what the memory does by itself: captures saves and commits, writes down where anchors go."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from codewitness.engine.cancel import Cancelled
from codewitness.engine.look import with_disk
from codewitness.engine.view import Snapshot
from codewitness.features.places import BadRequest
from codewitness.platform.journal import JournalUnusable
from codewitness.protocol import convert

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)


class Remembering:
    """Jobs in a thread of its own, one after the other, each on the snapshot of its moment."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="codewitness-remembering")
        self._capture: Any = None

    def opened(self, uri: str) -> None:
        """A buffer was opened. On the loop."""
        if self._server.settings.memory_capture_saves:
            self._run(self._note_opened, uri)

    def saved(self, uri: str) -> None:
        """A buffer was saved. On the loop."""
        self._run(self._note_saved, uri)

    def close(self) -> None:
        """Take no more jobs."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _run(self, job: Any, uri: str) -> None:
        if self._server.was_shut_down:
            return
        done = self._thread.submit(job, self._server.session.snapshot(None), uri)
        done.add_done_callback(_told)

    def _captured(self) -> Any:
        if self._capture is None:
            from codewitness.features.capture import Capture

            self._capture = Capture()
        return self._capture

    def _note_opened(self, snapshot: Snapshot, uri: str) -> None:
        place = convert.place_in_workspace(uri, snapshot)
        for folder in snapshot.folders:
            if place is not None and str(folder.root) == place[0]:
                document = folder.document(place[1])
                if document is not None:
                    self._captured().opened(folder, place[1], document.text)

    def _note_saved(self, snapshot: Snapshot, uri: str) -> None:
        place = convert.place_in_workspace(uri, snapshot)
        if place is None:
            return
        from codewitness.features.capture import captured_scope, note_commits
        from codewitness.features.published import keep_reports

        settings = self._server.settings
        scope = captured_scope(with_disk(snapshot), place[0])
        if scope is None or not scope.memory.records():
            return
        if settings.memory_capture_saves:
            self._captured().saved(snapshot, scope.folder, place[1])
        keep_reports(scope, place[1])
        note_commits(scope)
        scope.keep_anchors()


def _told(done: Future[None]) -> None:
    """Say what went wrong; a failed capture must not stop the next."""
    if done.cancelled():
        return
    error = done.exception()
    if isinstance(error, Cancelled):
        return
    if isinstance(error, JournalUnusable | OSError | BadRequest):
        log.warning("memory: %s", error)
    elif error is not None:
        log.error("memory: %s", type(error).__name__, exc_info=error)
