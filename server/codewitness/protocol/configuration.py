"""Settings as a client gives, changes and is asked for them; a change takes effect at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from codewitness.protocol.settings import SECTION, Settings, is_own, parse_settings

if TYPE_CHECKING:
    from codewitness.protocol.server import Server

log = logging.getLogger(__name__)

SECONDS_TO_START = 1.0  # for which folders wait; a later answer opens them anew
SECONDS_TO_ANSWER = 5.0


class Configuration:
    """What `initializationOptions` say, and over it what the client says last."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._initial = Settings()
        self._told: set[str] = set()
        self._is_asked = False  # whether the client can be asked
        self._n_changes = 0
        self._turn = asyncio.Lock()

    def begin(self, params: lsp.InitializeParams) -> Settings:
        """The settings to start with."""
        workspace = params.capabilities.workspace
        self._is_asked = bool(workspace and workspace.configuration)
        self._initial = self._parsed(params.initialization_options, Settings())
        return self._initial

    @property
    def is_changing(self) -> bool:
        """True while other settings are asked for or taken over."""
        return self._n_changes > 0

    def change(self, given: object) -> asyncio.Future[None]:
        """The client has other settings: those `given`, or else those that it says if asked."""
        self._n_changes += 1
        return asyncio.ensure_future(self._change(given))

    def complete(self) -> Awaitable[object]:
        """Ask the client before folders are opened, but don't let them wait for it for long."""
        asking = [self.change(None)] if self._is_asked else []
        return asyncio.wait(asking, timeout=SECONDS_TO_START) if asking else asyncio.sleep(0)

    async def _change(self, given: object) -> None:
        try:
            async with self._turn:  # the last word counts
                if is_own(given):
                    await self._server.use(self._parsed(given, self._initial))
                elif self._is_asked:
                    await self._server.use(self._asked_for(await self._answer()))
        finally:
            self._n_changes -= 1

    async def _answer(self) -> object:
        item = lsp.ConfigurationItem(section=SECTION)
        try:
            asking = self._server.workspace_configuration_async(
                lsp.ConfigurationParams(items=[item])
            )
            answer = await asyncio.wait_for(asking, SECONDS_TO_ANSWER)
        except Exception as refusal:  # some say that they can and do not
            log.info("the client does not tell its settings: %s", refusal)
            return None
        return _without_nulls(answer[0]) if answer else None

    def _asked_for(self, given: object) -> Settings:
        return self._parsed(given, self._initial, is_shared=True)

    def _parsed(self, given: object, base: Settings, *, is_shared: bool = False) -> Settings:
        settings, problems = parse_settings(given, base, is_shared=is_shared)
        for problem in problems:
            if problem not in self._told:
                self._told.add(problem)
                log.warning("%s", problem)
                self._server.tell(problem)
        return settings


def _without_nulls(given: object) -> object:
    """Settings that the user has not set come as null."""
    if not isinstance(given, Mapping):
        return given
    return {name: _without_nulls(value) for name, value in given.items() if value is not None}
