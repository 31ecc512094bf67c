"""All pairs in memory, and which of them an epoch shows in which company."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from tools.static_model.collect import read_rows
from tools.static_model.vocabulary import count_words

# How many of the pairs of each kind an epoch takes: names are many and say little.
SHARES: Mapping[str, float] = MappingProxyType(
    {"docs": 1.0, "message": 1.0, "inline": 0.7, "name": 0.4}
)


@dataclass(slots=True)
class Samples:
    """Pairs, in the order of their files: neighbours are of one file, or at least one package."""

    queries: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    packages: list[int] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)  # in how many packages each word is

    def __len__(self) -> int:
        return len(self.queries)

    @classmethod
    def read(cls, files: Iterable[Path]) -> Samples:
        """The pairs of these files; of equal ones the first."""
        samples, seen = cls(), set[bytes]()
        for number, file in enumerate(sorted(files, key=lambda one: one.name)):
            rows = list(read_rows(file))
            count_words((row["code"] for row in rows), samples.words)
            for row in rows:
                key = hashlib.blake2b(f"{row['query']}\0{row['code']}".encode("utf-8", "replace"))
                if key.digest() not in seen:
                    seen.add(key.digest())
                    samples._add(row, number)
        return samples

    def _add(self, row: Mapping[str, str], package: int) -> None:
        self.queries.append(row["query"])
        self.codes.append(row["code"])
        self.kinds.append(row["kind"])
        self.languages.append(row["language"])
        self.packages.append(package)

    def runs(self, length: int) -> Callable[[np.random.Generator], list[NDArray[np.int64]]]:
        """A function that gives an epoch: runs of at most `length` neighbours of one package."""
        packages = np.array(self.packages)
        shares = np.array([SHARES[kind] for kind in self.kinds])

        def epoch(generator: np.random.Generator) -> list[NDArray[np.int64]]:
            taken = np.flatnonzero(generator.random(len(shares)) < shares)
            found: list[NDArray[np.int64]] = []
            for package in np.unique(packages[taken]):
                own = taken[packages[taken] == package]
                shift = int(generator.integers(0, length))
                starts = range(-shift, len(own), length)
                runs = (own[max(0, start) : start + length] for start in starts)
                found += [run for run in runs if len(run)]
            return found

        return epoch
