"""BM25, by which words find texts, with its usual constants, which LanceDB's index has too.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

K1 = 1.2
B = 0.75


class Weights(NamedTuple):
    """What BM25 knows of all texts: the weight of each word of a query, and their mean length."""

    of_words: Sequence[float]
    mean_length: float


def rarity(n_with: int, n_texts: int) -> float:
    """The weight of a word that `n_with` of the texts have: its inverse document frequency."""
    return math.log(1 + (n_texts - n_with + 0.5) / (n_with + 0.5))
