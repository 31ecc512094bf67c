"""Reciprocal rank fusion: lists of different scales joined by rank alone.

Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual
rank learning methods" (SIGIR 2009).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

RRF_K = 60  # the paper's constant: flattens the head so that one list cannot decide alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Fused(Generic[Key]):
    """One key with the part that each list gave. `score` is their sum, 1 for first in all lists."""

    key: Key
    parts: Mapping[str, float]

    @property
    def score(self) -> float:
        """Sum of the parts, between 0 and 1."""
        return sum(self.parts.values())


def fuse(lists: Mapping[str, Sequence[Key]]) -> list[Fused[Key]]:
    """Join ranked lists by name; best first, ties in order of first appearance."""
    share = 1 / len(lists) if lists else 0.0
    parts: dict[Key, dict[str, float]] = {}
    for name, keys in lists.items():
        for rank, key in enumerate(keys):
            parts.setdefault(key, {})[name] = share * (RRF_K + 1) / (RRF_K + 1 + rank)
    fused = [Fused(key=key, parts=given) for key, given in parts.items()]
    return sorted(fused, key=lambda one: -one.score)
