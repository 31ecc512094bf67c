"""`codewitness.audit` as a client sees it: progress, cancel, bad input, counts in the status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import large_files, write_files
from tests.protocol.test_cancel import CANCELLED, cancel, outcome
from tests.protocol.test_progress import check_order, kinds, values
from tests.support.client import Client, children, until

N_FILES = 150


@pytest.fixture
def files(root: Path, shared: Client) -> None:
    write_files(root, large_files(N_FILES, 4))


@pytest.mark.usefixtures("files")
def test_whole_sampled_and_cancelled(client: Client) -> None:
    n_children = len(children(client.process.pid))
    request = client.command("audit", {}, workDoneToken="all")
    answer = client.ask(request)
    assert (answer["files"], answer["differences"], answer["repaired"]) == (N_FILES, [], 0)
    assert answer["rows"] > N_FILES
    client.wait(lambda: "end" in kinds(client, "all"), "end of progress")
    check_order(values(client, "all"))
    assert "report" in kinds(client, "all")
    assert until(lambda: len(children(client.process.pid)) <= n_children, 10)
    counts = client.run("status")["audit"]
    assert counts["checks"] >= N_FILES
    assert (counts["differences"], counts["repaired"]) == (0, 0)
    assert counts["last"]

    assert client.run("audit", {"sample": 7})["files"] == 7

    request = client.command("audit", {})
    client.send(request, cancel(request))
    assert outcome(client, request) == CANCELLED
    request = client.command("audit", {}, workDoneToken="mine")
    client.send(request)
    client.wait(lambda: "begin" in kinds(client, "mine"), "begin of progress")
    client.notify("window/workDoneProgress/cancel", {"token": "mine"})
    assert outcome(client, request) == CANCELLED
    client.wait(lambda: "end" in kinds(client, "mine"), "end of progress")
    assert until(lambda: len(children(client.process.pid)) <= n_children, 10)
    assert client.run("waitForFresh")["fresh"]


@pytest.mark.parametrize(
    ("argument", "field"),
    [
        ({"sample": 0}, "sample"),
        ({"sample": "all"}, "sample"),
        ({"sample": 1.5}, "sample"),
        ({"repair": 1}, "repair"),
        ({"simple": 3}, "simple"),
    ],
)
def test_bad_input(client: Client, argument: dict[str, Any], field: str) -> None:
    refused = client.refusal(client.command("audit", argument))
    assert refused.code == -32602
    assert field in refused.message
