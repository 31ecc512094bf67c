"""Vectors of chunks whose text is as it was: an edit elsewhere in the file does not make them anew.

A model of 13 chunks a second would take ten seconds for each pause in the typing, in a long file,
and for the first search while it is unsaved.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.model.facts import Chunk, FileFacts

if TYPE_CHECKING:
    from codewitness.engine.ports import Embedder
    from codewitness.engine.vectors import Matrix

# What the vector of a chunk depends on: its qualified name, and the sha256 of its text.
Key = tuple[str, str]
Known = Mapping[Key, "Matrix"]

_MAX_FILES = 16  # whose vectors are kept, some MB
_MAX_KEPT = 4_000  # vectors of one file, those of chunks that were typed over among them
_MAX_EMBEDDED = 2_400  # characters of a chunk that its vector is made of, see platform.embed


class KnownVectors:
    """Those of the files read last, and of others those that the index has."""

    def __init__(self, load: Callable[[str], Known] = lambda _: {}) -> None:
        """`load` gives what the index has of a file."""
        self._load = load
        self._kept: OrderedDict[str, Known] = OrderedDict()

    def of(self, path: str) -> Known:
        """The vectors known of a file's chunks."""
        kept = self._kept.get(path)
        return self._load(path) if kept is None else kept

    def keep(self, facts: FileFacts, matrix: Matrix) -> None:
        """These are the vectors of all chunks of a file."""
        self._keep(facts.path, dict(zip(map(key, facts.chunks), matrix, strict=True)))

    def made(self, embedder: Embedder, path: str, chunks: Sequence[Chunk]) -> Matrix:
        """A vector for each of these chunks of a file, made now or known before."""
        known = self.of(path)
        matrix = embedded(embedder, chunks, known)
        own = dict(zip(map(key, chunks), matrix, strict=True))
        if path not in self._kept or own.keys() - known.keys():
            self._keep(path, {**known, **own} if len(known) < _MAX_KEPT else own)
        return matrix

    def _keep(self, path: str, vectors: Known) -> None:
        self._kept[path] = vectors
        self._kept.move_to_end(path)
        while len(self._kept) > _MAX_FILES:
            self._kept.popitem(last=False)


def key(chunk: Chunk) -> Key:
    """What the vector of `chunk` depends on."""
    return chunk.qualified_name, chunk.sha256


def embedded_text(chunk: Chunk) -> str:
    """What the vector of a chunk is made of: its name, then its text."""
    return f"{chunk.qualified_name}\n{chunk.text[:_MAX_EMBEDDED]}"


def embedded(embedder: Embedder, chunks: Sequence[Chunk], known: Known) -> Matrix:
    """A vector for each chunk, those that are known taken over."""
    import numpy as np

    new = [chunk for chunk in chunks if key(chunk) not in known]
    made = embedder.embed([embedded_text(chunk) for chunk in new])
    if len(new) == len(chunks):
        return made
    rows = iter(made)
    every = [known[key(c)] if key(c) in known else next(rows) for c in chunks]
    return np.stack(every).astype(np.float32, copy=False)
