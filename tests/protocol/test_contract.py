"""Each command with each of its fields, good and bad, against the shapes of the protocol."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codewitness.protocol.server import COMMANDS, WAITING
from tests.protocol.buffers import Buffers, write_files
from tests.protocol.conftest import Starting
from tests.support.client import PLAIN, Client, Json
from tests.support.shapes import ANSWERS, FRESHNESS, differences

ORDERS = """class Reader:
    def load(self, path):
        self.check()
        for row in self.source.read(path):
            return row["id"]

    def check(self):
        raise ValueError(self.source)
"""
PARCELS = """import {wait} from './wait';

export class Parcels {
    async send(name: string): Promise<number> {
        try {
            return await wait(this.items[name]);
        } catch (error) {
            throw new Error(this.sender.label);
        }
    }
}

const put = (name: string) => new Parcels().send(name);
"""
FILES = {
    "orders.py": ORDERS,
    "parcels.ts": PARCELS,
    "wait.ts": "export function wait(what: unknown) { return 1; }\n",
}
TALK = "talk-1"
PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(20)).decode()
LINES = {"start": {"line": 1, "character": 0}, "end": {"line": 3, "character": 0}}
SHARED = {"user": "ann", "project": "shop", "branch": "main", "source": "user"}


def talk() -> str:
    """A transcript in which one thing was done and another is not."""

    def line(kind: str, content: Any) -> str:
        return json.dumps({
            "type": kind, "sessionId": TALK, "cwd": "/home/ann/shop", "isSidechain": False,
            "timestamp": "2026-02-01T10:00:00.000Z", "message": {"role": kind, "content": content},
        })  # fmt: skip

    def todos(status: str) -> list[Json]:
        listed = [{"content": "Mend loading", "status": status, "activeForm": "x"}]
        listed.append({"content": "Tell Bob", "status": "pending", "activeForm": "y"})
        given = {"todos": listed}
        return [{"type": "tool_use", "id": "u", "name": "TodoWrite", "input": given}]

    edit = {"file_path": "/home/ann/shop/orders.py", "old_string": "x", "new_string": ORDERS}
    used = [{"type": "tool_use", "id": "e", "name": "Edit", "input": edit}]
    lines = [line("user", "Loading fails"), line("assistant", todos("in_progress"))]
    lines += [line("assistant", used), line("assistant", todos("completed"))]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    """A server with one folder of Python and TypeScript; both files differ from the disk."""
    folder = tmp_path_factory.mktemp("contract")
    root = folder / "shop"
    write_files(root, FILES)
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        who = ["-c", "user.name=ann", "-c", "user.email=ann@example.com"]
        subprocess.run(["git", *who, *arguments], cwd=root, check=True)
    (folder / "talks").mkdir()
    (folder / "talks" / f"{TALK}.jsonl").write_text(talk())
    starting = Starting(folder)
    client = starting()
    paths = {"conversations": {"paths": [str(folder / "talks")]}}
    client.initialize(root, initializationOptions={**PLAIN, **paths})
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    buffers = Buffers(client, root)
    buffers.open("orders.py", ORDERS.replace("self.check()", "self.verify()"))
    buffers.open("parcels.ts", PARCELS.replace("name: string)", "name: string, tries: number)", 1))
    yield client, root
    starting.end()


def check(client: Client, command: str, argument: Json) -> Any:
    """The answer; what is in it is as the protocol has it."""
    answer = client.run(command, argument)
    found = list(differences({**ANSWERS[command], "freshness": FRESHNESS}, answer))
    assert not found, (command, argument, found[:5])
    return answer


def test_every_command_has_a_shape() -> None:
    names = {name.removeprefix("codewitness.") for name in (*COMMANDS, *WAITING)}
    of_clients = {"lens.callers", "lens.remembered"}
    added = {"session.reportDiagnostics", "session.updateDecision", "session.graph"}
    assert names - of_clients - added == set(ANSWERS)


SEARCHES: list[Json] = [
    *({"mode": mode} for mode in ("hybrid", "semantic", "lexical", "auto")),
    {"mode": "verify", "query": "Reader.check raises ValueError"},
    {"limit": 1}, {"minRelevance": 0.1}, {"languages": ["python"]}, {"paths": ["**/*.py"]},
    {"includeTags": ["domain:function"]}, {"excludeTags": ["lang:*"]},
    {"domainBoosts": {"class": 2}},
    {"calls": ["read"]}, {"accesses": ["source"]}, {"subscripts": ['row["id"]']},
    {"memoryTypes": ["code", "decision", "lesson", "error", "conversation"]},
    {"rerank": True}, {"rerank": False},
]  # fmt: skip


def test_searches(served: tuple[Client, Path]) -> None:
    n_found = 0
    for fields in SEARCHES:
        n_found += len(check(served[0], "search", {"query": "load rows", **fields})["results"])
    assert n_found > 20


@pytest.mark.parametrize("name", ["Reader.load", "Parcels.send"])
def test_questions_about_a_definition(served: tuple[Client, Path], name: str) -> None:
    client, root = served
    path, line = ("orders.py", 2) if name == "Reader.load" else ("parcels.ts", 5)
    place = {"uri": (root / path).as_uri(), "position": {"line": line, "character": 9}}
    for symbol in (name, f"{path}::{name}", place):
        asked = {"symbol": symbol}
        assert check(client, "signals", asked)["symbol"]["name"] == name.partition(".")[2]
        for fields in ({}, {"depth": 2, "limit": 3, "maxTokens": 100}):
            for scope in ("minimal", "logical", "dependencies"):
                check(client, "getImplementation", {**asked, "scope": scope, **fields})
        for which in ("callers", "callees", "all"):
            fields = {"relationship": which, "depth": 2, "minResolution": "typed"}
            check(client, "relationships", asked | fields)
        found = check(client, "relationships", asked)
        assert found["freshness"]["documents"][place["uri"]] == 1
    for claim in ("has a loop", "never raises", "is fast", "returns something", "is async"):
        check(client, "verify", {"claim": f"{name} {claim}"})
        check(client, "verify", {"subject": name, "predicate": claim})
    assert check(client, "verify", {"claim": "nobody calls x"})["status"] == "SUBJECT_NOT_FOUND"


def test_impact_and_the_index(served: tuple[Client, Path]) -> None:
    client, root = served
    uri = (root / "parcels.ts").as_uri()
    for against in ("saved", "head"):
        assert len(check(client, "impact", {"against": against})["changes"]) == 2
        (change,) = check(client, "impact", {"uri": uri, "against": against})["changes"]
        assert change["signature"]["after"] is not None
        assert change["callers"]
    check(client, "impact", {})
    for command, arguments in {
        "status": [{}], "waitForFresh": [{}, {"timeoutMs": 5_000}],
        "reindex": [{}, {"paths": ["orders.py"]}], "audit": [{}, {"sample": 1}],
    }.items():  # fmt: skip
        for argument in arguments:
            check(client, command, argument)


def test_a_session_with_all_its_fields(served: tuple[Client, Path]) -> None:
    client, root = served
    uri, shared = (root / "orders.py").as_uri(), SHARED
    begun = check(client, "session.start", {"description": "x", "tags": ["t"], **shared})
    assert {name: begun[name] for name in shared} == shared
    own = {"sessionId": begun["id"], **shared}
    for action in ("create", "edit", "delete", "rename", "refactor", "test"):
        fields = {"action": action, "reason": "r", "diff": "", "relatedFiles": ["wait.ts"]}
        for lines in ([2, 3], LINES):
            made = check(
                client, "session.trackFileChange", {"uri": uri, "lineRange": lines, **fields, **own}
            )
            found = [one["symbol"] for one in made["anchors"]]
            is_gone = action == "delete"
            assert found == ([] if is_gone else ["orders.Reader.load"])
            assert made["freshness"]["documents"] == ({} if is_gone else {uri: 1})
    trace = f'File "{root / "orders.py"}", line 4, in load\nTypeError: not a row'
    error = check(client, "session.recordError", {
        "errorType": "TypeError", "message": "not a row", "stackTrace": trace, "uri": uri,
        "lineNumber": 4, "screenshotBase64": PICTURE, "tags": ["t"], **own,
    })  # fmt: skip
    assert error["anchor"]["symbol"] == "orders.Reader.load"
    mended = {"errorId": error["id"], "solution": "give rows", **shared}
    assert check(client, "session.resolveError", mended)["resolved"]
    made = check(client, "session.recordDecision", {
        "decision": "Rows have ids", "rationale": "r", "alternatives": ["a"],
        "impact": "i", "tags": ["t"],
        "relatedFiles": ["wait.ts"], "symbols": ["Reader.load"], "confidence": 0.5,
        "claims": ["Parcels.send awaits wait", "Reader.load is fast"], **own,
    })  # fmt: skip
    assert [one["standing"] for one in made["claims"]] == ["holds", "unknown"]
    assert made["freshness"]["documents"].keys() == {uri, (root / "parcels.ts").as_uri()}
    check(client, "session.recordLesson", {
        "lesson": "l", "tags": ["t"], "symbols": ["Reader.load"], **own
    })  # fmt: skip
    for fields in (
        {"query": "row"}, {"errorType": "TypeError"}, {"stackTrace": trace}, {"limit": 1},
        {"symbol": "Reader.load"}, {"resolved": True},
    ):  # fmt: skip
        assert check(client, "session.searchErrors", fields | shared)["results"]
    assert not check(client, "session.searchErrors", {"resolved": False, **shared})["results"]
    for fields in (
        {},
        {"symbol": "Reader.load"},
        {"query": "rows"},
        {"standing": made["standing"]},
    ):
        found = check(client, "session.decisions", {**fields, **shared})
        assert found["decisions"]
        assert uri in found["freshness"]["documents"]
    for level in ("brief", "detailed", "comprehensive"):
        fields = {"focus": "rows", "level": level, "maxTokens": 500, **shared}
        assert check(client, "session.projectContext", fields)["tokens"] <= 500
    check(client, "session.analyzePatterns", {"since": "2026-01-01", "limit": 3, **shared})
    assert check(client, "session.status", own)["isActive"]
    assert check(client, "session.list", {"limit": 1, "since": "2026-01-01", **shared})["sessions"]
    ended = check(client, "session.end", {"success": False, "summary": "s", **own})
    assert (ended["success"], ended["isActive"]) == (False, False)
    assert check(client, "session.resume", own)["isActive"]
    said = check(client, "memory.export", {"path": "memory.jsonl", **shared})
    assert said["total"] == 12 + 4
    again = check(client, "memory.import", {"path": "memory.jsonl", **shared})
    assert again["unchanged"] == said["total"]
    assert check(client, "memory.delete", {"ids": [made["id"]], **shared})["total"] == 1
    for bob in ({"user": "bob"}, {"project": "other"}, {"branch": "other"}):
        found = check(client, "session.searchErrors", {**shared, **bob})
        assert not found["results"], bob


def test_conversations(served: tuple[Client, Path]) -> None:
    client, _ = served
    when = {"limit": 3, "project": "shop", "since": "2026-01-01", "until": "2026-12-31"}
    for fields in ({}, when):
        assert check(client, "conversations.list", fields)["conversations"]
        assert check(client, "conversations.search", {"query": "mend", **fields})["results"]
    found = check(client, "conversations.chapters", {"sessionId": TALK})
    assert [one["title"] for one in found["chapters"]] == ["Mend loading"]
    assert [one["title"] for one in found["pendingWork"]] == ["Tell Bob"]
    page = {"sessionId": TALK, "start": 2, "end": 2}
    found = check(client, "conversations.context", page)
    assert (found["canExpandBefore"], found["canExpandAfter"]) == (True, True)
    found = check(client, "conversations.context", {**page, "expand": 1})
    assert found["messageRange"] == [1, 3]
    assert check(client, "conversations.forSymbol", {"symbol": "Reader.load"})["chapters"]


# Of each command an argument that is good, and of each field what is not.
NO_TEXT: list[Any] = [1, ["a"], {}]
NO_SYMBOL: list[Any] = [None, "", 7, ["a"], {"uri": 1}]
NO_LIST: list[Any] = [1, {}, [1], [None]]
NO_TIME: list[Any] = ["yesterday", 5, "2026-13-01"]
NO_COUNT: list[Any] = [0, -1, 1.5, "1", True, 10**30, float("nan")]
NEEDED: list[Any] = [None, "", *NO_TEXT]
WRONG: dict[str, tuple[Json, dict[str, list[Any]]]] = {
    "verify": (
        {"claim": "Reader.load has a loop"},
        {"claim": NEEDED, "subject": [1], "predicate": [1]},
    ),
    "getImplementation": (
        {"symbol": "Reader.load"},
        {
            "symbol": NO_SYMBOL, "scope": ["all", 1], "depth": NO_COUNT, "limit": [-1, "1"],
            "maxTokens": NO_COUNT,
        },
    ),
    "relationships": (
        {"symbol": "Reader.load"},
        {
            "symbol": NO_SYMBOL, "relationship": ["friends", 1], "depth": [*NO_COUNT, 11],
            "minResolution": ["sure", 1], "limit": [*NO_COUNT, 2001],
        },
    ),
    "impact": ({}, {"uri": ["x", 1, "file:///elsewhere/a.py"], "against": ["yesterday", 1],
                    "fields": [*NO_LIST, ["signals"]]}),
    "audit": ({}, {"sample": NO_COUNT, "repair": ["yes", 1]}),
    "session.start": (
        {"description": "x"},
        {
            "description": NEEDED, "tags": NO_LIST, "user": [1], "project": [[]], "branch": [True],
            "source": ["nobody", 1],
        },
    ),
    "session.end": ({}, {"sessionId": ["ses-0", 1], "success": ["yes", 1], "summary": NO_TEXT}),
    "session.status": ({}, {"sessionId": ["ses-0", 1]}),
    "session.resume": ({"sessionId": "ses-0"}, {"sessionId": ["ses-0", *NEEDED]}),
    "session.list": ({}, {"limit": NO_COUNT, "since": NO_TIME}),
    "session.trackFileChange": (
        {"uri": "orders.py", "action": "edit", "reason": "r"},
        {
            "uri": [*NEEDED, "file:///elsewhere/a.py", "../a.py"], "action": [None, "think", 1],
            "reason": NEEDED, "diff": NO_TEXT, "relatedFiles": NO_LIST,
            "lineRange": [1, [2, 1], [0, 1], [1], "1-2", {"start": 1}], "sessionId": ["ses-0"],
        },
    ),
    "session.recordError": (
        {"errorType": "E", "message": "m"},
        {
            "errorType": NEEDED, "message": NEEDED, "stackTrace": NO_TEXT, "uri": [1, "x:y"],
            "lineNumber": NO_COUNT, "solution": NO_TEXT, "tags": NO_LIST, "sessionId": ["ses-0"],
            "screenshotPath": [1, "missing.png", "orders.py", "/etc/hostname"],
            "screenshotBase64": [1, "%%%", "YWJj"],
        },
    ),
    "session.resolveError": (
        {"errorId": "err-0", "solution": "s"},
        {"errorId": ["err-0", *NEEDED], "solution": NO_TEXT},
    ),
    "session.recordDecision": (
        {"decision": "d", "rationale": "r"},
        {
            "decision": NEEDED, "rationale": NEEDED, "alternatives": NO_LIST, "impact": NO_TEXT,
            "tags": NO_LIST, "relatedFiles": NO_LIST, "symbols": [1, [1], ["no_such_name"]],
            "confidence": [-0.1, 1.1, "1", float("nan")], "claims": NO_LIST,
        },
    ),
    "session.recordLesson": (
        {"lesson": "l"},
        {"lesson": NEEDED, "tags": NO_LIST, "symbols": [1, ["no_such_name"]]},
    ),
    "session.searchErrors": (
        {},
        {
            "query": NO_TEXT, "errorType": NO_TEXT, "stackTrace": NO_TEXT, "symbol": NO_SYMBOL[1:],
            "resolved": ["yes", 1], "limit": NO_COUNT,
        },
    ),
    "session.decisions": (
        {},
        {
            "symbol": NO_SYMBOL[1:], "uri": [1, "x:y"], "query": NO_TEXT,
            "standing": ["sits", 1],
        },
    ),
    "session.projectContext": (
        {},
        {"focus": NO_TEXT, "level": ["deep", 1], "maxTokens": NO_COUNT},
    ),
    "session.analyzePatterns": ({}, {"since": NO_TIME, "limit": NO_COUNT}),
    "memory.export": (
        {"path": "m.jsonl"},
        {"path": [*NEEDED, "/etc/m.jsonl", "../m.jsonl", "m.txt"]},
    ),
    "memory.import": ({"path": "m.jsonl"}, {"path": [*NEEDED, "/etc/m.jsonl", "none.jsonl"]}),
    "memory.delete": ({"ids": ["x"]}, {"ids": [None, [], *NO_LIST]}),
    "conversations.list": (
        {},
        {"limit": NO_COUNT, "project": NO_TEXT, "since": NO_TIME, "until": NO_TIME},
    ),
    "conversations.search": (
        {"query": "x"},
        {
            "query": NEEDED, "limit": NO_COUNT, "project": NO_TEXT, "since": NO_TIME,
            "until": NO_TIME,
        },
    ),
    "conversations.chapters": ({"sessionId": TALK}, {"sessionId": ["none", *NEEDED]}),
    "conversations.context": (
        {"sessionId": TALK},
        {
            "sessionId": ["none", *NEEDED], "start": NO_COUNT, "end": NO_COUNT,
            "expand": [-1, "1", True],
        },
    ),
    "conversations.forSymbol": ({"symbol": "Reader.load"}, {"symbol": NO_SYMBOL}),
}  # fmt: skip


@pytest.mark.parametrize("command", WRONG)
def test_a_wrong_field_is_named(served: tuple[Client, Path], command: str) -> None:
    client, _ = served
    good, bad = WRONG[command]
    for field, values in bad.items():
        for value in values:
            refused = client.refusal(client.command(command, {**good, field: value}))
            assert refused.code == -32602, (field, value, str(refused))
            assert refused.message.startswith((f"{field}:", f"{field}.")), (value, str(refused))
            assert len(refused.message) > len(field) + 10, "says what it takes"
