"""Rows of chunks with their words, that came together: parts of which a `WordIndex` is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.model.bm25 import K1, B
from codewitness.model.query import Filters
from codewitness.storage.kept_texts import ROWS_TOGETHER, KeptTexts
from codewitness.storage.labels import Labels
from codewitness.storage.passing import Columns, passing_files, passing_rows
from codewitness.storage.postings import Postings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codewitness.storage.labels import Mask

    Scores = NDArray[np.float32]
    Norms = NDArray[np.float64]

COLUMNS = ("id", "path", "fts", "language", "tags")
_TEXTS_AT_ONCE = 1_024  # made values of Python at a time
_ROWS_AT_ONCE = 512 * ROWS_TOGETHER
_STRIDE = 16  # of the rows that tell where the best begin


class Match(NamedTuple):
    """A chunk, how often it has each word, and where its words are kept."""

    id: str
    path: str
    score: float
    row: int
    counts: Sequence[int]
    n_found: int  # of the words it has
    n_words: int
    texts: KeptTexts

    def words(self) -> str:
        """What full-text search has of it."""
        return self.texts.at(self.row)


class Asked(NamedTuple):
    """The words of a search, as hashes.

    Of each `groups` has it, and what may stand for it, with what each weighs: the most counts.
    """

    words: Sequence[int]
    groups: Sequence[Sequence[tuple[int, float]]]
    mean_length: float


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that came together, some of which may be hidden since."""

    ids: pa.Array
    paths: pa.DictionaryArray
    postings: Postings
    texts: KeptTexts
    languages: Labels
    tags: Labels
    hidden: NDArray[np.bool_] | None = None
    n_rows: int = 0  # that are seen and have words
    n_words: int = 0  # of these
    _names: Sequence[str] = ()  # of `paths.dictionary`
    _norms_by_mean: dict[float, Norms] = field(default_factory=dict)  # of one mean

    @classmethod
    def of(cls, chunks: pa.Table) -> Part:
        """From the `COLUMNS` of chunks."""
        ids = chunks.column("id").combine_chunks()
        paths = chunks.column("path").combine_chunks().dictionary_encode()
        texts = chunks.column("fts")
        labels = Labels.of(chunks.column("language")), Labels.of(chunks.column("tags"))
        return cls(
            ids, paths, Postings.of(texts), KeptTexts.of(_each(texts)), *labels
        )._with_names()

    @classmethod
    def of_each(cls, several: Iterable[pa.Table]) -> Part:
        """The same from tables that come one after the other, of which nothing else is kept."""
        none = pa.table({name: pa.array([], pa.utf8()) for name in COLUMNS})
        parts = [cls.of(some) for some in _regrouped(several)] or [cls.of(none)]
        return cls.made_of(
            ids=pa.concat_arrays([part.ids for part in parts]),
            paths=_concatenated([part.paths for part in parts]),
            postings=Postings.joined([(part.postings, None) for part in parts]),
            texts=KeptTexts([block for part in parts for block in part.texts.blocks]),
            languages=Labels.joined([(part.languages, None) for part in parts]),
            tags=Labels.joined([(part.tags, None) for part in parts]),
        )

    @classmethod
    def made_of(
        cls,
        *,
        ids: pa.Array,
        paths: pa.DictionaryArray,
        postings: Postings,
        texts: KeptTexts,
        languages: Labels,
        tags: Labels,
    ) -> Part:
        """What these were made of another; raises `ValueError` if they don't belong together."""
        n_rows, n_blocks = len(ids), len(texts.blocks)
        lengths = {len(paths), len(postings.lengths), len(languages.ends), len(tags.ends)}
        if lengths != {n_rows} or not n_rows <= n_blocks * ROWS_TOGETHER < n_rows + ROWS_TOGETHER:
            raise ValueError("columns of different lengths")
        return cls(ids, paths, postings, texts, languages, tags)._with_names()

    @classmethod
    def joined(cls, parts: Sequence[Part]) -> Part:
        """One of what is seen of several."""
        ids, paths = [], []
        for part in parts:
            mask = None if part.hidden is None else pa.array(~part.hidden)
            ids.append(part.ids if mask is None else part.ids.filter(mask))
            paths.append(part.paths if mask is None else _of_those_seen(part.paths.filter(mask)))
        postings = Postings.joined([(part.postings, part.hidden) for part in parts])
        texts = KeptTexts.of(chain.from_iterable(part._seen_texts() for part in parts))
        languages = Labels.joined([(part.languages, part.hidden) for part in parts])
        tags = Labels.joined([(part.tags, part.hidden) for part in parts])
        return cls(
            pa.concat_arrays(ids), _concatenated(paths), postings, texts, languages, tags
        )._with_names()

    def _seen_texts(self) -> Iterable[str]:
        return self.texts if self.hidden is None else compress(self.texts, ~self.hidden)

    def without(self, paths: Collection[str]) -> Part:
        """The same with the rows of these files hidden."""
        known = pc.is_in(self.paths.dictionary, pa.array(list(paths), pa.utf8()))
        codes = np.flatnonzero(known.to_numpy(zero_copy_only=False))
        if not len(codes):
            return self
        gone = np.isin(self.paths.indices.to_numpy(), codes)
        hidden = gone if self.hidden is None else self.hidden | gone
        return replace(self, hidden=hidden)._counted()

    def _with_names(self) -> Part:
        return replace(self, _names=self.paths.dictionary.to_pylist())._counted()

    def _counted(self) -> Part:
        lengths = self.postings.lengths
        seen = lengths if self.hidden is None else lengths[~self.hidden]
        counted = int(np.count_nonzero(seen)), int(seen.sum(dtype=np.int64))
        return replace(self, n_rows=counted[0], n_words=counted[1])

    def n_with(self, word: int) -> int:
        """How many rows that are seen have a word."""
        rows, _ = self.postings.of_word(word)
        return len(rows) if self.hidden is None else int((~self.hidden[rows]).sum())

    def told(self, paths: Collection[str]) -> pa.Table:
        """Id, path, number of words, and a sum of them, of the rows of some files."""
        columns = {
            "id": self.ids,
            "path": self.paths.dictionary_decode(),
            "n_words": self.postings.lengths,
            "words": self.postings.sums(),
            "language": pa.array(self.languages.each(), pa.utf8()),  # there may be none
            "tags": pa.array(self.tags.each(), pa.utf8()),
        }
        is_asked = pc.is_in(columns["path"], pa.array(list(paths), pa.utf8()))
        if self.hidden is not None:
            is_asked = pc.and_(is_asked, pa.array(~self.hidden))
        return pa.table(columns).filter(is_asked)

    def passing(self, filters: Filters, shadowed: Collection[str]) -> tuple[list[str], Mask]:
        """The paths, and the rows, that are seen and pass."""
        path_of = self.paths.indices.to_numpy()
        columns = Columns(self._names, path_of, self.languages, self.tags)
        files = passing_files(filters, shadowed, columns)
        rows = passing_rows(filters, files, columns)
        if self.hidden is not None:
            rows &= ~self.hidden
        has_any = np.bincount(path_of[rows], minlength=len(files)) > 0
        return list(compress(self._names, has_any)), rows

    def best(self, asked: Asked, limit: int, passing: Mask | None = None) -> list[Match]:
        """The best of it that pass, in no order."""
        scores = self._scores(asked)
        if self.hidden is not None:
            scores[self.hidden] = 0
        if passing is not None:
            scores[~passing] = 0
        rows = _best(scores, limit)
        return self._matches(rows, asked.words, scores)

    def _scores(self, asked: Asked) -> Scores:
        """What each row gains by all words."""
        norms = self._norms(asked.mean_length)
        scores = np.zeros(len(norms), np.float32)
        for group in asked.groups:
            gained = [self._gained(word, weight, norms) for word, weight in group]
            if len(gained) == 1:
                ((having, own),) = gained
                scores[having] += own
                continue
            # To add up all rows takes less time than to pick those that have any of the words.
            most = np.zeros(len(norms), np.float32)
            for having, own in gained:
                most[having] = np.maximum(most[having], own)
            scores += most
        return scores

    def _gained(self, word: int, weight: float, norms: Norms) -> tuple[NDArray[np.intp], Norms]:
        """The rows that have a word, and what each gains by it."""
        rows, counts = self.postings.of_word(word)
        having = rows.astype(np.intp)  # into which every use would turn them
        return having, np.float32(weight * (K1 + 1)) * counts / (counts + norms[having])

    def _norms(self, mean_length: float) -> Norms:
        """What the length of each row adds below the line; rows don't change, the mean does."""
        norms = self._norms_by_mean.get(mean_length)
        if norms is None:
            scale = np.float32(K1 * B / mean_length)
            norms = (self.postings.lengths * scale + np.float32(K1 * (1 - B))).astype(np.float64)
            self._norms_by_mean.clear()
            self._norms_by_mean[mean_length] = norms
        return norms

    def _matches(
        self, rows: NDArray[np.int64], words: Sequence[int], scores: NDArray[np.float32]
    ) -> list[Match]:
        counts = np.zeros((len(rows), len(words)), np.int64)
        for number, word in enumerate(words):
            having, own = self.postings.of_word(word)
            if len(having):
                at = np.minimum(np.searchsorted(having, rows), len(having) - 1)
                counts[:, number] = np.where(having[at] == rows, own[at], 0)
        ids = self.ids.take(pa.array(rows)).to_pylist()
        codes = self.paths.indices.to_numpy()[rows].tolist()
        paths = [self._names[code] for code in codes]
        lengths = self.postings.lengths[rows].tolist()
        known = ids, paths, scores[rows].tolist(), rows.tolist()
        n_found = np.count_nonzero(counts, axis=1).tolist()
        fields = zip(*known, counts.tolist(), n_found, lengths, repeat(self.texts), strict=False)
        return list(map(tuple.__new__, repeat(Match), fields))


def told_by(chunks: pa.Table) -> pa.Table:
    """What an index of these chunks, which have the `COLUMNS`, tells of their files."""
    return Part.of(chunks).told(chunks.column("path").unique().to_pylist())


def _best(scores: Scores, limit: int) -> NDArray[np.int64]:
    """The rows with the highest scores; of those that have the same, the first."""
    rows = _likely(scores, limit)
    if len(rows) <= limit:
        return rows
    own = scores[rows]
    least = np.partition(own, -limit)[-limit]
    above = rows[own > least]
    return np.concatenate([above, rows[own == least][: limit - len(above)]])


def _likely(scores: Scores, limit: int) -> NDArray[np.int64]:
    """Those of the rows that may be among the best, and if there are many, not many others.

    Some of them tell about where the best begin, which to find in all takes five times as long.
    """
    some, n_above = scores[::_STRIDE], 2 * limit // _STRIDE + 1
    some = some[some > 0]  # to part what is alike for the most part takes long
    rows: NDArray[np.int64] = np.empty(0, np.int64)
    if len(some) > n_above:
        rows = np.flatnonzero(scores >= np.partition(some, -n_above)[-n_above])
    return rows if len(rows) >= limit else np.flatnonzero(scores != 0)  # truth values are quick


def _of_those_seen(paths: pa.DictionaryArray) -> pa.DictionaryArray:
    """Without the paths of files that have no row any more."""
    return paths.dictionary_decode().dictionary_encode()


def _concatenated(paths: Sequence[pa.DictionaryArray]) -> pa.DictionaryArray:
    return pa.chunked_array(paths).unify_dictionaries().combine_chunks()


def _regrouped(several: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """The same rows, so many at a time that their texts are kept as those of one table are."""
    rest: list[pa.Table] = []
    for table in several:
        rest.append(table)
        while sum(one.num_rows for one in rest) >= _ROWS_AT_ONCE:
            whole = pa.concat_tables(rest)
            yield whole.slice(0, _ROWS_AT_ONCE)
            rest = [whole.slice(_ROWS_AT_ONCE)]
    if any(one.num_rows for one in rest):
        yield pa.concat_tables(rest)


def _each(texts: pa.ChunkedArray) -> Iterator[str]:
    for first in range(0, len(texts), _TEXTS_AT_ONCE):
        yield from texts.slice(first, _TEXTS_AT_ONCE).to_pylist()
