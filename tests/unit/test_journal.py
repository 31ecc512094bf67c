"""The journal: what was appended is there after whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.memory import Memory, Scope
from codewitness.engine.recording import migration
from codewitness.model.records import LessonRecord
from codewitness.platform import journal
from codewitness.platform.journal import FileJournal, JournalUnusable
from codewitness.platform.memories import SystemClock

SCOPE = Scope(user="ann", project="shop")


def opened(folder: Path, **more: Any) -> Memory:
    return Memory(SCOPE, FileJournal(folder, **more), SystemClock())


def learn(memory: Memory, text: str) -> LessonRecord:
    with memory.changing() as changes:
        return changes.put(LessonRecord(**memory.stamp("les"), lesson=text))


def lessons(memory: Memory) -> list[str]:
    return [one.lesson for one in memory.of_type(LessonRecord)]


def test_records_are_there_for_the_next_process(tmp_path: Path) -> None:
    learn(opened(tmp_path), "one")
    learn(opened(tmp_path), "two")
    assert lessons(opened(tmp_path)) == ["one", "two"]


def test_nothing_is_made_for_who_only_looks(tmp_path: Path) -> None:
    assert lessons(opened(tmp_path / "none")) == []
    assert not (tmp_path / "none").exists()


def test_two_processes_see_each_other(tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    learn(one, "a")
    learn(other, "b")
    learn(one, "c")
    assert lessons(one) == lessons(other) == ["a", "b", "c"]


def test_a_refused_change_leaves_nothing(tmp_path: Path) -> None:
    memory = opened(tmp_path)

    def refuse() -> None:
        with memory.changing() as changes:
            changes.put(LessonRecord(**memory.stamp("les"), lesson="not this"))
            raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        refuse()
    assert lessons(memory) == lessons(opened(tmp_path)) == []


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_line_that_a_crash_has_cut(tmp_path: Path, cut: int) -> None:
    learn(opened(tmp_path), "whole")
    learn(opened(tmp_path), "cut")
    (path,) = tmp_path.glob("journal-*.jsonl")
    os.truncate(path, path.stat().st_size - cut)
    memory = opened(tmp_path)
    learn(memory, "after")
    kept = ["whole", "cut", "after"] if cut == 1 else ["whole", "after"]
    assert lessons(memory) == lessons(opened(tmp_path)) == kept


def test_a_damaged_line_is_counted_and_kept_aside(tmp_path: Path) -> None:
    first = learn(opened(tmp_path), "first")
    (path,) = tmp_path.glob("journal-*.jsonl")
    path.write_bytes(path.read_bytes() + b"\0\0\0\0\n" + b'{"put": {"type": "nothing"}}\n')
    memory = opened(tmp_path)
    learn(memory, "second")
    assert lessons(memory) == ["first", "second"]
    assert memory.n_damaged == 2
    with memory.changing() as changes:
        changes.delete(first.id)
    assert lessons(opened(tmp_path)) == ["second"]
    (backup,) = (tmp_path / "backups").iterdir()
    assert b"\0\0\0\0" in next(backup.glob("journal-*")).read_bytes()


@pytest.mark.parametrize("damage", [b"", b"\0" * 13, b"[]", b'{"schema": "1"}'])
def test_a_damaged_stamp_loses_nothing(tmp_path: Path, damage: bytes) -> None:
    learn(opened(tmp_path), "first")
    stamp = tmp_path / "schema.json"
    whole = stamp.read_bytes()
    stamp.write_bytes(damage)
    memory = opened(tmp_path)
    assert lessons(memory) == ["first"]
    learn(memory, "second")
    assert lessons(opened(tmp_path)) == ["first", "second"]
    assert stamp.read_bytes() == whole


def test_a_damaged_stamp_of_a_newer_version_is_still_refused(tmp_path: Path) -> None:
    learn(opened(tmp_path), "first")
    (path,) = tmp_path.glob("journal-*.jsonl")
    before = path.read_bytes() + b'{"v": 99, "put": {}}\n'
    path.write_bytes(before)
    (tmp_path / "schema.json").write_bytes(b"")
    with pytest.raises(JournalUnusable, match="newer codewitness"):
        lessons(opened(tmp_path))
    with pytest.raises(JournalUnusable, match="newer codewitness"):
        learn(opened(tmp_path), "second")
    assert path.read_bytes() == before


def test_what_is_deleted_leaves_the_disk(tmp_path: Path) -> None:
    memory, other = opened(tmp_path), opened(tmp_path)
    secret = learn(memory, "a secret")
    learn(memory, "no secret")
    assert len(lessons(other)) == 2
    with memory.changing() as changes:
        assert changes.delete(secret.id)
        assert not changes.delete("les-none")
    assert all(b"a secret" not in path.read_bytes() for path in tmp_path.glob("journal-*"))
    assert lessons(memory) == lessons(other) == ["no secret"]
    learn(other, "more")
    assert lessons(memory) == ["no secret", "more"]


def test_outdated_entries_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codewitness.engine.memory.COMPACT_BYTES", 2_000)
    memory, reader = opened(tmp_path), opened(tmp_path)
    record = learn(memory, "x" * 200)
    for _ in range(40):
        with memory.changing() as changes:
            changes.put(record, now=memory.clock.now())
        assert lessons(reader) == [record.lesson]
    (path,) = tmp_path.glob("journal-*.jsonl")
    assert path.stat().st_size < 5_000
    assert lessons(opened(tmp_path)) == [record.lesson]


def test_a_crash_while_it_is_written_anew(tmp_path: Path) -> None:
    memory = opened(tmp_path)
    learn(memory, "kept")
    # The new file is there under its last name, the old one not yet gone.
    (old,) = tmp_path.glob("journal-*.jsonl")
    (tmp_path / "journal-000002.jsonl").write_bytes(old.read_bytes())
    (tmp_path / "journal-000003.jsonl.new").write_bytes(b'{"put"')
    assert lessons(opened(tmp_path)) == ["kept"]
    learn(memory, "and this")
    assert lessons(opened(tmp_path)) == ["kept", "and this"]
    assert not old.exists()  # it may have text that was deleted since


def test_an_older_schema_is_saved_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(opened(tmp_path, schema=1), "old")

    def renamed(entry: dict[str, Any]) -> dict[str, Any]:
        record = entry["put"]
        return {"put": {**record, "lesson": record["lesson"] + ", upgraded"}}

    monkeypatch.setattr(migration.upgraded, "__defaults__", ({1: renamed},))
    memory = opened(tmp_path, schema=2)
    assert lessons(memory) == ["old, upgraded"]
    learn(memory, "new")
    assert lessons(opened(tmp_path, schema=2)) == ["old, upgraded", "new"]
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.name.startswith("schema-1-")
    lines = (backup / "journal-000001.jsonl").read_text().splitlines()
    saved = [json.loads(line) for line in lines]
    assert [entry["put"]["lesson"] for entry in saved] == ["old"]
    with pytest.raises(JournalUnusable, match="newer codewitness"):
        lessons(opened(tmp_path, schema=1))


def test_a_full_disk_is_told_and_leaves_no_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened(tmp_path)
    learn(memory, "before")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _no_space)
        with pytest.raises(OSError, match="no space"):
            learn(memory, "lost")
    assert lessons(memory) == ["before"]
    learn(memory, "after")
    assert lessons(opened(tmp_path)) == ["before", "after"]


def test_what_is_deleted_leaves_the_disk_when_there_is_space_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened(tmp_path)
    secret = learn(memory, "a secret")
    learn(memory, "no secret")
    with monkeypatch.context() as patch:
        patch.setattr(journal, "_write_whole", _no_space)
        with pytest.raises(OSError, match="no space"), memory.changing() as changes:
            changes.delete(secret.id)
    assert lessons(memory) == lessons(opened(tmp_path)) == ["no secret"]
    learn(opened(tmp_path), "more")  # another process
    assert all(b"a secret" not in path.read_bytes() for path in tmp_path.glob("journal-*"))
    assert lessons(memory) == ["no secret", "more"]


def test_what_is_on_the_disk_is_not_refused_because_it_can_be_made_no_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codewitness.engine.memory.COMPACT_BYTES", 300)
    memory = opened(tmp_path)
    record = learn(memory, "x" * 200)
    monkeypatch.setattr(journal, "_write_whole", _no_space)
    for _ in range(4):
        with memory.changing() as changes:
            changes.put(record, now=memory.clock.now())
    assert lessons(opened(tmp_path)) == [record.lesson]


def _no_space(*_: object) -> None:
    raise OSError(28, "no space left")


def test_a_lock_that_never_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "SECONDS_TO_LOCK", 0.0)
    holding = FileJournal(tmp_path)
    with holding.locked(), pytest.raises(JournalUnusable, match="locked"):
        learn(opened(tmp_path), "x")


def test_threads(tmp_path: Path) -> None:
    memory = opened(tmp_path)

    def work(name: int) -> None:
        for number in range(10):
            learn(memory, f"{name}.{number}")

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(lessons(opened(tmp_path)))) == 40


RECORDING = """
import sys
from pathlib import Path
from tests.unit.test_journal import learn, opened
memory = opened(Path(sys.argv[1]))
for number in range(1000):
    learn(memory, f"{sys.argv[2]}.{number}")
    print(f"{sys.argv[2]}.{number}", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_killed_again_and_again(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    env = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'server'}"}
    acknowledged: list[str] = []
    for name in range(6):
        arguments = [sys.executable, "-c", RECORDING, str(tmp_path), str(name)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=env, text=True) as process:
            assert process.stdout is not None
            acknowledged += [next(process.stdout).strip() for _ in range(5 + 3 * name)]
            process.send_signal(signal.SIGKILL)
            acknowledged += [line.strip() for line in process.stdout if line.endswith("\n")]
    found = lessons(opened(tmp_path))
    assert len(found) == len(set(found))
    assert set(acknowledged) <= set(found)
    assert len(found) <= len(acknowledged) + 6  # written, and killed before it could be said
