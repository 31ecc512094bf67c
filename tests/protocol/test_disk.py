"""Files that others change while nobody tells: never quoted as they were."""

from __future__ import annotations

from pathlib import Path

from tests.protocol.buffers import Buffers, calls, names, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, until

ALPHA = "def alpha(x):\n    return first(x)\n"
BETA = "def beta(x):\n    return second(x)\n"
SETTINGS = {"embedder": "none", "index": {"workers": 1, "watch": "off"}}

FILES = {"a.py": ALPHA, "pkg/b.py": BETA, "sub/c.py": "def gamma(): pass\n"}


def found(client: Client, query: str) -> list[str]:
    return names(client.run("search", {"query": query}))


def is_unknown(client: Client, name: str) -> bool:
    request = client.command("signals", {"symbol": name})
    client.send(request)
    client.wait(lambda: client.answers.get(request["id"]), "answer")
    return "error" in client.answers[request["id"]][0]


def test_an_answer_never_quotes_a_text_of_before(client: Client, root: Path) -> None:
    for round_ in range(8):
        path, name = ("sub/c.py", "gamma") if round_ % 2 else ("a.py", "alpha")
        callee = f"call_{round_}"
        text = "# a line more\n" * round_ + f"def {name}(x):\n    return {callee}(x.attribute)\n"
        write_files(root, {path: text})
        signals, search = (
            client.command("signals", {"symbol": name}),
            client.command("search", {"query": f"{name} {callee} attribute"}),
        )
        client.send(signals, search)
        answer = client.answer(signals)
        assert calls(answer) == [callee]
        assert answer["symbol"]["selectionRange"]["start"]["line"] == round_
        for result in client.answer(search)["results"]:
            here = (root / result["uri"].partition("/project/")[2]).read_text()
            assert result["snippet"] in here
            lines = here.split("\n")
            at = result["symbol"]["selectionRange"]
            shown = lines[at["start"]["line"]][at["start"]["character"] : at["end"]["character"]]
            assert shown == result["symbol"]["name"]


def test_what_is_gone_or_renamed_is_not_named(client: Client, root: Path) -> None:
    write_files(root, {"sub/c.py": "def other_name(): pass\n"})
    assert is_unknown(client, "gamma")
    assert found(client, "gamma") == []
    assert client.call("workspace/symbol", {"query": "gamma"}) == []
    (root / "a.py").unlink()
    assert is_unknown(client, "alpha")
    assert found(client, "alpha") == []
    assert client.call("workspace/symbol", {"query": "alpha"}) == []


def test_wait_for_fresh_looks_at_the_disk(client: Client, root: Path) -> None:
    write_files(root, {"sub/new.py": "def epsilon(): pass\n", "f.py": "def zeta(): pass\n"})
    (root / "sub" / "c.py").unlink()
    answer = client.run("waitForFresh")
    assert answer["fresh"]
    assert answer["freshness"]["indexedFiles"] == answer["freshness"]["totalFiles"] == 4
    assert found(client, "epsilon") == ["epsilon"]
    assert found(client, "zeta") == ["zeta"]
    assert is_unknown(client, "gamma")


def test_changes_that_the_client_tells(client: Client, buffers: Buffers, root: Path) -> None:
    path = "sub/told.py"

    def tell(kind: int) -> None:
        change = {"uri": buffers.uri(path), "type": kind}
        elsewhere = {"uri": "file:///elsewhere/x.py", "type": kind}
        client.notify("workspace/didChangeWatchedFiles", {"changes": [change, elsewhere]})

    write_files(root, {path: "def eta(): pass\n"})
    tell(1)
    assert until(lambda: found(client, "eta") == ["eta"], 30)
    write_files(root, {path: "def theta(): pass\n# more\n"})
    tell(2)
    assert until(lambda: found(client, "theta") == ["theta"], 30)
    assert is_unknown(client, "eta")
    (root / path).unlink()
    tell(3)
    assert until(lambda: is_unknown(client, "theta"), 30)
    assert until(lambda: client.run("status")["files"]["indexed"] == 3, 30)


def test_the_buffer_counts_not_the_file(client: Client, buffers: Buffers, root: Path) -> None:
    buffers.open("a.py", ALPHA.replace("first", "in_buffer"))
    write_files(root, {"a.py": ALPHA.replace("first", "on_disk")})
    assert client.run("waitForFresh")["fresh"]
    assert calls(client.run("signals", {"symbol": "alpha"})) == ["in_buffer"]
    assert found(client, "on_disk") == []
    buffers.close("a.py")
    assert calls(client.run("signals", {"symbol": "alpha"})) == ["on_disk"]


def test_changes_while_the_server_was_away(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh")["fresh"]
    assert client.shut_down() == 0
    (root / "a.py").unlink()
    write_files(root, {"pkg/b.py": BETA.replace("second", "fourth"), "n.py": "def nu(): pass\n"})
    after = serve()
    after.initialize(root)
    assert after.run("waitForFresh")["fresh"]
    assert is_unknown(after, "alpha")
    assert calls(after.run("signals", {"symbol": "beta"})) == ["fourth"]
    assert found(after, "nu") == ["nu"]
    assert after.run("status")["files"]["indexed"] == 3
