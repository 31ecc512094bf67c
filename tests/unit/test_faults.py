"""A full or closed disk and damaged tables: the server answers, says so, and mends what it can."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import lancedb
import pytest

from codewitness.engine import tables
from codewitness.engine.disk_changes import differing
from codewitness.engine.session import OpenFolder, Session
from codewitness.features.search import search
from codewitness.features.status import status
from codewitness.model.freshness import State
from codewitness.model.query import Query
from codewitness.storage.faults import CONFLICT_TRIES, IndexFault, TellingStore, fault_of
from codewitness.storage.store import IndexStore
from tests.support.client import until
from tests.support.folders import running, settle, table_rows

NO_SPACE = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tables/chunks.lance/data/1.lance")
READ_ONLY = RuntimeError("lance error: IO: Read-only file system (os error 30), io.rs:3:1")
DAMAGED = RuntimeError("lance error: Encountered internal error: bad page, /x/encoding.rs:100:10")
UNREACHABLE = OSError("Generic S3 error: error sending request: operation timed out")
SECONDS = 60.0


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(tables, "MEND_SECONDS", (0.05, 0.05, 0.2))
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("alpha", "beta"):
        (folder / f"{name}.py").write_text(f"def {name}(x):\n    return x.{name}_price\n")
    return folder


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, error: Exception, *methods: str) -> Iterator[None]:
    """These methods of the tables fail."""

    def fail(*_: Any, **__: Any) -> None:
        raise error

    with monkeypatch.context() as patched:
        for name in methods:
            patched.setattr(IndexStore, name, fail)
        yield


def names(session: Session, text: str) -> set[str]:
    answer = search(session.snapshot(None), Query(text=text))
    return {one.symbol.qualified_name for one in answer.results if one.symbol}


def notes(session: Session) -> str:
    return "\n".join(status(session.snapshot(None)).folders[0].notes)


def mended(folder: OpenFolder) -> bool:
    indexer = folder.indexer
    return until(lambda: not indexer.view.fault and not indexer.view.unwritten, SECONDS)


def check_equals_clean_build(
    folder: OpenFolder, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(folder)  # the writer has heard of all that has failed
    assert mended(folder)
    settle(folder)
    rows = table_rows(folder)
    assert rows["chunks"]
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "clean"))
    with running(root) as (_, clean):
        assert table_rows(clean) == rows


@pytest.mark.parametrize("error", [NO_SPACE, READ_ONLY], ids=["full", "read-only"])
def test_nothing_can_be_written(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with running(root) as (session, folder):
        with failing(monkeypatch, error, "replace", "remove"):
            (root / "gamma.py").write_text("def gamma(x):\n    return x.gamma_price\n")
            (root / "beta.py").write_text("\n\n# moved\ndef beta(x):\n    return x.new_price\n")
            settle(folder)
            uri = (root / "alpha.py").as_uri()
            session.open_document(folder, "alpha.py", uri, 1, "def unsaved():\n    return 1\n")
            settle(folder)
            assert until(lambda: bool(folder.indexer.view.fault), SECONDS)
            assert folder.indexer.view.unwritten.keys() == {"beta.py", "gamma.py"}
            assert "gamma.gamma" in names(session, "gamma price")
            assert "beta.beta" in names(session, "new price")
            assert "alpha.unsaved" in names(session, "unsaved")
            assert until(lambda: "can't be used for now" in notes(session), SECONDS)
            assert "/tables" not in notes(session)
            assert session.snapshot(None).freshness({}).state is State.FRESH
        assert mended(folder)
        assert until(lambda: "alpha.py" in folder.indexer.view.layer, SECONDS)
        assert "can't be used" not in notes(session)
        session.close_document(uri)
        check_equals_clean_build(folder, root, tmp_path, monkeypatch)


def test_nothing_can_be_written_from_the_start(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = ExitStack()
    full.enter_context(failing(monkeypatch, NO_SPACE, "open"))
    with full, running(root) as (session, folder):
        assert folder.indexer.store is None
        assert names(session, "alpha price") >= {"alpha.alpha"}
        assert "No space left" in notes(session)
        freshness = session.snapshot(None).freshness({})
        assert freshness.indexed_files == freshness.total_files == len(list(root.iterdir()))
        full.close()
        assert mended(folder)
        check_equals_clean_build(folder, root, tmp_path, monkeypatch)


def test_whoever_waits_for_the_index_hears_that_it_was_not_written(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MEND_SECONDS", (SECONDS,))
    with failing(monkeypatch, NO_SPACE, "replace"), running(root) as (session, folder):
        folder.indexer.rescan().result(SECONDS)
        assert "No space left" in folder.indexer.view.fault
        assert "No space left" in notes(session)
        audit = folder.indexer.audit()
        with pytest.raises(IndexFault, match="nothing to compare with: No space left"):
            audit.step().result(SECONDS)


def test_a_file_that_could_not_be_written_is_looked_at_again(root: Path) -> None:
    with running(root) as (_, folder):
        settle(folder)
        view, indexer = folder.indexer.view, folder.indexer
        unwritten = replace(view, files={}, unwritten=view.files)
        listing = indexer.listed()
        assert not differing(folder.saved.files, unwritten, listing, {"alpha.py"})


def lost(folder: Path) -> None:
    def is_gone() -> bool:
        shutil.rmtree(folder, ignore_errors=True)  # the writer may be at work in it
        return not folder.exists()

    assert until(is_gone, SECONDS)


def without_data(folder: Path) -> None:
    for file in folder.rglob("data/*.lance"):
        file.unlink()


def truncated(folder: Path) -> None:
    for file in folder.rglob("data/*.lance"):
        os.truncate(file, file.stat().st_size // 2)


def without_words(folder: Path) -> None:
    for indexes in folder.rglob("_indices"):
        shutil.rmtree(indexes)


@pytest.mark.parametrize("damage", [lost, without_data, truncated, without_words])
def test_tables_are_damaged_while_they_are_used(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    with running(root) as (session, folder):
        damage(tmp_path / "cache")

        def is_found() -> bool:
            # Each question may be the one that finds a fault, and all are answered.
            return "alpha.alpha" in names(session, "alpha price")

        assert is_found()
        (root / "alpha.py").write_text("def alpha():\n    return 'alpha price'\n")
        settle(folder)
        assert until(is_found, SECONDS)
        assert mended(folder)
        check_equals_clean_build(folder, root, tmp_path, monkeypatch)


@pytest.mark.parametrize("damage", [lost, without_data, truncated, without_words])
def test_tables_are_damaged_when_opened(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    with running(root):
        pass
    damage(tmp_path / "cache")
    with running(root) as (session, folder):
        assert "alpha.alpha" in names(session, "alpha price")
        assert mended(folder)
        check_equals_clean_build(folder, root, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("error", "is_made_anew"), [(DAMAGED, True), (NO_SPACE, False)], ids=["damaged", "full"]
)
def test_who_comes_next_finds_no_damaged_tables(
    root: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, is_made_anew: bool
) -> None:
    monkeypatch.setattr(tables, "MEND_SECONDS", (SECONDS,))  # a command ends long before
    with running(root) as (session, folder):
        store = folder.indexer.store
        assert store is not None
        with failing(monkeypatch, error, "search_text"):
            assert names(session, "alpha price") >= {"alpha.alpha"}  # by meaning
    left = lancedb.connect(store.uri).open_table("files").count_rows()
    assert left == (0 if is_made_anew else 2)
    with running(root) as (session, _):
        assert names(session, "alpha price") >= {"alpha.alpha"}
        assert "can't be used" not in notes(session)


def test_tables_that_fail_again_are_made_anew(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(root) as (session, folder):
        before = folder.indexer.store
        with failing(monkeypatch, DAMAGED, "search_text"):
            assert names(session, "alpha price") >= {"alpha.alpha"}  # by meaning
            assert until(lambda: folder.indexer.store is not before, SECONDS)
            answer = search(session.snapshot(None), Query(text="alpha price"))
            assert any("can't be read" in note for note in answer.notes)
            assert not any(".rs" in note or "/x" in note for note in answer.notes)
            assert until(lambda: "index rebuilt" in notes(session), SECONDS)
        assert mended(folder)
        check_equals_clean_build(folder, root, tmp_path, monkeypatch)


class Conflicting:
    """Tables whose first writes conflict with another's."""

    def __init__(self, n_conflicts: int) -> None:
        self.left = n_conflicts
        self.n_looks = 0

    def see_latest(self) -> None:
        self.n_looks += 1

    def remove(self) -> str:
        if self.left:
            self.left -= 1
            raise RuntimeError("lance error: Commit conflict for version 7: rebase failed")
        return "done"


def test_a_conflict_is_tried_again() -> None:
    store = Conflicting(CONFLICT_TRIES - 1)
    told: list[IndexFault] = []
    telling: Any = TellingStore(store)  # type: ignore[arg-type]
    telling.report = told.append
    assert telling.remove() == "done"
    assert store.n_looks == CONFLICT_TRIES - 1
    assert told == []
    store.left = CONFLICT_TRIES
    with pytest.raises(IndexFault, match="Commit conflict"):
        telling.remove()
    assert len(told) == 1


def test_what_is_none_of_the_tables_doing_is_not_hidden() -> None:
    class Wrong:
        def remove(self) -> None:
            raise KeyError("a bug")

    telling: Any = TellingStore(Wrong())  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        telling.remove()


@pytest.mark.parametrize(
    ("error", "is_passing"),
    [
        (NO_SPACE, True),
        (READ_ONLY, True),
        (UNREACHABLE, True),
        (DAMAGED, False),
        (OSError("object not found"), False),
    ],
)
def test_faults_that_pass(error: Exception, is_passing: bool) -> None:
    fault = fault_of(error)
    assert fault.is_passing is is_passing
    assert "/" not in str(fault)
