"""Which of the places that have the words of a query as they stand say them; see `rank/passage`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from codewitness.engine.rank.passage import says
from codewitness.engine.view import Folder
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk
from codewitness.model.text import Span
from codewitness.storage.decode import ChunkRow

_MOST_FILES = 12  # what stands in more is a term, and no message


def saying(
    reading: Reading,
    places: Mapping[tuple[int, str], tuple[Folder, str, Chunk | ChunkRow]],
    asked: tuple[str, ...],
    least: int,
) -> Collection[tuple[int, str]]:
    """The keys of `places` whose text says what is asked for, as it is now; `least` words of it."""
    found: set[tuple[int, str]] = set()
    if len({(key[0], path) for key, (_, path, _) in places.items()}) > _MOST_FILES:
        return found
    for key, (folder, path, chunk) in places.items():
        source = reading.source(folder, path)
        span = chunk.span if isinstance(chunk, Chunk) else Span(chunk.start_byte, chunk.end_byte)
        if source is not None:
            raw = source.text.raw[span.start : span.end]
            if says(raw, chunk.kind, asked, least):
                found.add(key)
    return found
