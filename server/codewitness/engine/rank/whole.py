"""What was found of each file, read as one text: a question may be answered by several places.

A file whose parts together have all words of a query comes before one that says a few of them
often, which the best part alone does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

import numpy as np

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
    said, n_of_each = np.array(list(counts.values())), np.array(list(lengths.values()))
    mean = sum(lengths.values()) / len(lengths) or 1.0
    norms = K1 * (1 - B + B * n_of_each / mean)
    scores = np.zeros(len(said))
    for column in said.T:
        weight = rarity(int(np.count_nonzero(column)), len(said)) * (K1 + 1)
        scores += weight * column / (column + norms)
    best = scores.max() or 1.0
    return dict(zip(counts, (scores / best).tolist(), strict=True))
