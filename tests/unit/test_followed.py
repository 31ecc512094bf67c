"""The memory of a process that doesn't write is what the tables hold, whenever it was read."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codewitness.storage.followed import FollowedStore
from codewitness.storage.rows import FileRows
from codewitness.storage.schema import DISK, TABLES
from codewitness.storage.store import IndexStore
from tests.unit.test_storage import open_store, put, rows_of


def rows(path: str, version: int) -> FileRows:
    """A file whose rows say of which text they are."""
    made = rows_of(path, f"run word{version}", tags=(f"version:{version}",))
    return replace(made, files={**made.files, "sha256": [f"sha{version}"]})


class _Telling:
    """A table that tells when something has been written to it."""

    def __init__(self, table: Any, pair: Pair) -> None:
        self._table = table
        self._pair = pair

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._table, name)
        if name not in ("add", "delete"):
            return found

        def change(*arguments: Any) -> None:
            found(*arguments)
            self._pair.between()

        return change


class Pair:
    """A store that is written, and one that follows it. `between` is called after each commit."""

    def __init__(self, folder: Path) -> None:
        self.writer = open_store(folder)
        self.between: Callable[[], None] = lambda: None
        self.writer._tables = {
            name: _Telling(table, self) for name, table in self.writer._tables.items()
        }
        put(self.writer, rows("a.py", 0))
        stamp = {"dimensions": 2, "embedder": "words", "engine": "e1"}
        self.reader = FollowedStore.open(str(folder / "index"), read_only=True, **stamp)  # type: ignore[arg-type]
        self.known = {"a.py": "sha0"}  # as the view of a reader: a file being written stays known
        self.there = {"a.py"}

    def look(self) -> None:
        """As a server looks at the tables twice a second."""
        stored = {row.path: row.sha256 for row in self.reader.files() if row.layer == DISK}
        old = {path: sha for path, sha in self.known.items() if path in self.there}
        self.known = old | stored
        self.reader.follow(self.known)

    def check(self) -> None:
        """What is in memory of a file is of the text that it is said to be of."""
        hashes = self.reader.text_hashes(list(self.known), DISK)
        found = {row.path: row for row in self.reader.chunk_rows([f"{p}::run" for p in hashes])}
        for path, sha256 in hashes.items():
            assert f"version:{sha256.removeprefix('sha')}" in found[path].shown_tags

    def settled(self) -> None:
        """Nobody writes, and the reader has read all."""
        self.between = lambda: None
        self.look()
        assert not self.reader.is_behind
        self.check()
        paths = sorted(self.there)
        assert self.reader.text_hashes(paths, DISK).keys() == self.there
        told = [self.reader.rows_of([path], DISK) for path in paths]
        assert self.reader.differences(told, paths)[1] == []


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


def words_of(store: IndexStore) -> bool:
    return bool(store._resident and store._resident.words.is_complete)


def test_any_series_of_writes_is_followed(tmp_path: Path) -> None:
    for seed in range(6):
        rng, pair = random.Random(seed), Pair(tmp_path / str(seed))
        pair.reader.keep_resident(awaits_words=True)

        def between(rng: random.Random = rng, pair: Pair = pair) -> None:
            if rng.random() < 0.3:
                pair.look()
            if rng.random() < 0.1:
                pair.reader.load_words()
            pair.check()

        pair.between = between
        for version in range(1, 25):
            path = rng.choice(["a.py", "b.py", "c.py"])
            kind = rng.random()
            if kind < 0.2:
                pair.there.discard(path)
                pair.writer.remove([path], DISK)
            elif kind < 0.4 and path in pair.there:
                same = int(pair.writer.files(f"path = '{path}'")[0].sha256.removeprefix("sha"))
                put(pair.writer, rows(path, same))  # indexed anew, as it was
            else:
                pair.there.add(path)
                put(pair.writer, rows(path, version))
        pair.settled()
        pair.reader.load_words()
        pair.settled()
        assert words_of(pair.reader)


def test_a_file_that_is_being_written_is_read_when_it_is_done(pair: Pair) -> None:
    pair.reader.keep_resident()
    put(pair.writer, rows("b.py", 1))
    pair.there.add("b.py")
    pair.look()
    seen: list[bool] = []

    def between() -> None:
        pair.look()
        if not words_of(pair.reader):
            pair.reader.load_words()  # while the row of b.py in `files` is gone
        seen.append(pair.reader.is_behind)
        pair.check()

    pair.between = between
    put(pair.writer, rows("b.py", 1))  # the same once more: no view changes by it
    assert any(seen)
    pair.settled()
    assert words_of(pair.reader)
    hits = pair.reader.search_text(["word1"], None, 9, with_unsaved=False)
    assert [hit.path for hit in hits] == ["b.py"]


def test_without_being_asked_it_keeps_nothing(pair: Pair) -> None:
    pair.look()
    assert pair.reader._resident is None
    assert not pair.reader.is_behind


def test_what_changes_while_it_reads_is_not_taken(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.reader.keep_resident()
    versions = iter(range(1000))
    with monkeypatch.context() as patched:
        patched.setattr(pair.reader, "versions", lambda: {name: next(versions) for name in TABLES})
        pair.look()
        assert pair.reader._resident is None
        assert pair.reader.is_behind
    pair.look()
    assert not pair.reader.is_behind
    assert not words_of(pair.reader)
    with monkeypatch.context() as patched:
        patched.setattr(pair.reader, "versions", lambda: {name: next(versions) for name in TABLES})
        pair.reader.load_words()
        assert not words_of(pair.reader)
        assert not pair.reader.awaits_words or pair.reader._resident is not None
    pair.reader.load_words()
    assert words_of(pair.reader)


def test_words_that_cannot_be_read_are_looked_for_in_the_tables(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.reader.keep_resident(awaits_words=True)
    pair.look()
    assert pair.reader.awaits_words

    def fail() -> None:
        raise OSError("no such file")

    monkeypatch.setattr(pair.reader, "_every_word", fail)
    pair.reader.load_words()
    assert not words_of(pair.reader)
    assert not pair.reader.awaits_words
    assert pair.reader.search_text(["word0"], None, 9)
