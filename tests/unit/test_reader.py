"""A server that doesn't hold the writer's lock changes no table, whatever it has to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.folders import running, settle


def test_many_new_files_change_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
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
