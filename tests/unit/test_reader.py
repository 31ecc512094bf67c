"""A server that doesn't hold the writer's lock changes no table, and follows who has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codewitness.engine.ports import DISK
from codewitness.engine.session import OpenFolder
from tests.support.client import until
from tests.support.folders import running, settle


def test_many_new_files_change_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    # However slow the machine is, the writer takes no rest in which it would change its tables.
    monkeypatch.setattr("codewitness.engine.upkeep.REST_SECONDS", 1000)
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("def alpha(): pass\n")
    with running(root) as (_, writer):
        (root / "b.py").write_text("def beta(): pass\n")
        settle(writer)  # now the tables have rows that are in no index yet
        _read_as_second(root, tmp_path / "cache")


def _read_as_second(root: Path, cache: Path) -> None:
    with running(root) as (_, reader):
        assert not reader.indexer.is_writer
        before = _files_below(cache)
        for number in range(20):
            (root / f"new{number}.py").write_text(f"def beta{number}(): pass\n")
        (root / "a.py").unlink()
        settle(reader)
        view = reader.indexer.view
        assert len(view.files.keys() | view.unwritten.keys()) == 21
        assert _files_below(cache) == before


def _files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_its_memory_follows_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("def alpha(): pass\n")
    both = running(root, follow_disk=True), running(root, follow_disk=True)
    with both[0] as (_, writer), both[1] as (_, reader):
        assert not reader.indexer.is_writer
        _load_words(reader)
        for number in range(6):
            (root / "a.py").write_text(f"def alpha{number}(): pass\n")
            (root / f"b{number}.py").write_text("def beta(): alpha()\n")
            if number % 2:
                (root / f"b{number - 1}.py").unlink()
            settle(writer)
            settle(reader)
            _check_memory(reader, number)


def _load_words(folder: OpenFolder) -> None:
    store = folder.indexer.store
    assert store is not None
    assert until(lambda: not store.is_behind, 20)  # the writer may be at the tables
    store.load_words()
    assert store.word_weights(["alpha"]) is not None


def _check_memory(folder: OpenFolder, number: int) -> None:
    store = folder.indexer.store
    assert store is not None
    paths = sorted(folder.indexer.view.files)
    assert len(paths) == 2 + number // 2
    assert until(lambda: not store.is_behind, 20)
    told = [store.rows_of([path], DISK) for path in paths]
    assert store.differences(told, paths)[1] == []
    found = store.search_text([f"alpha{number}"], None, 9, with_unsaved=False)
    assert [hit.path for hit in found] == ["a.py"]
