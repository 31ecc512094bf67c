"""The same is found with the same digits, whoever asks and after whatever start."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from codewitness.engine.vectors import VectorIndex
from tests.support.folders import running


def test_no_product_depends_on_what_is_asked_with_it() -> None:
    random = np.random.default_rng(3)
    ids, paths = [f"id{n}" for n in range(99)], [f"{n // 2}.py" for n in range(99)]
    matrix = random.standard_normal((99, 256)).astype(np.float32)
    index, vector = VectorIndex(ids, paths, matrix), matrix[7]
    for shuffled in (ids[::-1], [*ids[50:], *ids[:50]]):
        assert index.cosines(vector, shuffled, ()) == index.cosines(vector, ids, ())
    assert index.middles(vector, paths[::-1]) == index.middles(vector, paths)


def test_vectors_are_those_that_tables_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "cart.py").write_text("def total(cart):\n    return sum(cart.prices)\n")
    with running(root) as (session, _):
        (folder,) = session.snapshot(None).folders
        assert folder.view.vectors is not None
        matrix = folder.view.vectors.of_file("cart.py").matrix
    assert len(matrix)
    assert (matrix == matrix.astype(np.float16)).all()
