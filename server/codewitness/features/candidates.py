"""What the retrievers have found for a query, before it is ranked."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import itemgetter
from typing import Any, NamedTuple

from codewitness.engine.rank.finds import Finds
from codewitness.engine.rank.form import QueryForm
from codewitness.model.facts import Chunk, ChunkKind
from codewitness.storage.decode import ChunkRow

# Number of the folder in the snapshot, id of the chunk.
Key = tuple[int, str]

_GONE = ChunkRow(
    path="",
    layer="",
    id="",
    kind=ChunkKind.NODE,
    name="",
    parent="",
    definition=-1,
    start_byte=0,
    end_byte=0,
    shown_tags=(),
)
NO_COUNTS: tuple[Sequence[int], int] = ((), 0)  # of what no word has found


class Candidate(NamedTuple):
    """A chunk that a retriever found; `chunk` if it is of a buffer that is in no table yet."""

    path: str
    chunk: Chunk | None = None


def add(
    candidates: dict[Key, Candidate], number: int, ids: Iterable[str], paths: Iterable[str]
) -> list[Key]:
    """Add those of the tables, hundreds at a time, but for what is there already; their keys."""
    keys = list(zip(repeat(number), ids, strict=False))
    found = map(tuple.__new__, repeat(Candidate), zip(paths, repeat(None), strict=False))
    deque(map(candidates.setdefault, keys, found), maxlen=0)
    return keys


@dataclass(frozen=True, slots=True)
class Scored:
    """What the retrievers found for a query: BM25 and cosine of those that have one.

    `floor` is the BM25 that none beyond the best can exceed; 0 if all that have the words are here.
    `asked` are the words of a query that may be no message, and how many in a run may be one.
    """

    form: QueryForm
    candidates: Mapping[Key, Candidate]
    lexical: Mapping[Key, float]
    semantic: Mapping[Key, float]
    verbatim: Collection[Key] = ()
    at_place: Collection[Key] = ()
    defining: Collection[Key] = ()
    bearing: Collection[Key] = ()
    floor: float = 0.0
    counts: Mapping[Key, tuple[Sequence[int], int]] = field(default_factory=dict)
    middles: Mapping[tuple[int, str], float] = field(default_factory=dict)
    asked: tuple[tuple[str, ...], int] = ((), 0)

    def found(self, rows: Mapping[Key, ChunkRow]) -> Finds[Key]:
        """All that ranking needs to know of the candidates; little, if its row has just gone."""
        lexical, semantic = self.lexical, self.semantic
        keys, paths, told = self._told(rows)
        columns: list[tuple[Any, ...]] = list(zip(*told, strict=True))
        of_rows = dict(zip(ChunkRow._fields, columns or repeat(()), strict=False))
        names: Sequence[str] = of_rows["name"]
        bm25 = list(map(lexical.get, keys, repeat(0.0)))
        if self.floor and (sole := self.form.sole):
            # A query that is one name stands in all that bears it: it is cut off, not missing.
            for at, name in enumerate(names):
                if name == sole:
                    bm25[at] = lexical.get(keys[at], self.floor)
        numbers = set(map(itemgetter(0), keys))
        files, of_files = paths, {p: by for (of, p), by in self.middles.items() if of in numbers}
        if len(numbers) > 1:
            files = [f"{of}/{path}" for (of, _), path in zip(keys, paths, strict=True)]
            of_files = {f"{of}/{path}": cosine for (of, path), cosine in self.middles.items()}
        of_words = self.counts
        if len(of_words) > len(lexical):  # of some it has been dropped
            of_words = {key: own for key, own in of_words.items() if key in lexical}
        counts = list(map(of_words.get, keys, repeat(NO_COUNTS)))
        return Finds(
            keys=keys,
            paths=paths,
            files=files,
            names=names,
            parents=of_rows["parent"],
            kinds=of_rows["kind"],
            tags=of_rows["shown_tags"],
            lexical=bm25,
            semantic=list(map(semantic.get, keys, repeat(0.0))),
            definitions=of_rows["definition"],
            starts=of_rows["start_byte"],
            counts=[own for own, _ in counts],
            n_words=[n_words for _, n_words in counts],
            of_files=list(map(of_files.get, files, repeat(0.0))),
            verbatim=self.verbatim,
            at_place=self.at_place,
            defining=self.defining,
            bearing=self.bearing,
        )

    def _told(self, rows: Mapping[Key, ChunkRow]) -> tuple[list[Key], list[str], list[ChunkRow]]:
        """Key, path and row of the candidates that something is known of."""
        keys = list(self.candidates)
        told = list(map(rows.get, keys, repeat(_GONE)))
        if any(map(itemgetter(1), self.candidates.values())):
            is_told = set[Key]().union(
                self.lexical, self.semantic, self.defining, self.verbatim, self.at_place
            )
            every = [
                (key, told[at] if chunk is None else _row_of(chunk))
                for at, (key, (_, chunk)) in enumerate(self.candidates.items())
                if chunk is None or key in is_told
            ]
            keys, told = [key for key, _ in every], [row for _, row in every]
        return keys, [self.candidates[key].path for key in keys], told


def _row_of(chunk: Chunk) -> ChunkRow:
    """As the tables would have a chunk of a buffer, as far as ranking is concerned."""
    return _GONE._replace(
        id=chunk.id,
        kind=chunk.kind,
        name=chunk.name,
        parent=chunk.parent,
        definition=chunk.definition,
        start_byte=chunk.span.start,
        end_byte=chunk.span.end,
        shown_tags=chunk.tags,
    )
