"""Records are found by the same search as code, each with a score that its parts explain."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.session import Session
from codewitness.features.search_records import recency
from codewitness.platform.transcripts import Transcripts
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.commands import COMMANDS
from tests.support.folders import running

ALL = ["code", "decision", "lesson", "error"]
NOW = "2026-03-31T12:00:00.000Z"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("records")
    root = folder / "project"
    root.mkdir()
    (root / "upload.py").write_text(
        "def upload(parcel):\n    return send(parcel)\n\n\ndef load(path):\n    return path\n"
    )
    patch = pytest.MonkeyPatch()
    patch.setenv("CODEWITNESS_CACHE_DIR", str(folder / "cache"))
    patch.setenv("CODEWITNESS_DATA_DIR", str(folder / "data"))
    with running(root) as (own, _):
        ask(
            own,
            "session.recordDecision",
            decision="Retry an upload three times",
            rationale="the warehouse drops connections",
            tags=["network"],
            relatedFiles=["upload.py"],
        )
        ask(own, "session.recordLesson", lesson="The parcel scanner sends Latin-1")
        ask(
            own,
            "session.recordError",
            errorType="ConnectionError",
            message="connection reset by the warehouse",
            solution="retry the upload",
        )
        yield own
    patch.undo()


def ask(session: Session, command: str, **argument: Any) -> Any:
    name = f"codewitness.{command}"
    return COMMANDS[name](session.snapshot(None), Arguments(name, [argument]))


def found(session: Session, query: str, **more: Any) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = ask(session, "search", query=query, **more)["results"]
    return results


def test_only_code_unless_more_is_asked_for(session: Session) -> None:
    assert {one["memoryType"] for one in found(session, "upload")} == {"code"}


@pytest.mark.parametrize(
    ("kind", "query", "text"),
    [
        ("decision", "how often is an upload retried", "three times"),
        ("lesson", "scanner", "Latin-1"),
        ("error", "connections of the warehouse", "ConnectionError"),
    ],
)
def test_one_type(session: Session, kind: str, query: str, text: str) -> None:
    best = found(session, query, memoryTypes=[kind])
    assert {one["memoryType"] for one in best} == {kind}
    assert text in best[0]["snippet"]
    assert best[0]["id"]


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("decision", "why do we retry the upload"),
        ("decision", "rationale for three uploads"),
        ("error", "how did we fix the connection to the warehouse"),
        ("error", "we solved a connection of the warehouse"),
        ("", "retry the upload"),
        ("", "where is the upload sent"),
    ],
)
def test_what_asks_for_reasons_or_for_how_it_was_mended(
    session: Session, kind: str, query: str
) -> None:
    boosted = {
        one["memoryType"]
        for one in found(session, query, memoryTypes=ALL)
        if "askedFor" in one["scores"]["boosts"] and one["memoryType"] != "code"
    }
    assert boosted == {kind} - {""}


def test_all_types_stand_in_one_list(session: Session) -> None:
    results = found(session, "retry the upload", memoryTypes=ALL)
    assert {one["memoryType"] for one in results} >= {"code", "decision", "error"}
    scores = [one["score"] for one in results]
    assert scores == sorted(scores, reverse=True)
    for one in results:
        parts = dict(one["scores"])
        factors = parts.pop("boosts")
        total = sum(value for name, value in parts.items() if name != "rerank")
        assert one["score"] == pytest.approx(
            min(1.0, total * math.prod(factors.values())), abs=1e-4
        )
        assert one["memoryType"] in factors


def test_a_decision_names_its_file(session: Session) -> None:
    best = found(session, "retry", memoryTypes=["decision"])[0]
    assert best["uri"].endswith("/upload.py")
    assert best["tags"] == ["network"]


def test_filters_that_speak_of_code_leave_records_out(session: Session) -> None:
    assert found(session, "retry", memoryTypes=["decision"], languages=["python"]) == []
    assert found(session, "retry", memoryTypes=["decision"], includeTags=["network"])
    assert found(session, "retry", memoryTypes=["decision"], includeTags=["disk"]) == []
    assert found(session, "retry", memoryTypes=["decision"], excludeTags=["net*"]) == []


def test_limit_and_relevance_hold_for_the_whole_list(session: Session) -> None:
    assert len(found(session, "upload retry", memoryTypes=ALL, limit=2)) == 2
    some = found(session, "upload retry", memoryTypes=ALL, minRelevance=0.5)
    assert all(one["score"] >= 0.5 for one in some)


def test_new_records_count_more() -> None:
    days = ["2026-03-31T12:00:00Z", "2026-03-01T12:00:00Z", "2024-01-01T00:00:00Z"]
    new, month, old = (recency(day, NOW) for day in days)
    assert new == pytest.approx(1.5)
    assert month == pytest.approx(0.8 + 0.7 / math.e)
    assert old == pytest.approx(0.8, abs=1e-6)
    assert recency("once upon a time", NOW) == 1.0


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("does upload call send?", "SUPPORTED"),
        ("upload never calls send", "CONTRADICTED"),
        ("missing calls send", None),
        ("parcel upload", None),
    ],
)
def test_auto_judges_what_is_a_claim(session: Session, query: str, status: str | None) -> None:
    answer = ask(session, "search", query=query, mode="auto")
    assert answer["results"] or status
    assert answer.get("verdict", {}).get("status") == status


def test_a_conversation_is_shown_by_what_was_asked(session: Session, tmp_path: Path) -> None:
    def line(role: str, content: object) -> str:
        said = {"role": role, "content": content}
        told = {"type": role, "uuid": role, "sessionId": "ann", "cwd": "/x", "message": said}
        return json.dumps({**told, "timestamp": NOW})

    todo = {"content": "Retry uploads", "status": "completed", "activeForm": "Retrying"}
    used = {"type": "tool_use", "id": "a", "name": "TodoWrite", "input": {"todos": [todo]}}
    lines = (line("user", "Uploads fail at night."), line("assistant", [used]))
    (tmp_path / "ann.jsonl").write_text("\n".join(lines) + "\n")
    session.folders[0].transcripts = Transcripts([tmp_path])
    (one,) = found(session, "retrying uploads", memoryTypes=["conversation"])
    assert one["snippet"] == "Uploads fail at night.\nRetry uploads"
