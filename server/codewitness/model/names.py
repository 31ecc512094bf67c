"""Names as written in code, brought to one dotted form that filters and tags compare."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from codewitness.model.nesting import split

_BLANKS = re.compile(r"\s+")
_WORD_BLANK_WORD = re.compile(r"(?<=[\w\]\)])\s+(?=\w)")
_NESTING = re.compile(r"[(\[{\"'`]")
_WHOLE = 8  # times as long as a wanted tail a text may be and is still read as a whole
_ARROWS = re.compile(r"->|::|\?\.|!!\.|!\.|&\.")
_MEMBER = re.compile(r"(?<=[\w!?\])])#(?=\w|\[\]|[-=<>!+*/%~&^])")


def spelt(raw: bytes) -> str:
    """Source as text, each letter with its marks in one: some write `é` as two characters."""
    text = raw.decode("utf-8", "replace")
    return text if text.isascii() else composed(text)


def composed(text: str) -> str:
    """The same text with each letter and its marks in one."""
    return unicodedata.normalize("NFC", text)


def normalised(text: str) -> str:
    """`text` with `->`, `::`, `?.`, `!!.`, `!.` and `&.` as `.`, and without blanks.

    A blank between two words, as in Objective-C's `self run`, is a `.` too.
    """
    if text.replace(".", "_").isidentifier():
        return text  # most are plain
    text = _ARROWS.sub(".", text)
    if _BLANKS.search(text) is None:
        return text
    return _BLANKS.sub("", _WORD_BLANK_WORD.sub(".", text))


def dotted(asked: str) -> str:
    """A name that was asked for, with `A#b` as `A.b`; the `#b` of `A.#b` is a name of its own."""
    return normalised(_MEMBER.sub(".", asked))


@lru_cache(maxsize=20_000)  # the same callees come again and again
def segments(text: str) -> tuple[str, ...]:
    """Parts of the normalised `text` between dots that stand in no bracket or quotes."""
    text = normalised(text)
    if _NESTING.search(text) is None:
        return tuple(text.split("."))
    return tuple(split(text, "."))


def tails(text: str) -> list[str]:
    """The normalised `text` and its dotted tails: `a.b.c`, `b.c`, `c`."""
    parts = segments(text)
    if len(parts) == 1:
        return list(parts)
    return [".".join(parts[first:]) for first in range(len(parts))]


def short_tails(text: str, longest: int) -> list[str]:
    """The `tails` of at most `longest` characters, longest first.

    Of a long text only the end is read: a chain of a thousand calls has a thousand callees, each as
    long as the chain up to there.
    """
    if len(text) <= _WHOLE * longest:
        return [tail for tail in tails(text) if tail and len(tail) <= longest]
    end = normalised(text[-_WHOLE * longest :])
    found: list[str] = []
    depth, at = 0, len(end)
    while at > 0 and depth >= 0 and len(end) - at <= longest:
        at -= 1
        char = end[at]
        if char in "\"'`":
            at = end.rfind(char, 0, at)
        elif char in ")]}":
            depth += 1
        elif char in "([{":
            depth -= 1
        elif char == "." and depth == 0 and at + 1 < len(end):
            found.append(end[at + 1 :])
    return found[::-1]
