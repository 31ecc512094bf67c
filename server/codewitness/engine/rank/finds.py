"""What the retrievers found, in columns: a search ranks hundreds of chunks and shows ten."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from codewitness.model.facts import ChunkKind

Key = TypeVar("Key", bound=int | str | tuple[int, str])  # of one kind, with an order


class Found(NamedTuple):
    """A chunk that a retriever or a look-up found: BM25 on any scale, cosine from -1 to 1."""

    path: str
    name: str
    parent: str
    kind: ChunkKind
    tags: Sequence[str]
    lexical: float = 0.0
    semantic: float = 0.0
    definition: int = -1  # its number in the file; a long one has several chunks
    start: int = 0  # byte in the file
    is_verbatim: bool = False  # has the words of the query one behind the other
    counts: Sequence[int] = ()  # how often each word of the query is in it, if that is known
    n_words: int = 0  # in all
    of_file: float = 0.0  # cosine of the middle of its file's vectors
    is_at_place: bool = False  # stands at the line that the query names
    is_bearing: bool = False  # has that name as it stands, not only parts of it
    is_defining: bool = False  # gives the name its value that is all of the query


@dataclass(frozen=True, slots=True, kw_only=True)
class Finds(Generic[Key]):
    """Several of them: the fields of `Found`, each of all chunks, and keys of which a few are.

    `files` tells the files from each other: two folders can have one of the same path.
    """

    keys: Sequence[Key]
    paths: Sequence[str]
    files: Sequence[str]
    names: Sequence[str]
    parents: Sequence[str]
    kinds: Sequence[ChunkKind]
    tags: Sequence[Sequence[str]]
    lexical: Sequence[float]
    semantic: Sequence[float]
    definitions: Sequence[int]
    starts: Sequence[int]
    counts: Sequence[Sequence[int]]
    n_words: Sequence[int]
    of_files: Sequence[float]
    verbatim: Collection[Key]
    at_place: Collection[Key]
    defining: Collection[Key]
    bearing: Collection[Key]

    @classmethod
    def of(cls, found: Mapping[Key, Found]) -> Finds[Key]:
        """The columns of these."""
        every = list(found.values())
        return cls(
            keys=list(found),
            paths=[one.path for one in every],
            files=[one.path for one in every],
            names=[one.name for one in every],
            parents=[one.parent for one in every],
            kinds=[one.kind for one in every],
            tags=[one.tags for one in every],
            lexical=[one.lexical for one in every],
            semantic=[one.semantic for one in every],
            definitions=[one.definition for one in every],
            starts=[one.start for one in every],
            counts=[one.counts for one in every],
            n_words=[one.n_words for one in every],
            of_files=[one.of_file for one in every],
            verbatim={key for key, one in found.items() if one.is_verbatim},
            at_place={key for key, one in found.items() if one.is_at_place},
            defining={key for key, one in found.items() if one.is_defining},
            bearing={key for key, one in found.items() if one.is_bearing},
        )
