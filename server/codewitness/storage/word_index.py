"""The words of all chunks on disk, in memory: what a search by words finds without a query.

The full-text index of LanceDB takes 5 to 7 ms for a question to which this has the answer in one or
two: the same stems, the same BM25, and the same filters. It is made when nobody has asked for
anything for a second, or when five have gone by without such a rest. Until then, and for unsaved
rows, the tables are asked.

A changed file's rows stand beside the base, hide what was there of it, and join it when they are
many. Weights are of the rows that are seen, so that they are those of an index made anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codewitness.model.bm25 import K1, B, Weights, rarity
from codewitness.model.query import Filters
from codewitness.storage.kept_texts import KeptTexts
from codewitness.storage.labels import Labels
from codewitness.storage.passing import (
    Columns,
    asks_for_tags,
    passing_files,
    passing_rows,
)
from codewitness.storage.postings import Postings, hashes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codewitness.storage.labels import Mask

    Scores = NDArray[np.float32]

Near = Sequence[tuple[str, float]]
COLUMNS = ("id", "path", "fts", "language", "tags")
_MAX_PARTS = 12  # each is looked through in every search
_TEXTS_AT_ONCE = 1_024  # made values of Python at a time
_MAX_RECENT = 5_000  # rows beside the base, or half as many as it has; more, and they join it


class Match(NamedTuple):
    """A chunk, how often it has each word, and where its words are kept."""

    id: str
    path: str
    score: float
    row: int
    counts: Sequence[int]
    n_words: int
    texts: KeptTexts

    @property
    def has_all(self) -> bool:
        """True if it has every word."""
        return all(self.counts)

    def words(self) -> str:
        """What full-text search has of it."""
        return self.texts.at(self.row)


class _Asked(NamedTuple):
    """The words of a search, as hashes.

    Of each `groups` has it, and what may stand for it, with what each weighs: the most counts.
    """

    words: Sequence[int]
    groups: Sequence[Sequence[tuple[int, float]]]
    mean_length: float


@dataclass(frozen=True, slots=True)
class _Part:
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
    _norms_by_mean: dict[float, NDArray[np.float32]] = field(default_factory=dict)  # of one mean

    @classmethod
    def of(cls, chunks: pa.Table) -> _Part:
        """From the `COLUMNS` of chunks."""
        ids = chunks.column("id").combine_chunks()
        paths = chunks.column("path").combine_chunks().dictionary_encode()
        texts = chunks.column("fts")
        labels = Labels.of(chunks.column("language")), Labels.of(chunks.column("tags"))
        return cls(ids, paths, Postings.of(texts), KeptTexts(_each(texts)), *labels)._with_names()

    @classmethod
    def joined(cls, parts: Sequence[_Part]) -> _Part:
        """One of what is seen of several."""
        ids, paths = [], []
        for part in parts:
            mask = None if part.hidden is None else pa.array(~part.hidden)
            ids.append(part.ids if mask is None else part.ids.filter(mask))
            paths.append(
                (part.paths if mask is None else part.paths.filter(mask)).dictionary_decode()
            )
        postings = Postings.joined([(part.postings, part.hidden) for part in parts])
        encoded = pa.concat_arrays(paths).dictionary_encode()
        texts = KeptTexts(chain.from_iterable(part._seen_texts() for part in parts))
        languages = Labels.joined([(part.languages, part.hidden) for part in parts])
        tags = Labels.joined([(part.tags, part.hidden) for part in parts])
        return cls(pa.concat_arrays(ids), encoded, postings, texts, languages, tags)._with_names()

    def _seen_texts(self) -> Iterable[str]:
        return self.texts if self.hidden is None else compress(self.texts, ~self.hidden)

    def without(self, paths: Collection[str]) -> _Part:
        """The same with the rows of these files hidden."""
        known = pc.is_in(self.paths.dictionary, pa.array(list(paths), pa.utf8()))
        codes = np.flatnonzero(known.to_numpy(zero_copy_only=False))
        if not len(codes):
            return self
        gone = np.isin(self.paths.indices.to_numpy(), codes)
        hidden = gone if self.hidden is None else self.hidden | gone
        return replace(self, hidden=hidden)._counted()

    def _with_names(self) -> _Part:
        return replace(self, _names=self.paths.dictionary.to_pylist())._counted()

    def _counted(self) -> _Part:
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

    def best(self, asked: _Asked, limit: int, passing: Mask | None = None) -> list[Match]:
        """The best of it that pass, in no order."""
        norms = self._norms(asked.mean_length)
        scores, most = np.zeros(len(norms), np.float32), np.zeros(len(norms), np.float32)
        for group in asked.groups:
            gained = [self._gained(word, weight, norms) for word, weight in group]
            for having, own in gained if len(gained) == 1 else _greatest(gained, most):
                scores[having] += own
        if self.hidden is not None:
            scores[self.hidden] = 0
        if passing is not None:
            scores[~passing] = 0
        rows = np.flatnonzero(scores)
        if len(rows) > limit:
            rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
        return self._matches(rows, asked.words, scores)

    def _gained(self, word: int, weight: float, norms: Scores) -> tuple[NDArray[np.int32], Scores]:
        """The rows that have a word, and what each gains by it."""
        having, counts = self.postings.of_word(word)
        return having, np.float32(weight * (K1 + 1)) * counts / (counts + norms[having])

    def _norms(self, mean_length: float) -> NDArray[np.float32]:
        """What the length of each row adds below the line; rows don't change, the mean does."""
        norms = self._norms_by_mean.get(mean_length)
        if norms is None:
            scale = np.float32(K1 * B / mean_length)
            norms = self.postings.lengths * scale + np.float32(K1 * (1 - B))
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
        return list(map(Match, *known, counts.tolist(), lengths, repeat(self.texts)))


@dataclass(frozen=True, slots=True)
class Passing:
    """What meets a query's filters: all chunks of `paths` if `ids` is None, else these of them.

    `where` says the same to the tables.
    """

    where: str
    paths: Collection[str]
    ids: Collection[str] | None
    parts: tuple[_Part, ...]
    masks: Sequence[Mask]  # the rows of each part

    def has(self, chunk_id: str, path: str) -> bool:
        """True for a chunk that passes."""
        return path in self.paths if self.ids is None else chunk_id in self.ids

    @classmethod
    def of(
        cls, parts: tuple[_Part, ...], filters: Filters, shadowed: Collection[str], where: str
    ) -> Passing:
        """Of all that is seen of these parts."""
        found = [part.passing(filters, shadowed) for part in parts]
        masks, ids = [rows for _, rows in found], None
        if asks_for_tags(filters):
            own = zip(parts, masks, strict=True)
            ids = {one for part, mask in own for one in part.ids.filter(mask).to_pylist()}
        return cls(where, {path for paths, _ in found for path in paths}, ids, parts, masks)


class WordIndex:
    """Written by one thread, read by any: each write puts new parts in place of the old."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parts: tuple[_Part, ...] = ()
        self._changed: set[str] = set()  # paths, while the base is being made
        self.is_complete = False
        self.is_due = True  # nobody has tried to load it
        self._is_loading = False
        self._last: tuple[Filters, frozenset[str], Passing] | None = None  # that was asked for

    @property
    def is_coming(self) -> bool:
        """True before all are known, unless they could not be read."""
        return self.is_due or self._is_loading

    def load(self, read: Callable[[], pa.Table]) -> None:
        """Make the base of the `COLUMNS` that `read` gives of all chunks on disk.

        What is `put` from now on counts, whether `read` sees it or not.
        """
        self.is_due, self._is_loading = False, True
        base = None
        try:
            base = _Part.of(read())
        finally:
            with self._lock:
                self._parts = () if base is None else (base.without(self._changed), *self._parts)
                self.is_complete, self._is_loading = base is not None, False
                self._changed = set()

    def put(self, tables: Sequence[pa.Table], paths: Collection[str]) -> None:
        """The rows of `paths` are now these, which have the `COLUMNS`; they are in the tables."""
        if not (self.is_complete or self._is_loading):
            return  # whoever loads it will read them
        chunks = [table.select(COLUMNS) for table in tables if table.num_rows]
        added = (_Part.of(pa.concat_tables(chunks)),) if chunks else ()
        with self._lock:
            parts = (*(part.without(paths) for part in self._parts), *added)
            self._parts = _compact(parts) if self.is_complete else parts
            if self._is_loading:
                self._changed.update(paths)

    def search(
        self,
        words: Sequence[str],
        limit: int,
        passing: Passing | None = None,
        near: Sequence[Near] = (),
    ) -> list[Match] | None:
        """The chunks that have any of `words`, best first by BM25; None before all are known.

        `near` has for each of them words that may stand for it, with how much they count then.
        """
        if not self.is_complete:
            return None
        parts, masks = self._parts, None
        if passing is not None:
            parts, masks = passing.parts, passing.masks
        asked = _asked(parts, words, near)
        found = [
            match
            for part, mask in zip(parts, masks or repeat(None), strict=False)
            for match in part.best(asked, limit, mask)
        ]
        found.sort(key=lambda match: (-match.score, match.id))
        return found[:limit]

    def passing(self, filters: Filters, shadowed: Collection[str], where: str) -> Passing | None:
        """What passes, but for the files that unsaved text shadows; None before all is known."""
        if not self.is_complete:
            return None
        parts, last, hidden = self._parts, self._last, frozenset(shadowed)
        if last is not None and last[:2] == (filters, hidden) and last[2].parts is parts:
            return last[2]
        found = Passing.of(parts, filters, hidden, where)
        self._last = filters, hidden, found
        return found

    def told(self, paths: Collection[str]) -> pa.Table | None:
        """What there is of some files, to be compared with `told_by`; None before all is known."""
        if not self.is_complete:
            return None
        return pa.concat_tables([part.told(paths) for part in self._parts])

    def weights(self, words: Sequence[str]) -> Weights | None:
        """What BM25 has for these words; None before all are known."""
        return _weights(self._parts, hashes_of(words).tolist()) if self.is_complete else None


def told_by(chunks: pa.Table) -> pa.Table:
    """What an index of these chunks, which have the `COLUMNS`, tells of their files."""
    return _Part.of(chunks).told(chunks.column("path").unique().to_pylist())


def _each(texts: pa.ChunkedArray) -> Iterator[str]:
    for first in range(0, len(texts), _TEXTS_AT_ONCE):
        yield from texts.slice(first, _TEXTS_AT_ONCE).to_pylist()


def _compact(parts: tuple[_Part, ...]) -> tuple[_Part, ...]:
    if sum(part.n_rows for part in parts[1:]) > max(_MAX_RECENT, parts[0].n_rows // 2):
        return (_Part.joined(parts),)
    return parts if len(parts) <= _MAX_PARTS else (parts[0], _Part.joined(parts[1:]))


def _greatest(
    gained: Sequence[tuple[NDArray[np.int32], Scores]], room: Scores
) -> Iterator[tuple[NDArray[np.int32], Scores]]:
    """Of each row once the greatest of what several words gain it; `room` has a zero for each."""
    for having, own in gained:
        room[having] = np.maximum(room[having], own)
    for having, _ in gained:
        yield having, room[having]
        room[having] = 0


def _asked(parts: Sequence[_Part], words: Sequence[str], near: Sequence[Near]) -> _Asked:
    own = hashes_of(words).tolist()
    others = [hashes_of([word for word, _ in some]).tolist() for some in near]
    every = list(dict.fromkeys(chain(own, *others)))
    weights = _weights(parts, every)
    weight_of = dict(zip(every, weights.of_words, strict=True))
    groups = [[(word, weight_of[word])] for word in own]
    for group, some, hashes in zip(groups, near, others, strict=False):
        known = zip(hashes, some, strict=True)
        group += [(one, weight_of[one] * closeness) for one, (_, closeness) in known]
    return _Asked(own, groups, weights.mean_length)


def _weights(parts: Sequence[_Part], words: Sequence[int]) -> Weights:
    n_rows = sum(part.n_rows for part in parts)
    mean = sum(part.n_words for part in parts) / max(n_rows, 1)
    numbers = [sum(part.n_with(word) for part in parts) for word in words]
    return Weights([rarity(number, n_rows) for number in numbers], mean or 1.0)
