"""What the server keeps of a request is gone once that is answered."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from codewitness.protocol.server import Server


class Writer:
    """Takes what is sent."""

    def __init__(self) -> None:
        self.n_written = 0

    def write(self, raw: bytes) -> None:
        self.n_written += raw.count(b"Content-Length")

    def close(self) -> None:
        pass


async def test_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    server, writer = Server(), Writer()
    server.protocol.set_writer(writer)
    number = 0

    async def ask(method: str, params: Any) -> None:
        nonlocal number
        number += 1
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        server.protocol.handle_message(message)
        for _ in range(500):
            if writer.n_written >= number:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"no answer to {message}")

    await ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    for argument in ({"query": "x"}, {"query": 1}):
        params = {"command": "codewitness.search", "arguments": [argument]}
        await ask("workspace/executeCommand", params)
    for name in ("status", "waitForFresh", "reindex", "unknown"):
        await ask("workspace/executeCommand", {"command": f"codewitness.{name}", "arguments": []})
    await ask("workspace/symbol", {"query": "x"})
    await ask("workspace/symbol", {})
    cancelled = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number + 1}}
    request = {"command": "codewitness.waitForFresh", "arguments": []}
    asyncio.get_running_loop().call_soon(server.protocol.handle_message, cancelled)
    await ask("workspace/executeCommand", request)
    await asyncio.sleep(0.05)
    assert server.protocol._request_futures == {}
    assert server.session._tokens == {}
    assert writer.n_written == number
    server.end()
