"""Traces joined in arrays: those of Django have a million numbers."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Array = array[int]  # of unsigned numbers
    # `first`, `to`, `made_first`, `made` and `is_gone` of a trace.
    Arrays = tuple[Array, Array, Array, Array, bytearray]


def joined_arrays(
    traces: Sequence[Arrays], several: Sequence[Sequence[int]], numbers: Mapping[int, int]
) -> tuple[Array, Array, Array, Array]:
    """`first`, `to`, `made_first` and `made` of all traces, with a node more for each of `several`.

    numbers: the new number of each outcome that is kept.
    """
    to_number = np.zeros(max(numbers, default=0) + 1, _NUMBER)  # 0: it has none
    to_number[list(numbers)] = list(numbers.values())
    base = 0
    readers, made = [_Lists.of([])], [_Lists.of([])]
    for first, to, made_first, all_made, is_gone in traces:
        is_there = np.frombuffer(is_gone, np.uint8) == 0
        own = _Lists(_numbers(first), _numbers(to)).where(is_there)
        readers.append(_Lists(own.first, own.every + base))
        own = _Lists(_numbers(made_first), _numbers(all_made)).where(is_there)
        # An outcome that is newer than all numbers has none.
        known = to_number[np.where(own.every < len(to_number), own.every, 0)]
        made.append(_Lists(own.first, known).but_zeros())
        base += len(first) - 1
    none: list[Sequence[int]] = [()] * len(several)
    return (
        *_Lists.joined([*readers, _Lists.of(several)]),
        *_Lists.joined([*made, _Lists.of(none)]),
    )


_NUMBER = np.dtype(f"u{array('I').itemsize}")


class _Lists(NamedTuple):
    """Lists of numbers: the n-th is `every[first[n] : first[n + 1]]`."""

    first: NDArray[np.int64]
    every: NDArray[Any]

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Self:
        lengths = np.fromiter(map(len, lists), np.int64, len(lists))
        return cls(_ends(lengths), np.fromiter(chain.from_iterable(lists), _NUMBER))

    def where(self, is_there: NDArray[np.bool_]) -> Self:
        """The same with other lists empty."""
        lengths = np.diff(self.first)
        kept = self.every[np.repeat(is_there, lengths)]
        return type(self)(_ends(np.where(is_there, lengths, 0)), kept)

    def but_zeros(self) -> Self:
        """The same without the number 0."""
        is_there = self.every != 0
        n_before = np.concatenate([[0], np.cumsum(is_there)])
        return type(self)(n_before[self.first], self.every[is_there])

    @staticmethod
    def joined(several: Sequence[_Lists]) -> tuple[array[int], array[int]]:
        """`first` and `every` of all lists of several."""
        lengths = np.concatenate([np.diff(one.first) for one in several])
        every = np.concatenate([one.every for one in several])
        return _array(_ends(lengths)), _array(every)


def _ends(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def _numbers(values: array[int]) -> NDArray[np.int64]:
    return np.frombuffer(values, _NUMBER).astype(np.int64)


def _array(values: NDArray[np.integer]) -> array[int]:
    made = array("I")
    made.frombytes(values.astype(_NUMBER).tobytes())
    return made
