"""Settings that change while the server runs, pushed by the client or asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.protocol.buffers import Buffers, calls, names, write_files
from tests.protocol.conftest import Starting
from tests.support.client import PLAIN, Client, until

FILES = {
    "a.py": "def alpha(): first()\n",
    "pkg/b.py": "def beta(): second()\n",
    "long.py": "def long(): third()\n" + "# more\n" * 200,
}


def push(client: Client, settings: Any) -> None:
    client.notify("workspace/didChangeConfiguration", {"settings": settings})


def indexed(client: Client) -> int:
    """Number of files once all is settled; 0 while an index is opened."""
    status = client.run("status")
    return int(status["files"]["indexed"]) if status["state"] == "ready" else 0


def test_pushed(client: Client, root: Path, buffers: Buffers) -> None:
    buffers.open("a.py", "def alpha(): unsaved()\n")
    push(client, {"codewitness": {**PLAIN, "index": {"exclude": ["pkg/"], "workers": 1}}})
    assert until(lambda: indexed(client) == 2, 30)
    assert names(client.run("search", {"query": "second"})) == []
    assert calls(client.run("signals", {"symbol": "alpha"})) == ["unsaved"]
    assert names(client.run("search", {"query": "unsaved"})) == ["alpha"]

    push(client, {"codewitness": {"index": {"maxFileBytes": 100}}})  # the rest as at the start
    assert until(lambda: client.run("status")["files"]["failedByReason"].get("size") == 1, 30)
    assert until(lambda: indexed(client) == 2, 30)
    assert names(client.run("search", {"query": "second"})) == ["beta"]

    push(client, {"codewitness": {"embedder": "static"}})
    assert until(lambda: str(client.run("status")["embedder"]).startswith("static"), 30)
    assert until(lambda: indexed(client) == 3, 30)
    assert until(lambda: client.run("status")["storage"]["role"] == "writer", 30)
    answer = client.run("search", {"query": "second", "mode": "semantic"})
    assert "beta" in names(answer)
    assert answer["notes"] == []

    push(client, {"python": {"analysis": {"typeCheckingMode": "strict"}}})  # others'
    push(client, None)
    push(client, {"codewitness": {}})
    assert until(lambda: client.run("status")["embedder"] is None, 30)
    assert client.told("window/showMessage") == []


def test_wrong_ones_are_told_once(client: Client, root: Path) -> None:
    before = len(client.told("window/showMessage"))

    def told() -> list[str]:
        return [one["message"] for one in client.told("window/showMessage")[before:]]

    for _ in range(3):
        push(client, {"codewitness": {"index": {"watch": "now and then", "exclude": ["pkg/"]}}})
    assert until(lambda: indexed(client) == 2, 30)
    push(client, {"codewitness": {"index": {"watch": 1}, "embedder": "magic"}})
    assert until(lambda: indexed(client) == 3, 30)
    assert until(lambda: len(told()) == 3, 30)
    assert told() == [
        "codewitness.index.watch: expected one of auto, polling, off, got 'now and then'",
        "codewitness.index.watch: expected one of auto, polling, off, got 1",
        "codewitness.embedder: expected static, static:FOLDER, sentence-transformers:NAME or none, "
        "got 'magic'",
    ]
    push(client, {"codewitness": {}})


def test_asked_for(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client, asked = serve(), list[Any]()
    said = {"index": {"exclude": ["pkg/"], "watch": None}, "trace": {"server": "off"}, "own": 1}

    def answer(params: Any) -> list[Any]:
        asked.append(params)
        return [said]

    client.replies["workspace/configuration"] = answer
    offers = {
        "workspace": {
            "configuration": True,
            "didChangeConfiguration": {"dynamicRegistration": True},
        }
    }
    client.initialize(root, capabilities=offers)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert asked == [{"items": [{"section": "codewitness"}]}]
    assert indexed(client) == 2
    assert until(lambda: len(client.requests) == 2, 30)
    (wanted,) = client.requests[1]["params"]["registrations"]
    assert wanted["method"] == "workspace/didChangeConfiguration"
    assert wanted["registerOptions"] == {"section": "codewitness"}
    said = {}
    push(client, None)
    assert until(lambda: indexed(client) == 3, 30)
    assert client.told("window/showMessage") == []
    assert client.shut_down() == 0


def test_a_client_that_never_answers(serve: Starting, root: Path) -> None:
    """What was asked is waited for, but not for long."""
    write_files(root, FILES)
    client = serve()
    client.unanswered.add("workspace/configuration")
    client.initialize(root, capabilities={"workspace": {"configuration": True}})
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert indexed(client) == 3
