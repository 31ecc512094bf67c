"""Macros that stand for `try` and `catch`, which libraries have that can do without exceptions.

`DOC_TRY { ... } DOC_CATCH (...) { ... }`, or a last one that is the whole clause:
`LOG_TRY { ... } LOG_CATCH_ALL`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TRY = re.compile(rb"\b[A-Z][A-Z0-9_]*_TRY\b(?=\s*\{)")
_CATCH = re.compile(
    rb"(\s*)([A-Z][A-Z0-9_]*_CATCH(?:_[A-Z0-9_]+)?+)\b(\s*\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\))?"
)
_TOKEN = re.compile(rb"//[^\n]*|/\*[\s\S]*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[{}]")
_CLAUSE = b"catch(...){}"


def with_words(raw: bytes) -> bytes:
    """The text with the words of the language for such macros where they come in pairs."""
    if b"_CATCH" not in raw:
        return raw
    out = bytearray(raw)
    for start, end, word in _words(raw):
        out[start:end] = word + re.sub(rb"[^\r\n]", b" ", raw[start + len(word) : end])
    return bytes(out)


def _words(raw: bytes) -> Iterator[tuple[int, int, bytes]]:
    ends = closings(raw)
    for begin in _TRY.finditer(raw):
        end = ends.get(raw.index(b"{", begin.end()), len(raw))
        if (catch := _CATCH.match(raw, end)) is None:
            continue
        start = catch.start(2)
        if catch[3] is not None and raw[catch.end() : catch.end() + 200].lstrip()[:1] == b"{":
            yield *begin.span(), b"try"
            yield start, catch.end(2), b"catch"
        elif catch.end() - start >= len(_CLAUSE) and b"\n" not in catch[0][len(catch[1]) :]:
            yield *begin.span(), b"try"
            yield start, catch.end(), _CLAUSE
        else:
            yield *begin.span(), b""
            yield start, catch.end(), b""


def closings(raw: bytes) -> dict[int, int]:
    """Where each block ends, by where it begins."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for token in _TOKEN.finditer(raw):
        if token[0] == b"{":
            opened.append(token.start())
        elif token[0] == b"}" and opened:
            found[opened.pop()] = token.end()
    return found
