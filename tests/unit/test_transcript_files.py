"""Transcripts as they are on real disks: written anew, cut, huge, with what programs add."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from codewitness.engine.transcripts.chapters import chapters
from codewitness.engine.transcripts.search import search
from codewitness.platform import transcripts as files
from codewitness.platform.transcripts import Transcripts
from tests.unit.test_transcripts import Talk, todos


def titles(folder: Path) -> dict[str, str]:
    return {one.path.stem: one.conversation.title for one in Transcripts([folder]).all()}


def test_half_of_an_emoji_breaks_nothing(tmp_path: Path) -> None:
    talk = Talk().add("user", "cut \ud83d here")
    talk.use("Write", {"file_path": "/p/a.py", "content": "def save(): return '\ud83d and more'"})
    (tmp_path / "s.jsonl").write_text(talk.text)
    (file,) = Transcripts([tmp_path]).all()
    assert file.conversation.edits[0].names == ("save",)
    assert file.conversation.title == "cut \ufffd here"


def test_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"s\xff.jsonl")).write_text(Talk("").add("user", "x").text)
    except OSError:
        pytest.skip("this file system has no such names")
    (file,) = Transcripts([tmp_path]).all()
    assert file.conversation.session_id == "s\ufffd"


def test_an_emoji_as_two_escapes_is_whole(tmp_path: Path) -> None:
    text = Talk().add("user", "an \U0001f600").text
    assert "\\ud83d\\ude00" in text
    (tmp_path / "s.jsonl").write_text(text)
    (file,) = Transcripts([tmp_path]).all()
    assert file.conversation.title == "an \U0001f600"


def test_a_file_that_is_written_anew_and_larger_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(Talk().add("user", "first").todos(old="pending").text)
    transcripts = Transcripts([tmp_path])
    transcripts.all()
    path.write_text(
        Talk().add("user", "second " * 40).todos(new="completed").todos(x="pending").text
    )
    (file,) = transcripts.all()
    assert todos(file.conversation) == (["new"], ["x"])
    assert (file.conversation.n_messages, transcripts.n_malformed) == (3, 0)


def test_a_line_that_is_too_long_is_counted_once_and_never_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 1_000)
    path = tmp_path / "s.jsonl"
    path.write_text(Talk().add("user", "before").text + "x" * 2_500)
    transcripts = Transcripts([tmp_path])
    (file,) = transcripts.all()
    assert (file.conversation.n_messages, file.conversation.n_malformed) == (1, 0)
    with path.open("a") as stream:
        stream.write("y" * 2_000 + "\n" + Talk().add("user", "after").text)
    transcripts.all()
    assert (file.conversation.n_messages, file.conversation.n_malformed) == (2, 1)
    last = [json.loads(line)["message"]["content"] for line in transcripts.messages(file, 2, 2)]
    assert last == ["after"]


def test_a_last_line_without_an_end_counts_if_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    whole = Talk().add("user", "one").add("user", "two").text.rstrip("\n")
    path.write_text(whole)
    transcripts = Transcripts([tmp_path])
    (file,) = transcripts.all()
    assert file.conversation.n_messages == 2
    with path.open("a") as stream:
        stream.write("\n" + Talk().add("user", "three").text)
    transcripts.all()
    assert (file.conversation.n_messages, file.conversation.n_malformed) == (3, 0)


def test_a_summary_is_about_the_conversation_whose_last_message_it_names(tmp_path: Path) -> None:
    old = Talk("old").add("user", "Mend totals", uuid="o1").add("assistant", "ok", uuid="o2")
    of_old = json.dumps({"type": "summary", "summary": "Totals mended", "leafUuid": "o2"})
    own = json.dumps({"type": "summary", "summary": "Docs written", "leafUuid": "n1"})
    of_nobody = json.dumps({"type": "summary", "summary": "Said by itself", "leafUuid": "gone"})
    new = Talk("new").add("user", "Write docs", uuid="n1")
    (tmp_path / "old.jsonl").write_text(old.text)
    (tmp_path / "new.jsonl").write_text(f"{of_old}\n{new.text}")
    (tmp_path / "alone.jsonl").write_text(f"{of_nobody}\n{Talk().add('user', 'Alone').text}")
    expected = {"old": "Totals mended", "new": "Write docs", "alone": "Said by itself"}
    assert titles(tmp_path) == expected
    (tmp_path / "new.jsonl").write_text(f"{of_old}\n{new.text}{own}\n")
    assert titles(tmp_path) == {**expected, "new": "Docs written"}


def test_words_of_a_summary_are_those_of_its_conversation(tmp_path: Path) -> None:
    summary = json.dumps({"type": "summary", "summary": "zebra", "leafUuid": "o1"})
    (tmp_path / "old.jsonl").write_text(Talk("old").add("user", "x", uuid="o1").text)
    (tmp_path / "new.jsonl").write_text(f"{summary}\n{Talk('new').add('user', 'y').text}")
    words = {one.path.stem: one.words for one in Transcripts([tmp_path]).all() if one.words}
    assert [one.key for one in search("zebra", words, limit=5)] == ["old"]


def test_a_name_that_was_given_comes_first() -> None:
    talk = Talk().add("user", "Mend totals")
    talk.lines.append(json.dumps({"type": "summary", "summary": "made by a model"}))
    talk.lines.append(json.dumps({"type": "custom-title", "customTitle": "totals"}))
    assert talk.read().title == "totals"


def test_what_the_program_says_was_not_asked_by_the_user() -> None:
    talk = Talk().add("user", "This session is being continued", isCompactSummary=True)
    talk.add("user", "<ide_opened_file>The user opened a.py</ide_opened_file>Mend it")
    talk.add("user", {"type": "text", "text": "[Request interrupted by user for tool use]"})
    talk.add("user", "<bash-input>make test</bash-input>")
    talk.add("user", "<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>")
    talk.add("user", "<task-notification>done</task-notification>")
    talk.add("user", "Say <b>why</b>")
    listed = [(one.title, one.start, one.end) for one in chapters(talk.read())]
    assert listed == [("Mend it", 1, 3), ("! make test", 4, 6), ("Say <b>why</b>", 7, 7)]


def test_chapters_of_many_requests_and_edits_take_no_time() -> None:
    talk = Talk()
    for number in range(4_000):
        talk.add("user", f"step {number}")
        talk.use("Write", {"file_path": f"/p/{number}.py", "content": f"def f{number}(): pass"})
    found, n_looks = talk.read(), 0

    class Counted(list):  # type: ignore[type-arg]
        def __iter__(self):  # type: ignore[no-untyped-def]
            nonlocal n_looks
            n_looks += 1
            return super().__iter__()

    found.edits = Counted(found.edits)
    listed = chapters(found)
    assert listed[-1].symbols == ("f3999",)
    assert n_looks < 10


def test_what_is_read_so_far_is_told_while_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in enumerate(("old", "new")):
        (tmp_path / f"{name}.jsonl").write_text(Talk(name).add("user", name).text)
        os.utime(tmp_path / f"{name}.jsonl", (number, number))
    go_on, read_on = threading.Event(), files._read_on

    def slowly(file: files.TranscriptFile) -> None:
        if file.path.stem == "old":
            assert go_on.wait(60)
        read_on(file)

    monkeypatch.setattr(files, "_read_on", slowly)
    monkeypatch.setattr(files, "SECONDS_UNTOLD", -1.0)
    transcripts = Transcripts([tmp_path])
    asking = [transcripts.soon(0.2)]
    while not asking[-1][0]:
        asking.append(transcripts.soon(0.1))
    listed, so_far = asking[-1]
    sizes = [(tmp_path / f"{name}.jsonl").stat().st_size for name in ("old", "new")]
    assert [one.conversation.title for one in listed] == ["new"]
    assert so_far == (1, 2, sizes[1], sum(sizes))
    assert [one.conversation.title for one in transcripts.known()] == ["new"]
    go_on.set()
    listed, so_far = transcripts.soon(60)
    assert ({one.conversation.title for one in listed}, so_far) == ({"old", "new"}, None)


def test_what_is_written_before_it_is_asked_for_is_read(tmp_path: Path) -> None:
    transcripts, talk = Transcripts([tmp_path]), Talk()
    for number in range(20):
        (tmp_path / "s.jsonl").write_text(talk.add("user", f"asked {number}").text)
        ((file,), so_far) = transcripts.soon(60)
        assert (file.conversation.n_messages, so_far) == (number + 1, None)
