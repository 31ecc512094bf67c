"""Score texts that are in no table yet on the scale of a search that has already been made.

The full-text index scores by BM25 with weights that only it knows. They are solved for from the
scores of what it found, so that an unsaved chunk ranks where it would rank once it is in the table.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from codewitness.engine.rank.stems import without_ending
from codewitness.engine.rank.tokens import recalled_fts_text
from codewitness.model.facts import Chunk

# BM25's usual constants, which LanceDB's full-text index uses too.
K1 = 1.2
B = 0.75
ENOUGH = 64  # of what the index found: some for each weight that is solved for


@lru_cache(maxsize=50_000)
def indexed(word: str) -> str:
    """A lower-case word as the full-text index keeps it: without accents and English endings."""
    if not word.isascii():
        folded = unicodedata.normalize("NFKD", word)
        word = "".join(one for one in folded if not unicodedata.combining(one))
    return without_ending(word)


class Bag(NamedTuple):
    """How often each word is in a text, by its stem, and how many words it has."""

    counts: Counter[str]
    n_words: int

    @classmethod
    def of(cls, words: Iterable[str]) -> Bag:
        """The bag of these words, repetitions and all."""
        counts: Counter[str] = Counter()
        for word, count in Counter(words).items():
            counts[indexed(word)] += count
        return cls(counts, counts.total())


@lru_cache(maxsize=2_000)  # the same query comes again at each keystroke
def bag_of_hit(words: str) -> Bag:
    """The bag of what full-text search has of a chunk, blanks between its words."""
    return Bag.of(words.split())


@lru_cache(maxsize=2_000)  # the chunks of a buffer that is typed into stay the same but one
def bag_of_chunk(
    name: str, qualified_name: str, path: str, text: str, tags: tuple[str, ...]
) -> Bag:
    """What full-text search would index of a chunk."""
    return Bag.of(recalled_fts_text(name, qualified_name, path, text, tags).split())


def bag(chunk: Chunk, path: str) -> Bag:
    """The same, of a chunk in the file `path`."""
    return bag_of_chunk(chunk.name, chunk.qualified_name, path, chunk.text, chunk.tags)


def score_unindexed(
    query: Sequence[str],
    texts: Mapping[str, Bag],
    found: Sequence[tuple[Bag, float]],
    n_total: int,
) -> dict[str, float]:
    """BM25 of each text by key; 0 for those without a word of the query.

    `found` are words and score of what the index found, of which `ENOUGH` will do; `n_total` is
    how many texts it has.
    """
    query = [indexed(word) for word in query]
    lengths = [one.n_words for one, _ in found] or [one.n_words for one in texts.values()]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    weights = _weights(query, found, mean, n_total)
    wanted = set(query)
    return {
        key: 0.0 if wanted.isdisjoint(one.counts) else float(_features(query, one, mean) @ weights)
        for key, one in texts.items()
    }


def _weights(
    query: Sequence[str], found: Sequence[tuple[Bag, float]], mean: float, n_total: int
) -> np.ndarray:
    rare = float(np.log(1 + (n_total + 0.5) / 1.5))  # of a word that the index does not have
    weights = np.full(len(query), rare)
    if not found:
        return weights
    rows = np.array([_features(query, one, mean) for one, _ in found])
    known = rows.any(axis=0)
    scores = np.array([score for _, score in found])
    solved, *_ = np.linalg.lstsq(rows[:, known], scores, rcond=None)
    weights[known] = np.clip(solved, 0, rare)
    return weights


def _features(query: Sequence[str], text: Bag, mean: float) -> np.ndarray:
    norm = K1 * (1 - B + B * text.n_words / mean)
    counts = (text.counts[word] for word in query)
    return np.array([count * (K1 + 1) / (count + norm) for count in counts])
