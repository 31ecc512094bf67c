"""The mark of a definition: kind, qualified name, signature, and a sketch of its body.

A body is compared by its shingles, that is its runs of three tokens, so blanks, line breaks and the
place in the file don't count, and a small edit changes a few of them. Of a long body only the
`SKETCH` shingles with the smallest hashes are kept: the share that two sketches have in common
estimates that of the bodies (Broder's bottom-k sketch).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from codewitness.model.facts import Definition, FileFacts, Kind
from codewitness.model.text import Text

SKETCH = 64  # hashes of a body that are kept; 64 estimate a likeness to about 0.06
SHINGLE = 3  # tokens
FEW_SHINGLES = 8  # of fewer a body says little: `return self.x` is in every second class
_MAX_BODY = 100_000  # bytes; what follows adds nothing to a sketch
_LAMBDA_LINE = re.compile(r"<lambda:\d+")
_TOKEN = re.compile(rb"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One definition of one file, whole enough to be found again in another version of it.

    `shingles` are the smallest hashes of its body, in order; `n_shingles` is how many there were.
    """

    kind: Kind
    path: str
    qualified_name: str
    parameters: tuple[str, ...]
    shingles: tuple[int, ...]
    n_shingles: int

    @property
    def place(self) -> str:
        """The qualified name without the lines that lambdas are named by."""
        return place_of(self.qualified_name)

    @property
    def name(self) -> str:
        """Its last name."""
        return self.place.rpartition(".")[2]

    @property
    def container(self) -> str:
        """The place of what it is in."""
        return self.place.rpartition(".")[0]

    @property
    def is_small(self) -> bool:
        """True if the body alone can't tell it from others."""
        return self.n_shingles < FEW_SHINGLES

    def to_json(self) -> dict[str, Any]:
        """As JSON can carry it."""
        return {
            "kind": self.kind.value,
            "path": self.path,
            "qualifiedName": self.qualified_name,
            "parameters": list(self.parameters),
            "shingles": list(self.shingles),
            "nShingles": self.n_shingles,
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Mark:
        """The mark that `to_json` gave; raises KeyError, TypeError or ValueError for others."""
        return cls(
            kind=Kind(given["kind"]),
            path=str(given["path"]),
            qualified_name=str(given["qualifiedName"]),
            parameters=tuple(map(str, given["parameters"])),
            shingles=tuple(map(int, given["shingles"])),
            n_shingles=int(given["nShingles"]),
        )


def place_of(qualified_name: str) -> str:
    """A qualified name without the lines that lambdas are named by."""
    return _LAMBDA_LINE.sub("<lambda", qualified_name)


def marks(facts: FileFacts, text: Text) -> tuple[Mark, ...]:
    """The mark of each definition of a file, in their order."""
    return tuple(mark(facts, text, one) for one in facts.definitions)


def mark(facts: FileFacts, text: Text, one: Definition) -> Mark:
    """The mark of one definition of `facts`, which are those of `text`."""
    span = one.body_span or one.node_span
    kept, count = _sketch(text.raw[span.start : min(span.end, span.start + _MAX_BODY)])
    return Mark(
        kind=one.kind,
        path=facts.path,
        qualified_name=facts.qualified_name(one),
        parameters=one.parameters,
        shingles=kept,
        n_shingles=count,
    )


def likeness(one: Mark, other: Mark) -> float:
    """How much of two bodies is the same, from 0 to 1; estimated for long ones."""
    if not one.shingles or not other.shingles:
        return float(one.shingles == other.shingles)
    # The smallest hashes of both together are a sample of all shingles of either.
    sample = sorted({*one.shingles, *other.shingles})[:SKETCH]
    common = {*one.shingles} & {*other.shingles}
    return sum(shingle in common for shingle in sample) / len(sample)


def _sketch(body: bytes) -> tuple[tuple[int, ...], int]:
    tokens = _TOKEN.findall(body)
    runs = {
        b"\0".join(tokens[at : at + SHINGLE]) for at in range(max(len(tokens) - SHINGLE + 1, 1))
    }
    hashes = sorted({crc32(run) for run in runs if run})
    return tuple(hashes[:SKETCH]), len(hashes)
