"""Work-done progress: begun, reported and ended once, on the server's token or the client's."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import large_files, write_files
from tests.protocol.conftest import Starting, change_folders, open_folder
from tests.support.client import Client, Json, Refused

N_FILES = 240
CAPABILITIES = SHOWS = {"window": {"workDoneProgress": True}}


@pytest.fixture
def files(root: Path, shared: Client) -> None:
    write_files(root, large_files(N_FILES, 4))
    shared.requests.clear()
    shared.notifications.clear()


def values(client: Client, token: Any = None) -> list[Json]:
    told = client.told("$/progress")
    return [one["value"] for one in told if token is None or one["token"] == token]


def kinds(client: Client, token: Any = None) -> list[str]:
    return [value["kind"] for value in values(client, token)]


def check_order(shown: list[Json]) -> None:
    assert shown[0]["kind"] == "begin"
    assert shown[0]["cancellable"] is True
    assert shown[0]["title"].startswith("codewitness")
    assert shown[-1]["kind"] == "end"
    assert {one["kind"] for one in shown[1:-1]} == {"report"}
    percents = [one["percentage"] for one in shown[:-1]]
    assert all(before <= after for before, after in pairwise(percents))
    assert all(0 <= percent <= 100 for percent in percents)


@pytest.mark.usefixtures("files")
def test_of_indexing(shared: Client, root: Path) -> None:
    with open_folder(shared, root):
        shared.wait(lambda: "end" in kinds(shared), "end of progress")
    assert [one["method"] for one in shared.requests] == ["window/workDoneProgress/create"]
    assert {one["token"] for one in shared.told("$/progress")} == {
        shared.requests[0]["params"]["token"]
    }
    check_order(values(shared))


@pytest.mark.usefixtures("files")
def test_none_for_clients_that_show_none_or_refuse(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert client.requests == []
    assert client.told("$/progress") == []

    def refuse(_: Any) -> None:
        raise Refused({"code": -32603, "message": "no room"})

    other = serve(cache=root.parent / "other-cache")
    other.replies["window/workDoneProgress/create"] = refuse
    other.initialize(root, capabilities=SHOWS)
    assert other.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert other.told("$/progress") == []
    assert other.told("window/showMessage") == []


@pytest.mark.usefixtures("files")
def test_cancelled_indexing_says_that_it_is_not_done(shared: Client, root: Path) -> None:
    client = shared
    change_folders(client, added=[root])
    client.wait(lambda: "begin" in kinds(client), "begin of progress")
    token = client.requests[0]["params"]["token"]
    client.notify("window/workDoneProgress/cancel", {"token": token})
    client.wait(lambda: "end" in kinds(client), "end of progress")
    check_order(values(client))
    for _ in range(3):
        answer = client.run("search", {"query": "work"})["freshness"]
        assert answer["state"] == "indexing"
        assert answer["indexedFiles"] < answer["totalFiles"] == N_FILES
    assert client.run("status")["state"] == "indexing"

    def tells() -> bool:
        return any("indexing was cancelled" in note for note in client.run("status")["notes"])

    client.wait(tells, "the note, once what was read has been written")
    # A file that comes now is read; nobody has asked for the others.
    late = root / "late_one.py"
    late.write_text("def comes_late():\n    pass\n")
    symbol = {"uri": late.as_uri(), "position": {"line": 0, "character": 5}}

    def is_known() -> bool:
        found = client.run("search", {"query": "comes_late"})["results"]
        return any(one["symbol"] and one["symbol"]["name"] == "comes_late" for one in found)

    client.wait(is_known, "the late file")
    assert client.run("signals", {"symbol": symbol})["freshness"]["state"] == "indexing"
    assert tells()

    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    answer = client.run("search", {"query": "work"})["freshness"]
    assert (answer["state"], answer["indexedFiles"]) == ("fresh", N_FILES + 1)
    assert not tells()
    client.wait(lambda: kinds(client).count("end") == 2, "end of the second progress")
    check_order(values(client, client.requests[1]["params"]["token"]))
    change_folders(client, removed=[root])


@pytest.mark.usefixtures("files")
def test_of_reindex_on_the_token_of_the_client(client: Client) -> None:
    n_requests = len(client.requests)
    for token in ("my-token", 0):
        request = client.command("reindex", {}, workDoneToken=token)
        assert client.ask(request)["files"] == N_FILES
        check_order(values(client, token))
        assert kinds(client, token).count("report") >= 2
    assert len(client.requests) == n_requests


@pytest.mark.usefixtures("files")
def test_of_reindex_cancelled_by_its_progress(client: Client) -> None:
    request = client.command("reindex", {}, workDoneToken="t")
    client.send(request)
    client.wait(lambda: "report" in kinds(client, "t"), "report of progress")
    client.notify("window/workDoneProgress/cancel", {"token": "t"})
    client.wait(lambda: client.answers.get(request["id"]), "answer")
    assert client.answer(request)["files"] < N_FILES
    client.wait(lambda: "end" in kinds(client, "t"), "end of progress")
    check_order(values(client, "t"))
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
