"""The call hierarchy as an editor asks for it: exact ranges, unsaved callers, stale items."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from lsprotocol import types as lsp

from codewitness.features import call_graph
from codewitness.protocol import call_hierarchy
from tests.protocol.buffers import Buffers, cut
from tests.protocol.conftest import Starting
from tests.support.client import PLAIN, Client
from tests.support.snapshots import snapshot_of

BASE = """\
class Store:
    def save(self, row):
        return row

def make():
    return Store()
"""
USE = """\
from base import Store, make

def first(store: Store):
    store.save(1); store.save(2)
    return lambda: store.save(3)

make().save(4)
"""
FILES = {"base.py": BASE, "use.py": USE}


def prepare(client: Client, buffers: Buffers, path: str, line: int, character: int) -> Any:
    at = {"line": line, "character": character}
    document = {"uri": buffers.uri(path)}
    params = {"textDocument": document, "position": at}
    return client.call("textDocument/prepareCallHierarchy", params)


def incoming(client: Client, item: Any) -> dict[str, list[Any]]:
    calls = client.call("callHierarchy/incomingCalls", {"item": item})
    assert len({call["from"]["data"]["key"] for call in calls}) == len(calls), "a caller twice"
    return {call["from"]["name"]: call["fromRanges"] for call in calls}


@pytest.mark.parametrize(
    ("path", "line", "character"),
    [
        *(("base.py", 1, character) for character in (8, 10, 12)),
        *(("use.py", 3, character) for character in (10, 14)),
        ("use.py", 6, 9),
    ],
)
def test_prepare_at_any_character_of_a_definition_and_a_call(
    client: Client, buffers: Buffers, path: str, line: int, character: int
) -> None:
    (item,) = prepare(client, buffers, path, line, character)
    assert item["name"] == "save"
    assert item["uri"] == buffers.uri("base.py")
    assert cut(BASE, item["selectionRange"], "utf-16") == "save"
    assert "base.py" in item["detail"]


def test_prepare_at_an_import_and_at_nothing(client: Client, buffers: Buffers) -> None:
    (item,) = prepare(client, buffers, "use.py", 0, 24)
    assert item["name"] == "make"
    assert prepare(client, buffers, "base.py", 2, 10) is None


def test_incoming_and_outgoing(client: Client, buffers: Buffers) -> None:
    (item,) = prepare(client, buffers, "base.py", 1, 9)
    callers = incoming(client, item)
    assert set(callers) == {"first", "<lambda:5>", "(module) use.py"}
    assert [cut(USE, one, "utf-16") for one in callers["first"]] == ["save", "save"]
    (made,) = prepare(client, buffers, "base.py", 4, 5)
    (call,) = client.call("callHierarchy/outgoingCalls", {"item": made})
    assert call["to"]["name"] == "Store"
    assert call["to"]["detail"] == "[exact]  base.py"
    assert [cut(BASE, one, "utf-16") for one in call["fromRanges"]] == ["Store"]


def test_unsaved_text_calls_too(client: Client, buffers: Buffers) -> None:
    (item,) = prepare(client, buffers, "base.py", 1, 9)
    text = USE + "\n\ndef typed():\n    make().save(5)\n"
    buffers.open("use.py", USE)
    buffers.change("use.py", 2, text)
    callers = incoming(client, item)
    assert [cut(text, one, "utf-16") for one in callers["typed"]] == ["save"]
    buffers.close("use.py")
    assert "typed" not in incoming(client, item)


def test_an_item_outlives_edits_elsewhere_and_says_when_it_is_stale(
    client: Client, buffers: Buffers
) -> None:
    (item,) = prepare(client, buffers, "base.py", 1, 9)
    buffers.open("base.py", BASE)
    buffers.change("base.py", 2, "# moved\n\n" + BASE)
    assert "first" in incoming(client, item)
    buffers.change("base.py", 3, BASE.replace("save", "keep"))
    refused = client.refusal(client.request("callHierarchy/incomingCalls", {"item": item}))
    assert refused.code == -32801
    assert "save" in str(refused)


def test_it_can_be_left_to_another_server(serve: Starting) -> None:
    told = serve().initialize(initializationOptions={**PLAIN, "callHierarchy": "off"})
    assert "callHierarchyProvider" not in told["capabilities"]
    told = serve().initialize()
    assert told["capabilities"]["callHierarchyProvider"]


def test_a_list_that_had_to_stop_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    snapshot = snapshot_of(FILES)
    folder = snapshot.folders[0]
    item = lsp.CallHierarchyItem(
        name="save",
        kind=lsp.SymbolKind.Method,
        uri="file:///project/base.py",
        range=NOWHERE,
        selection_range=NOWHERE,
        data={"root": str(folder.root), "key": "base.py::Store.save"},
    )
    params = lsp.CallHierarchyIncomingCallsParams(item=item)
    whole = call_hierarchy.incoming(snapshot, params, told.append)
    assert len(whole) == 3
    assert not told
    moments = itertools.count()
    monkeypatch.setattr(call_graph.time, "monotonic", lambda: float(next(moments)))
    hasty = replace(snapshot, patience=2.5)
    part = call_hierarchy.incoming(hasty, params, told.append)
    assert 0 < len(part) < 3
    assert all("perhaps not all" in (call.from_.detail or "") for call in part)
    assert told == [
        "not all callers of save could be looked for in time; asked again it goes on from there"
    ]


NOWHERE = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
