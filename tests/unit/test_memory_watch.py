"""Looking for what others record ends with the server."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import cast

import pytest

from codewitness.protocol.memory_watch import MemoryWatch
from codewitness.protocol.server import Server


def test_a_loop_that_ends_its_threads_is_looked_for_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "codewitness")
    server = SimpleNamespace(was_shut_down=False, session=SimpleNamespace(folders=[]))

    async def run() -> None:
        await asyncio.get_running_loop().shutdown_default_executor()
        MemoryWatch(cast("Server", server)).begin()

    asyncio.run(run())
    assert "looked at no more" in caplog.text
