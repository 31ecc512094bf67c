"""A conversation in which the user went back: what was said and done in between is none of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codewitness.engine.transcripts.conversation import Conversation
from codewitness.platform.transcripts import Transcripts
from tests.unit.test_transcripts import Talk, todos


class Chain(Talk):
    """A transcript whose records name the one that they follow, by default the last one."""

    def add(self, kind: str, *blocks: Any, **more: Any) -> Chain:
        last = f"u{self.n}" if self.n else None
        more.setdefault("parentUuid", last)
        super().add(kind, *blocks, uuid=f"u{self.n + 1}", **more)
        return self


def told(folder: Path, talk: Talk, transcripts: Transcripts | None = None) -> Conversation:
    (folder / "s.jsonl").write_text(talk.text)
    (file,) = (transcripts or Transcripts([folder])).all()
    return file.conversation


def edit(talk: Chain, name: str) -> None:
    talk.use("Write", {"file_path": f"/p/{name}.py", "content": f"def {name}(): pass"})


def asked_and_taken_back() -> Chain:
    talk = Chain().add("assistant", {"type": "text", "text": "hello"})
    talk.add("user", "mend the store")  # u2
    talk.todos(mend="in_progress")
    edit(talk, "mend")
    talk.add("user", "and now break it")  # u5, after u4
    talk.todos(mend="completed")
    edit(talk, "smash")
    talk.add("user", "no, paint it", parentUuid="u4")
    edit(talk, "paint")
    return talk


def test_what_was_taken_back_does_not_count(tmp_path: Path) -> None:
    found = told(tmp_path, asked_and_taken_back())
    assert [one.text for one in found.arcs] == ["mend the store", "no, paint it"]
    assert [one.names for one in found.edits] == [("mend",), ("paint",)]
    assert todos(found) == ([], ["mend"])
    assert found.n_messages == 6
    transcripts = Transcripts([tmp_path])
    (file,) = transcripts.all()
    read = [json.loads(line)["uuid"] for line in transcripts.messages(file, 1, 6)]
    assert read == ["u1", "u2", "u3", "u4", "u8", "u9"]


def test_what_is_taken_back_later_does_not_count_from_then_on(tmp_path: Path) -> None:
    talk, transcripts = asked_and_taken_back(), Transcripts([tmp_path])
    assert told(tmp_path, talk, transcripts).n_messages == 6
    talk.add("user", "start again", parentUuid="u1")
    found = told(tmp_path, talk, transcripts)
    assert [one.text for one in found.arcs] == ["start again"]
    assert (found.edits, found.n_messages) == ([], 2)
    talk.add("assistant", {"type": "text", "text": "yes"})
    assert told(tmp_path, talk, transcripts).n_messages == 3


def test_answers_of_tools_that_ran_at_once_are_not_taken_back(tmp_path: Path) -> None:
    talk = Chain().add("user", "read both")
    talk.use("Read", {"file_path": "/p/a.py"}, "t1")  # u2
    talk.use("Read", {"file_path": "/p/b.py"}, "t2")  # u3
    talk.result("a", "t1", parentUuid="u2").result("b", "t2", parentUuid="u3")
    talk.add("user", "thanks")
    assert told(tmp_path, talk).n_messages == 6


def test_what_follows_nothing_that_is_known_is_kept(tmp_path: Path) -> None:
    talk = Chain().add("user", "one", parentUuid=None)
    talk.add("user", "added for the user", parentUuid="u1", isMeta=True)
    talk.add("user", "two", parentUuid="u1").add("user", "three", parentUuid=None)
    found = told(tmp_path, talk)
    assert [one.text for one in found.arcs] == ["one", "two", "three"]
    assert all("parentUuid" in json.loads(line) for line in talk.lines)
