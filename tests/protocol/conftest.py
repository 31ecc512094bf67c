"""Real server processes for tests, each with a cache folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import Buffers
from tests.support.client import Client

Starter = Callable[..., Client]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.protocol)


class Starting:
    """Starts servers and ends them; a traceback in what one has logged fails the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clients: list[Client] = []
        self.may_log_failures = False

    def __call__(self, *arguments: str, **more: Any) -> Client:
        cache = more.pop("cache", self.folder / "cache")
        log = self.folder / f"stderr-{len(self.clients)}.txt"
        env = {"CODEWITNESS_CACHE_DIR": str(cache), **more.pop("env", {})}
        client = Client(arguments, env=env, log=log, **more)
        self.clients.append(client)
        return client

    def end(self) -> None:
        """End all servers."""
        for client in self.clients:
            client.close()
        for client in self.clients:
            assert self.may_log_failures or "Traceback" not in client.log(), client.log()
            for number, answers in client.answers.items():
                assert len(answers) == 1, f"request {number} was answered twice: {answers}"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Starting]:
    """Call it to start a server."""
    starting = Starting(tmp_path)
    yield starting
    starting.end()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty workspace folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def client(serve: Starting, root: Path) -> Client:
    """A server on `root`, initialized."""
    started = serve()
    started.initialize(root)
    return started


@pytest.fixture
def buffers(client: Client, root: Path) -> Buffers:
    """The open buffers of `client`."""
    return Buffers(client, root)
