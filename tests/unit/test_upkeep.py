"""Upkeep of the tables: when it is due, and that files on disk stay few."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from codewitness.cli import main
from codewitness.cli.workspace import MANY_FRAGMENTS
from codewitness.engine.session import OpenFolder
from codewitness.engine.upkeep import (
    KEPT_SECONDS,
    OLDEST_SECONDS,
    REST_SECONDS,
    SHARE,
    Upkeep,
    Work,
)
from codewitness.storage.faults import IndexFault
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
        self.written_meanwhile: set[str] = set()
        self.n_whole = 0

    def compaction_begins(self) -> tuple[str, ...]:
        return TABLES

    def compact(self, name: str) -> bool:
        self.clock.now += TABLE_SECONDS
        self.done.append(name)
        return name not in self.written_meanwhile

    def compacted(self) -> None:
        self.n_whole += 1


def step(upkeep: Upkeep, store: Store) -> None:
    upkeep.step(store)  # type: ignore[arg-type]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Store:
    return Store(clock)


class Threads:
    """Work that is begun, and done when a test says so."""

    def __init__(self) -> None:
        self.left: list[Work] = []
        self.is_quick = True

    def begin(self, work: Work) -> None:
        self.left.append(work)
        if self.is_quick:
            self.finish()

    def finish(self) -> None:
        while self.left:
            self.left.pop(0)()


@pytest.fixture
def threads() -> Threads:
    return Threads()


@pytest.fixture
def upkeep(clock: Clock, store: Store, threads: Threads) -> Upkeep:
    """After the first one, which is for what earlier sessions left, and that of its versions."""
    made = Upkeep(clock=clock, begin=threads.begin)
    while made.wait() < math.inf:
        clock.now += made.wait()
        step(made, store)
    store.done.clear()
    clock.now += 1000
    return made


def test_earlier_sessions_may_have_left_something(clock: Clock) -> None:
    assert Upkeep(clock=clock).wait() == REST_SECONDS


def test_nothing_is_due_without_a_commit(upkeep: Upkeep, store: Store) -> None:
    step(upkeep, store)
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


def test_one_is_under_way_at_a_time(
    clock: Clock, upkeep: Upkeep, store: Store, threads: Threads
) -> None:
    threads.is_quick = False
    upkeep.committed()
    clock.now += REST_SECONDS
    step(upkeep, store)
    assert upkeep.wait() == math.inf
    upkeep.committed()
    clock.now += OLDEST_SECONDS * 2
    step(upkeep, store)
    assert len(threads.left) == 1
    threads.finish()
    assert upkeep.wait() == 0
    n_whole = store.n_whole
    step(upkeep, store)
    assert store.n_whole == n_whole + 1
    assert REST_SECONDS < upkeep.wait() < math.inf


def test_the_writer_is_woken_when_it_is_over(clock: Clock, store: Store) -> None:
    woken: list[list[str]] = []
    upkeep = Upkeep(wake=lambda: woken.append(list(store.done)), clock=clock, begin=Threads().begin)
    clock.now += REST_SECONDS
    step(upkeep, store)
    assert woken == [list(TABLES)]


def test_what_is_cut_short_is_done_again(
    clock: Clock, upkeep: Upkeep, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Store.compact

    def cut_short_within(self: Store, name: str) -> bool:
        upkeep._is_cut_short.set()
        return whole(self, name)

    upkeep.committed()
    clock.now += REST_SECONDS
    monkeypatch.setattr(Store, "compact", cut_short_within)
    step(upkeep, store)
    assert store.done == list(TABLES[:1])
    monkeypatch.undo()
    step(upkeep, store)
    n_whole = store.n_whole
    clock.now += upkeep.wait()
    step(upkeep, store)
    step(upkeep, store)
    assert store.done == [TABLES[0], *TABLES]
    assert store.n_whole == n_whole + 1


def test_a_table_that_was_written_meanwhile_is_done_again(
    clock: Clock, upkeep: Upkeep, store: Store
) -> None:
    n_whole = store.n_whole
    store.written_meanwhile = {TABLES[0]}
    upkeep.committed()
    clock.now += REST_SECONDS
    step(upkeep, store)
    step(upkeep, store)
    assert store.n_whole == n_whole
    assert REST_SECONDS <= upkeep.wait() < math.inf
    store.written_meanwhile.clear()
    clock.now += upkeep.wait()
    step(upkeep, store)
    step(upkeep, store)
    assert store.n_whole == n_whole + 1


def test_the_writer_is_told_of_a_failure(
    clock: Clock, upkeep: Upkeep, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Store, name: str) -> bool:
        raise IndexFault(f"{name} is lost")

    monkeypatch.setattr(Store, "compact", fail)
    upkeep.committed()
    clock.now += REST_SECONDS
    step(upkeep, store)
    with pytest.raises(IndexFault, match="is lost"):
        step(upkeep, store)
    assert upkeep.wait() > 0


def test_it_takes_a_small_share_of_the_time(clock: Clock, upkeep: Upkeep, store: Store) -> None:
    spent, began = 0.0, clock.now
    while clock.now < began + 2000:
        upkeep.committed()
        before = clock.now
        step(upkeep, store)
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
    whole = IndexStore.compact
    monkeypatch.setattr(IndexStore, "compact", lambda self, name: whole(self, name, keep_none))
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
    upkeep = Upkeep(lambda: told.append(len(store.done)), clock=clock, begin=Threads().begin)
    clock.now += upkeep.wait()
    while upkeep.wait() == 0:
        step(upkeep, store)
    assert told == [len(store.done)] != [0]
