"""Unsaved text: found at once, written to this server's own layer, and gone with its buffer."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from codewitness.features.search import POOL_BY_WORDS, SPARE
from codewitness.storage.lazy_import import lancedb_module
from tests.protocol.buffers import Buffers, names, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, until

SAVED = "def brew_coffee(beans):\n    return grinder.grind(beans)\n"
UNSAVED = "def paint_zeppelin(hull):\n    brush.varnish(hull)\n    return hull.color\n"
OTHER = "def unrelated():\n    return 1\n"

IDLE = 0.15  # seconds after which unsaved text is written


FILES = {"pkg/a.py": SAVED, "b.py": OTHER}


def found(client: Client, query: str, **filters: Any) -> list[str]:
    return names(client.run("search", {"query": query, **filters}))


def rows(client: Client, table: str = "chunks") -> Counter[tuple[str, bool]]:
    """Path and whether it is the saved layer, of each row of the tables."""
    uri = client.run("status")["storage"]["uri"]
    read = lancedb_module().connect(uri).open_table(table).search().select(["path", "layer"])
    return Counter((row["path"], row["layer"] == "disk") for row in read.to_list())


def test_found_at_once_by_words_and_filters(client: Client, buffers: Buffers) -> None:
    began = time.monotonic()
    query = {"query": "zeppelin hull"}
    requests = [
        client.command("search", query),
        client.command("search", {**query, "calls": ["varnish"]}),
        client.command("search", {**query, "calls": ["brush.varnish"], "paths": ["pkg/*.py"]}),
        client.command("search", {**query, "accesses": ["color"], "languages": ["python"]}),
        client.command("search", {**query, "calls": ["varnish"], "paths": ["b.py"]}),
        client.command("search", {**query, "calls": ["grind"]}),
        client.command("search", {"query": "brew coffee beans"}),
    ]
    client.send(buffers.open_message("pkg/a.py", SAVED), *requests[:1])
    assert names(client.answer(requests[0])) == []
    client.send(buffers.change_message("pkg/a.py", 2, UNSAVED), *requests[1:])
    for request in requests[1:4]:
        answer = client.answer(request)
        assert names(answer) == ["paint_zeppelin"]
        assert "varnish" in answer["results"][0]["snippet"]
        assert answer["freshness"]["documents"] == {buffers.uri("pkg/a.py"): 2}
    for request in requests[4:]:
        assert names(client.answer(request)) == []
    assert time.monotonic() - began < 20


def test_written_after_a_pause_and_gone_after_closing(client: Client, buffers: Buffers) -> None:
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, UNSAVED)
    for table in ("chunks", "symbols", "signals", "call_sites", "files"):
        assert until(lambda: rows(client, table)["pkg/a.py", False] == 1, 10), table  # noqa: B023
        assert rows(client, table)["pkg/a.py", True] == 1
    assert found(client, "zeppelin") == ["paint_zeppelin"]
    assert found(client, "zeppelin", calls=["varnish"]) == ["paint_zeppelin"]
    assert found(client, "coffee") == []

    buffers.close("pkg/a.py")
    assert found(client, "zeppelin") == []
    assert found(client, "coffee") == ["brew_coffee"]
    assert until(lambda: rows(client)["pkg/a.py", False] == 0, 10)
    assert rows(client)["pkg/a.py", True] == 1


def test_saved_text_becomes_that_of_the_disk(client: Client, buffers: Buffers) -> None:
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, UNSAVED)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    write_files(buffers.root, {"pkg/a.py": UNSAVED})
    buffers.save("pkg/a.py")
    assert found(client, "zeppelin") == ["paint_zeppelin"]
    assert until(lambda: rows(client)["pkg/a.py", False] == 0, 10)
    assert rows(client)["pkg/a.py", True] == 1
    assert found(client, "zeppelin", calls=["varnish"]) == ["paint_zeppelin"]
    assert found(client, "coffee") == []
    buffers.close("pkg/a.py")
    assert found(client, "zeppelin") == ["paint_zeppelin"]
    assert client.run("waitForFresh")["fresh"]
    assert client.run("status")["chunks"] == 2


def test_back_to_the_saved_text_by_undo(client: Client, buffers: Buffers) -> None:
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, UNSAVED)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    buffers.change("pkg/a.py", 3, SAVED)
    assert found(client, "coffee") == ["brew_coffee"]
    assert found(client, "zeppelin") == []
    assert until(lambda: rows(client)["pkg/a.py", False] == 0, 10)
    assert found(client, "coffee") == ["brew_coffee"]


def test_a_uri_in_two_spellings_is_one_file(client: Client, buffers: Buffers) -> None:
    """What is closed is one of two buffers: the other one is open still."""
    for closed, left in (("pkg/a.py", "pkg/%61.py"), ("pkg/%61.py", "pkg/a.py")):
        uri = {path: f"{buffers.root.as_uri()}/{path}" for path in (closed, left)}
        for path in (left, closed):
            item = {"uri": uri[path], "languageId": "x", "version": 1, "text": UNSAVED}
            client.notify("textDocument/didOpen", {"textDocument": item})
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri[closed]}})
        assert found(client, "zeppelin") == ["paint_zeppelin"]
        answer = client.run("signals", {"symbol": "paint_zeppelin"})
        assert answer["freshness"]["documents"] == {uri[left]: 1}
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri[left]}})
        assert found(client, "zeppelin") == []


def test_a_buffer_that_no_one_wrote_is_as_little_read_as_its_file(
    client: Client, buffers: Buffers
) -> None:
    buffers.open("pkg/a.py", UNSAVED)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    buffers.change("pkg/a.py", 2, UNSAVED + "x = [" + "0, " * 30_000 + "]\n")
    assert found(client, "zeppelin") == []
    assert found(client, "coffee") == []
    answer = client.run("verify", {"claim": "paint_zeppelin has a loop"})
    assert answer["status"] == "SUBJECT_NOT_FOUND"
    assert answer["freshness"]["documents"] == {}
    assert until(lambda: rows(client)["pkg/a.py", False] == 0, 10)
    buffers.change("pkg/a.py", 3, UNSAVED)
    assert found(client, "zeppelin") == ["paint_zeppelin"]


def test_new_file_that_was_never_saved(client: Client, buffers: Buffers) -> None:
    buffers.open("new.py", UNSAVED)
    assert found(client, "zeppelin") == ["paint_zeppelin"]
    assert client.run("signals", {"symbol": "new.paint_zeppelin"})["symbol"] is not None
    assert until(lambda: rows(client)["new.py", False] == 1, 10)
    assert found(client, "zeppelin") == ["paint_zeppelin"]
    buffers.close("new.py")
    assert found(client, "zeppelin") == []
    assert until(lambda: rows(client)["new.py", False] == 0, 10)
    assert client.refusal(client.command("signals", {"symbol": "paint_zeppelin"})).code == -32602


def test_keystrokes_without_a_pause_are_written_too(client: Client, buffers: Buffers) -> None:
    buffers.open("pkg/a.py", SAVED)
    until_written = time.monotonic() + 15
    version = 1
    while rows(client)["pkg/a.py", False] == 0:
        assert time.monotonic() < until_written
        version += 1
        buffers.change("pkg/a.py", version, f"{UNSAVED}# {version}\n")
        time.sleep(IDLE / 3)


@pytest.fixture
def other(client: Client, serve: Starting, root: Path) -> Client:
    """Another server on the same index as `client`."""
    started = serve(cache=client.stderr.parent / "cache")
    started.initialize(root)
    assert started.run("waitForFresh")["fresh"]
    return started


def test_another_server_never_sees_it(client: Client, buffers: Buffers, other: Client) -> None:
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, UNSAVED)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    for mode in ("hybrid", "lexical"):
        assert found(other, "zeppelin", mode=mode) == []
        assert found(other, "coffee", mode=mode) == ["brew_coffee"]
        assert found(other, "zeppelin", mode=mode, languages=["python"]) == []
        assert found(other, "coffee", mode=mode, calls=["grind"]) == ["brew_coffee"]
    assert other.refusal(other.command("signals", {"symbol": "paint_zeppelin"})).code == -32602
    assert other.call("workspace/symbol", {"query": "zeppelin"}) == []


def test_more_of_its_rows_than_others_have_to_spare(
    client: Client, buffers: Buffers, other: Client, root: Path
) -> None:
    filler = "".join(f"    stir_{n} = {n}\n" for n in range(60))  # what is long is found later
    write_files(root, {"late.py": f"def serve():\n    grind(coffee)\n{filler}"})
    n_unsaved = POOL_BY_WORDS + SPARE + 20
    many = "".join(f"def grind_coffee_{n}():\n    grind(coffee)\n\n\n" for n in range(n_unsaved))
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, many)
    assert until(lambda: rows(client)["pkg/a.py", False] >= n_unsaved, 20)
    for server in (client, other):
        server.run("waitForFresh")
    assert "serve" in found(other, "grind coffee", mode="lexical")
    assert "serve" in found(other, "grind coffee", mode="lexical", calls=["grind"])


def test_the_reader_answers_over_its_own_unsaved_text(
    client: Client, other: Client, root: Path
) -> None:
    own = Buffers(other, root)
    own.open("pkg/a.py", SAVED)
    own.change("pkg/a.py", 2, UNSAVED)
    assert found(other, "zeppelin", calls=["varnish"]) == ["paint_zeppelin"]
    assert found(other, "coffee") == []
    time.sleep(2 * IDLE)
    assert found(other, "zeppelin") == ["paint_zeppelin"]
    assert found(client, "zeppelin") == []
    assert rows(client)["pkg/a.py", False] == 0


def test_rows_of_a_dead_server_are_gone(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh")["fresh"]
    Buffers(client, root).open("pkg/a.py", UNSAVED)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    client.process.kill()
    client.process.wait(5)
    after = serve()
    after.initialize(root)
    assert after.run("waitForFresh")["fresh"]
    assert rows(after)["pkg/a.py", False] == 0
    assert found(after, "zeppelin") == []
    assert after.run("status")["storage"]["role"] == "writer"


def test_with_an_embedder(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root, initializationOptions={"embedder": "static"})
    assert client.run("waitForFresh")["fresh"]
    buffers = Buffers(client, root)
    buffers.open("pkg/a.py", SAVED)
    buffers.change("pkg/a.py", 2, UNSAVED)
    for mode in ("hybrid", "semantic", "lexical"):
        best = client.run("search", {"query": "paint zeppelin", "mode": mode})
        assert names(best)[0] == "paint_zeppelin"
        assert best["notes"] == []
        assert "brew_coffee" not in names(best)
    assert until(lambda: rows(client)["pkg/a.py", False] == 1, 10)
    for filters in ({}, {"calls": ["varnish"]}):
        assert found(client, "airship coating", mode="semantic", **filters)[0] == "paint_zeppelin"


def test_a_lost_change_is_said(client: Client, buffers: Buffers) -> None:
    """After a message that can't be read nobody knows the text, so nothing may be called fresh."""
    path, text = "shop/cart.py", "def total():\n    return added()\n"
    before = {"start": {"line": 0, "character": 0}, "end": {"line": -1, "character": 0}}

    def told() -> tuple[str, list[str]]:
        found = client.run("signals", {"symbol": f"{path}::total"})["freshness"]
        return found["state"], found.get("staleFiles", [])

    lost = ("stale", [buffers.uri(path)])
    buffers.open(path, text)
    assert told() == ("fresh", [])
    buffers.change(path, 2, {"range": before, "text": "x"})
    assert told() == lost
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    buffers.change(path, 3, {"range": place, "text": "#\n"})
    assert told() == lost  # a part of it does not make it whole
    buffers.change(path, 4, text)
    assert told() == ("fresh", [])
    document = {"uri": buffers.uri(path), "version": None}
    change = {"textDocument": document, "contentChanges": [{"text": "def other(): pass\n"}]}
    client.notify("textDocument/didChange", change)
    assert told() == lost
    buffers.close(path)
    assert client.run("waitForFresh")["freshness"]["state"] == "fresh"


def test_changes_of_a_buffer_that_was_never_opened_are_said_to_be_lost(
    client: Client, buffers: Buffers
) -> None:
    buffers.change("shop/unopened.py", 2, "def unopened():\n    pass\n")
    freshness = client.run("search", {"query": "unopened"})["freshness"]
    assert (freshness["state"], freshness["staleFiles"]) == (
        "stale",
        [buffers.uri("shop/unopened.py")],
    )
    buffers.open("shop/unopened.py", "def unopened():\n    pass\n")
    assert client.run("search", {"query": "unopened"})["freshness"]["state"] == "fresh"
