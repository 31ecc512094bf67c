"""Looking for what others record ends with the server."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

from codewitness.protocol.memory_watch import MemoryWatch
from codewitness.protocol.server import Server


def test_a_loop_that_ends_its_threads_is_looked_for_nothing() -> None:
    server = SimpleNamespace(was_shut_down=False, session=SimpleNamespace(folders=[]))

    async def run() -> None:
        await asyncio.get_running_loop().shutdown_default_executor()
        MemoryWatch(cast("Server", server)).begin()

    asyncio.run(run())
