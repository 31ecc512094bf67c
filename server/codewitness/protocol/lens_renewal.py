"""Lenses count what other files say too: the client asks for them anew once those have changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from codewitness.engine.moment import NEVER, Moment

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

LOOK_SECONDS = 1.0  # what is the same at two looks is at rest
LOOKS_WHILE_READING = 5  # between two numbers of callers "so far"


class LensRenewal:
    """Asks the client to ask again, once for all that has changed between two rests.

    While files are read for the first time there is no rest; then it is now and again.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._seen = self._told = NEVER
        self._n_looks = 0  # since the client was told

    def begin(self) -> None:
        """Look from now on. On the loop."""
        if self._server.was_shut_down:
            return
        self.look()
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self.begin)

    def look(self) -> None:
        """Tell the client if it is time and something has changed since it was told."""
        now = Moment.of(self._server.session)
        self._n_looks += 1
        is_while = self._n_looks >= LOOKS_WHILE_READING and any(view.files for view in now.views)
        is_time = now.is_same(self._seen) if now.is_ready else is_while
        if is_time and not now.is_same(self._told):
            self._server.renew_lenses()
            self._told, self._n_looks = now, 0
        self._seen = now
