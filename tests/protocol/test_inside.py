"""What the status tells of the server at work, and its log."""

from __future__ import annotations

from pathlib import Path

from tests.protocol.buffers import Buffers, write_files
from tests.protocol.conftest import Starting
from tests.support.client import PLAIN, until

FILES = {"a.py": "def alpha(): first()\n", "b.py": "def beta(): pass\n"}


def test_requests_and_throughput(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    for _ in range(5):
        client.run("search", {"query": "alpha"})
    client.refusal(client.command("search", {"query": 3}))
    client.refusal(client.command("nonsense", {}))
    client.call("workspace/symbol", {"query": "alpha"})
    Buffers(client, root).open("a.py", "def alpha(): second()\n")
    assert until(lambda: client.run("status")["indexer"]["buffers"] == 1, 30)
    status = client.run("status")
    requests = status["requests"]
    search = requests["codewitness.search"]
    assert (search["count"], search["errors"], search["cancelled"]) == (6, 1, 0)
    assert 0 < search["p50Ms"] <= search["p95Ms"] < 60_000
    assert requests["codewitness.waitForFresh"]["count"] == 1
    assert requests["workspace/symbol"]["count"] == 1
    assert "codewitness.nonsense" not in requests
    indexer = status["indexer"]
    assert (indexer["files"], indexer["buffers"]) == (2, 1)
    assert indexer["chunks"] >= 3
    assert indexer["seconds"] > 0
    assert indexer["chunksPerSecond"] > 0


def test_cancelled_ones_are_counted(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    for _ in range(3):
        request = client.command("waitForFresh", {})
        cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request["id"]}}
        client.send(request, cancel)
        client.wait(lambda number=request["id"]: client.answers.get(number), "answer")

    def counts() -> tuple[int, int, int]:
        found = client.run("status")["requests"].get("codewitness.waitForFresh", {})
        return found.get("count"), found.get("errors"), found.get("cancelled")

    assert until(lambda: counts() == (3, 0, 3), 30)  # they end a little after they are answered


def test_the_log(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    path = Path(client.run("status")["log"])
    assert path.parent == serve.folder / "state" / "logs"
    assert not path.exists()
    settings = {**PLAIN, "log": {"level": "debug"}, "speed": 1}
    client.notify("workspace/didChangeConfiguration", {"settings": {"codewitness": settings}})
    assert until(lambda: path.exists() and "codewitness.speed: unknown" in path.read_text(), 30)
    assert client.run("status")["requests"]["codewitness.waitForFresh"]["count"] == 1
