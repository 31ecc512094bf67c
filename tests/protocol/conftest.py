"""Real server processes for tests, each with a cache folder of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import Buffers, write_files
from tests.support.client import PLAIN, Client

Shared = Iterator[Client]


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
        places = {
            "CODEWITNESS_CACHE_DIR": cache,
            "CODEWITNESS_DATA_DIR": self.folder / "data",
            "CODEWITNESS_STATE_DIR": self.folder / "state",
        }
        env = {**{name: str(path) for name, path in places.items()}, **more.pop("env", {})}
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


@pytest.fixture(scope="module")
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """A server without a folder, with the `SETTINGS` and `CAPABILITIES` of a module."""
    starting = Starting(tmp_path_factory.mktemp("shared"))
    client = starting()
    client.initialize(
        initializationOptions=getattr(request.module, "SETTINGS", PLAIN),
        capabilities=getattr(request.module, "CAPABILITIES", {}),
    )
    yield client
    starting.end()


@pytest.fixture
def client(shared: Client, root: Path, request: pytest.FixtureRequest) -> Shared:
    """A server whose only folder is `root` with the module's `FILES`, all of them indexed."""
    write_files(root, getattr(request.module, "FILES", {}))
    with open_folder(shared, root):
        yield shared


@pytest.fixture
def buffers(client: Client, root: Path) -> Buffers:
    """The open buffers of `client`."""
    return Buffers(client, root)


@contextmanager
def open_folder(client: Client, root: Path) -> Iterator[None]:
    """`root` as a folder of the workspace, indexed; it leaves the workspace again."""
    change_folders(client, added=[root])
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    try:
        yield
    finally:
        change_folders(client, removed=[root])


def change_folders(
    client: Client, *, added: Iterable[Path] = (), removed: Iterable[Path] = ()
) -> None:
    """Tell the server of folders that come and go."""
    event = {
        "added": [{"uri": root.as_uri(), "name": root.name} for root in added],
        "removed": [{"uri": root.as_uri(), "name": root.name} for root in removed],
    }
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
