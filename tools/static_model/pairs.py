"""Pairs to learn from: what somebody wrote about a piece of code, and that piece without it.

Code is cut into chunks, and chunks are written out, by the product's own functions: a model that is
trained on anything else is trained for something else.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tools.static_model.comments import commented, without
from tools.static_model.messages import longest_message
from tools.static_model.never import HEAD_CHARACTERS, Never, code_key

from codewitness.engine.known_vectors import embedded_text
from codewitness.model.facts import Chunk, ChunkKind
from codewitness.platform.embed import split_identifiers
from codewitness.platform.files import list_files
from codewitness.platform.reading import read_text
from codewitness.syntax.extract import analyse
from codewitness.syntax.registry import LANGUAGES, is_read, reading

_KINDS = (ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS, ChunkKind.NODE)
_MIN_CODE = 80  # characters that must be left of a chunk
_LANGUAGES = {
    *LANGUAGES,
    *("bash", "dart", "elixir", "erlang", "haskell", "julia", "lua", "perl", "php", "scala", "zig"),
}
_MAX_FILE = 200_000  # bytes; larger ones are tables or made by programs


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """`query` is about `code`, which is a chunk as it is embedded, without the query's words.

    `kind` says where the query is from: `docs` above the code, an `inline` comment, a `message` in
    the code, or the `name`.
    """

    query: str
    code: str
    kind: str
    language: str

    def row(self) -> dict[str, str]:
        """As a line of the pairs' file."""
        return asdict(self)


@dataclass(slots=True)
class Counts:
    """What was read of a package, and what was left because it may be of one that judges."""

    files: int = 0
    copies: int = 0
    known_code: int = 0


def pairs_of(folder: Path, never: Never, counts: Counts, *, max_bytes: int) -> Iterator[Pair]:
    """Pairs of a package, from files in an order without a meaning, up to `max_bytes` of text."""
    n_bytes, copied = 0, never.copies(folder)
    for path in _shuffled(folder):
        read = read_text(folder, path)
        text = getattr(read, "text", None)
        if text is None or len(text) > _MAX_FILE:
            continue
        head = text.raw[:HEAD_CHARACTERS].decode("utf-8", "replace")
        if path.startswith(copied) or never.is_copy(path, head):
            counts.copies += 1
            continue
        analysis = analyse(path, text, keep=False)
        if analysis is None or analysis.tree is None:
            continue
        counts.files += 1
        n_bytes += len(text)
        for chunk in analysis.facts.chunks:
            if chunk.kind in _KINDS:
                yield from _of_chunk(chunk, analysis.facts.language, never, counts)
        if n_bytes > max_bytes:
            return


def keys_of_code(folder: Path) -> Iterator[bytes]:
    """The keys of all pieces of code below `folder`, for `Never`."""
    for path in _shuffled(folder):
        text = getattr(read_text(folder, path), "text", None)
        if text is None or (analysis := analyse(path, text, keep=False)) is None:
            continue
        for chunk in analysis.facts.chunks:
            bare = without(chunk.text, list(commented(chunk.text, analysis.facts.language)))
            if (key := code_key(bare)) is not None:
                yield key


def _shuffled(folder: Path) -> list[str]:
    listing = list_files(folder, is_supported=is_read)
    paths = [found.path for found in listing.found if _is_code(found.path)]
    return sorted(paths, key=lambda path: hashlib.sha1(path.encode("utf-8", "replace")).digest())


def _is_code(path: str) -> bool:
    how = reading(path)
    return how is not None and how.language in _LANGUAGES


def _of_chunk(chunk: Chunk, language: str, never: Never, counts: Counts) -> Iterator[Pair]:
    comments = list(commented(chunk.text, language))
    bare = without(chunk.text, comments)
    if never.is_code(bare):
        counts.known_code += 1
        return
    if len(bare) < _MIN_CODE:
        return
    for first in (one for one in comments if one.is_first):
        code = without(chunk.text, [first])
        yield Pair(query=first.prose, code=_written(chunk, code), kind="docs", language=language)
    inside = [one for one in comments if not one.is_first]
    if inside:
        longest = max(inside, key=lambda one: len(one.prose))
        yield Pair(
            query=longest.prose, code=_written(chunk, bare), kind="inline", language=language
        )
    if (message := longest_message(bare)) is not None:
        code = bare[: message.start] + bare[message.end :]
        yield Pair(
            query=message.prose, code=_written(chunk, code), kind="message", language=language
        )
    words = split_identifiers(chunk.name).split()
    if len(words) > 1:
        nameless = replace(chunk, qualified_name=chunk.parent)
        code = re.sub(rf"\b{re.escape(chunk.name)}\b", " ", bare)
        yield Pair(
            query=" ".join(words).lower(),
            code=_written(nameless, code),
            kind="name",
            language=language,
        )


def _written(chunk: Chunk, text: str) -> str:
    return embedded_text(replace(chunk, text=text))
