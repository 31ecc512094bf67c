"""The words that a name is made of, in small letters: `on`, `reject` of `onReject`."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words_in(text: str) -> list[str]:
    """The words of the names in `text`, and its numbers."""
    return [word.lower() for word in _WORD.findall(text)]


def letters_in(text: str) -> list[str]:
    """The words of the names in `text`, without its numbers."""
    return [word for word in words_in(text) if word.isalpha()]
