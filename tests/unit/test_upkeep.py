"""Upkeep of the tables: when it is due, and that files on disk stay few."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.cli.workspace import MANY_FRAGMENTS
from codewitness.engine.session import OpenFolder
from codewitness.engine.upkeep import KEPT_SECONDS, OLDEST_SECONDS, REST_SECONDS, SHARE, Upkeep
from codewitness.storage.store import KEEP_VERSIONS, IndexStore
from tests.support.folders import running, settle

TABLES = ("chunks", "files")
TABLE_SECONDS = 2.0


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Store:
    """Takes `TABLE_SECONDS` for the upkeep of a table."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.done: list[str] = []

    def upkeep(self) -> Iterator[str]:
        for name in TABLES:
            self.clock.now += TABLE_SECONDS
            self.done.append(name)
            yield name


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Store:
    return Store(clock)


@pytest.fixture
def upkeep(clock: Clock, store: Store) -> Upkeep:
    """After the first one, which is for what earlier sessions left, and that of its versions."""
    made = Upkeep(clock=clock)
    while made.wait() < math.inf:
        clock.now += made.wait()
        made.step(store)  # type: ignore[arg-type]
    store.done.clear()
    clock.now += 1000
    return made


def test_earlier_sessions_may_have_left_something(clock: Clock) -> None:
    assert Upkeep(clock=clock).wait() == REST_SECONDS


def test_nothing_is_due_without_a_commit(upkeep: Upkeep, store: Store) -> None:
    upkeep.step(store)  # type: ignore[arg-type]
    assert store.done == []


def test_a_rest_is_waited_for(clock: Clock, upkeep: Upkeep) -> None:
    upkeep.committed()
    clock.now += REST_SECONDS / 2
    upkeep.committed()
    assert upkeep.wait() == REST_SECONDS


def test_but_not_for_ever(clock: Clock, upkeep: Upkeep) -> None:
    began = clock.now
    while upkeep.wait() > 0:
        upkeep.committed()
        clock.now += 1
    assert clock.now - began <= OLDEST_SECONDS + 1


def test_a_load_leaves_old_versions_only(clock: Clock, upkeep: Upkeep) -> None:
    upkeep.committed()
    upkeep.loaded()
    assert KEPT_SECONDS < upkeep.wait() < math.inf


def test_one_table_at_a_time(clock: Clock, upkeep: Upkeep, store: Store) -> None:
    upkeep.committed()
    clock.now += REST_SECONDS
    upkeep.step(store)  # type: ignore[arg-type]
    assert store.done == ["chunks"]
    assert upkeep.wait() == 0  # there is more to do, after what came meanwhile
    upkeep.committed()
    upkeep.step(store)  # type: ignore[arg-type]
    upkeep.step(store)  # type: ignore[arg-type]
    assert store.done == list(TABLES)
    assert REST_SECONDS < upkeep.wait() < math.inf  # that commit is for the next time


def test_it_takes_a_small_share_of_the_time(clock: Clock, upkeep: Upkeep, store: Store) -> None:
    spent, began = 0.0, clock.now
    while clock.now < began + 2000:
        upkeep.committed()
        before = clock.now
        upkeep.step(store)  # type: ignore[arg-type]
        spent += clock.now - before
        clock.now += 0.5
    assert spent <= 2000 / SHARE + len(TABLES) * TABLE_SECONDS


def test_versions_too_young_to_go_are_seen_to_later(
    clock: Clock, upkeep: Upkeep, store: Store
) -> None:
    upkeep.committed()
    clock.now += REST_SECONDS
    upkeep.all(store)  # type: ignore[arg-type]
    assert KEPT_SECONDS < upkeep.wait() < math.inf
    clock.now += upkeep.wait()
    upkeep.all(store)  # type: ignore[arg-type]
    assert upkeep.wait() == math.inf


def test_what_is_kept_is_what_the_store_keeps() -> None:
    assert KEEP_VERSIONS.total_seconds() == KEPT_SECONDS


def test_files_on_disk_stay_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Edits to an open buffer, far more than there are files; versions go at once here."""
    from datetime import timedelta

    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    keep_none = timedelta(milliseconds=1)
    whole = IndexStore.upkeep
    monkeypatch.setattr(IndexStore, "upkeep", lambda self: whole(self, keep_none))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def f():\n    return 1\n")
    (root / "b.py").write_text("def g():\n    return f()\n")
    with running(root) as (session, folder):
        indexer = folder.indexer
        indexer.compact().result(60)
        clean = _files(tmp_path / "cache")
        for number in range(40):
            uri = (root / "a.py").as_uri()
            session.open_document(folder, "a.py", uri, number, f"def f():\n    return {number}\n")
            settle(folder)
        assert _files(tmp_path / "cache") > 3 * clean
        assert _unindexed(folder)
        session.close_document(uri)
        settle(folder)
        indexer.compact().result(60)
        indexer.compact().result(60)
        assert _files(tmp_path / "cache") <= 2 * clean
        assert indexer.store is not None
        assert indexer.store.n_fragments() <= 2 * len(indexer.store.counts())
        assert not _unindexed(folder)


def test_commands_compact_what_they_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    with running(root) as (_, folder):
        store = folder.indexer.store
        assert store is not None
        for number in range(MANY_FRAGMENTS // len(store.counts()) + 1):
            (root / f"m{number}.py").write_text(f"def f{number}(x):\n    return x.y()\n")
            settle(folder)
        assert store.n_fragments() > MANY_FRAGMENTS
    assert main(["index", "--root", str(root)]) == 0
    with running(root) as (_, folder):
        assert folder.indexer.store is not None
        assert folder.indexer.store.n_fragments() <= 2 * len(store.counts())


def _unindexed(folder: OpenFolder) -> int:
    """Rows that an index lacks, of all tables."""
    store: Any = folder.indexer.store
    return sum(
        index.num_unindexed_rows
        for table in store._tables.values()
        for index in table.list_indices()
    )


def _files(folder: Path) -> int:
    return sum(1 for file in folder.rglob("*") if file.is_file())


def test_memory_is_given_back_when_all_tables_are_done(clock: Clock, store: Store) -> None:
    told: list[int] = []
    upkeep = Upkeep(lambda: told.append(len(store.done)), clock)
    clock.now += upkeep.wait()
    while upkeep.wait() == 0:
        upkeep.step(store)  # type: ignore[arg-type]
    assert told == [len(store.done)] != [0]
