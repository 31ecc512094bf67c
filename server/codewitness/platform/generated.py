"""Files that no one wrote: known by name, by what their head says, or by their long lines."""

from __future__ import annotations

import re

from codewitness.model.text import Text

GENERATED_HEAD = 2_000  # bytes in which a generator leaves its mark
MINIFIED_BYTES, MINIFIED_LINE = 20_000, 500  # larger, and lines longer on average: no one wrote it
_LOCK_FILES = {
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "poetry.lock",
    "uv.lock",
    "Pipfile.lock",
    "Cargo.lock",
    "composer.lock",
    "Gemfile.lock",
    "go.sum",
}
# Comments by how they begin, a block by how it ends. Prose has `#` and `*` for other things.
_COMMENT = re.compile(r"\s*(?:#|//|--|;|%|/\*|<!--|\(\*|\{-)")
_PROSE_COMMENT = re.compile(r"\s*(?:<!--|\.\. )")
_PROSE = (".md", ".markdown", ".rst", ".txt", ".adoc")
_BLOCK_ENDS = {"/*": "*/", "<!--": "-->", "(*": "*)", "{-": "-}"}
_DECORATION = re.compile(r"\s*(?:<!--)?[^\w@<]*")
# What may stand before the comments at the head of a file.
_PROLOGUE = re.compile(
    r"\s*(?:$|<\?|<!doctype|package\b|@charset|@file:|['\"]use strict)", re.IGNORECASE
)
_MARK = re.compile(
    r"(?:this (?:file|code) is )?@generated\b(?!\s+(?!by\b|from\b|SignedSource)\w)"
    r"|<auto-?generated\b|code generated .*do not edit",
    re.IGNORECASE,
)
_GENERATED = re.compile(r"(?:\b|auto|machine)generated\b", re.IGNORECASE)
# An order about the file itself: "do not edit generated files" stands in what people write.
_ORDER = re.compile(
    r"\b(?:do not|don't) (?:edit|modify|change)(?: it| (?:this|the) (?:file|code|class|module))?"
    r"(?: (?:by hand|manually|directly))?\s*(?:[.!;,:*/()-](?!\w)|(?:as|because|since|unless)\b|$)",
    re.IGNORECASE,
)


def generated_name(path: str) -> str | None:
    """What a name tells of how the file came to be."""
    name = path.rpartition("/")[2]
    if name in _LOCK_FILES:
        return "lock file"
    return "minified" if name.endswith((".min.js", ".min.css")) else None


def generated_content(path: str, text: Text) -> str | None:
    """What shows that no one wrote this; strings in the code may talk of such marks."""
    comments = _head_comments(path, text)
    is_told = any(map(_GENERATED.search, comments.values()))
    for line, comment in comments.items():
        if _MARK.match(comment) or (is_told and _ORDER.search(comment)):
            return f"marker in line {line + 1}"
    return "minified" if is_minified(text) else None


def is_minified(text: Text) -> bool:
    """True if its lines are longer than anyone writes them."""
    return len(text) > MINIFIED_BYTES and len(text) > MINIFIED_LINE * text.n_lines


def _head_comments(path: str, text: Text) -> dict[int, str]:
    """Lines of the comments before any code, by 0-based number, without what frames them."""
    begins = _PROSE_COMMENT if path.endswith(_PROSE) else _COMMENT
    comments: dict[int, str] = {}
    block_end = ""
    for number in range(text.n_lines):
        if text.line_starts[number] >= GENERATED_HEAD:
            break
        line = text.line_text(number)
        begin = None if block_end else begins.match(line)
        if begin is None and not block_end:
            if _PROLOGUE.match(line):
                continue
            break
        comments[number] = _DECORATION.sub("", line, count=1)
        if begin is not None:
            block_end = _BLOCK_ENDS.get(begin[0].strip(), "")
        if block_end and block_end in line[begin.end() if begin else 0 :]:
            block_end = ""
    return comments
