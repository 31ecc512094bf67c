"""The rows of a matrix that can be among the nearest of a vector: all others surely are not.

To read 56,000 vectors of 256 numbers takes as long as memory takes to give them, 6 ms. Along the
axes on which the vectors differ most, 64 of the numbers hold most of each vector; and what the
others can add to a product is at most the product of their lengths (Cauchy and Schwarz). So the
first tell a bound for each row, and only rows whose bound reaches the best are read whole. The idea
to bound a distance by the leading principal components is old, see Korn et al., "Fast Nearest
Neighbor Search in Medical Image Databases", VLDB 1996. The answer is that of reading all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Rows = NDArray[np.intp]

MIN_ROWS = 4_000  # fewer are read whole as fast
_N_AXES = 64
_SAMPLE_ROWS = 5_000  # that the axes are made of
_ROUNDING = 1e-4  # how far two sums of the same products may differ, and more
_MOST = 8  # if more than one in so many rows is left, reading all of them in order is faster


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Of a matrix that does not change: its rows along the axes, and how long the rest of each is.

    `axes` are columns of unit length, `lead` has a row for each of the matrix.
    """

    axes: Matrix
    lead: Matrix
    rest: Matrix

    @classmethod
    def of(cls, matrix: Matrix, axes: Matrix | None = None) -> Self | None:
        """None if it would not help. Axes of a similar matrix will do."""
        if len(matrix) < MIN_ROWS or matrix.shape[1] < 2 * _N_AXES:
            return None
        axes = _principal_axes(matrix) if axes is None else axes
        lead = matrix @ axes
        squares = np.einsum("ij,ij->i", matrix, matrix) - np.einsum("ij,ij->i", lead, lead)
        return cls(axes, lead, np.sqrt(np.maximum(squares, 0.0)))

    def rows(
        self, matrix: Matrix, vector: Matrix, limit: int, hidden: NDArray[np.bool_] | None
    ) -> Rows | None:
        """Rows of which the `limit` with the greatest products are; None if they are too many.

        None of those that are `hidden` is among them.
        """
        n_tried, n_left = 2 * limit, len(matrix)
        along = self.axes.T @ vector
        bounds = self.lead @ along
        bounds += self.rest * np.sqrt(max(0.0, float(vector @ vector - along @ along)))
        if hidden is not None:
            bounds[hidden] = -np.inf
            n_left -= int(np.count_nonzero(hidden))
        if n_left <= n_tried:
            return None
        tried = np.argpartition(bounds, -n_tried)[-n_tried:]
        reached = np.partition(matrix[tried] @ vector, -limit)[-limit]
        rows = np.flatnonzero(bounds >= reached - _ROUNDING)
        return None if len(rows) * _MOST > len(matrix) else rows


def _principal_axes(matrix: Matrix) -> Matrix:
    """The directions in which the rows are longest, taken together, the longest first."""
    sample = matrix[:: max(1, len(matrix) // _SAMPLE_ROWS)]
    _, axes = np.linalg.eigh(sample.T @ sample)
    return np.ascontiguousarray(axes[:, : -_N_AXES - 1 : -1], dtype=np.float32)
