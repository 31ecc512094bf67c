"""Places that a query names: `core.py:212`, `core.py#L212`, the frames of a trace, `core.py` alone.

What stands there is looked for, if the query names one place. Of several, as a trace has them, only
those count whose definition the query names as well. The lines may be those of another version: if
a frame names a definition of the file that stands elsewhere now, that one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.view import Folder
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk
from codewitness.model.query import Filters
from codewitness.storage.filters import passes

_MOST = 40  # places of one query, files that each may mean, and pieces of files that are named
_MOST_NAMED = 8  # files
_PLACE = re.compile(
    r"(?<![\w.@+~/\\:-])(?P<path>(?:[A-Za-z]:)?[\w.@+~/\\-]*[\w+-]\.[A-Za-z]\w{0,9})"
    r"(?::|#L|\(|['\"]?,? line )(?P<line>[1-9]\d{0,6})\b",
)
_FILE = re.compile(
    r"(?:(?:file|path):\s?|#include\s*)?[\"'`<]?(?P<path>[\w.@+~/\\:-]*[\w+-]\.[A-Za-z]\w{0,9})[\"'`>]?"
)
_WORD = re.compile(r"\w+")
# The function of a frame: `in total`, `at Cart.total (`, `shop::total`, `shop.(*Cart).Total(`.
_OF_FRAME = re.compile(
    r"(?:\bin\s+[`'\"]?|\bat\s+(?:async\s+|new\s+)?|::|^[\w./-]+\.(?:\(\*?\w+\)\.)?)"
    r"(?:[\w$<>]+(?:\.|::|#))*([^\W\d][\w$]*)(?=['\"]?\s*(?:\(|$))",
    re.MULTILINE,
)


class Asked(NamedTuple):
    """A place as the query has it; its line from 0."""

    path: str
    line: int


def asked_places(text: str) -> tuple[Asked, ...]:
    """The places that a query names, each once."""
    found = (
        Asked(one["path"].replace("\\", "/"), int(one["line"]) - 1) for one in _PLACE.finditer(text)
    )
    return tuple(dict.fromkeys(found))[:_MOST]


def chunks_at(
    reading: Reading, folder: Folder, text: str, asked: tuple[Asked, ...], filters: Filters
) -> Iterator[tuple[str, Chunk]]:
    """Path and chunk of what stands at the places that `text` asks for, in files of a folder."""
    said = set(_WORD.findall(text)) if len(asked) > 1 else set()
    frames = frozenset(_OF_FRAME.findall(text)) if asked else frozenset()
    by_name: dict[str, list[str]] = {}
    for path in folder.paths() if asked else ():
        by_name.setdefault(path.rpartition("/")[2], []).append(path)
    for place in asked:
        named = by_name.get(place.path.rpartition("/")[2], ())
        for path in [one for one in named if _is_meant(one, place.path)][:_MOST]:
            source = reading.source(folder, path)
            if source is None:
                continue
            moved = _elsewhere(source, place.line, frames, filters)
            chunk = moved or chunk_at(source, place.line, filters)
            if chunk is not None and (not said or chunk.name in said):
                yield path, chunk


def chunks_of_file(
    reading: Reading, folder: Folder, text: str, filters: Filters
) -> Iterator[tuple[str, Chunk]]:
    """Path and chunk of what each file that is all that `text` names defines, the first first."""
    if (found := _FILE.fullmatch(text.strip())) is None:
        return
    asked = found["path"].replace("\\", "/")
    base = asked.rpartition("/")[2]
    files = [p for p in folder.paths() if p.rpartition("/")[2] == base and _is_meant(p, asked)]
    for path in sorted(files, key=lambda one: (len(one), one))[:_MOST_NAMED]:
        source = reading.source(folder, path)
        for chunk in _outermost(source, filters)[: _MOST // min(len(files), _MOST_NAMED)]:
            yield path, chunk


def _is_meant(path: str, asked: str) -> bool:
    """True if one ends like the other: by two names, or by all of one of them."""
    own, other = path.split("/"), [part for part in asked.split("/") if part not in ("", ".", "..")]
    n_shared = min(len(own), len(other), 2)
    return own[-n_shared:] == other[-n_shared:]


def chunk_at(source: Document | SavedFile, line: int, filters: Filters) -> Chunk | None:
    """The smallest piece of a file around the line."""
    text = source.text
    around = [
        chunk
        for chunk in _chunks(source, filters)
        if text.line_at(chunk.span.start) <= line <= text.line_at(chunk.span.end)
    ]
    return min(around, key=lambda one: one.span.end - one.span.start, default=None)


def _elsewhere(
    source: Document | SavedFile, line: int, names: frozenset[str], filters: Filters
) -> Chunk | None:
    """The nearest definition of one of `names`, unless the line is in one."""
    text = source.text

    def distance(chunk: Chunk) -> int:
        first, last = text.line_at(chunk.span.start), text.line_at(chunk.span.end)
        return max(first - line, line - last, 0)

    named = [one for one in _chunks(source, filters) if one.definition >= 0 and one.name in names]
    nearest = min(named, key=distance, default=None)
    return nearest if nearest is not None and distance(nearest) > 0 else None


def _outermost(source: Document | SavedFile | None, filters: Filters) -> list[Chunk]:
    """The definitions that are in no other one; all pieces, if there are none."""
    if source is None or (analysis := source.analysis()) is None:
        return []
    chunks, definitions = _chunks(source, filters), analysis.facts.definitions
    outer = [one for one in chunks if one.definition >= 0]
    return [one for one in outer if definitions[one.definition].parent < 0] or outer or chunks


def _chunks(source: Document | SavedFile, filters: Filters) -> list[Chunk]:
    """Those that pass."""
    if (analysis := source.analysis()) is None:
        return []
    facts = analysis.facts
    return [
        chunk
        for chunk in facts.chunks
        if passes(filters, path=facts.path, language=facts.language, tags=chunk.tags)
    ]
