"""No row is quoted over another text than it was made of, whatever is written meanwhile."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.session import OpenFolder, Session
from codewitness.features.search import search
from codewitness.model.query import Query
from codewitness.storage.decode import ChunkRow
from codewitness.storage.faults import TellingStore
from codewitness.storage.store import IndexStore
from tests.support.client import until
from tests.support.folders import running, settle

N_ANSWERS = 60


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("a.py", "b.py"):
        (folder / name).write_text(source(0))
    return folder


def source(shift: int) -> str:
    """Methods of which each line names its method; all of them `shift` lines further down."""
    methods = "".join(
        f"def price_{name}(item):\n    return item.price_{name}(item['price_{name}'])\n\n"
        for name in "abcdefgh"
    )
    return "x = 1\n" * shift + "\n\n" + methods


def check(session: Session) -> int:
    """Every result's text, symbol and signals say the same name; gives how many there were."""
    answer = search(session.snapshot(None), Query(text="price item", limit=10))
    for one in answer.results:
        if one.symbol is None:
            continue
        quoted = one.text.slice(one.span)
        name = one.symbol.name
        assert one.text.slice(one.symbol.name_span) == name
        assert quoted.startswith(f"def {name}("), (name, quoted)
        if one.signals is not None:
            for item in (*one.signals.attribute_reads, *one.signals.subscripts):
                assert one.text.slice(item.span) == item.text
            for call in one.signals.external_calls:
                assert one.text.slice(call.span) == call.text
    return len(answer.results)


def test_rows_that_change_between_two_reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(root, embedder="none") as (session, folder):
        uri = (root / "a.py").as_uri()
        session.open_document(folder, "a.py", uri, 1, source(1))
        settle(folder)
        snapshot = session.snapshot(None)
        store = folder.indexer.store
        assert isinstance(store, TellingStore)
        real = IndexStore.chunk_rows

        def late(own: IndexStore, ids: Sequence[str], *more: Any) -> list[ChunkRow]:
            # The writer comes between the snapshot and the rows.
            session.change_document(uri, 2, [(None, None, source(7))])
            settle(folder)
            monkeypatch.setattr(IndexStore, "chunk_rows", real)
            return real(own, ids, *more)

        monkeypatch.setattr(IndexStore, "chunk_rows", late)
        answer = search(snapshot, Query(text="price item", limit=10))
        ours = [one for one in answer.results if one.path == "a.py" and one.symbol]
        assert ours
        for one in ours:
            assert one.symbol is not None
            assert one.text.slice(one.span).startswith(f"def {one.symbol.name}(")


@pytest.mark.parametrize("is_reader", [False, True], ids=["writer", "reader"])
def test_answers_while_buffers_and_files_change(root: Path, is_reader: bool) -> None:
    with running(root, embedder="none") as first, running(root, embedder="none") as second:
        (session, folder), other = (second, first[1]) if is_reader else (first, second[1])
        with working(session, folder, root, other) as edit:
            n_results = 0
            for _ in range(N_ANSWERS):
                edit()
                n_results += check(session)
            assert n_results > N_ANSWERS
        assert until(lambda: not folder.indexer.view.fault, 10)


class working:  # noqa: N801 (used as a context manager)
    """Files are written all the time by a thread; each call edits a buffer."""

    def __init__(self, session: Session, folder: OpenFolder, root: Path, other: OpenFolder) -> None:
        self.session, self.folder, self.root, self.other = session, folder, root, other
        self.chance = random.Random(0)
        self.version = 1
        self.stops = threading.Event()
        self.thread = threading.Thread(target=self._write_files, daemon=True)

    def __enter__(self) -> Any:
        uri = (self.root / "a.py").as_uri()
        self.session.open_document(self.folder, "a.py", uri, 1, source(1))
        self.thread.start()
        return self._edit

    def __exit__(self, *_: object) -> None:
        self.stops.set()
        self.thread.join(30)
        self.session.close_document((self.root / "a.py").as_uri())

    def _edit(self) -> None:
        self.version += 1
        text = source(self.chance.randrange(20))
        uri = (self.root / "a.py").as_uri()
        self.session.change_document(uri, self.version, [(None, None, text)])

    def _write_files(self) -> None:
        chance = random.Random(1)
        while not self.stops.wait(0.02):
            (self.root / "b.py").write_text(source(chance.randrange(20)))
            self.folder.indexer.disk_changed(["b.py"])
            self.other.indexer.disk_changed(["b.py"])
