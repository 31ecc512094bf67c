"""Bad input of every kind: one short error that names the field, and a server that goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import codewitness
from codewitness.protocol.server import COMMANDS, WAITING
from tests.protocol.buffers import Buffers, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, notification

INVALID_PARAMS, METHOD_NOT_FOUND, INVALID_REQUEST, PARSE_ERROR = -32602, -32601, -32600, -32700

FILES = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return sum(self.prices)\n",
    "shop/bill.py": "class Bill:\n    def total(self):\n        return self.cart.total()\n",
}

HERE = {"line": 1, "character": 9}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("bad-input")
    root = folder / "project"
    write_files(root, FILES)
    outside = folder / "outside.py"
    outside.write_text("def secret():\n    return key\n")
    (root / "link.py").symlink_to(outside)
    starting = Starting(folder)
    client = starting()
    client.initialize(root)
    assert client.run("waitForFresh")["fresh"]
    yield client
    assert client.run("status")["state"] == "ready"
    starting.end()


def root_of(client: Client) -> Path:
    return client.stderr.parent / "project"


def uri(client: Client, path: str) -> str:
    return (root_of(client) / path).as_uri()


def check_is_short(message: str, data: Any = None) -> None:
    """No traceback, and nothing of where the server is installed."""
    text = f"{message} {data}"
    assert "Traceback" not in text
    assert 'File "' not in text
    assert str(Path(codewitness.__file__).parent) not in text
    assert "site-packages" not in text
    assert len(message) < 600


WRONG: list[tuple[str, Any, str]] = [
    ("search", {}, "query"),
    ("search", {"query": None}, "query"),
    ("search", {"query": 1}, "query"),
    ("search", {"query": ["a"]}, "query"),
    ("search", {"query": "  "}, "query"),
    ("search", {"query": "a", "mode": "best"}, "mode"),
    ("search", {"query": "a", "mode": ["hybrid"]}, "mode"),
    ("search", {"query": "a", "limit": 0}, "limit"),
    ("search", {"query": "a", "limit": -1}, "limit"),
    ("search", {"query": "a", "limit": 10**30}, "limit"),
    ("search", {"query": "a", "limit": 1.5}, "limit"),
    ("search", {"query": "a", "limit": float("nan")}, "limit"),
    ("search", {"query": "a", "limit": float("inf")}, "limit"),
    ("search", {"query": "a", "limit": "10"}, "limit"),
    ("search", {"query": "a", "limit": True}, "limit"),
    ("search", {"query": "a", "minRelevance": 2}, "minRelevance"),
    ("search", {"query": "a", "minRelevance": "0"}, "minRelevance"),
    ("search", {"query": "a", "minRelevance": float("nan")}, "minRelevance"),
    ("search", {"query": "a", "paths": ["src/[ab"]}, "paths"),
    ("search", {"query": "a", "languages": ["klingon"]}, "languages"),
    ("search", {"query": "a", "languages": [1]}, "languages"),
    ("search", {"query": "a", "languages": [["python"]]}, "languages"),
    ("search", {"query": "a", "memoryTypes": [{}]}, "memoryTypes"),
    ("search", {"query": "a", "languages": {"python": True}}, "languages"),
    ("search", {"query": "a", "paths": [1]}, "paths"),
    ("search", {"query": "a", "paths": {}}, "paths"),
    ("search", {"query": "a", "includeTags": 1}, "includeTags"),
    ("search", {"query": "a", "excludeTags": [None]}, "excludeTags"),
    ("search", {"query": "a", "domainBoosts": []}, "domainBoosts"),
    ("search", {"query": "a", "domainBoosts": {"test": "2"}}, "domainBoosts"),
    ("search", {"query": "a", "domainBoosts": {"test": -1}}, "domainBoosts"),
    ("search", {"query": "a", "domainBoosts": {"test": float("nan")}}, "domainBoosts"),
    ("search", {"query": "a", "calls": [["b"]]}, "calls"),
    ("search", {"query": "a", "accesses": 3}, "accesses"),
    ("search", {"query": "a", "subscripts": False}, "subscripts"),
    ("search", {"query": "a", "memoryTypes": ["dream"]}, "memoryTypes"),
    ("search", {"query": "a", "rerank": "yes"}, "rerank"),
    ("search", {"query": "a", "colour": "red"}, "colour"),
    *(
        ("search", {"query": "a", field: blank}, field)
        for field in ("paths", "includeTags", "excludeTags", "calls", "accesses", "subscripts")
        for blank in ("", ["x", " "])
    ),
    ("signals", {"symbol": {"uri": "shop/cart.py", "position": HERE}}, "uri"),
    ("signals", {}, "symbol"),
    ("signals", {"symbol": None}, "symbol"),
    ("signals", {"symbol": ""}, "symbol"),
    ("signals", {"symbol": 7}, "symbol"),
    ("signals", {"symbol": ["total"]}, "symbol"),
    ("signals", {"symbol": {"uri": 1, "position": HERE}}, "symbol"),
    ("signals", {"symbol": {"position": HERE}}, "symbol"),
    ("signals", {"symbol": {"uri": "file:///x.py"}}, "position"),
    ("signals", {"symbol": {"uri": "file:///x.py", "position": [1, 2]}}, "position"),
    ("signals", {"symbol": {"uri": "file:///x.py", "position": {"line": 1}}}, "position"),
    (
        "signals",
        {"symbol": {"uri": "file:///x.py", "position": {"line": -1, "character": 0}}},
        "position",
    ),
    (
        "signals",
        {"symbol": {"uri": "file:///x.py", "position": {"line": "1", "character": 0}}},
        "position",
    ),
    ("signals", {"symbol": {"uri": "file:///elsewhere/x.py", "position": HERE}}, "uri"),
    ("signals", {"symbol": {"uri": "untitled:Untitled-1", "position": HERE}}, "uri"),
    ("signals", {"symbol": {"uri": "", "position": HERE}}, "uri"),
    ("signals", {"symbol": "Cart.total", "verbose": 1}, "verbose"),
    ("status", {"verbose": True}, "verbose"),
    ("waitForFresh", {"timeoutMs": -1}, "timeoutMs"),
    ("waitForFresh", {"timeoutMs": "soon"}, "timeoutMs"),
    ("waitForFresh", {"timeoutMs": 10**12}, "timeoutMs"),
    ("waitForFresh", {"timeout": 1}, "timeout"),
    ("reindex", {"paths": 1}, "paths"),
    ("reindex", {"paths": [1]}, "paths"),
    ("reindex", {"path": "a"}, "path"),
]


@pytest.mark.parametrize(
    ("name", "argument", "field"), WRONG, ids=[f"{n}-{f}-{i}" for i, (n, _, f) in enumerate(WRONG)]
)
def test_wrong_field(served: Client, name: str, argument: Any, field: str) -> None:
    refused = served.refusal(served.command(name, argument))
    assert refused.code == INVALID_PARAMS
    assert re.search(rf"\b{field}\b", refused.message.partition(":")[0]), refused.message
    check_is_short(refused.message, refused.data)


@pytest.mark.parametrize("name", ["search", "signals", "status", "waitForFresh", "reindex"])
def test_not_one_object(served: Client, name: str) -> None:
    for arguments in ([{}, {}], [[{}]], ["text"], [1], [True]):
        refused = served.refusal(served.command(name, *arguments))
        assert refused.code == INVALID_PARAMS
        assert name in refused.message
        check_is_short(refused.message, refused.data)


def test_every_command_refuses_what_it_does_not_know(served: Client) -> None:
    """Each command with six kinds of bad argument: one error, and no harm done."""
    n_kinds = 0
    for command in (*COMMANDS, *WAITING):
        name = command.removeprefix("codewitness.")
        for argument in ([{}], "text", 1, True, [[]], {"noSuchField": 1}):
            refused = served.refusal(served.command(name, argument))
            assert refused.code == INVALID_PARAMS, (command, argument, refused.message)
            # What is missing may be told before what is too much.
            said = r"\w+: " if isinstance(argument, dict) else re.escape(name)
            assert re.search(said, refused.message), (command, argument, refused.message)
            check_is_short(refused.message, refused.data)
            n_kinds += 1
    assert n_kinds > 100


@pytest.mark.parametrize("name", ["status", "waitForFresh", "reindex"])
def test_no_argument_and_null_are_an_empty_object(served: Client, name: str) -> None:
    assert served.ask(served.command(name)) is not None
    assert served.ask(served.command(name, None)) is not None
    command = {"command": f"codewitness.{name}"}
    assert served.call("workspace/executeCommand", command) is not None


def test_null_where_a_field_is_needed(served: Client) -> None:
    assert "query" in served.refusal(served.command("search", None)).message
    assert "symbol" in served.refusal(served.command("signals")).message


def test_null_is_the_same_as_missing(served: Client) -> None:
    fields = {"mode": None, "limit": None, "languages": None, "domainBoosts": None, "rerank": None}
    assert served.run("search", {"query": "cart", **fields})["results"]


def test_unknown_command_and_method(served: Client) -> None:
    refused = served.refusal(served.command("fly", {}))
    assert (refused.code, "codewitness.fly" in refused.message) == (METHOD_NOT_FOUND, True)
    assert "did you mean" not in refused.message
    misspelt = served.refusal(served.command("sesion.start", {}))
    assert misspelt.message.endswith("did you mean codewitness.session.start?")
    for method in ("textDocument/fly", "$/fly", ""):
        assert served.refusal(served.request(method, {})).code == METHOD_NOT_FOUND
        assert served.refusal(served.request(method)).code == METHOD_NOT_FOUND
    served.send(notification("textDocument/fly", {}), notification("$/fly", None))
    assert served.refusal(served.command("x" * 100_000, {})).code == METHOD_NOT_FOUND


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({}, "command"),
        ({"command": 1, "arguments": []}, "command"),
        ({"command": "codewitness.status", "arguments": {}}, "arguments"),
        ({"command": "codewitness.status", "arguments": "text"}, "arguments"),
        ([], "params"),
        ("text", "params"),
        (None, "params"),
    ],
)
def test_parameters_that_lsp_does_not_know(served: Client, params: Any, field: str) -> None:
    message = {**served.request("workspace/executeCommand"), "params": params}
    refused = served.refusal(message)
    assert refused.code == INVALID_PARAMS
    assert field in refused.message
    check_is_short(refused.message, refused.data)
    assert served.refusal(served.request("workspace/symbol", {})).code == INVALID_PARAMS


def test_unknown_symbol_has_suggestions(served: Client) -> None:
    refused = served.refusal(served.command("signals", {"symbol": "Cart.totl"}))
    assert refused.code == INVALID_PARAMS
    assert set(refused.data["suggestions"]) & {"shop.cart.Cart.total", "shop.bill.Bill.total"}
    for name in ("nothing_like_it", "é\u2028\U0001f40d", "::", "..", "/", "a" * 50_000, "\0", "'"):
        refused = served.refusal(served.command("signals", {"symbol": name}))
        assert refused.code == INVALID_PARAMS
        check_is_short(refused.message, refused.data)


def test_ambiguous_symbol_has_candidates(served: Client) -> None:
    answer = served.run("signals", {"symbol": "total"})
    assert answer["symbol"] is None
    assert answer["signals"] is None
    found = {one["qualifiedName"] for one in answer["candidates"]}
    assert found == {"shop.cart.Cart.total", "shop.bill.Bill.total"}
    for name in ("Cart.total", "shop.cart.Cart.total", "shop/cart.py::Cart.total", "Cart#total"):
        answer = served.run("signals", {"symbol": name})
        assert answer["symbol"]["qualifiedName"] == "shop.cart.Cart.total"


def test_symbol_at_a_position(served: Client) -> None:
    def at(line: int, character: int, path: str = "shop/cart.py") -> Any:
        position = {"line": line, "character": character}
        symbol = {"uri": uri(served, path), "position": position}
        return served.command("signals", {"symbol": symbol})

    assert served.ask(at(2, 12))["symbol"]["qualifiedName"] == "shop.cart.Cart.total"
    assert served.ask(at(0, 7))["symbol"]["qualifiedName"] == "shop.cart.Cart"
    assert served.ask(at(1, 10**12))["symbol"]["name"] == "total"
    assert "position" in served.refusal(at(10**9, 10**9)).message
    for path in ("missing.py", "shop", "link.py", "../outside.py", "shop/../../outside.py"):
        refused = served.refusal(at(0, 5, path))
        assert refused.code == INVALID_PARAMS
        assert "uri" in refused.message
        assert "secret" not in refused.message


def test_strange_strings_are_searched_for(served: Client) -> None:
    strange = ["'", '"', "\\", "%", "a' OR '1'='1", "\0", "\ud800", "🐍", "a" * 100_000, "*", "(["]
    for text in strange:
        for fields in (
            {"query": text},
            {"query": "total", "calls": [text]},
            {"query": "total", "includeTags": [text]},
            {"query": "total", "excludeTags": [text, text + "*"]},
            {"query": "total", "domainBoosts": {text: 2}},
        ):
            assert served.run("search", fields)["freshness"]["state"] == "fresh", fields
    for glob in ("**", "***/x", "../..", "/", "a{b", "\ud800", "!", "\\"):
        assert "results" in served.run("search", {"query": "total", "paths": [glob]}), glob


def test_bytes_that_are_no_message(served: Client) -> None:
    served.answers.pop(None, None)  # type: ignore[call-overload]
    bodies = [b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"1", b"null", b'{"id": 5}', b'"x"']
    for body in bodies:
        served.send(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert served.run("status")["state"] == "ready"
    told = served.answers.pop(None)  # type: ignore[call-overload]
    codes = [one["error"]["code"] for one in told]
    assert codes[:3] == [PARSE_ERROR] * 3
    assert set(codes[3:]) == {INVALID_REQUEST}
    assert [one["error"]["code"] for one in served.answers.pop(5)][-1:] == [INVALID_REQUEST]


def test_a_value_of_any_length_leaves_the_error_short(served: Client) -> None:
    for argument in (
        {"symbol": {"uri": "a" * 9_000, "position": HERE}},
        {"symbol": "b" * 9_000},
        {"symbol": "c" * 9_000 + ".d"},
        {"e" * 9_000: 1},
    ):
        refused = served.refusal(served.command("signals", argument))
        check_is_short(refused.message, refused.data)


def test_ids_of_any_kind(served: Client) -> None:
    command = {"command": "codewitness.status", "arguments": [{}]}
    for given in ("text", 0, -1, 2**40):
        message = {**served.request("workspace/executeCommand", command), "id": given}
        served.send(message)
        assert served.answer(message)["state"] == "ready"
    for method in ([1], {}, None, 5, True):
        served.send({"jsonrpc": "2.0", "id": "odd method", "method": method})
        served.send({"jsonrpc": "2.0", "method": method, "params": {}})
    assert served.run("status")["state"] == "ready"
    told = served.answers.pop("odd method")  # type: ignore[call-overload]
    assert [one["error"]["code"] for one in told] == [INVALID_REQUEST] * 5
    message = {**served.request("workspace/executeCommand", command), "id": [1]}
    served.send(message)
    assert served.run("status")["state"] == "ready"
    assert served.answers.pop(None)[0]["error"]["code"] == INVALID_REQUEST  # type: ignore[call-overload]


def test_notifications_about_unknown_buffers(served: Client) -> None:
    buffers = Buffers(served, root_of(served))
    buffers.change("never-opened.py", 3, "x")
    buffers.close("never-opened.py")
    buffers.save("never-opened.py")
    served.notify("textDocument/didChange", {"textDocument": {}})
    served.notify("textDocument/didOpen", None)
    for odd in (99_999, {"a": 1}, [1], None, 1.5, True):
        served.notify("$/cancelRequest", {"id": odd})
    served.notify("window/workDoneProgress/cancel", {"token": "unknown"})
    elsewhere = {"uri": "untitled:x", "languageId": "python", "version": 1, "text": "def x(): 1"}
    served.notify("textDocument/didOpen", {"textDocument": elsewhere})
    assert served.run("status")["state"] == "ready"


@pytest.mark.parametrize("against", ["saved", "head"])
def test_impact_of_a_file_that_never_was(served: Client, against: str) -> None:
    asked = {"uri": uri(served, "shop/none.py"), "against": against}
    refused = served.refusal(served.command("impact", asked))
    assert refused.code == INVALID_PARAMS
    assert refused.message.partition(":")[0] in ("uri", "against")  # it has no commits
    assert served.run("impact", {"uri": uri(served, "shop/cart.py")})["changes"] == []
