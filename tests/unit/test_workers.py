"""A file that ends the process that reads it, or never ends, costs nobody else their facts."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from codewitness.engine.documents import TRUSTED_BYTES, Document
from codewitness.engine.ports import Batch
from codewitness.features.status import status
from codewitness.model.text import Span, Text, TextEdit
from codewitness.platform import work, workers
from codewitness.platform.extraction import ProcessExtractor
from codewitness.platform.lock import FILE_NAME
from codewitness.platform.tasting import SMALL_BYTES, FolderGuard, Taster
from codewitness.platform.workers import WorkersUnavailable, questions, tell
from tests.support import mortal
from tests.support.folders import running, settle, table_rows

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these processes end by signals")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    for number in range(16):
        (folder / f"f{number:02}.py").write_text(f"def f{number}(): return g({number})\n")
    return folder


@pytest.fixture
def extractor(root: Path) -> Iterator[ProcessExtractor]:
    made = ProcessExtractor(
        root,
        embedder_spec=lambda: "none",
        embedder=lambda: None,
        max_bytes=100_000,
        n_workers=2,
        target=mortal.worker,
    )
    yield made
    made.close()


def read(extractor: ProcessExtractor, root: Path) -> Batch:
    return extractor.submit(sorted(path.name for path in root.iterdir())).result(60)


@pytest.mark.parametrize(
    ("order", "why"),
    [(mortal.DIES, "ends by SIGSEGV"), (mortal.HANGS, "needs more than")],
)
def test_the_file_is_set_aside(
    extractor: ProcessExtractor, root: Path, order: str, why: str
) -> None:
    (root / "f05.py").write_text(f"def bad(): {order!r}\n")
    batch = read(extractor, root)
    assert len(batch.files) == 16
    (bad,) = [file for file in batch.files if file.problems]
    assert bad.path == "f05.py"
    assert bad.aside is not None
    assert why in bad.aside
    assert batch.symbols["f05.py"] == ()
    assert [symbol.name for symbol in batch.symbols["f06.py"]] == ["f6"]
    chunks = batch.tables.chunks.to_pylist()
    assert [order in row["fts"].replace(" ", "-") for row in chunks if row["path"] == "f05.py"]
    assert batch.tables.files.num_rows == 16
    assert batch.skipped == ()


def test_a_process_that_was_killed_costs_no_file(extractor: ProcessExtractor, root: Path) -> None:
    (root / "f05.py").write_text(f"def good(): {mortal.DIES_ONCE!r}\n")
    batch = read(extractor, root)
    assert [file.problems for file in batch.files] == [()] * 16
    assert [symbol.name for symbol in batch.symbols["f05.py"]] == ["good"]


def test_workers_that_do_not_start(root: Path) -> None:
    extractor = ProcessExtractor(
        root,
        embedder_spec=lambda: "none",
        embedder=lambda: None,
        max_bytes=100_000,
        n_workers=1,
        target=_no_worker,
    )
    with pytest.raises(WorkersUnavailable, match=r"does not start.*exit code 3"):
        extractor.submit(["f01.py"]).result(60)
    extractor.close()


def _no_worker(*_: object) -> None:
    os._exit(3)


def test_a_system_that_has_no_process_left(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(workers, "Worker", none_left)
    pool = workers.Pool(_no_worker, (), 1, lambda answers: answers[0])
    with pytest.raises(WorkersUnavailable, match=r"can't be started: .*unavailable"):
        pool.submit(["f01.py"]).result(60)
    pool.close()


def test_tables_that_this_machine_has_never_written_need_no_workers(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(root, embedder="none"):
        pass
    (lock,) = (tmp_path / "cache").rglob(FILE_NAME)
    lock.unlink()
    pools: list[workers.Pool[object]] = []
    start = workers.Pool.__init__
    monkeypatch.setattr(
        workers.Pool, "__init__", lambda pool, *given: (pools.append(pool), start(pool, *given))[1]
    )
    with running(root, embedder="none") as (_, folder):
        assert folder.indexer.throughput.n_files == 0
        assert [pool._is_closed for pool in pools] == [True]


def test_until_its_bytes_change(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "run_worker", mortal.worker)
    bad = root / "f05.py"
    bad.write_text(f"def bad(): {mortal.DIES!r}\n")
    with running(root, embedder="none") as (session, folder):
        (failed,) = status(session.snapshot(None)).folders[0].failed
        assert failed.uri.endswith("f05.py")
        assert "SIGSEGV" in failed.problem
        assert len(folder.indexer.view.files) == 16
        rows = table_rows(folder)
        saved = folder.saved.get("f05.py")
        assert saved is not None
        analysis = saved.analysis()  # would end this process if it were parsed
        assert analysis is not None
        assert analysis.is_aside
        settle(folder)
        assert table_rows(folder) == rows
    with running(root, embedder="none") as (session, folder):
        assert len(status(session.snapshot(None)).folders[0].failed) == 1
        bad.write_text("def better(): pass\n")
        settle(folder)
        assert status(session.snapshot(None)).folders[0].failed == ()
        assert [symbol.name for symbol in folder.indexer.view.symbols.of_file("f05.py")] == [
            "better"
        ]


class Tasting:
    """A taster that dies of what it is told to, and counts what it is asked."""

    def __init__(self) -> None:
        self.taster = Taster(mortal.taster)
        self.asked = 0
        self.guard = FolderGuard(self, lambda _: None, 2_000_000)  # type: ignore[arg-type]

    def objection(self, path: str, text: Text) -> str | None:
        self.asked += 1
        return self.taster.objection(path, text)


@pytest.fixture
def tasting() -> Iterator[Tasting]:
    made = Tasting()
    yield made
    made.taster.close()


LONG = "def f():\n    pass\n" * (SMALL_BYTES // 15)


def document(text: str, tasting: Tasting) -> Document:
    return Document(
        "/project", "a.py", "file:///project/a.py", 1, Text(text.encode()), tasting.guard
    )


def append(document: Document, text: str) -> Document:
    end = len(document.text)
    return document.edited(document.version + 1, [TextEdit(Span(end, end), text.encode())])


@pytest.mark.parametrize("order", [mortal.DIES, mortal.HANGS])
def test_a_buffer_that_no_parser_may_read(tasting: Tasting, order: str) -> None:
    opened = document(f"{LONG}# {order}\n", tasting)
    analysis = opened.analysis()
    assert analysis is not None
    assert analysis.is_aside
    assert analysis.facts.chunks
    assert "read as plain text" in analysis.facts.problems[0].message
    mended = append(opened, "x = 1\n").edited(3, [TextEdit(Span(len(LONG), len(opened.text)), b"")])
    analysis = mended.analysis()
    assert analysis is not None
    assert not analysis.is_aside
    assert len(analysis.core.definitions) == LONG.count("def ")


def test_what_no_one_wrote_is_tried_by_nobody(tasting: Tasting) -> None:
    """A file of such a text is not read either; once it is mended it is."""
    opened = document(LONG, tasting)
    assert opened.analysis() is not None
    minified = document("def f(): " + "f(); " * 20_000, tasting)
    assert minified.is_left_out
    assert minified.analysis() is None
    assert document("x = 1\n" * 400_000, tasting).analysis() is None
    assert tasting.asked == 1
    span = Span(9, len(minified.text))
    mended = minified.edited(2, [TextEdit(span, b"pass\n")]).analysis()
    assert mended is not None
    assert [one.name for one in mended.core.definitions] == ["f"]


def test_small_edits_are_read_here(tasting: Tasting) -> None:
    one = document(LONG, tasting)
    assert one.analysis() is not None
    assert tasting.asked == 1
    for _ in range(10):
        one = append(one, "x = 1\n")
        assert one.analysis() is not None
    assert tasting.asked == 1
    one = append(one, "#" * (TRUSTED_BYTES - 10))
    assert one.analysis() is not None
    assert tasting.asked == 2
    pasted = append(one, f"#{mortal.DIES}\n" * 300)
    analysis = pasted.analysis()
    assert analysis is not None
    assert analysis.is_aside


def test_a_worker_whose_server_has_gone_ends_without_a_word() -> None:
    pipe, other = multiprocessing.Pipe()
    other.close()
    assert list(questions(pipe)) == []
    tell(pipe, "an answer")
