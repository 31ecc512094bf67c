"""Score texts that are in no table yet on the scale of a search that has already been made.

The full-text index scores by BM25 with weights that only it knows. They are solved for from the
scores of what it found, so that an unsaved chunk ranks where it would rank once it is in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

# BM25's usual constants, which LanceDB's full-text index uses too.
K1 = 1.2
B = 0.75


def score_unindexed(
    query: Sequence[str],
    texts: Mapping[str, Sequence[str]],
    found: Sequence[tuple[Sequence[str], float]],
    n_total: int,
) -> dict[str, float]:
    """BM25 of each text by key; 0 for those without a word of the query.

    `found` are words and score of what the index found; `n_total` is how many texts it has.
    """
    lengths = [len(words) for words, _ in found] or [len(words) for words in texts.values()]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    weights = _weights(query, found, mean, n_total)
    return {key: float(_features(query, words, mean) @ weights) for key, words in texts.items()}


def _weights(
    query: Sequence[str], found: Sequence[tuple[Sequence[str], float]], mean: float, n_total: int
) -> np.ndarray:
    rare = float(np.log(1 + (n_total + 0.5) / 1.5))  # of a word that the index does not have
    weights = np.full(len(query), rare)
    if not found:
        return weights
    rows = np.array([_features(query, words, mean) for words, _ in found])
    known = rows.any(axis=0)
    scores = np.array([score for _, score in found])
    solved, *_ = np.linalg.lstsq(rows[:, known], scores, rcond=None)
    weights[known] = np.clip(solved, 0, rare)
    return weights


def _features(query: Sequence[str], words: Sequence[str], mean: float) -> np.ndarray:
    counts = Counter(words)
    norm = K1 * (1 - B + B * len(words) / mean)
    return np.array([counts[word] * (K1 + 1) / (counts[word] + norm) for word in query])
