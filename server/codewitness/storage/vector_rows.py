"""The vectors of many rows as one matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray


def in_one_matrix(
    several: Iterable[pa.Table], dimensions: int
) -> tuple[list[str], list[str], NDArray[np.float16]]:
    """Ids, paths and vectors of tables that have them; the vectors are there once at any time."""
    ids: list[str] = []
    paths: list[str] = []
    parts: list[NDArray[np.float16]] = []
    for table in several:
        ids += table.column("id").to_pylist()
        paths += table.column("path").to_pylist()
        parts += [_matrix(chunk, dimensions) for chunk in table.column("vector").chunks]
    matrix = np.empty((len(ids), dimensions), np.float16)  # takes memory as it is written to
    parts.reverse()
    first = 0
    while parts:
        part = parts.pop()
        matrix[first : first + len(part)] = part
        first += len(part)
    return ids, paths, matrix


def _matrix(vectors: pa.Array, dimensions: int) -> NDArray[np.float16]:
    numbers: NDArray[np.float16] = vectors.flatten().to_numpy(zero_copy_only=True)
    return numbers.reshape(-1, dimensions)
