"""Vectors in memory: what is near, and how near a given chunk is, are one and the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.engine import vectors as module
from codewitness.engine.halves import wide
from codewitness.engine.vectors import FileVectors, VectorIndex
from codewitness.storage.word_index import Passing

DIMENSIONS = 8
QUERY = np.eye(1, DIMENSIONS, dtype=np.float32)[0]


def unit_rows(n_rows: int, seed: int) -> np.ndarray:
    """With no more digits than are kept of a vector."""
    rows = np.random.default_rng(seed).normal(size=(n_rows, DIMENSIONS))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float16).astype(np.float32)


def index_of(n_files: int = 5, per_file: int = 4) -> tuple[VectorIndex, dict[str, np.ndarray]]:
    matrix = unit_rows(n_files * per_file, seed=1)
    ids = [f"id{n}" for n in range(len(matrix))]
    paths = [f"f{n // per_file}.py" for n in range(len(matrix))]
    return VectorIndex(ids, paths, matrix), dict(zip(ids, matrix, strict=True))


def test_the_cosine_of_each_chunk_is_that_of_the_search() -> None:
    index, vectors = index_of()
    near = {one.id: one.cosine for one in index.search(QUERY, 100, ())}
    assert index.cosines(QUERY, list(vectors), ()) == pytest.approx(near)
    assert near == pytest.approx({one: float(row @ QUERY) for one, row in vectors.items()})


def test_numbers_of_two_bytes_are_made_wide_as_numpy_does() -> None:
    every = np.arange(65_536, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    np.testing.assert_array_equal(
        wide(finite).view(np.uint32), finite.astype(np.float32).view(np.uint32)
    )


def test_kept_in_two_bytes_what_is_near_is_the_same_to_the_last_digit() -> None:
    matrix = unit_rows(10_000, seed=3)
    ids, paths = [f"id{n}" for n in range(10_000)], [f"f{n // 7}.py" for n in range(10_000)]
    of_four, of_two = (VectorIndex(ids, paths, matrix.astype(kind)) for kind in ("f4", "f2"))
    assert of_two.search(QUERY, 50, ("f3.py",)) == of_four.search(QUERY, 50, ("f3.py",))
    assert of_two.cosines(QUERY, ids[::9], ()) == of_four.cosines(QUERY, ids[::9], ())
    assert of_two.middles(QUERY, paths) == of_four.middles(QUERY, paths)


def test_unknown_ids_and_hidden_paths_have_none() -> None:
    index, _ = index_of()
    assert index.cosines(QUERY, ["id0", "id7", "nothing"], ["f1.py"]).keys() == {"id0"}
    assert index.cosines(QUERY, [], ()) == {}
    assert VectorIndex.empty(DIMENSIONS).cosines(QUERY, ["id0"], ()) == {}


@given(
    st.sets(st.integers(0, 199)),
    st.none() | st.sets(st.integers(0, 199), min_size=1),
    st.sets(st.integers(0, 9), max_size=2),
    st.sets(st.integers(0, 9), max_size=2),
)
def test_with_filters_the_nearest_of_what_passes_are_found(
    files: set[int], ids: set[int] | None, hidden: set[int], changed: set[int]
) -> None:
    index, vectors = index_of(n_files=10, per_file=20)
    index = index.with_files(
        {f"f{n}.py": index.of_file(f"f{n}.py") for n in changed}  # they stand beside the base
    )
    paths = {f"f{n % 10}.py" for n in files}
    known = None if ids is None else {f"id{n}" for n in ids if f"f{n // 20}.py" in paths}
    passing = Passing(where="", paths=paths, ids=known, parts=(), masks=())
    due = {
        one: float(row @ QUERY)
        for n, (one, row) in enumerate(vectors.items())
        if f"f{n // 20}.py" in paths and (known is None or one in known) and n // 20 not in hidden
    }
    found = index.search(QUERY, 15, [f"f{n}.py" for n in hidden], passing)
    assert [one.cosine for one in found] == pytest.approx(sorted(due.values(), reverse=True)[:15])
    assert {one.id: one.cosine for one in found} == pytest.approx(
        {one.id: due[one.id] for one in found}
    )


def test_scores_are_the_same_however_ids_that_pass_are_ordered() -> None:
    index, vectors = index_of(n_files=40, per_file=20)
    ids = [*vectors][::17]
    paths = {f"f{n}.py" for n in range(40)}
    found = [
        index.search(QUERY, 15, (), Passing("", paths, some, (), ())) for some in (ids, ids[::-1])
    ]
    assert found[0] == found[1]


def test_changed_files_take_the_place_of_their_rows() -> None:
    index, vectors = index_of()
    new = unit_rows(2, seed=2)
    changed = index.with_files(
        {
            "f0.py": FileVectors(ids=("id1", "new"), matrix=new),
            "f2.py": FileVectors(ids=(), matrix=new[:0]),
        }
    )
    found = changed.cosines(QUERY, [*vectors, "new"], ())
    old = {"id0", "id2", "id3", "id8", "id9", "id10", "id11"}
    assert found.keys() == ({*vectors} | {"new"}) - old
    assert found["id1"] == pytest.approx(float(new[0] @ QUERY))
    assert found["id4"] == pytest.approx(float(vectors["id4"] @ QUERY))
    assert changed.cosines(QUERY, ["id1", "new"], ["f0.py"]) == {}
    assert index.cosines(QUERY, ["id1"], ())["id1"] == pytest.approx(float(vectors["id1"] @ QUERY))


def grown(index: VectorIndex, first: int, n_files: int = 70) -> VectorIndex:
    """With more files than are kept beside the base: a load does so at each commit."""
    matrix = unit_rows(n_files, seed=first)
    return index.with_files(
        {
            f"f{first + n}.py": FileVectors(ids=(f"id{first + n}",), matrix=matrix[n : n + 1])
            for n in range(n_files)
        }
    )


def test_a_load_copies_no_row_and_changes_none() -> None:
    start = VectorIndex.empty(DIMENSIONS)
    one = grown(start, 0)
    before = one.cosines(QUERY, [f"id{n}" for n in range(70)], ())
    two, three = grown(one, 100), grown(one, 200)  # both follow the same one
    assert np.shares_memory(one._base.matrix, two._base.matrix)
    assert not np.shares_memory(one._base.matrix, three._base.matrix)
    for first, index in ((100, two), (200, three)):
        vectors = unit_rows(70, seed=first)
        assert len(index) == 140
        assert index.of_file(f"f{first + 7}.py").matrix == pytest.approx(vectors[7:8])
        assert index.cosines(QUERY, list(before), ()) == before
    assert one.cosines(QUERY, list(before), ()) == before
    assert one.cosines(QUERY, ["id100", "id200"], ()) == {}


def test_rows_of_changed_files_go_while_others_are_added() -> None:
    one = grown(VectorIndex.empty(DIMENSIONS), 0)
    two = grown(one, 35)  # half of them again, with other ids of the same name
    assert len(two) == 105
    assert two.of_file("f34.py").matrix == pytest.approx(unit_rows(70, seed=0)[34:35])
    assert two.of_file("f36.py").matrix == pytest.approx(unit_rows(70, seed=35)[1:2])
    assert one.of_file("f36.py").matrix == pytest.approx(unit_rows(70, seed=0)[36:37])


# Which of the versions so far is changed, and how many chunks each of some files has then.
CHANGES = st.lists(
    st.tuples(
        st.integers(0, 3), st.dictionaries(st.integers(0, 40), st.integers(0, 2), max_size=5)
    ),
    max_size=12,
)


@given(changes=CHANGES)
def test_each_version_stays_what_it_was_however_many_follow_it(
    changes: list[tuple[int, dict[int, int]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MAX_OVERRIDE_FILES", 2)
        patch.setattr(module, "_RESERVED_ROWS", 16)
        versions: list[tuple[VectorIndex, dict[str, FileVectors]]] = [
            (VectorIndex.empty(DIMENSIONS), {})
        ]
        for number, (which, files) in enumerate(changes):
            index, model = versions[-1 - which % len(versions)]
            new = {f"f{one}.py": file_of(number, one, n) for one, n in files.items()}
            versions.append((index.with_files(new), model | new))
        for index, model in versions:
            wanted = {
                one: pytest.approx(float(row @ QUERY), abs=1e-6)
                for file in model.values()
                for one, row in zip(file.ids, file.matrix, strict=True)
            }
            assert {near.id: near.cosine for near in index.search(QUERY, 100, ())} == wanted
            assert len(index) == len(wanted)


def file_of(version: int, number: int, n_chunks: int) -> FileVectors:
    ids = tuple(f"{version}:{number}:{chunk}" for chunk in range(n_chunks))
    return FileVectors(ids=ids, matrix=unit_rows(n_chunks, seed=100 * version + number))


def test_the_middle_of_each_file_is_that_of_its_chunks_however_they_came() -> None:
    matrix = unit_rows(6, seed=2)
    paths = ["a.py", "b.py", "a.py", "a.py", "b.py", "c.py"]  # not together, after a load
    index = VectorIndex([f"id{n}" for n in range(6)], paths, matrix)
    whole = {
        path: matrix[[n for n, one in enumerate(paths) if one == path]].sum(axis=0)
        for path in ("a.py", "b.py", "c.py")
    }
    expected = {path: float(own @ QUERY / np.linalg.norm(own)) for path, own in whole.items()}
    assert index.middles(QUERY, [*whole, "gone.py"]) == pytest.approx(expected)
    rows = unit_rows(2, seed=4)
    newer = index.with_files({"b.py": FileVectors(ids=("x", "y"), matrix=rows)})
    total = rows.sum(axis=0)
    other = {"b.py": float(total @ QUERY / np.linalg.norm(total))}
    assert newer.middles(QUERY, list(whole)) == pytest.approx(expected | other)
    gone = newer.with_files({"b.py": FileVectors(ids=(), matrix=rows[:0])})
    assert "b.py" not in gone.middles(QUERY, list(whole))
    assert VectorIndex.empty(DIMENSIONS).middles(QUERY, ["a.py"]) == {}
