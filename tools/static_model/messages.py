"""What a piece of code says to people: its longest message, and the code without it.

An error, a log line, the title of a test: somebody wrote in words what happens there, and those who
look for it later use such words, too.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MIN_WORDS, MAX_WORDS = 4, 40

_STRING = re.compile(
    r'"((?:[^"\\\n]|\\.){12,300})"|\'((?:[^\'\\\n]|\\.){12,300})\'|`([^`\n]{12,300})`'
)
_PLACE = re.compile(r"\\[nrt0]|\\[\"']|%[-+ #0-9.]*[a-zA-Z]|[$#]?\{[^{}]*\}|\$\w+|<[^<>]*>")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
_NOT_PROSE = re.compile(
    r"copyright|licen[cs]e|https?://|\bselect\b.+\bfrom\b|\binsert into\b|[;{}=|\\/]{2}|::|->",
    re.IGNORECASE,
)


class Message(NamedTuple):
    """A text for people and where its literal stands in the code."""

    prose: str
    start: int
    end: int


def longest_message(code: str) -> Message | None:
    """The longest literal in `code` that is prose; None if there is none."""
    found: Message | None = None
    for one in _STRING.finditer(code):
        prose = " ".join(_PLACE.sub(" ", one[1] or one[2] or one[3] or "").split())
        if (found is None or len(prose) > len(found.prose)) and _is_prose(prose):
            found = Message(" ".join(prose.split()[:MAX_WORDS]), one.start(), one.end())
    return found


def _is_prose(text: str) -> bool:
    words = _WORD.findall(text)
    if len(words) < MIN_WORDS or not text.isascii() or _NOT_PROSE.search(text) is not None:
        return False
    n_letters = sum(len(word) for word in words)
    n_lower = sum(word.islower() for word in words)
    return n_letters >= 0.75 * len(text.replace(" ", "")) and 2 * n_lower > len(words)
