"""Sessions, changes, errors, decisions and lessons, through the commands."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from codewitness.features.memory_scope import Asking, MemoryScope
from codewitness.features.places import BadRequest
from tests.support.memory import STORE, Remembering

TRACE = """Traceback (most recent call last):
  File "/srv/app/pkg/store.py", line 3, in save
    value = self.rows[row]
KeyError: 'row-{}'
"""


@pytest.fixture
def shop(tmp_path: Path) -> Remembering:
    return Remembering(tmp_path / "shop", tmp_path / "data")


class SetBack:
    """A clock that is set back by a day once a session has been started."""

    def __init__(self) -> None:
        self.day, self.n = 22, 0

    def now(self) -> str:
        return f"2026-11-{self.day}T08:00:00.000Z"

    def new_id(self, prefix: str) -> str:
        self.n += 1
        return f"{prefix}-{self.n}"


def test_what_begins_after_the_clock_was_set_back_counts(shop: Remembering) -> None:
    scope = MemoryScope.of(shop.session.snapshot(None), Asking())
    clock = scope.memory.clock = SetBack()
    first = shop.ask("session.start", description="before")
    clock.day = 21
    second = shop.ask("session.start", description="after")
    assert shop.ask("session.status")["id"] == second["id"]
    assert shop.ask("session.recordLesson", lesson="x")["sessionId"] == second["id"]
    shop.ask("session.resume", sessionId=first["id"])
    assert shop.ask("session.status")["id"] == first["id"]
    shop.ask("session.resume", sessionId=second["id"])
    assert shop.ask("session.status")["id"] == second["id"]
    assert shop.ask("session.end")["duration"] == 0


def test_a_session_beside_another_is_told(shop: Remembering) -> None:
    first = shop.ask("session.start", description="Mend the store")
    assert first["alsoUnderWay"] == []
    second = shop.ask("session.start", description="Count the rows")
    known = [(one["id"], one["description"]) for one in second["alsoUnderWay"]]
    assert known == [(first["id"], "Mend the store")]
    ended = shop.ask("session.end", sessionId=first["id"])
    assert "alsoUnderWay" not in ended
    again = shop.ask("session.resume", sessionId=first["id"])
    assert [one["id"] for one in again["alsoUnderWay"]] == [second["id"]]
    shop.ask("session.end", sessionId=first["id"])
    assert shop.ask("session.start", description="x", branch="topic")["alsoUnderWay"] == []


def test_a_session(shop: Remembering) -> None:
    begun = shop.ask("session.start", description="Mend the store", tags=["store"])
    assert begun["isActive"]
    assert begun["duration"] >= 0
    change = shop.ask(
        "session.trackFileChange", uri=shop.uri("pkg/store.py"), action="edit",
        reason="missing rows are common", lineRange=[2, 3],
    )  # fmt: skip
    error = shop.ask("session.recordError", errorType="KeyError", message="'row'")
    other = shop.ask("session.recordError", errorType="OSError", message="disk")
    shop.ask("session.resolveError", errorId=error["id"], solution="use get")
    decision = shop.ask("session.recordDecision", decision="Use a dict", rationale="It is fast")
    lesson = shop.ask("session.recordLesson", lesson="Ask for the row first")
    records = (change, error, other, decision, lesson)
    assert {one["sessionId"] for one in records} == {begun["id"]}
    now = shop.ask("session.status")
    assert now["id"] == begun["id"]
    assert now["filesTouched"] == ["pkg/store.py"]
    ended = shop.ask("session.end", success=True, summary="It holds.")
    assert not ended["isActive"]
    assert ended["success"] is True
    assert ended["errorsMet"] == [error["id"], other["id"]]
    assert ended["errorsFixed"] == [error["id"]]
    for part in (
        "# Mend the store", "It holds.", "`pkg/store.py` (edit): missing rows are common",
        "**KeyError**: 'row'. Fixed: use get", "**Use a dict**: It is fast",
        "Ask for the row first", "## Open ends\n\n- OSError: disk",
    ):  # fmt: skip
        assert part in ended["summary"]
    none = shop.ask("session.status")
    assert (none["id"], none["isActive"]) == (None, False)
    now = shop.ask("session.status", sessionId=begun["id"])
    assert [
        {**one, "freshness": now["freshness"]} for one in shop.ask("session.list")["sessions"]
    ] == [now]
    assert shop.ask("session.resume", sessionId=begun["id"])["isActive"]
    assert shop.ask("session.status")["id"] == begun["id"]


def test_related_files_are_there_or_were(shop: Remembering) -> None:
    said = {"rationale": "r", "relatedFiles": ["./pkg/store.py"]}
    made = shop.ask("session.recordDecision", decision="a", **said)
    assert made["relatedFiles"] == ["pkg/store.py"]
    uri = shop.uri("pkg/near.py")
    shop.session.open_document(shop.folder, "pkg/near.py", uri, 1, "x = 1\n")
    for files in (["pkg/naer.py"], ["pkg/store.py", "pkg/naer.py"], ["pkg"]):
        for command, fields in (
            ("recordDecision", {"decision": "b", "rationale": "r"}),
            ("trackFileChange", {"uri": "pkg/store.py", "action": "edit", "reason": "r"}),
        ):
            with pytest.raises(BadRequest, match=r"^relatedFiles: .* is no file 'pkg") as told:
                shop.ask(f"session.{command}", **fields, relatedFiles=files)
            assert files == ["pkg"] or "did you mean 'pkg/near.py'" in str(told.value)
    (shop.root / "pkg/store.py").unlink()  # of which a record tells
    made = shop.ask("session.recordDecision", decision="c", **said)
    assert made["relatedFiles"] == ["pkg/store.py"]
    change = {"uri": "pkg/new.py", "action": "delete", "reason": "r", "relatedFiles": ["old.py"]}
    assert shop.ask("session.trackFileChange", **change)["relatedFiles"] == ["old.py"]


def test_a_change_is_tied_to_its_methods(shop: Remembering) -> None:
    for path in ("pkg/rows.py", "docs/rows.md"):
        (shop.root / path).parent.mkdir(exist_ok=True)
        (shop.root / path).write_text("")
    diff = "@@ -3,1 +3,1 @@\n-        value = 1\n+        value = self.rows[row]\n"
    change = shop.ask(
        "session.trackFileChange", uri="pkg/store.py", action="refactor", reason="x", diff=diff,
        relatedFiles=[shop.uri("pkg/rows.py"), "docs/rows.md"],
    )  # fmt: skip
    assert [one["symbol"] for one in change["anchors"]] == ["pkg.store.Store.save"]
    assert change["anchors"][0]["line"] == 2
    assert change["uri"] == shop.uri("pkg/store.py")
    assert change["relatedFiles"] == ["pkg/rows.py", "docs/rows.md"]


def test_a_file_that_is_gone_may_be_said_to_be_deleted(shop: Remembering) -> None:
    change = shop.ask(
        "session.trackFileChange", uri="pkg/none.py", action="delete", reason="x", lineRange=[1, 9]
    )
    assert change["anchors"] == []


def test_a_range_that_ends_at_the_begin_of_a_line_has_the_lines_before(shop: Remembering) -> None:
    end = {"line": 2, "character": 0}
    lines = {"start": {"line": 0, "character": 0}, "end": end}
    change = shop.ask(
        "session.trackFileChange", uri="pkg/store.py", action="edit", reason="x", lineRange=lines
    )
    assert change["lineRange"] == [1, 2]


def test_an_error_is_tied_to_our_frame(shop: Remembering) -> None:
    error = shop.ask("session.recordError", stackTrace=TRACE.format(1))
    assert (error["errorType"], error["message"]) == ("KeyError", "'row-1'")
    assert (error["file"], error["lineNumber"]) == ("pkg/store.py", 3)
    assert error["anchor"]["symbol"] == "pkg.store.Store.save"
    assert error["frames"][0]["own"]
    foreign = TRACE.replace("/srv/app/pkg/store.py", "/usr/lib/python3/site-packages/pkg/store.py")
    assert not shop.ask("session.recordError", stackTrace=foreign)["frames"][0]["own"]


def test_the_same_error_again(shop: Remembering) -> None:
    first = shop.ask("session.recordError", stackTrace=TRACE.format(1), tags=["a"])
    again = shop.ask("session.recordError", stackTrace=TRACE.format(2), tags=["b"])
    assert (first["known"], again["known"]) == (False, True)
    assert again["id"] == first["id"]
    assert again["frequency"] == 2
    assert again["tags"] == ["a", "b"]
    other = shop.ask("session.recordError", stackTrace=TRACE.replace("KeyError", "IndexError"))
    assert other["frequency"] == 1
    assert other["similar"][0]["error"]["id"] == first["id"]
    assert "same frames: save" in other["similar"][0]["why"]


READERS = """class IntReader:
    def parse(self, row):
        return int(row)


class FloatReader:
    def parse(self, row):
        return float(row)


def read(rows, kind):
    parsed = [kind().parse(row) for row in rows]
    return parsed[0] if parsed else rows["none"]
"""
PARSED = """Traceback (most recent call last):
  File "{}/pkg/readers.py", line 12, in read
    parsed = [kind().parse(row) for row in rows]
  File "{}/pkg/readers.py", line {}, in parse
    return int(row)
ValueError: invalid literal for int() with base 10: {}
"""
MISSING = """Traceback (most recent call last):
  File "/srv/app/pkg/readers.py", line 13, in read
    return parsed[0] if parsed else rows[{0}]
KeyError: {0}
"""


def test_another_value_is_the_same_error(tmp_path: Path) -> None:
    shop = Remembering(tmp_path / "shop", tmp_path / "data", {"pkg/readers.py": READERS})

    def recorded(trace: str) -> tuple[str, int, str]:
        found = shop.ask("session.recordError", stackTrace=trace)
        return found["id"], found["frequency"], found["anchor"]["symbol"]

    method = "pkg.readers.IntReader.parse"
    first, *rest = recorded(PARSED.format("/srv", "/srv", 3, "'abc'"))
    assert rest == [1, method]
    assert recorded(PARSED.format("/x", "/x", 3, "'it is'")) == (first, 2, method)
    # A line of another text of the file: nothing is known to be elsewhere.
    assert recorded(PARSED.format("/x", "/x", 12, "''")) == (first, 3, method)
    assert recorded(PARSED.format("/x", "/x", 99, "'z'")) == (first, 4, method)
    # A method of the same name in another class.
    other, *rest = recorded(PARSED.format("/x", "/x", 8, "'abc'"))
    assert other != first
    assert rest == [1, "pkg.readers.FloatReader.parse"]
    # What the code itself says is no value.
    none = recorded(MISSING.format("'none'"))[0]
    assert recorded(MISSING.format("'none'"))[:2] == (none, 2)
    assert recorded(MISSING.format("'some'"))[1] == 1
    assert recorded(MISSING.replace("rows[{0}]", "rows[key]").format("'x'"))[1] == 1
    assert recorded(MISSING.replace("rows[{0}]", "rows[key]").format("'y'"))[1] == 2


def test_the_function_of_a_frame_counts_before_its_line(tmp_path: Path) -> None:
    shop = Remembering(tmp_path / "shop", tmp_path / "data", {"pkg/readers.py": READERS})
    old = MISSING.replace("line 13", "line 3").format("'none'")
    found = shop.ask("session.recordError", stackTrace=old)
    assert found["anchor"]["symbol"] == "pkg.readers.read"


def test_a_solved_error_that_comes_back_is_open_again(shop: Remembering) -> None:
    first = shop.ask("session.recordError", stackTrace=TRACE.format(1))
    shop.ask("session.resolveError", errorId=first["id"], solution="use get")
    again = shop.ask("session.recordError", stackTrace=TRACE.format(2))
    assert (again["id"], again["known"], again["frequency"]) == (first["id"], True, 2)
    assert (again["resolved"], again["resolvedAt"], again["solution"]) == (False, None, "use get")
    assert (again["candidateSolution"], again["reopenedAt"]) == ("use get", again["lastSeen"])
    third = shop.ask("session.recordError", stackTrace=TRACE.format(3))
    assert (third["candidateSolution"], third["frequency"]) == ("use get", 3)
    assert third["reopenedAt"] == again["reopenedAt"]
    found = shop.ask("session.searchErrors", query="use get", resolved=False)["results"]
    assert [one["error"]["id"] for one in found] == [first["id"]]
    context = shop.ask("session.projectContext", level="comprehensive")["markdown"]
    assert "3 times; came back, solved before by: use get" in context
    recurring = shop.ask("session.analyzePatterns")["recurringErrors"]
    assert [one["detail"] for one in recurring] == ["use get"]
    confirmed = shop.ask("session.resolveError", errorId=first["id"])
    assert (confirmed["resolved"], confirmed["reopenedAt"]) == (True, None)
    assert confirmed["solution"] == "use get"


def test_a_solved_error_that_comes_with_a_solution_is_solved(shop: Remembering) -> None:
    shop.ask("session.recordError", stackTrace=TRACE.format(1), solution="use get")
    again = shop.ask("session.recordError", stackTrace=TRACE.format(2), solution="ask first")
    assert (again["resolved"], again["solution"]) == (True, "ask first")
    assert (again["frequency"], again["reopenedAt"]) == (2, None)


def test_errors_are_found_with_their_reasons(shop: Remembering) -> None:
    wanted = shop.ask("session.recordError", stackTrace=TRACE.format(1), solution="use get")
    shop.ask("session.recordError", errorType="TimeoutError", message="the upload took 30 s")
    shop.ask("session.recordError", errorType="ValueError", message="bad literal 'x'")

    def found(**query: Any) -> list[str]:
        results = shop.ask("session.searchErrors", **query)["results"]
        return [one["error"]["errorType"] for one in results]

    best = shop.ask("session.searchErrors", stackTrace=TRACE.format(99))["results"][0]
    assert best["error"]["id"] == wanted["id"]
    assert best["error"]["solution"] == "use get"
    assert {"same type: KeyError", "same kind: missing key"} <= set(best["why"])
    assert found(query="upload is slow: timeout")[0] == "TimeoutError"
    assert found(errorType="builtins.ValueError") == ["ValueError"]
    assert found(resolved=True) == ["KeyError"]
    assert found(resolved=True, query="upload timeout") in ([], ["KeyError"])
    assert found(limit=1, query="error literal") == ["ValueError"]
    assert len(found()) == 3


def test_a_trace_given_as_words_is_read(shop: Remembering) -> None:
    trace = (
        'Traceback (most recent call last):\n  File "/srv/job.py", line 7, in run\n    f()\n'
        "KeyError: 'total'"
    )
    error = shop.ask("session.recordError", errorType="crash", message=trace)
    assert (error["message"], error["stackTrace"]) == ("'total'", trace)
    assert [frame["function"] for frame in error["frames"]] == ["run"]
    shop.ask("session.recordError", errorType="crash", message="no such cart at all")
    found = shop.ask("session.searchErrors", query=trace.replace("/srv", "/app"))["results"]
    assert found[0]["error"]["id"] == error["id"]
    assert "same kind: missing key" in found[0]["why"]


def test_filters_come_before_the_cut(shop: Remembering) -> None:
    for number in range(30):
        shop.ask("session.recordError", errorType=f"Bad{number}Error", message="upload has failed")
    shop.ask(
        "session.recordError", errorType="LateError", message="upload failed once", solution="x"
    )
    results = shop.ask("session.searchErrors", query="upload has failed", resolved=True, limit=1)
    assert [one["error"]["errorType"] for one in results["results"]] == ["LateError"]


def test_decisions(shop: Remembering) -> None:
    first = shop.ask(
        "session.recordDecision", decision="Rows live in a dict", rationale="Lookups are frequent",
        alternatives=["a list"], relatedFiles=["pkg/store.py"], confidence=0.4,
    )  # fmt: skip
    same = shop.ask(
        "session.recordDecision", decision="Rows live in a dict", rationale="Lookups are frequent"
    )
    assert same["id"] == first["id"]
    second = shop.ask(
        "session.recordDecision", decision="Rows live in a table", rationale="There are many",
        supersedes=first["id"],
    )  # fmt: skip
    listed = shop.ask("session.decisions")["decisions"]
    assert [one["id"] for one in listed] == [second["id"], first["id"]]
    assert listed[1]["supersededBy"] == second["id"]
    about = shop.ask("session.decisions", uri=shop.uri("pkg/store.py"))["decisions"]
    assert [one["id"] for one in about] == [first["id"]]
    found = shop.ask("session.decisions", query="frequent lookup")["decisions"]
    assert [one["id"] for one in found] == [first["id"]]
    marked = shop.ask("session.updateDecision", decisionId=second["id"], reviewed=True)
    assert marked["reviewed"] is True


def test_a_decision_said_twice_is_one_and_other_claims_are_kept(shop: Remembering) -> None:
    said = {"decision": "Rows are counted", "rationale": "for the bill"}
    first = shop.ask("session.recordDecision", **said)
    assert shop.ask("session.recordDecision", **said)["id"] == first["id"]
    more = shop.ask("session.recordDecision", **said, claims=["Store.save writes self.count"])
    assert more["id"] != first["id"]
    assert [one["text"] for one in more["claims"]] == ["Store.save writes self.count"]
    with pytest.raises(BadRequest, match="supersedes: no decision"):
        shop.ask("session.recordDecision", **said, supersedes="dec-0")
    newer = shop.ask("session.recordDecision", **said, supersedes=first["id"], tags=["bill"])
    assert (newer["supersedes"], newer["tags"]) == (first["id"], ["bill"])


def test_nothing_crosses_a_scope(shop: Remembering, tmp_path: Path) -> None:
    shop.ask("session.recordLesson", lesson="mine")
    shop.ask("session.recordLesson", lesson="hers", user="bea")
    shop.ask("session.recordLesson", lesson="elsewhere", project="other")
    shop.ask("session.start", description="on a branch", branch="topic")
    elsewhere = Remembering(tmp_path / "other", tmp_path / "data")

    def lessons(of: Remembering, **scope: str) -> list[str]:
        path = of.root / "out.jsonl"
        of.ask("memory.export", path=str(path), **scope)
        return [json.loads(line).get("lesson", "-") for line in path.read_text().splitlines()]

    assert lessons(shop) == ["mine", "-"]
    assert lessons(shop, user="bea") == ["hers"]
    assert lessons(shop, project="other") == ["elsewhere"]
    assert lessons(shop, branch="topic") == ["-"]
    assert lessons(shop, branch="main") == []
    assert lessons(elsewhere) == []
    assert shop.ask("session.status", branch="main")["id"] is None
    assert shop.ask("session.status", branch="topic")["isActive"]


def test_export_and_import(shop: Remembering, tmp_path: Path) -> None:
    shop.ask("session.start", description="x")
    shop.ask("session.recordError", stackTrace=TRACE.format(1))
    shop.ask(
        "session.trackFileChange", uri="pkg/store.py", action="edit", reason="y", lineRange=[2, 2]
    )
    shop.ask("session.recordDecision", decision="d", rationale="r", claims=["Store.save calls x"])
    out = shop.ask("memory.export", path="memory.jsonl")
    assert out["records"] == {"session": 1, "error": 1, "change": 1, "decision": 1}
    assert shop.ask("memory.import", path="memory.jsonl")["unchanged"] == 4
    other = Remembering(tmp_path / "other", tmp_path / "data")
    (other.root / "memory.jsonl").write_bytes((shop.root / "memory.jsonl").read_bytes())
    assert other.ask("memory.import", path="memory.jsonl")["added"] == out["records"]
    assert other.ask("memory.import", path="memory.jsonl")["added"] == {}
    assert len(other.ask("session.searchErrors")["results"]) == 1
    error = other.ask("session.searchErrors")["results"][0]["error"]
    deleted = other.ask("memory.delete", ids=[error["id"], "err-none"])
    assert (deleted["deleted"], deleted["missing"]) == ({"error": 1}, ["err-none"])
    assert other.ask("session.searchErrors")["results"] == []


def test_an_import_takes_all_or_nothing(shop: Remembering) -> None:
    shop.ask("session.recordLesson", lesson="one")
    shop.ask("memory.export", path="x.jsonl")
    path = shop.root / "x.jsonl"
    line = json.loads(path.read_text())
    path.write_text(
        json.dumps({**line, "id": "les-2"}) + "\n" + json.dumps({"type": "lesson"}) + "\n"
    )
    with pytest.raises(BadRequest, match="path: line 2 is no record: id: missing"):
        shop.ask("memory.import", path="x.jsonl")
    assert shop.ask("memory.export", path="y.jsonl")["total"] == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"timestamp": "yesterday"}, "timestamp: takes a time as ISO 8601, got 'yesterday'"),
        ({"timestamp": ""}, "timestamp: takes a time as ISO 8601, it is empty"),
        ({"updated": "later"}, "updated: takes a time as ISO 8601"),
        ({"id": " "}, "id: is empty"),
        ({"confidence": float("nan")}, "confidence: takes a number, got nan"),
        ({"confidence": 5}, "confidence: takes a number from 0 to 1"),
        ({"anchors": [{"line": -7}]}, "line: there is no such number"),
    ],
)
def test_what_no_answer_could_give_is_not_imported(
    shop: Remembering, wrong: dict[str, object], message: str
) -> None:
    shop.ask("session.recordDecision", decision="d", rationale="r")
    shop.ask("memory.export", path="x.jsonl")
    path = shop.root / "x.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "id": "dec-2", **wrong}) + "\n")
    with pytest.raises(BadRequest, match=f"path: line 1 is no record: {message}"):
        shop.ask("memory.import", path="x.jsonl")


def test_an_imported_record_can_be_sent_and_exported(shop: Remembering) -> None:
    shop.ask("session.start", description="x")
    shop.ask("memory.export", path="x.jsonl")
    path = shop.root / "x.jsonl"
    line = {**json.loads(path.read_text()), "id": "ses-2", "timestamp": "2026-01-01T01:00:00"}
    line |= {"ended": "2026-01-01 03:00+01:00", "description": "cut in two \ud83d"}
    path.write_text(json.dumps(line) + "\n")
    shop.ask("memory.import", path="x.jsonl")
    found = shop.ask("session.status", sessionId="ses-2")
    assert (found["timestamp"], found["duration"]) == ("2026-01-01T01:00:00.000Z", 3600.0)
    assert found["description"] == "cut in two \ufffd"
    assert shop.ask("memory.export", path="y.jsonl")["total"] == 2


@pytest.mark.parametrize(
    ("command", "argument", "message"),
    [
        ("session.start", {}, "description: codewitness.session.start takes a string, it is mis"),
        ("session.start", {"description": "  "}, "description: takes a text, it is empty"),
        ("session.start", {"description": 5}, "description: "),
        ("session.start", {"description": "x", "tags": [1]}, "tags: "),
        ("session.start", {"description": "x", "tag": "y"}, "tag: unknown field"),
        ("session.start", {"description": "x" * 300_000}, "description: takes at most"),
        ("session.end", {}, "sessionId: no session is under way"),
        ("session.end", {"sessionId": "ses-1"}, "sessionId: no session in this memory"),
        ("session.end", {"success": "yes"}, "success: "),
        ("session.resume", {}, "sessionId: "),
        ("session.list", {"since": "yesterday"}, "since: takes a time as ISO 8601"),
        ("session.list", {"limit": 0}, "limit: "),
        ("session.trackFileChange", {"uri": "a.py", "reason": "x"}, "action: takes one of create"),
        ("session.trackFileChange", {"uri": "a.py", "reason": "x", "action": "do"}, "action: "),
        ("session.trackFileChange", {"uri": "../a.py", "reason": "x", "action": "edit"}, "uri: "),
        (
            "session.trackFileChange",
            {"uri": "file:///elsewhere/a.py", "reason": "x", "action": "edit"},
            "uri: not a file of a workspace folder",
        ),
        (
            "session.trackFileChange",
            {"uri": "pkg/store.py", "reason": "x", "action": "edit", "lineRange": [3, 2]},
            "lineRange: takes",
        ),
        (
            "session.trackFileChange",
            {"uri": "pkg/store.py", "reason": "x", "action": "edit", "lineRange": [1, 9000]},
            "lineRange: pkg/store.py ends with line ",
        ),
        (
            "session.trackFileChange",
            {"uri": "pkg/none.py", "reason": "x", "action": "edit"},
            "uri: there is no file 'pkg/none.py'",
        ),
        ("session.recordError", {"errorType": "X"}, "message: "),
        ("session.recordError", {"errorType": "X", "message": "y", "lineNumber": 0}, "lineNumb"),
        (
            "session.recordError",
            {"errorType": "X", "message": "y", "sessionId": "ses-0"},
            "sessionId: no session",
        ),
        ("session.resolveError", {"errorId": "err-1", "solution": "x"}, "errorId: no error"),
        ("session.recordDecision", {"decision": "x"}, "rationale: "),
        (
            "session.recordDecision",
            {"decision": "x", "rationale": "y", "confidence": 2},
            "confidence: ",
        ),
        (
            "session.recordDecision",
            {"decision": "x", "rationale": "y", "supersedes": "dec-0"},
            "supersedes: no decision",
        ),
        ("session.recordLesson", {}, "lesson: "),
        ("session.recordLesson", {"lesson": "x", "source": "cat"}, "source: "),
        ("session.searchErrors", {"limit": "many"}, "limit: "),
        ("session.decisions", {"standing": "good"}, "standing: "),
        ("memory.export", {"path": "/etc/x.jsonl"}, "path: takes a path inside the workspace"),
        ("memory.export", {"path": "../../x.jsonl"}, "path: takes a path inside the workspace"),
        ("memory.export", {"path": "pkg/store.py"}, "path: takes a file whose name ends with"),
        ("memory.export", {"path": "pkgs/x.jsonl"}, "path: there is no folder 'pkgs' to write to"),
        ("memory.import", {"path": "none.jsonl"}, "path: there is no file"),
        ("memory.delete", {}, "ids: "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(
    shop: Remembering, command: str, argument: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadRequest) as refusal:
        shop.ask(command, **argument)
    assert str(refusal.value).startswith(message)


def test_without_a_folder(shop: Remembering) -> None:
    shop.session.folders.clear()
    with pytest.raises(BadRequest, match="project: no workspace folder is open"):
        shop.ask("session.start", description="x")


def test_unsaved_text_counts(shop: Remembering) -> None:
    text = "# new line\n" + STORE
    shop.session.open_document(shop.folder, "pkg/store.py", shop.uri("pkg/store.py"), 1, text)
    error = shop.ask(
        "session.recordError",
        errorType="E",
        message="m",
        uri=shop.uri("pkg/store.py"),
        lineNumber=4,
    )
    assert error["anchor"]["line"] == 3


PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


def test_pictures(shop: Remembering, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    (shop.root / "error.png").write_bytes(PNG)
    with pytest.raises(BadRequest, match="errorType: the picture could not be read"):
        shop.ask("session.recordError", screenshotPath="error.png")
    named = {"errorType": "KeyError", "message": "x"}
    kept = shop.ask("session.recordError", **named, screenshotPath="error.png")
    (path,) = (tmp_path / "data").rglob("*.png")
    assert (path.name, path.read_bytes()) == (kept["screenshot"], PNG)
    reader = programs / "tesseract"
    reader.write_text("#!/bin/sh\ncat <<'END'\n" + TRACE.format(7) + "END\n")
    reader.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/bin:/usr/bin")
    encoded = base64.b64encode(PNG + b"\1").decode()
    read = shop.ask("session.recordError", screenshotBase64=f"data:image/png;base64,{encoded}")
    assert (read["errorType"], read["lineNumber"]) == ("KeyError", 3)


def test_a_picture_goes_with_the_last_error_that_has_it(shop: Remembering, tmp_path: Path) -> None:
    encoded = base64.b64encode(PNG).decode()
    one, other = (
        shop.ask("session.recordError", errorType=name, message="x", screenshotBase64=encoded)
        for name in ("KeyError", "ValueError")
    )
    shop.ask("memory.delete", ids=[one["id"]])
    assert len(list((tmp_path / "data").rglob("*.png"))) == 1
    shop.ask("memory.delete", ids=[other["id"]])
    assert list((tmp_path / "data").rglob("*.png")) == []


@pytest.mark.parametrize(
    "argument",
    [
        {"screenshotBase64": "???"},
        {"screenshotBase64": base64.b64encode(b"no picture").decode()},
        {"screenshotPath": "missing.png"},
        {"screenshotPath": "../outside.png"},
        {"screenshotPath": "/etc/passwd"},
        {"screenshotPath": "pkg/store.py"},
    ],
)
def test_what_is_no_picture(shop: Remembering, argument: dict[str, str]) -> None:
    (shop.root.parent / "outside.png").write_bytes(PNG)
    with pytest.raises(BadRequest, match=f"^{next(iter(argument))}: takes a"):
        shop.ask("session.recordError", errorType="E", message="m", **argument)


def test_of_several_folders_the_one_that_is_named(shop: Remembering, tmp_path: Path) -> None:
    other = Remembering(tmp_path / "other", tmp_path / "data", {"a.py": "def go():\n    pass\n"})
    shop.session.folders.append(other.folder)
    first = shop.ask("session.start", description="in the first")
    second = shop.ask("session.start", description="in the other", folder=other.root.as_uri())
    assert first["project"] != second["project"]
    assert second["alsoUnderWay"] == []
    for folder, expected in (
        (None, first),
        (shop.uri("pkg/store.py"), first),
        (other.uri("a.py"), second),
    ):
        given = {} if folder is None else {"folder": folder}
        assert shop.ask("session.status", **given)["id"] == expected["id"]
    named = {"uri": other.uri("a.py"), "position": {"line": 0, "character": 4}}
    of_symbol = shop.ask(
        "session.recordDecision",
        decision="x",
        rationale="y",
        symbols=[named],
        folder=shop.root.as_uri(),
    )
    assert of_symbol["sessionId"] == second["id"]
    with pytest.raises(BadRequest, match="folder: not a file of a workspace folder"):
        shop.ask("session.status", folder="file:///elsewhere")
