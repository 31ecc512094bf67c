"""The short list of nearest vectors: it has all of the best, and none that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from codewitness.engine.shortlist import MIN_ROWS, Shortlist
from codewitness.engine.vectors import FileVectors, VectorIndex

LIMIT = 20


def _vectors(n_rows: int, *, spread: float, seed: int = 5) -> np.ndarray:
    """Unit vectors whose numbers differ less and less, the faster the greater `spread`."""
    random = np.random.default_rng(seed)
    scale = np.exp(-spread * np.arange(256) / 256)
    made = random.normal(size=(n_rows, 256)) * scale
    turned, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(256, 256)))
    made = made @ turned
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


def _exact(matrix: np.ndarray, vector: np.ndarray, hidden: np.ndarray) -> set[int]:
    scores = matrix @ vector
    scores[hidden] = -np.inf
    return set(np.argsort(-scores)[:LIMIT].tolist())


@pytest.mark.parametrize("n_hidden", [0, 3_000])
@pytest.mark.parametrize("spread", [3, 4, 12])  # two steps over all rows, over some, and one
def test_it_has_all_of_the_best(n_hidden: int, spread: float) -> None:
    matrix = _vectors(MIN_ROWS + 1_000, spread=spread)
    shortlist = Shortlist.of(matrix)
    assert shortlist is not None
    hidden = np.arange(len(matrix)) < n_hidden
    for vector in _vectors(10, spread=spread, seed=6):
        rows = shortlist.rows(matrix, vector, LIMIT, hidden if n_hidden else None)
        assert rows is not None
        assert len(rows) < len(matrix) / 8
        assert not hidden[rows].any()
        assert _exact(matrix, vector, hidden) <= set(rows.tolist())


def test_none_where_it_leaves_too_many() -> None:
    matrix = _vectors(MIN_ROWS, spread=0)  # no axis says more than another
    shortlist = Shortlist.of(matrix)
    assert shortlist is not None
    assert shortlist.rows(matrix, _vectors(1, spread=0, seed=6)[0], LIMIT, None) is None


def test_none_where_nearly_all_are_hidden() -> None:
    matrix = _vectors(MIN_ROWS, spread=8)
    shortlist = Shortlist.of(matrix)
    assert shortlist is not None
    assert shortlist.rows(matrix, matrix[0], LIMIT, np.arange(len(matrix)) > LIMIT) is None


def test_what_is_hidden_tells_nothing_of_the_best() -> None:
    matrix = _vectors(MIN_ROWS, spread=8)
    shortlist = Shortlist.of(matrix)
    assert shortlist is not None
    limit = MIN_ROWS // 8
    for vector in _vectors(5, spread=8, seed=6):
        hidden = np.ones(MIN_ROWS, np.bool_)
        hidden[np.argsort(matrix @ vector)[: 2 * limit + 50]] = False  # the farthest alone are seen
        rows = shortlist.rows(matrix, vector, limit, hidden)
        scores = np.where(hidden, -np.inf, matrix @ vector)
        assert rows is None or set(np.argsort(-scores)[:limit].tolist()) <= set(rows.tolist())


def test_none_for_few_or_short_vectors() -> None:
    assert Shortlist.of(_vectors(MIN_ROWS - 1, spread=8)) is None
    assert Shortlist.of(_vectors(MIN_ROWS, spread=8)[:, :64].copy()) is None


def test_an_index_answers_the_same_with_it_and_after_changes() -> None:
    matrix = _vectors(MIN_ROWS + 2_000, spread=8)
    ids = [f"c{row}" for row in range(len(matrix))]
    paths = [f"{row // 50}.py" for row in range(len(matrix))]
    plain, prepared = VectorIndex(ids, paths, matrix), VectorIndex(ids, paths, matrix)
    prepared.prepare()
    for vector in _vectors(5, spread=8, seed=7):
        for hidden in ((), ("3.py", "7.py")):
            told = [prepared.search(vector, LIMIT, hidden), plain.search(vector, LIMIT, hidden)]
            assert [one.id for one in told[0]] == [one.id for one in told[1]]
    changed = {
        f"{n}.py": FileVectors(ids=(f"new{n}",), matrix=_vectors(1, spread=8, seed=100 + n))
        for n in range(70)  # so many that they join the base
    }
    newer = [prepared.with_files(changed), plain.with_files(changed)]
    vector = changed["9.py"].matrix[0]
    told = [one.search(vector, LIMIT, ()) for one in newer]
    assert [one.id for one in told[0]] == [one.id for one in told[1]]
    assert told[0][0].id == "new9"
