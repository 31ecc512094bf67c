"""Vectors of chunks whose text is as it was: an edit elsewhere in the file does not make them anew.

A model of 13 chunks a second would take ten seconds for each pause in the typing, in a long file.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from codewitness.engine.ports import Embedder
from codewitness.engine.vectors import Matrix
from codewitness.model.facts import Chunk, FileFacts

# What the vector of a chunk depends on: its qualified name, and the sha256 of its text.
Key = tuple[str, str]
Known = Mapping[Key, Matrix]

_MAX_FILES = 16  # whose vectors are kept, some MB


class KnownVectors:
    """Those of the files read last, and of others those that the index has."""

    def __init__(self, load: Callable[[str], Known]) -> None:
        """`load` gives what the index has of a file."""
        self._load = load
        self._kept: OrderedDict[str, Known] = OrderedDict()

    def of(self, path: str) -> Known:
        """The vectors known of a file's chunks."""
        kept = self._kept.get(path)
        return self._load(path) if kept is None else kept

    def keep(self, facts: FileFacts, matrix: Matrix) -> None:
        """These are the vectors of all chunks of a file."""
        keys = map(key, facts.chunks)
        self._kept[facts.path] = dict(zip(keys, matrix, strict=True))
        self._kept.move_to_end(facts.path)
        while len(self._kept) > _MAX_FILES:
            self._kept.popitem(last=False)


def key(chunk: Chunk) -> Key:
    """What the vector of `chunk` depends on."""
    return chunk.qualified_name, chunk.sha256


def embedded(
    embedder: Embedder, chunks: Sequence[Chunk], known: Known, text: Callable[[Chunk], str]
) -> Matrix:
    """A vector for each chunk, those that are known taken over."""
    new = [chunk for chunk in chunks if key(chunk) not in known]
    made = embedder.embed([text(chunk) for chunk in new])
    if len(new) == len(chunks):
        return made
    rows = iter(made)
    every = [known[key(c)] if key(c) in known else next(rows) for c in chunks]
    return np.stack(every).astype(np.float32, copy=False)
