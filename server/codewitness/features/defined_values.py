"""Where a name gets its value that no definition bears: a constant, a variable, a field.

A query that is but such a name asks for that place first, and only then for those that use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.rank.form import QueryForm
from codewitness.engine.rank.value_names import Strength, lines_defining
from codewitness.engine.view import Folder
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk, ChunkKind
from codewitness.model.query import Filters
from codewitness.storage.filters import passes

_MOST_FILES, _MOST_LINES, _MOST = 60, 60, 8
_OUTSIDE = (ChunkKind.CLASS, ChunkKind.TOPLEVEL, ChunkKind.NODE)
_GROUP = re.compile(r"\b(?:enum|const|IntEnum|StrEnum|Enum)\b")
_MAKING = frozenset({"__construct", "__init__", "constructor", "init", "initialize"})


def values_defined(
    reading: Reading, folder: Folder, form: QueryForm, paths: Iterable[str], filters: Filters
) -> Iterator[tuple[str, Chunk]]:
    """Path and chunk of what defines the name that is all of the query, in some of `paths`.

    Nothing, if a function, a class or the like has that name: those are found by it.
    """
    if not (name := form.sole) or next(reading.named(folder, name), None) is not None:
        return
    lines = list(_lines(reading, folder, name, paths))
    best: Strength | None = None
    found: dict[str, tuple[str, Chunk]] = {}
    container = form.symbols.get(name.lower(), "")
    for strength, path, at, source in sorted(lines[:_MOST_LINES], key=itemgetter(0)):
        if (best is not None and strength > best) or len(found) == _MOST:
            break
        chunk = _chunk_at(source, at, filters)
        if chunk is None or not _may_define(chunk, strength, source):
            continue
        if container and container not in (*chunk.qualified_name.lower().split("."), _stem(path)):
            continue
        best = strength
        found.setdefault(chunk.id, (path, chunk))
    yield from found.values()


def _lines(
    reading: Reading, folder: Folder, name: str, paths: Iterable[str]
) -> Iterator[tuple[Strength, str, int, Document | SavedFile]]:
    for path in list(dict.fromkeys(paths))[:_MOST_FILES]:
        source = reading.source(folder, path)
        if source is not None:
            for strength, at in lines_defining(source.text.raw, name):
                yield strength, path, at, source


def _chunk_at(source: Document | SavedFile, at: int, filters: Filters) -> Chunk | None:
    """The smallest piece around a place, if it passes."""
    if (analysis := source.analysis()) is None:
        return None
    facts = analysis.facts
    line = source.text.line_at(at)
    around = [
        one
        for one in facts.chunks
        if source.text.line_at(one.span.start) <= line <= source.text.line_at(one.span.end)
    ]
    best = min(around, key=lambda one: one.span.end - one.span.start, default=None)
    if best is None:
        return None
    is_meant = passes(filters, path=facts.path, language=facts.language, tags=best.tags)
    return best if is_meant else None


def _may_define(chunk: Chunk, strength: Strength, source: Document | SavedFile) -> bool:
    """False for variables of functions; members are those of an enum or a group of constants."""
    if strength is Strength.OWN:
        return chunk.name in _MAKING or chunk.name == chunk.parent.rpartition(".")[2]
    if chunk.kind not in _OUTSIDE:
        return False
    if strength is Strength.MEMBER:
        return _GROUP.search(source.text.slice(chunk.span)) is not None
    return True


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()
