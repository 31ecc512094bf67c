"""The rows of a matrix that can be among the nearest of a vector: all others surely are not.

To read 56,000 vectors of 256 numbers takes as long as memory takes to give them, 6 ms. Along the
axes on which the vectors differ most, 64 of the numbers hold most of each vector; and what the
others can add to a product is at most the product of their lengths (Cauchy and Schwarz). So the
first tell a bound for each row, the next 64 a closer one for each row whose bound reaches the best,
and only rows that are left then are read whole. The idea to bound a distance by the leading
principal components is old, see Korn et al., "Fast Nearest Neighbor Search in Medical Image
Databases", VLDB 1996. The answer is that of reading all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from codewitness.engine.halves import Kept, in_blocks, products, wide

Matrix = NDArray[np.float32]
Rows = NDArray[np.intp]

MIN_ROWS = 4_000  # fewer are read whole as fast
_N_AXES = 64  # in each of the two steps
_SAMPLE_ROWS = 5_000  # that the axes are made of
_ROUNDING = 1e-4  # how far two sums of the same products may differ, and more
_MOST = 2  # if more than one in so many rows is left, reading all of them in order is faster
_STRIDE = 16  # of the bounds that tell where the highest begin
_FEW = 4  # times as many as are asked for: the second step would save nothing


@dataclass(frozen=True, slots=True)
class _Step:
    """The rows of a matrix along some axes, and how long is what no step so far has of each.

    `axes` are columns of unit length, `lead` has a row for each of the matrix.
    """

    axes: Matrix
    lead: Kept
    rest: Matrix
    lost: float = 0.0  # by rounding, of the length of a row of `lead`, at most

    @classmethod
    def of(cls, axes: Matrix, lead: Matrix, squares: Matrix) -> Self:
        """`squares` are those of the lengths that are left; less afterwards."""
        squares -= np.einsum("ij,ij->i", lead, lead)
        return cls(axes, lead, np.sqrt(np.maximum(squares, 0.0)))

    def in_halves(self) -> _Step:
        """The same in half of the memory."""
        halves, lost = self.lead.astype(np.float16), 0.0
        for some in in_blocks(len(halves)):
            lengths = np.linalg.norm(self.lead[some] - wide(halves[some]), axis=1)
            lost = max(lost, float(lengths.max()))
        return _Step(self.axes, halves, self.rest, lost)


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Of a matrix that does not change: its rows along the axes, the longest first."""

    first: _Step
    second: _Step

    @classmethod
    def of(cls, matrix: Kept, axes: Matrix | None = None) -> Self | None:
        """None if it would not help. Axes of a similar matrix will do."""
        if len(matrix) < MIN_ROWS or matrix.shape[1] < 3 * _N_AXES:
            return None
        axes = _principal_axes(matrix) if axes is None else axes
        parts = [np.ascontiguousarray(some) for some in np.hsplit(axes, 2)]
        leads = [np.empty((len(matrix), some.shape[1]), np.float32) for some in parts]
        squares = np.empty(len(matrix), np.float32)
        for some in in_blocks(len(matrix)):
            own = wide(matrix[some])
            squares[some] = np.einsum("ij,ij->i", own, own)
            for lead, part in zip(leads, parts, strict=True):
                np.matmul(own, part, out=lead[some])
        steps = [_Step.of(part, lead, squares) for part, lead in zip(parts, leads, strict=True)]
        return cls(steps[0], steps[1].in_halves())  # few rows of it are read

    @property
    def axes(self) -> Matrix:
        """What it was made along."""
        return np.hstack([self.first.axes, self.second.axes])

    def rows(
        self, matrix: Kept, vector: Matrix, limit: int, hidden: NDArray[np.bool_] | None
    ) -> Rows | None:
        """Rows of which the `limit` with the greatest products are; None if they are too many.

        None of those that are `hidden` is among them.
        """
        n_left = len(matrix)
        along, left = _split(vector, self.first, float(vector @ vector))
        sums = self.first.lead @ along
        bounds = self.first.rest * np.float32(np.sqrt(left))
        bounds += sums  # a third array of all rows would have to be made anew each time
        if hidden is not None:
            bounds[hidden] = -np.inf
            n_left -= int(np.count_nonzero(hidden))
        if n_left <= 2 * limit:
            return None
        reached = _reached(matrix, vector, _highest(bounds, limit), limit)
        rows = np.flatnonzero(bounds >= reached)
        if len(rows) > _FEW * limit:
            along, left = _split(vector, self.second, left)
            closer = sums[rows] + products(self.second.lead, along, rows)
            closer += self.second.lost * float(np.linalg.norm(along))
            closer += self.second.rest[rows] * np.float32(np.sqrt(left))
            best = rows[np.argpartition(closer, -2 * limit)[-2 * limit :]]
            rows = rows[closer >= max(reached, _reached(matrix, vector, best, limit))]
        return None if len(rows) * _MOST > len(matrix) else rows


def _split(vector: Matrix, step: _Step, square: float) -> tuple[Matrix, float]:
    """The vector along the axes of a step, and of the square of its length what is left."""
    along = step.axes.T @ vector
    return along, max(0.0, square - float(along @ along))


def _highest(bounds: Matrix, limit: int) -> Rows:
    """About twice `limit` of the highest, not less than `limit`: which, matters to the time alone.

    To find where they begin in some of the rows takes a tenth of the time that all of them take.
    """
    some = bounds[::_STRIDE]
    n_some = min(2 * limit // _STRIDE + 1, len(some))
    least = np.partition(some, -n_some)[-n_some]
    found = np.flatnonzero(bounds >= least)
    if np.isfinite(least) and limit <= len(found) <= 8 * limit:  # of what is hidden it is not
        return found
    return np.argpartition(bounds, -2 * limit)[-2 * limit :]


def _reached(matrix: Kept, vector: Matrix, rows: Rows, limit: int) -> float:
    """What the best `limit` of these rows reach at least, less what rounding can make of it."""
    return float(np.partition(products(matrix, vector, rows), -limit)[-limit]) - _ROUNDING


def _principal_axes(matrix: Kept) -> Matrix:
    """The directions in which the rows are longest, taken together, the longest first."""
    sample = wide(matrix[:: max(1, len(matrix) // _SAMPLE_ROWS)])
    _, axes = np.linalg.eigh(sample.T @ sample)
    return np.ascontiguousarray(axes[:, : -2 * _N_AXES - 1 : -1], dtype=np.float32)
