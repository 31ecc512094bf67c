"""Lenses count what other files say too: the client asks for them anew once those have changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from codewitness.engine.moment import NEVER, Moment

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

LOOK_SECONDS = 1.0  # what is the same at two looks is at rest


class LensRenewal:
    """Asks the client to ask again, once for all that has changed between two rests."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._seen = self._told = NEVER

    def begin(self) -> None:
        """Look from now on. On the loop."""
        if self._server.was_shut_down:
            return
        now = Moment.of(self._server.session)
        is_at_rest = now.is_ready and now.is_same(self._seen)
        if is_at_rest and not now.is_same(self._told):
            self._server.renew_lenses()
            self._told = now
        self._seen = now
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self.begin)
