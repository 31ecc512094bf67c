"""The memory in any language: words with other letters, numbers, texts from other editors."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.engine.recording.normalise import words
from codewitness.engine.recording.word_search import stems
from codewitness.engine.transcripts.search import search, words_of
from codewitness.features.places import BadRequest
from codewitness.protocol import memory_commands
from codewitness.protocol.cannot_now import CannotNow
from tests.support.memory import Remembering
from tests.unit.test_transcripts import Talk


@pytest.fixture
def shop(tmp_path: Path) -> Remembering:
    return Remembering(tmp_path / "shop", tmp_path / "data")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Überweisung prüfen", ["überweisung", "prüfen"]),
        ("naïve cafe\u0301", ["naïve", "café"]),
        ("исправить платёж", ["исправить", "платёж"]),
        ("支払いを", ["支払", "払い", "いを"]),
        ("错", ["错"]),
        ("भुगतान ठीक करें", ["भुगतान", "ठीक", "करें"]),
        ("getUserName — retry_count x", ["get", "user", "name", "retry", "count"]),
        ("getUserName, retry_count x", ["get", "user", "name", "retry", "count"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    "same",
    ["pass passes", "class classes", "process processes processing", "status", "accesses access"],
)
def test_a_word_that_ends_in_s_and_its_plural_are_one(same: str) -> None:
    assert len(set(stems(same))) == 1


def test_the_end_of_a_word_that_is_no_plural_stays() -> None:
    assert stems("status analysis books") == ["status", "analysis", "book"]


def test_numbers_are_searched_for() -> None:
    assert stems("fixes issue 4711 of v2") == ["fix", "issu", "of", "4711"]


@pytest.mark.parametrize(
    ("decision", "query"),
    [
        ("Überweisungen werden geprüft", "überweisungen"),
        ("Исправить платёж", "платёж"),
        ("支払いを修正する", "修正"),
        ("Answer with status 404", "404"),
    ],
)
def test_decisions_are_found_in_their_language(
    shop: Remembering, decision: str, query: str
) -> None:
    shop.ask("session.recordDecision", decision=decision, rationale="-")
    shop.ask("session.recordDecision", decision="Something else, отдельно, 別", rationale="-")
    found = shop.ask("session.decisions", query=query)["decisions"]
    assert [one["decision"] for one in found] == [decision]


def test_conversations_are_found_in_their_language() -> None:
    first = Talk("s1").todos(**{"исправить платёж": "completed"}).read()
    second = Talk("s2").todos(**{"добавить отчёт": "completed"}).read()
    by_key = {one.session_id: words_of(one) for one in (first, second)}
    assert [one.key for one in search("платёж", by_key, limit=5)] == ["s1"]


def test_half_of_an_emoji_is_answered_as_it_is_kept(shop: Remembering) -> None:
    lesson = shop.ask("session.recordLesson", lesson="cut \ud83d here")
    assert lesson["lesson"] == "cut ? here"
    assert shop.ask("memory.export", path="kept.jsonl")["total"] == 1
    assert "cut ? here" in (shop.root / "kept.jsonl").read_text()


def test_an_export_that_another_editor_saved_is_imported(shop: Remembering) -> None:
    shop.ask("session.recordLesson", lesson="Close the file")
    shop.ask("memory.export", path="kept.jsonl")
    kept = shop.root / "kept.jsonl"
    kept.write_bytes(b"\xef\xbb\xbf" + kept.read_bytes().replace(b"\n", b"\r\n"))
    assert shop.ask("memory.import", path="kept.jsonl")["unchanged"] == 1


def test_a_refused_path_tells_no_folder_of_this_machine(shop: Remembering) -> None:
    with pytest.raises(BadRequest) as refused:
        shop.ask("memory.export", path="/somewhere/else.jsonl")
    assert str(refused.value) == (
        "path: takes a path inside the workspace or the user's data folder"
    )


def test_a_full_disk_is_one_kind_of_failure(shop: Remembering) -> None:
    shop.ask(
        "session.recordError", errorType="OSError", message="[Errno 28] No space left on device"
    )
    shop.ask("session.recordError", errorType="OSError", message="[Errno 13] Permission denied")
    found = shop.ask("session.searchErrors", query="disk full")["results"]
    assert found[0]["error"]["message"] == "[Errno 28] No space left on device"
    assert "same kind: no space left" in found[0]["why"]


@pytest.mark.parametrize("name", ["\0.jsonl", "~nobody-of-this-name/x.jsonl", "turn.jsonl"])
def test_a_path_that_no_file_can_have(shop: Remembering, name: str) -> None:
    (shop.root / "turn.jsonl").symlink_to(shop.root / "round.jsonl")
    (shop.root / "round.jsonl").symlink_to(shop.root / "turn.jsonl")
    with pytest.raises(BadRequest, match="path: no file can have the path"):
        shop.ask("memory.export", path=name)


@pytest.mark.parametrize("name", ["pkg/store.py/x.jsonl", "pkg/later/x.jsonl"])
def test_nothing_is_written_where_no_folder_is(shop: Remembering, name: str) -> None:
    with pytest.raises(BadRequest, match="path: there is no folder"):
        shop.ask("memory.export", path=name)
    assert not (shop.root / "pkg/later").exists()


@pytest.mark.parametrize("name", ["folder.jsonl", "x" * 300 + ".jsonl"])
def test_a_file_that_cannot_be_written_is_no_fault_of_the_memory(
    shop: Remembering, name: str
) -> None:
    (shop.root / "folder.jsonl").mkdir()
    with pytest.raises(CannotNow, match=r"path: .* can't be written: ") as refused:
        shop.ask("memory.export", path=name)
    assert refused.value.code == "export-failed"


def test_a_path_may_be_a_uri(shop: Remembering) -> None:
    kept = shop.root / "kept it.jsonl"
    assert shop.ask("memory.export", path=kept.as_uri())["path"] == str(kept)
    assert shop.ask("memory.import", path=kept.as_uri())["total"] == 0


def test_files_whose_name_is_too_long_are_not_there(shop: Remembering) -> None:
    with pytest.raises(BadRequest, match="uri: there is no file"):
        shop.ask("session.trackFileChange", uri="x" * 5000, action="edit", reason="-")
    with pytest.raises(BadRequest, match="screenshotPath: takes a picture"):
        shop.ask("session.recordError", errorType="E", message="-", screenshotPath="x" * 5000)


def test_no_more_than_a_part_of_an_endless_line_is_held(
    shop: Remembering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_commands, "MAX_RECORD", 1_000)
    shop.ask("session.recordLesson", lesson="Close the file")
    shop.ask("memory.export", path="kept.jsonl")
    kept = shop.root / "kept.jsonl"
    assert len(kept.read_text()) < 1_000
    assert shop.ask("memory.import", path="kept.jsonl")["unchanged"] == 1
    kept.write_text(kept.read_text() + '{"lesson": "' + "x" * 2_000 + '"}\n')
    with pytest.raises(BadRequest, match="path: line 2 is no record"):
        shop.ask("memory.import", path="kept.jsonl")
