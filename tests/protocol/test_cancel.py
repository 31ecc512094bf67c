"""A cancelled request is answered once, with -32800; its work stops and the server goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.protocol.buffers import large_files, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, Json, Refused, children, notification, until

CANCELLED = -32800
N_FILES = 240


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("cancel")
    write_files(folder / "project", large_files(N_FILES, 4))
    starting = Starting(folder)
    client = starting()
    client.initialize(folder / "project")
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    yield client
    starting.end()


def cancel(request: Json) -> Json:
    return notification("$/cancelRequest", {"id": request["id"]})


def outcome(client: Client, request: Json) -> int:
    """0 for a result, else the code of the error."""
    try:
        client.answer(request)
    except Refused as refused:
        return refused.code
    return 0


def test_searches(client: Client) -> None:
    asked = [
        client.command("search", {"query": f"work {number} queue item name", "limit": 200})
        for number in range(20)
    ]
    client.send(*(message for request in asked for message in (request, cancel(request))))
    outcomes = [outcome(client, request) for request in asked]
    assert set(outcomes) <= {0, CANCELLED}
    assert outcomes.count(CANCELLED) > len(asked) // 2
    assert client.run("search", {"query": "queue"})["results"]
    assert all(len(client.answers[request["id"]]) == 1 for request in asked)


def test_before_it_is_asked_and_after_it_is_answered(client: Client) -> None:
    request = client.command("status", {})
    client.send(cancel(request))
    assert client.ask(request)["state"] == "ready"
    client.send(cancel(request))
    assert client.run("status")["state"] == "ready"
    assert len(client.answers[request["id"]]) == 1


def test_reindex(client: Client) -> None:
    before = set(children(client.process.pid))
    request = client.command("reindex", {})
    client.send(request)
    assert until(lambda: set(children(client.process.pid)) - before, 20)
    client.send(cancel(request))
    assert outcome(client, request) == CANCELLED
    # One that minds the others, or tries new texts, may have come to stay.
    workers = set(children(client.process.pid)) - before
    assert until(lambda: len(workers & set(children(client.process.pid))) <= 1, 20)
    answer = client.run("waitForFresh")
    assert answer["fresh"]
    assert answer["freshness"]["indexedFiles"] == N_FILES
    assert client.run("search", {"query": "work queue"})["results"]
    assert len(client.answers[request["id"]]) == 1


def test_reindex_that_has_not_begun(client: Client) -> None:
    first, second = client.command("reindex", {}), client.command("reindex", {})
    client.send(first, second, cancel(second), cancel(first))
    assert outcome(client, second) == CANCELLED
    assert outcome(client, first) == CANCELLED
    assert client.run("waitForFresh", {"timeoutMs": 5_000})["fresh"]


def test_reindex_runs_to_its_end(client: Client) -> None:
    answer = client.run("reindex", {"paths": ["part1.py", "missing.py"]})
    assert (answer["files"], answer["chunks"] > 0) == (1, True)
    missing = {
        "path": "missing.py",
        "reason": "there is no such file or folder in the workspace",
    }
    assert answer["unknown"] == [missing]
    answer = client.run("reindex", {})
    assert answer["files"] == N_FILES
    assert answer["seconds"] > 0


def test_wait_for_fresh(client: Client) -> None:
    reindex = client.command("reindex", {})
    wait = client.command("waitForFresh", {"timeoutMs": 60_000})
    client.send(reindex, wait)
    assert until(lambda: len(children(client.process.pid)) > 1, 10)
    client.send(cancel(wait))
    assert outcome(client, wait) == CANCELLED
    client.send(cancel(reindex))
    assert outcome(client, reindex) == CANCELLED
    soon = client.run("waitForFresh", {"timeoutMs": 0})
    assert soon["fresh"] in (True, False)
    assert client.run("waitForFresh")["fresh"]
