"""Other servers and shells write the same records: what shows them is then looked at anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codewitness.engine.ports import Memories
from codewitness.platform.journal import JournalUnusable

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0

Versions = tuple[int, ...]


class MemoryWatch:
    """Renews diagnostics and lenses once the records of a folder are others."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._seen: Versions | None = None

    def begin(self) -> None:
        """Look from now on. On the loop."""
        if self._server.was_shut_down:
            return
        memories = [one.memories for one in self._server.session.folders if one.memories]
        try:
            looking = asyncio.get_running_loop().run_in_executor(None, _versions, memories)
        except RuntimeError as error:  # the client has gone, and the loop ends its threads
            log.debug("memory is looked at no more: %s", error)
            return
        looking.add_done_callback(self._looked)

    def _looked(self, done: asyncio.Future[Versions | None]) -> None:
        if self._server.was_shut_down or done.cancelled():
            return
        now = done.result()
        if now is not None and self._seen not in (None, now):
            self._server.diagnosing.changed()
            self._server.renew_lenses()
        self._seen = now if now is not None else self._seen
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self.begin)


def _versions(memories: Sequence[Memories]) -> Versions | None:
    """How often the records of each folder have changed; None if they can't be read now."""
    try:
        return tuple(one.open(one.scope()).version() for one in memories)
    except (JournalUnusable, OSError) as error:
        log.debug("memory: %s", error)
        return None
