"""What was found of each file, read as one text: a question may be answered by several places.

A file whose parts together have all words of a query comes before one that says a few of them
often, which the best part alone does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from codewitness.engine.rank.finds import Finds, Key
from codewitness.model.bm25 import K1, B, rarity


def shares(found: Finds[Key]) -> dict[str, float]:
    """BM25 of each file, as a share of the best one's; nothing of files that have no word.

    A word weighs by how few of the files found have it: what is found is all that must be known.
    """
    counts: dict[str, Sequence[int]] = {}
    lengths: dict[str, int] = {}
    for file, own, n_words in zip(found.files, found.counts, found.n_words, strict=True):
        if not own:
            continue
        if file not in counts:
            counts[file], lengths[file] = own, n_words
            continue
        counts[file] = list(map(add, counts[file], own))
        lengths[file] += n_words
    if not counts:
        return {}
    mean = sum(lengths.values()) / len(lengths) or 1.0
    n_with = [sum(map(bool, column)) for column in zip(*counts.values(), strict=True)]
    weights = [rarity(number, len(counts)) * (K1 + 1) for number in n_with]
    scores = {}
    for file, own in counts.items():
        norm = K1 * (1 - B + B * lengths[file] / mean)
        scores[file] = sum(
            weight * count / (count + norm) for weight, count in zip(weights, own, strict=True)
        )
    best = max(scores.values()) or 1.0
    return {file: score / best for file, score in scores.items()}
