"""Vectors as they are kept, in numbers of two bytes, and as they are computed with, in four.

What tables keep of a vector has no more digits, so memory need not have them either. numpy turns
one kind into the other number by number, 2.4 ns each; by its bits it takes a fifth of that.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Kept = NDArray[np.float16] | NDArray[np.float32]

_ROWS_AT_ONCE = 4_096  # made wide at a time: 4 MB, of which the next ones take the place
_BITS = np.int32(np.uint32(0x8FFFE000).view(np.int32))  # sign, exponent and digits, moved
_EXPONENT = np.float32(2.0**112)  # by how much the exponents of both kinds begin apart


def wide(kept: Kept) -> Matrix:
    """The same numbers, which are finite, in four bytes; what has them is given as it is."""
    if kept.dtype == np.float32:
        return kept  # type: ignore[return-value]
    bits = np.ascontiguousarray(kept).view(np.int16).astype(np.int32)
    bits <<= 13
    bits &= _BITS
    numbers = bits.view(np.float32)
    numbers *= _EXPONENT
    return numbers


def in_blocks(n_rows: int, at_once: int = _ROWS_AT_ONCE) -> Iterator[slice]:
    """All rows, some at a time."""
    for first in range(0, n_rows, at_once):
        yield slice(first, min(first + at_once, n_rows))


def products(kept: Kept, vector: Matrix, rows: NDArray[np.intp] | None = None) -> Matrix:
    """The product of each row, or of these, with a vector."""
    if kept.dtype == np.float32:
        return np.asarray((kept if rows is None else kept[rows]) @ vector)
    found = np.empty(len(kept if rows is None else rows), np.float32)
    for some in in_blocks(len(found)):
        found[some] = wide(kept[some if rows is None else rows[some]]) @ vector
    return found
