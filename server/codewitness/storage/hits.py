"""What searches of the tables find, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any, TypeVar

import pyarrow as pa

from codewitness.storage.addresses import ChunkAddresses, Named
from codewitness.storage.decode import Hit
from codewitness.storage.queries import ADDRESS, Queries
from codewitness.storage.schema import CHUNKS, DISK
from codewitness.storage.stems import indexed, stems
from codewitness.storage.word_part import Match

_T = TypeVar("_T")
_NAMES = Named._fields
_WORDS = "fts"


class Hits:
    """Reads hits of the chunks; to read their columns takes as long as to find them.

    So once addresses are loaded a search is asked for them alone.
    """

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
        self._addresses: ChunkAddresses | None = None

    def load_addresses(self) -> None:
        """Know the addresses of all rows that are there, instead of those known before."""
        self._addresses = ChunkAddresses(self._queries)

    def of(
        self,
        ask: Callable[[Sequence[str]], pa.Table],
        score: str | None = None,
        n_with_words: int = 0,
    ) -> list[Hit]:
        """The rows that `ask` gives when it is told the columns, in their order.

        `score` is the column of scores, 0 if there is none. About `n_with_words` rows, the first
        and some spread over the others, have their words.
        """
        if self._addresses is not None:
            table = ask((ADDRESS,))
            addresses = table.column(ADDRESS).to_pylist()
            if (named := self._addresses.find(addresses)) is not None:
                words = self._words(_some(addresses, n_with_words))
                texts = [words.get(at, "") for at in addresses]
                return _hits(named, _scores(table, score), texts)
            # Some were deleted or moved since they were found.
        columns = (*_NAMES, _WORDS) if n_with_words else _NAMES
        table = ask(columns)
        named = [Named(*row) for row in zip(*(_list(table, one) for one in _NAMES), strict=True)]
        texts = _list(table, _WORDS) if n_with_words else [""] * len(named)
        return _hits(named, _scores(table, score), texts)

    def of_matches(
        self, matches: Sequence[Match], n_with_words: int = 0, share: float = 0.5
    ) -> list[Hit]:
        """What an index in memory has found; `n_with_words` with the most of them have their words.

        That is, of those that have this share of them.
        """
        if not matches:
            return []
        ids, paths, scores, _, counts, n_found, lengths, _ = zip(*matches, strict=True)
        words = [""] * len(matches)
        if n_with_words:  # most queries have no use for any, and there are hundreds
            most = sorted(range(len(matches)), key=n_found.__getitem__, reverse=True)
            for at in most[:n_with_words]:
                if n_found[at] >= share * len(counts[at]):
                    words[at] = matches[at].words()
        fields = zip(ids, paths, repeat(DISK), scores, words, counts, lengths, strict=False)
        return list(map(tuple.__new__, repeat(Hit), fields))

    def _words(self, addresses: Sequence[int]) -> Mapping[int, str]:
        if not addresses:
            return {}
        table = self._queries.take(CHUNKS, addresses, (_WORDS,))
        return dict(zip(_list(table, ADDRESS), _list(table, _WORDS), strict=True))


def counted(hits: Sequence[Hit], words: Sequence[str], n_with_words: int) -> list[Hit]:
    """With how often each of `words` is in the texts of these hits; so many keep theirs."""
    keeping = {hit.id for hit in _some(hits, n_with_words)}
    asked = [indexed(word) for word in words]
    texts = [hit.words.split() for hit in hits]
    wanted, begins = set(asked), tuple({stem[:1] for stem in asked})
    # An ending that is cut leaves the first letter; what has an accent may begin with any.
    every = [w for w in set().union(*texts) if w.startswith(begins) or not w.isascii()]
    meant = {word: stem for word, stem in zip(every, stems(every), strict=True) if stem in wanted}
    found = []
    for hit, text in zip(hits, texts, strict=True):
        own = Counter([meant[word] for word in text if word in meant])
        counts, kept = [own[stem] for stem in asked], hit.words if hit.id in keeping else ""
        found.append(hit._replace(words=kept, counts=counts, n_words=len(text)))
    return found


def _some(found: Sequence[_T], limit: int) -> Sequence[_T]:
    n_first = limit // 2
    others = found[n_first:]
    step = len(others) // max(1, limit - n_first) + 1
    return [*found[:n_first], *others[::step]] if limit else ()


def _scores(table: pa.Table, column: str | None) -> list[float]:
    return [0.0] * table.num_rows if column is None else _list(table, column)


def _list(table: pa.Table, column: str) -> list[Any]:
    values: list[Any] = table.column(column).to_pylist()
    return values


def _hits(named: Sequence[Named], scores: Sequence[float], words: Sequence[str]) -> list[Hit]:
    return [Hit(*one, score, text) for one, score, text in zip(named, scores, words, strict=True)]
