"""Rows as they are stored against rows as they should be: what is missing, what is too much.

Most files have no difference, so whole tables are sorted and compared first, which Arrow does in
its own code; only where that fails are rows looked at one by one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

# What says nothing of the text: a file touched and not changed is no difference.
NOT_COMPARED = frozenset({"layer", "mtime_ns"})
# Vectors are kept in 16 bits, and a model may add up in another order in another batch.
VECTOR_TOLERANCE = 4e-3
_MANY_CHARACTERS = frozenset({"fts"})  # nothing is sorted by these


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """In `table`, rows of `path` that a clean build has and the index lacks, or the reverse."""

    path: str
    table: str
    missing: int = 0
    extra: int = 0


def differences(name: str, stored: pa.Table, built: Sequence[pa.Table]) -> list[Difference]:
    """What differs between the table `name` as it is stored and as it was built anew, by file."""
    found, wanted = _comparable(stored), _comparable(pa.concat_tables(built))
    if found.equals(wanted):
        return []
    plain = [column for column in wanted.column_names if column != "vector"]
    if found.select(plain).equals(wanted.select(plain)):
        return _differing_vectors(name, found, wanted)
    return _differing_rows(name, found, wanted)


def counts_of(paths: Iterable[Any], name: str) -> list[Difference]:
    """Rows that should not be there at all, by the path that they have."""
    return [Difference(path=path, table=name, extra=n) for path, n in Counter(paths).items()]


def unexpected(table: pa.Table, expected: Mapping[str, Collection[str]]) -> list[str]:
    """The path of each row whose layer does not have it, by what each layer should have."""
    is_due = pa.array(np.zeros(table.num_rows, bool))
    for layer, paths in expected.items():
        has_path = pc.is_in(table.column("path"), pa.array(list(paths), pa.utf8()))
        is_due = pc.or_(is_due, pc.and_(pc.equal(table.column("layer"), layer), has_path))
    strays: list[str] = table.column("path").filter(pc.invert(is_due)).to_pylist()
    return strays


def _comparable(table: pa.Table) -> pa.Table:
    """The compared columns, in an order that the rows themselves decide."""
    compared = table.select([c for c in table.column_names if c not in NOT_COMPARED])
    keys = [
        (field.name, "ascending")
        for field in compared.schema
        if not pa.types.is_nested(field.type) and field.name not in _MANY_CHARACTERS
    ]
    return compared.sort_by(keys).replace_schema_metadata(None)


def _differing_vectors(name: str, found: pa.Table, wanted: pa.Table) -> list[Difference]:
    """Rows are equal but for their vectors: too far from each other, or only one is there."""
    one, other = _matrix(found), _matrix(wanted)
    differs = ~np.isclose(one, other, atol=VECTOR_TOLERANCE, rtol=0, equal_nan=True).all(axis=1)
    paths = wanted.column("path").filter(pa.array(differs)).to_pylist()
    return [
        Difference(path=path, table=name, missing=n, extra=n) for path, n in Counter(paths).items()
    ]


def _matrix(table: pa.Table) -> np.ndarray:
    """One row for each vector; a missing one is not a number."""
    column = table.column("vector").combine_chunks()
    size = column.type.list_size
    matrix = np.full((len(column), size), np.nan, np.float32)
    is_there = pc.is_valid(column).to_numpy(zero_copy_only=False)
    matrix[is_there] = column.drop_null().flatten().to_numpy().reshape(-1, size)
    return matrix


def _differing_rows(name: str, found: pa.Table, wanted: pa.Table) -> list[Difference]:
    by_path: defaultdict[str, list[Counter[str]]] = defaultdict(lambda: [Counter(), Counter()])
    for side, table in enumerate((found, wanted)):
        for path, row in _rows(table):
            by_path[path][side][row] += 1
    return [
        Difference(path=path, table=name, missing=missing, extra=extra)
        for path, (there, due) in by_path.items()
        if (missing := (due - there).total()) + (extra := (there - due).total())
    ]


def _rows(table: pa.Table) -> Iterator[tuple[str, str]]:
    """Path of each row, and all of it as text, without its vector."""
    for row in table.select([c for c in table.column_names if c != "vector"]).to_pylist():
        yield row["path"], repr(row)
