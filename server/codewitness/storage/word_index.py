"""The words of all chunks on disk, in memory: what a search by words finds without a query.

The full-text index of LanceDB takes 5 to 7 ms for a question to which this has the answer in one or
two: the same stems, the same BM25, and the same filters. What it begins with is kept in a file from
one start to the next, see `word_file`. Until it is there, and for unsaved rows, the tables are
asked.

A changed file's rows stand beside the base, hide what was there of it, and join it when they are
many. Weights are of the rows that are seen, so that they are those of an index made anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

import pyarrow as pa

from codewitness.model.bm25 import Weights, rarity
from codewitness.model.query import Filters
from codewitness.storage.passing import asks_for_tags
from codewitness.storage.postings import hashes_of
from codewitness.storage.word_part import COLUMNS, Asked, Match, Part

if TYPE_CHECKING:
    from codewitness.storage.labels import Mask

Near = Sequence[tuple[str, float]]
_MAX_PARTS = 12  # each is looked through in every search
_MAX_RECENT = 5_000  # rows beside the base, or half as many as it has; more, and they join it


@dataclass(frozen=True, slots=True)
class Passing:
    """What meets a query's filters: all chunks of `paths` if `ids` is None, else these of them.

    `where` says the same to the tables.
    """

    where: str
    paths: Collection[str]
    ids: Collection[str] | None
    parts: tuple[Part, ...]
    masks: Sequence[Mask]  # the rows of each part

    def has(self, chunk_id: str, path: str) -> bool:
        """True for a chunk that passes."""
        return path in self.paths if self.ids is None else chunk_id in self.ids

    @classmethod
    def of(
        cls, parts: tuple[Part, ...], filters: Filters, shadowed: Collection[str], where: str
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
        self._parts: tuple[Part, ...] = ()
        self._changed: set[str] = set()  # paths, while the base is being read
        self.is_complete = False
        self.is_due = True  # nobody has tried to load it
        self._is_loading = False
        self._last: tuple[Filters, frozenset[str], Passing] | None = None  # that was asked for

    @property
    def is_coming(self) -> bool:
        """True before all are known, unless they could not be read."""
        return not self.is_complete and (self.is_due or self._is_loading)

    def load(self, read: Callable[[], Sequence[Part]]) -> None:
        """Begin with the parts that `read` gives, which have all chunks on disk.

        What is `put` from now on counts, whether `read` sees it or not. Called again these take the
        place of those that were there.
        """
        with self._lock:
            n_old, self._changed = len(self._parts), set()
            self.is_due, self._is_loading = False, True
        parts = None
        try:
            parts = read()
        finally:
            with self._lock:
                if parts is not None:
                    begun = [part.without(self._changed) for part in parts]
                    self._parts = (*begun, *self._parts[n_old:])
                    self.is_complete = True
                elif not self.is_complete:
                    self._parts = ()
                self._is_loading = False

    def put(self, tables: Sequence[pa.Table], paths: Collection[str]) -> None:
        """The rows of `paths` are now these, which have the `COLUMNS`; they are in the tables."""
        if not (self.is_complete or self._is_loading):
            return  # whoever loads it will read them
        chunks = [table.select(COLUMNS) for table in tables if table.num_rows]
        added = (Part.of(pa.concat_tables(chunks)),) if chunks else ()
        with self._lock:
            parts = (*(part.without(paths) for part in self._parts), *added)
            self._parts = parts if self._is_loading else _compact(parts)
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


def _compact(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    if sum(part.n_rows for part in parts[1:]) > max(_MAX_RECENT, parts[0].n_rows // 2):
        return (Part.joined(parts),)
    return parts if len(parts) <= _MAX_PARTS else (parts[0], Part.joined(parts[1:]))


def _asked(parts: Sequence[Part], words: Sequence[str], near: Sequence[Near]) -> Asked:
    own = hashes_of(words).tolist()
    others = [hashes_of([word for word, _ in some]).tolist() for some in near]
    every = list(dict.fromkeys(chain(own, *others)))
    weights = _weights(parts, every)
    weight_of = dict(zip(every, weights.of_words, strict=True))
    groups = [[(word, weight_of[word])] for word in own]
    for group, some, hashes in zip(groups, near, others, strict=False):
        known = zip(hashes, some, strict=True)
        group += [(one, weight_of[one] * closeness) for one, (_, closeness) in known]
    return Asked(own, groups, weights.mean_length)


def _weights(parts: Sequence[Part], words: Sequence[int]) -> Weights:
    n_rows = sum(part.n_rows for part in parts)
    mean = sum(part.n_words for part in parts) / max(n_rows, 1)
    numbers = [sum(part.n_with(word) for part in parts) for word in words]
    return Weights([rarity(number, n_rows) for number in numbers], mean or 1.0)
