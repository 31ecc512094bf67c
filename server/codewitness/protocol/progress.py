"""Work-done progress: for a client's own token, or a server's where the client can show one."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

TELL_SECONDS = 1.0  # between two reports of the same percentage


def _do_nothing() -> None:
    return None


class Progress:
    """Work that a client can watch and cancel, again and again.

    Only `report` may be called from any thread. `so_far` is what was done of how much.
    """

    def __init__(
        self,
        server: Server,
        title: str,
        token: lsp.ProgressToken | None = None,
        on_cancel: Callable[[], None] = _do_nothing,
    ) -> None:
        self.so_far = (0, 0)
        self.on_cancel = on_cancel
        self._server = server
        self._title = title
        self._given = token
        self._token: lsp.ProgressToken | None = None  # while the client shows it
        self._is_running = False
        self._is_silent = False
        self._is_unwanted = False  # cancelled, and the work has not stopped yet
        self._percent = -1
        self._told_at = 0.0

    def report(self, done: int, total: int) -> None:
        """`done` of `total` files; begins with the first report and ends with the last."""
        self._server.on_loop(self._report, done, total)

    def be_silent(self, is_silent: bool) -> None:
        """Begin nothing for now; someone else tells the client."""
        self._is_silent = is_silent
        self.so_far = (0, 0)

    def begin(self) -> None:
        """Show it, as soon as the client agrees."""
        self._is_running = True
        if self._given is not None:
            self._show(self._given)
        elif self._server.can_show_progress:
            asyncio.ensure_future(self._ask())  # noqa: RUF006 (it ends with the client's answer)

    def advance(self, done: int, total: int) -> None:
        """`done` of `total` files."""
        percent = 100 * done // max(total, 1)
        now = time.monotonic()
        # One of a hundred parts of a large folder takes long enough to look like a standstill.
        is_due = percent != self._percent or now - self._told_at >= TELL_SECONDS
        if self._token is not None and is_due:
            self._percent, self._told_at = percent, now
            message = f"{done} of {total} files read"
            self._send(lsp.WorkDoneProgressReport(message=message, percentage=percent))

    def end(self, message: str | None = None) -> None:
        """The work is done, was cancelled, or has failed."""
        if self._token is not None:
            self._send(lsp.WorkDoneProgressEnd(message=message))
            self._server.progress_cancels.pop(self._token, None)
            self._server.protocol.progress.tokens.pop(self._token, None)
        self._token, self._is_running, self._percent = None, False, -1

    def _report(self, done: int, total: int) -> None:
        self.so_far = (done, total)
        if done >= total:
            self._is_unwanted = False
            self.end(f"{total} files")
        elif self._is_running:
            self.advance(done, total)
        elif not (self._is_silent or self._is_unwanted):
            self.begin()

    async def _ask(self) -> None:
        token = str(uuid.uuid4())
        try:
            await self._server.work_done_progress.create_async(token)
        except Exception as refusal:  # a client may refuse; then nothing is shown
            log.info("the client shows no progress: %s", refusal)
            return
        if self._is_running and self._token is None:
            self._show(token)
            self.advance(*self.so_far)

    def _show(self, token: lsp.ProgressToken) -> None:
        self._token = token
        self._server.progress_cancels[token] = self._cancel
        self._send(lsp.WorkDoneProgressBegin(title=self._title, cancellable=True, percentage=0))

    def _cancel(self) -> None:
        self._is_unwanted = True
        self.on_cancel()
        self.end("cancelled")

    def _send(
        self,
        value: lsp.WorkDoneProgressBegin | lsp.WorkDoneProgressReport | lsp.WorkDoneProgressEnd,
    ) -> None:
        shown = self._server.protocol._converter.unstructure(value)
        self._server.protocol.notify(
            lsp.PROGRESS,
            lsp.ProgressParams(token="" if self._token is None else self._token, value=shown),
        )
