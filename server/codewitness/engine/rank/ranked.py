"""What is ranked: chunks with the parts of their scores and their boosts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Generic

from codewitness.engine.rank.finds import Finds, Key

# What each part can add at most, as shares of 1.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "lexical": 0.24,  # BM25, of the best one's: of the chunk, and of what was found of its file
        "semantic": 0.19,  # cosine, of the best one's: of the chunk, and of the middle of its file
        "name": 0.1,  # how much of the chunk's own name the query says
        "file": 0.16,  # how much of the file's name the query says, and of the query the name
        "container": 0.07,  # how much of the query the names around the chunk say
        "symbol": 0.12,  # the query names it as code does: getUser, get_user, User.get
        "siblings": 0.18,  # last: other hits in the same file, which tells of it more than once
    }
)


class Boosts:
    """What a score is multiplied by, by name; one of these serves all that have the same."""

    __slots__ = ("by_name", "factor")

    def __init__(self, by_name: Mapping[str, float]) -> None:
        self.by_name, self.factor = by_name, math.prod(by_name.values())


class Ranked(Generic[Key]):
    """A chunk in its place. `parts` have the keys of `WEIGHTS`; `rerank` is what a model said.

    `score` is the sum of the parts times each of the `boosts`, between 0 and 1.
    """

    __slots__ = ("_factor", "_total", "boosts", "key", "parts", "path", "rerank")

    def __init__(
        self, key: Key, path: str, parts: dict[str, float], boosts: dict[str, float]
    ) -> None:
        self.key, self.path, self.parts, self.boosts = key, path, parts, boosts
        self._total, self._factor = sum(parts.values()), math.prod(boosts.values())
        self.rerank: float | None = None

    @property
    def score(self) -> float:
        """What it is ranked by."""
        return min(1.0, self._total * self._factor)

    def boost(self, name: str, factor: float) -> None:
        """One more boost."""
        self.boosts[name] = factor
        self._factor *= factor


class Entries(Generic[Key]):
    """All that are ranked, by their number among what was found.

    `order` is best first; what counts the same is in the order of path and key.
    """

    def __init__(
        self, found: Finds[Key], parts: Sequence[Sequence[float]], boosts: Sequence[Boosts]
    ) -> None:
        """`parts` are columns, as `WEIGHTS` has them; the last is still to come."""
        self.found, self.paths, self.boosts = found, found.paths, boosts
        self._parts = parts
        self._siblings: Sequence[float] = [0.0] * len(found.keys)
        self._more: dict[int, tuple[str, float]] = {}
        self.totals: list[float] = list(map(sum, zip(*parts, strict=True)))
        self.factors = [one.factor for one in boosts]
        self._score()
        self.order = list(range(len(self.scores)))
        self.sort()
        if len(set(self.scores)) < len(self.scores):
            of, keys, paths = self.scores, found.keys, found.paths
            self.order.sort(key=lambda at: (-of[at], paths[at], keys[at]))

    def __iter__(self) -> Iterator[Ranked[Key]]:
        return map(self._ranked, self.order)

    def sort(self) -> None:
        """Best first again; what counts the same stays in its order."""
        self.order.sort(key=self.scores.__getitem__, reverse=True)

    def add_siblings(self, shares: Mapping[str, float]) -> None:
        """The last part, which the other parts of all entries decide; by file."""
        self._siblings = [shares.get(file, 0.0) for file in self.found.files]
        self.totals = [a + b for a, b in zip(self.totals, self._siblings, strict=True)]
        self._score()

    def boost(self, at: int, name: str, factor: float) -> None:
        """The one boost more that each may have."""
        self._more[at] = name, factor
        self.factors[at] *= factor
        self.scores[at] = self.totals[at] * self.factors[at]

    def _score(self) -> None:
        self.scores = [a * b for a, b in zip(self.totals, self.factors, strict=True)]

    def _ranked(self, at: int) -> Ranked[Key]:
        values = (*(column[at] for column in self._parts), self._siblings[at])
        boosts = dict(self.boosts[at].by_name)
        if at in self._more:
            boosts |= [self._more[at]]
        parts = dict(zip(WEIGHTS, values, strict=True))
        return Ranked(self.found.keys[at], self.paths[at], parts, boosts)
