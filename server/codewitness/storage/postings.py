"""Which rows have which words, and how often: an inverted index in arrays.

A word is kept as 61 bits that stand for its stem, the same in every process: two words of the same
bits, which a hundred million workspaces would have once, would count as one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.storage.stems import stems

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Rows = NDArray[np.int32]
    Counts = NDArray[np.uint16]

MAX_WORD_BYTES = 200  # a longer word is not indexed; some generated names are long
_ROWS_AT_ONCE = 8_192  # whose words are sorted at a time: all of a workspace would take 200 MB
_MOST = 65_535
_NONE = 0  # the hash of what is no word
_PRIME = 2**61 - 1  # a word's bytes, as one number, less multiples of this, are its hash


@dataclass(frozen=True, slots=True)
class Postings:
    """Of rows 0 to n. The rows of the word `words[i]` are `rows[starts[i]:starts[i + 1]]`."""

    words: Ints  # sorted
    starts: Ints
    rows: Rows  # ascending within a word
    counts: Counts
    lengths: Rows  # words of each row, with repetitions

    @classmethod
    def of(cls, texts: pa.ChunkedArray) -> Self:
        """From the words of each row, blanks between."""
        firsts = range(0, len(texts), _ROWS_AT_ONCE)
        parts = [_Part.of(texts.slice(first, _ROWS_AT_ONCE), first) for first in firsts]
        return cls._of(parts)

    @classmethod
    def joined(cls, several: Sequence[tuple[Postings, NDArray[np.bool_] | None]]) -> Self:
        """One of the rows of several, in their order, each without the rows that are hidden."""
        parts, first = [], 0
        for one, hidden in several:
            parts.append(one._part(hidden, first))
            first += len(parts[-1].lengths)
        return cls._of(parts)

    @classmethod
    def _of(cls, parts: Sequence[_Part]) -> Self:
        """Each part's postings are put where they belong: to sort all would take six times that."""
        none = _Part.of(pa.chunked_array([], pa.utf8()), 0)
        every = [none, *parts]
        words, n_each = _together(every)
        starts = np.append(0, np.cumsum(n_each, dtype=np.int64))
        rows, counts = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.uint16)
        free = starts[:-1].copy()  # the place of the next row of each word
        for part in every:
            numbers = np.searchsorted(words, part.words)
            to = np.repeat(free[numbers] - part.firsts(), part.n_each)
            to += np.arange(len(to))
            rows[to], counts[to] = part.rows, part.counts
            free[numbers] += part.n_each
        return cls(words, starts, rows, counts, np.concatenate([part.lengths for part in every]))

    def of_word(self, word: int) -> tuple[Rows, Counts]:
        """The rows that have the word of this hash, and how often."""
        at = bisect_left(self.words, word)  # without letting another thread have its turn
        if at == len(self.words) or self.words[at] != word:
            return self.rows[:0], self.counts[:0]
        found = slice(int(self.starts[at]), int(self.starts[at + 1]))
        return self.rows[found], self.counts[found]

    def sums(self) -> NDArray[np.uint64]:
        """For each row a number that tells its words from others."""
        found = np.zeros(len(self.lengths), np.uint64)
        words = np.repeat(self.words, np.diff(self.starts)).astype(np.uint64)
        np.add.at(found, self.rows, words * self.counts)
        return found

    def _part(self, hidden: NDArray[np.bool_] | None, first: int) -> _Part:
        n_each = np.diff(self.starts)
        if hidden is None:
            return _Part(self.words, n_each, self.rows + np.int32(first), self.counts, self.lengths)
        numbers = np.cumsum(~hidden, dtype=np.int32) - np.int32(1 - first)
        stays = ~hidden[self.rows]
        n_before = np.append(0, np.cumsum(stays, dtype=np.int64))
        n_each = np.diff(n_before[self.starts])
        return _Part(
            self.words[n_each > 0],
            n_each[n_each > 0],
            numbers[self.rows[stays]],
            self.counts[stays],
            self.lengths[~hidden],
        )


@dataclass(frozen=True, slots=True)
class _Part:
    """Postings of some rows: of each of the words, in their order, so many."""

    words: Ints
    n_each: Ints
    rows: Rows
    counts: Counts
    lengths: Rows

    @classmethod
    def of(cls, texts: pa.ChunkedArray, first: int) -> _Part:
        lists = pc.split_pattern(texts.combine_chunks(), " ")
        lengths = pc.list_value_length(lists).to_numpy(zero_copy_only=False)
        coded = lists.flatten().dictionary_encode()
        hashes, number_of = np.unique(hashes_of(coded.dictionary.to_pylist()), return_inverse=True)
        numbers = number_of[coded.indices.to_numpy()]
        rows = np.repeat(np.arange(len(texts)), lengths)
        is_word = hashes[numbers] != _NONE
        if not is_word.all():
            numbers, rows = numbers[is_word], rows[is_word]
            lengths = np.bincount(rows, minlength=len(texts))
        keys, counts = np.unique(numbers * len(texts) + rows, return_counts=True)
        at, rows = np.divmod(keys, max(len(texts), 1))
        n_each = np.bincount(at, minlength=len(hashes))
        return cls(
            hashes[n_each > 0],
            n_each[n_each > 0],
            (rows + first).astype(np.int32),
            np.minimum(counts, _MOST).astype(np.uint16),
            lengths.astype(np.int32),
        )

    def firsts(self) -> Ints:
        """Where the rows of each word begin."""
        return np.cumsum(self.n_each) - self.n_each


def _together(parts: Sequence[_Part]) -> tuple[Ints, Ints]:
    """The words of all parts, sorted, and how many postings of each they have."""
    words, number_of = np.unique(
        np.concatenate([part.words for part in parts]), return_inverse=True
    )
    n_each = np.zeros(len(words), np.int64)
    np.add.at(n_each, number_of, np.concatenate([part.n_each for part in parts]))
    return words, n_each


def hashes_of(words: Sequence[str]) -> Ints:
    """What stands for the stem of each word; 0 for what is not indexed."""
    kept = [word if 0 < len(word.encode()) < MAX_WORD_BYTES else "" for word in words]
    numbers = (int.from_bytes(one.encode(), "little") % _PRIME for one in stems(kept))
    return np.fromiter(numbers, np.int64, len(kept))
