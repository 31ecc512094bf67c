"""Texts of a few kinds that rows have, tags or languages: each distinct one is kept once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of row `i` are `distinct[codes[ends[i - 1]:ends[i]]]`."""

    distinct: pa.Array
    codes: NDArray[np.int32]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, column: pa.ChunkedArray) -> Self:
        """From a column of texts, or one of lists of texts."""
        one = pa.concat_arrays(column.chunks) if column.num_chunks else column.combine_chunks()
        if not pa.types.is_list(one.type):
            return cls._coded(one, np.ones(len(one), np.int64))
        lengths = pc.fill_null(pc.list_value_length(one), 0).to_numpy(zero_copy_only=False)
        return cls._coded(one.flatten(), lengths)

    @classmethod
    def joined(cls, several: Sequence[tuple[Labels, Mask | None]]) -> Self:
        """Those of the rows of several, in their order, each without the rows that are hidden."""
        texts, lengths = [_coded_as([], pa.array([], pa.utf8()))], [np.zeros(0, np.int64)]
        for one, hidden in several:
            own, codes = np.diff(one.ends, prepend=0), one.codes
            if hidden is not None:
                own, codes = own[~hidden], codes[np.repeat(~hidden, own)]
            texts.append(_coded_as(codes, one.distinct))
            lengths.append(own)
        coded = pa.chunked_array(texts).unify_dictionaries().combine_chunks()
        return cls._of(coded, np.concatenate(lengths))

    @classmethod
    def _coded(cls, texts: pa.Array, lengths: NDArray[np.int64]) -> Self:
        return cls._of(texts.dictionary_encode(), lengths)

    @classmethod
    def _of(cls, coded: pa.DictionaryArray, lengths: NDArray[np.int64]) -> Self:
        codes = coded.indices.to_numpy().astype(np.int32)
        return cls(coded.dictionary, codes, np.cumsum(lengths, dtype=np.int64))

    def having(self, wanted: pa.BooleanArray) -> Mask:
        """The rows that have any of the labels that are `wanted`, which has one for each."""
        found = np.zeros(len(self.ends), bool)
        if pc.any(wanted).as_py():
            is_wanted = wanted.to_numpy(zero_copy_only=False)[self.codes]
            found[np.searchsorted(self.ends, np.flatnonzero(is_wanted), "right")] = True
        return found

    def each(self) -> list[str]:
        """The labels of each row, sorted and joined, to be compared."""
        texts = self.distinct.to_pylist()
        own = np.split(self.codes, self.ends[:-1]) if len(self.ends) else []
        return ["\n".join(sorted(texts[code] for code in codes)) for codes in own]


def _coded_as(codes: Any, distinct: pa.Array) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), distinct)
