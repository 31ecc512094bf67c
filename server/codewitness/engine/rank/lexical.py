"""Score texts that are in no table yet on the scale of a search that has already been made.

The weights of BM25 are those of the index in memory. Where there is none they are solved for from
the scores of what the full-text index found, so that an unsaved chunk ranks where it would rank
once it is in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from codewitness.engine.rank.tokens import recalled_fts_text
from codewitness.model.bm25 import K1, B, Weights, rarity
from codewitness.model.facts import Chunk
from codewitness.storage.stems import indexed

ENOUGH = 64  # of what the index found: some for each weight that is solved for


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
    weights: Weights,
    near: Sequence[Sequence[tuple[str, float]]] = (),
) -> dict[str, float]:
    """BM25 of each text by key; 0 for those without a word of the query.

    `near` has for each word others that may stand for it, and how much they count then; their
    weights follow those of the query.
    """
    words = [indexed(word) for word in [*query, *(word for some in near for word, _ in some)]]
    factors = [1.0] * len(query) + [closeness for some in near for _, closeness in some]
    of_words = np.array(weights.of_words) * factors
    stands_for = [*range(len(query)), *(at for at, some in enumerate(near) for _ in some)]
    wanted, mean = set(words), weights.mean_length
    scores = dict.fromkeys(texts, 0.0)
    for key, one in texts.items():
        if not wanted.isdisjoint(one.counts):
            most = np.zeros(len(query))
            np.maximum.at(most, stands_for, _features(words, one, mean) * of_words)
            scores[key] = float(most.sum())
    return scores


def solved_weights(
    query: Sequence[str], found: Sequence[tuple[Bag, float]], texts: Iterable[Bag], n_total: int
) -> Weights:
    """The weights that an index of `n_total` texts must have to give these scores.

    `found` are words and score of what it found, of which `ENOUGH` will do; where it found nothing
    `texts` say how long one is.
    """
    query = [indexed(word) for word in query]
    lengths = [one.n_words for one, _ in found] or [one.n_words for one in texts]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    rare = rarity(1, n_total + 1)  # of a word that the index does not have
    weights = np.full(len(query), rare)
    if found:
        rows = np.array([_features(query, one, mean) for one, _ in found])
        known = rows.any(axis=0)
        scores = np.array([score for _, score in found])
        solved, *_ = np.linalg.lstsq(rows[:, known], scores, rcond=None)
        weights[known] = np.clip(solved, 0, rare)
    return Weights(weights.tolist(), mean)


def _features(query: Sequence[str], text: Bag, mean: float) -> np.ndarray:
    norm = K1 * (1 - B + B * text.n_words / mean)
    counts = (text.counts[word] for word in query)
    return np.array([count * (K1 + 1) / (count + norm) for count in counts])
