"""What is ranked: a chunk with the parts of its score and its boosts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=int | str | tuple[int, str])  # of one kind, with an order

# What each part can add at most, as shares of 1.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "lexical": 0.24,  # BM25, of the best one's: of the chunk, and of what was found of its file
        "semantic": 0.27,  # cosine of the vectors, of the chunk's and of the middle of its file
        "name": 0.1,  # how much of the chunk's own name the query says
        "file": 0.18,  # how much of the file's name the query says, and of the query the name
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

    `usual` are the boosts that it had at first.
    """

    __slots__ = ("_more", "_parts", "factor", "key", "path", "rerank", "siblings", "total", "usual")

    def __init__(
        self, key: Key, path: str, parts: tuple[float, ...], total: float, usual: Boosts
    ) -> None:
        """`parts` are all but the last, and `total` is their sum."""
        self.key, self.path, self._parts, self.total = key, path, parts, total
        self.siblings = 0.0
        self.usual, self.factor = usual, usual.factor
        self._more: tuple[tuple[str, float], ...] = ()
        self.rerank: float | None = None

    @property
    def parts(self) -> dict[str, float]:
        """What each part adds."""
        return dict(zip(WEIGHTS, (*self._parts, self.siblings), strict=True))

    @property
    def boosts(self) -> dict[str, float]:
        """What the sum is multiplied by."""
        return {**self.usual.by_name, **dict(self._more)}

    @property
    def score(self) -> float:
        """The sum of the parts times each boost, between 0 and 1."""
        return min(1.0, self.total * self.factor)

    def add_siblings(self, value: float) -> None:
        """The last part, which the other parts of all entries decide."""
        self.siblings = value
        self.total += value

    def boost(self, name: str, factor: float) -> None:
        """One more boost."""
        self._more = (*self._more, (name, factor))  # few are shown, and asked for them
        self.factor *= factor
