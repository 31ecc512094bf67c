"""The memory through a real server: two of them, killed, with positions of a client."""

from __future__ import annotations

from pathlib import Path

from tests.protocol.buffers import Buffers, write_files
from tests.protocol.conftest import Starting

FILES = {"shop/cart.py": "class Cart:\n    def total(self):\n        return self.rows[0]\n"}


def test_records_outlive_a_killed_server(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    first = serve()
    first.initialize(root)
    begun = first.run("session.start", {"description": "x"})
    buffers = Buffers(first, root)
    buffers.open("shop/cart.py", "# above\n" + FILES["shop/cart.py"])
    trace = (
        'Traceback (most recent call last):\n  File "shop/cart.py", line 4, in total\nIndexError: x'
    )
    error = first.run("session.recordError", {"stackTrace": trace})
    assert error["anchor"]["symbol"] == "shop.cart.Cart.total"
    assert error["anchor"]["line"] == 3
    first.process.kill()
    second = serve()
    second.initialize(root)
    assert second.run("session.status")["id"] == begun["id"]
    (found,) = second.run("session.searchErrors", {"query": "IndexError"})["results"]
    assert found["error"]["id"] == error["id"]
    assert second.run("status")["memory"] == {"error": 1, "session": 1}


def test_a_reader_of_the_index_records_too(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    clients = [serve(), serve()]
    for client in clients:
        client.initialize(root)
        assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    roles = {client.run("status")["storage"]["role"] for client in clients}
    assert roles == {"writer", "reader"}
    symbols = {"symbols": ["Cart.total"]}
    ids = [c.run("session.recordLesson", {"lesson": "x", **symbols})["id"] for c in clients]
    assert ids[0] == ids[1]  # said twice in one session, or in none
    more = [
        client.run("session.recordDecision", {"decision": f"d{n}", "rationale": "r"})["id"]
        for n, client in enumerate(clients)
    ]
    for client in clients:
        listed = client.run("session.decisions")["decisions"]
        assert {one["id"] for one in listed} == set(more)


def test_wrong_fields_are_refused(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    refused = client.refusal(client.command("session.start", {}))
    assert refused.code == -32602
    assert refused.message.startswith("description: ")
    refused = client.refusal(client.command("session.resolveError", {"errorId": "x"}))
    assert refused.message.startswith("solution: ")
