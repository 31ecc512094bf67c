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
from codewitness.features.asked_places import chunk_at
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk, ChunkKind
from codewitness.model.query import Filters
from codewitness.storage.filters import passes

_MOST_LINES, _MOST = 60, 8
_OUTSIDE = (ChunkKind.CLASS, ChunkKind.TOPLEVEL, ChunkKind.NODE)
_GROUP = re.compile(r"\b(?:enum|const|IntEnum|StrEnum|Enum)\b")
_MAKING = frozenset({"__construct", "__init__", "constructor", "init", "initialize"})


def values_defined(
    reading: Reading, folder: Folder, form: QueryForm, paths: Iterable[str], filters: Filters
) -> Iterator[tuple[str, Chunk]]:
    """Path and chunk of what gives its value to the name that is all of a query, in `paths`."""
    name = form.sole
    lines = list(_lines(reading, folder, name, paths))
    best: Strength | None = None
    found: dict[str, tuple[str, Chunk]] = {}
    container = form.symbols.get(name.lower(), "")
    for strength, path, at, source in sorted(lines[:_MOST_LINES], key=itemgetter(0)):
        if (best is not None and strength > best) or len(found) == _MOST:
            break
        chunk = chunk_at(source, source.text.line_at(at), Filters())
        if chunk is None or not _may_define(chunk, strength, source):
            continue
        if not passes(filters, path=path, language=_language(source), tags=chunk.tags):
            continue
        if container and container not in (*chunk.qualified_name.lower().split("."), _stem(path)):
            continue
        best = strength
        found.setdefault(chunk.id, (path, chunk))
    yield from found.values()


def _lines(
    reading: Reading, folder: Folder, name: str, paths: Iterable[str]
) -> Iterator[tuple[Strength, str, int, Document | SavedFile]]:
    for path, source in reading.sources(folder, paths):
        for strength, at in lines_defining(source.text.raw, name):
            yield strength, path, at, source


def _may_define(chunk: Chunk, strength: Strength, source: Document | SavedFile) -> bool:
    """False for variables of functions; members are those of an enum or a group of constants."""
    if strength is Strength.OWN:
        return chunk.name in _MAKING or chunk.name == chunk.parent.rpartition(".")[2]
    if chunk.kind not in _OUTSIDE:
        return False
    if strength is Strength.MEMBER:
        return _GROUP.search(source.text.slice(chunk.span)) is not None
    return True


def _language(source: Document | SavedFile) -> str:
    analysis = source.analysis()
    return "" if analysis is None else analysis.facts.language


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()
