"""Vectors of chunks that did not change are taken over, and are those that would be made anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codewitness.engine.known_vectors import KnownVectors
from codewitness.engine.vectors import Matrix
from codewitness.features.search import search
from codewitness.model.query import Query
from codewitness.platform import recalling
from codewitness.platform.embed import load_embedder
from codewitness.platform.work import Reader
from tests.support.folders import running, settle

MANY = "".join(f"def f{n}(x):\n    return x.call{n}(x[{n}])\n\n\n" for n in range(30))


class Counting:
    """An embedder that counts the texts it is given."""

    name, dimensions = "counting", 256

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._real = load_embedder("static")

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.texts += texts
        assert self._real is not None
        return self._real.embed(texts)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of many functions, and a cache of its own."""
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text(MANY)
    return root


def counting_reader(root: Path) -> tuple[Reader, Counting]:
    embedder = Counting()
    known = KnownVectors(lambda _: {})
    return Reader(root, embedder, 1_000_000, Counter(), known=known), embedder


def test_what_was_embedded_lately_is_recalled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recalling, "MAX_RECALLED", 3)
    counting, real = Counting(), load_embedder("static")
    assert real is not None
    embedder = recalling.RecallingEmbedder(counting)
    for texts in (["a", "bb"], ["bb", "ccc", "bb"], [], ["dddd", "a"], ["bb"], ["ccc"]):
        assert embedder.embed(texts).tolist() == real.embed(texts).tolist()
    assert counting.texts == ["a", "bb", "ccc", "dddd", "ccc"]


def test_only_what_changed_is_embedded(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(MANY)
    reader, embedder = counting_reader(tmp_path)
    reader.read(["a.py"])
    assert len(embedder.texts) >= 30
    embedder.texts.clear()
    (tmp_path / "a.py").write_text("import os\n\n\n" + MANY.replace("x.call7(", "x.other("))
    batch = reader.read(["a.py"])
    assert 1 <= len(embedder.texts) <= 2  # the imports, and f7
    fresh = reader.read(["a.py"], anew=True)
    assert len(embedder.texts) > 30
    np.testing.assert_array_equal(batch.vectors["a.py"].matrix, fresh.vectors["a.py"].matrix)
    assert batch.vectors["a.py"].ids == fresh.vectors["a.py"].ids


def test_a_name_counts_as_well_as_a_text(tmp_path: Path) -> None:
    """The same body in another class has another vector."""
    (tmp_path / "a.py").write_text("class A:\n    def f(self):\n        return self.x\n")
    reader, _ = counting_reader(tmp_path)
    reader.read(["a.py"])
    (tmp_path / "a.py").write_text("class B:\n    def f(self):\n        return self.x\n")
    batch, fresh = reader.read(["a.py"]), reader.read(["a.py"], anew=True)
    np.testing.assert_array_equal(batch.vectors["a.py"].matrix, fresh.vectors["a.py"].matrix)


def test_files_that_were_not_read_lately_are_let_go(tmp_path: Path) -> None:
    for n in range(40):
        (tmp_path / f"m{n}.py").write_text(f"def f{n}():\n    return {n}\n")
    reader, embedder = counting_reader(tmp_path)
    reader.read([f"m{n}.py" for n in range(40)])
    embedder.texts.clear()
    reader.read(["m39.py"])
    assert embedder.texts == []
    reader.read(["m0.py"])
    assert embedder.texts


def test_after_a_restart_they_come_from_the_index(
    root: Path,
) -> None:
    with running(root):
        pass
    with running(root) as (session, folder):
        reader = folder.indexer._extractor._reader()  # type: ignore[attr-defined]
        counting = Counting()
        reader.embedder = counting
        uri = (root / "a.py").as_uri()
        edited = MANY.replace("x.call7(", "x.other(")
        session.open_document(folder, "a.py", uri, 1, edited)
        settle(folder)
        assert len(counting.texts) == 1
        counting.texts.clear()
        (root / "a.py").write_text(edited)
        session.close_document(uri)
        settle(folder)
        assert counting.texts == []
        folder.indexer.reindex(["a.py"]).result(60)
        assert len(counting.texts) >= 30


def test_a_search_of_unsaved_text_embeds_what_was_changed(
    root: Path,
) -> None:
    with running(root) as (session, folder):
        counting = Counting()
        snapshot = session.snapshot(None)
        session.open_document(folder, "a.py", (root / "a.py").as_uri(), 1, MANY + "\nx = f7(1)\n")
        unsaved = replace(folder.seen(has_client=False), embedder=counting)
        for query, n_made in (("other", 2), ("other", 1), ("f7", 1)):
            counting.texts.clear()
            answer = search(replace(snapshot, folders=(unsaved,)), Query(text=query))
            assert answer.results
            assert len(counting.texts) == n_made  # the query itself, and once the new chunk
