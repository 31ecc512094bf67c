r"""Queries that are regular expressions: `def get_.*_request\(`, `class \w+Middleware`.

The words in them find files, and the lines of these are matched. Only what is quick to match
anywhere is taken: gaps are bounded, and there are few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.view import Folder
from codewitness.features.asked_places import chunk_at
from codewitness.features.places import Reading
from codewitness.model.facts import Chunk
from codewitness.model.query import Filters

# What patterns have and neither prose nor a line of most code, a path or a namespace: `App\\Shop`.
_PATTERN = re.compile(r"\.[*+]|\\[dswDSW][*+?{]|\\[.(]|\w\|\w+\)|\(\?[:=!<]")
# Gaps come first: what is left of them may not be repeated.
_TOKEN = re.compile(
    r"(?P<gap>(?:\.|\\[wdsWDS]|\[\^?[\w\s$.-]+\])[*+]\??)"
    r"|(?P<one>\\[wdsbWDSB]|\[\^?[\w\s$.-]+\]|\.)\??"
    r"|(?P<maybe>\w\?)"
    r"|(?P<literal>\\[^\w\s]|[^\\\[\](){}|*+?.^$])"
    r"|(?P<mark>\((?:\?:)?|\)|\||\^|\$)"
)
_WORD = re.compile(r"\w+")
_MOST_GAPS, _LONGEST_GAP = 3, 40
_LONGEST, _LEAST_WORD = 200, 3
_LONGEST_LINE, _MOST_LINES, _MOST = 400, 200, 8


def is_pattern(text: str) -> bool:
    """True if a query's text is one line that has what only patterns have."""
    return "\n" not in text and _PATTERN.search(text) is not None


class Pattern(NamedTuple):
    """What a query matches, the words in it, and what each line that it matches has."""

    form: re.Pattern[str]
    words: str
    needed: bytes


def asked_pattern(text: str) -> Pattern | None:
    """The pattern that a query is; None if it is none, or one that may be slow."""
    text = text.strip()
    if len(text) > _LONGEST or not is_pattern(text):
        return None
    tokens = list(_TOKEN.finditer(text))
    n_gaps = sum(one["gap"] is not None for one in tokens)
    if "".join(one[0] for one in tokens) != text or n_gaps > _MOST_GAPS:
        return None
    words = "".join(one["literal"] or " " for one in tokens).replace("\\", "")
    if not any(len(word) >= _LEAST_WORD for word in _WORD.findall(words)):
        return None
    # Of what may be one or the other no line must have a part.
    needed = "" if "|" in text else max(words.split(), key=len)
    try:
        return Pattern(re.compile("".join(map(_bounded, tokens))), words, needed.encode())
    except re.error:
        return None  # it is words, as the answer says


def _bounded(token: re.Match[str]) -> str:
    if (gap := token["gap"]) is None:
        return token[0]
    bare = gap.rstrip("?")
    return f"{bare[:-1]}{{{int(bare[-1] == '+')},{_LONGEST_GAP}}}?"


def chunks_matching(
    reading: Reading, folder: Folder, asked: Pattern, paths: Iterable[str], filters: Filters
) -> Iterator[tuple[str, Chunk]]:
    """Path and chunk of what matches first: definitions by their names, then lines in `paths`."""
    seen: set[str] = set()
    places = chain(_names(reading, folder, asked), _lines(reading, folder, asked, paths))
    for path, source, number in islice(places, _MOST_LINES):
        chunk = chunk_at(source, number, filters)
        if chunk is not None and chunk.id not in seen:
            seen.add(chunk.id)
            yield path, chunk
        if len(seen) >= _MOST:
            return


def _names(
    reading: Reading, folder: Folder, asked: Pattern
) -> Iterator[tuple[str, Document | SavedFile, int]]:
    """Where definitions begin whose name matches, whatever their files were found by."""
    if not (least := asked.needed.decode()):
        return
    found = (
        symbol
        for symbol in folder.view.symbols
        if least in symbol.name and asked.form.search(symbol.name) is not None
    )
    for one in islice(found, _MOST):
        source = reading.source(folder, one.path)
        if source is None or one.name_line >= source.text.n_lines:
            continue
        if one.name in source.text.line_text(one.name_line):  # else it has moved since
            yield one.path, source, one.name_line


def _lines(
    reading: Reading, folder: Folder, asked: Pattern, paths: Iterable[str]
) -> Iterator[tuple[str, Document | SavedFile, int]]:
    for path, source in reading.sources(folder, paths):
        raw = source.text.raw
        for number, line in enumerate(raw.split(b"\n")) if asked.needed in raw else ():
            own = line[:_LONGEST_LINE]
            if asked.needed in own and asked.form.search(own.decode("utf-8", "replace")):
                yield path, source, number
