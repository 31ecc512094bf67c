"""What rows in memory are made of, whatever tables they come from."""

from __future__ import annotations

import pyarrow as pa
import pytest

from codewitness.storage.resident import _bytes_of, _in_one, _in_order


def signals(*rows: tuple[str, int]) -> pa.Table:
    paths, ordinals = zip(*rows, strict=True) if rows else ((), ())
    return pa.table({"path": pa.array(paths, pa.utf8()), "ordinal": pa.array(ordinals, pa.int32())})


WRITTEN = [("b", 0), ("b", 4), ("a", 1), ("a", 2)]


@pytest.mark.parametrize("rows", [WRITTEN, [("a", 3)], []])
def test_signals_stay_in_the_order_in_which_they_were_written(rows: list[tuple[str, int]]) -> None:
    table = signals(*rows)
    assert _in_order(table).equals(table)


@pytest.mark.parametrize(
    "rows",
    [
        [("b", 0), ("a", 1), ("b", 4)],
        [("b", 4), ("b", 0)],
        [("a", 1), ("a", 1)],
        [("b", 0), ("b", 1), ("a", 0), ("b", 2), ("c", 1)],
    ],
)
def test_signals_in_another_order_are_sorted(rows: list[tuple[str, int]]) -> None:
    assert _in_order(signals(*rows)).equals(signals(*sorted(rows)))


@pytest.mark.parametrize("ids", [[["ab", "c"], ["def"]], [["x"]], [[]], []])
def test_ids_become_bytes_of_one_length(ids: list[list[str]]) -> None:
    column = pa.chunked_array([pa.array(some, pa.utf8()) for some in ids], pa.utf8())
    found = _bytes_of(_in_one(lambda: pa.table({"id": column})).column("id"))
    assert found.tolist() == [one.encode() for some in ids for one in some]


def test_a_table_of_several_chunks_is_put_in_one() -> None:
    table = pa.concat_tables([signals(*WRITTEN), signals(("c", 0))])
    made = _in_one(lambda: table)
    assert made.equals(table)
    assert [column.num_chunks for column in made.columns] == [1, 1]
