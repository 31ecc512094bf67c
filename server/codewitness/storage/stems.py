"""Words as the full-text index keeps them: without accents and English endings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import Stemmer


@lru_cache(maxsize=50_000)
def indexed(word: str) -> str:
    """A lower-case word as the full-text index keeps it."""
    return without_ending(word if word.isascii() else _folded(word))


@lru_cache(maxsize=50_000)
def without_ending(word: str) -> str:
    """A lower-case word without its English ending, as Snowball cuts it."""
    found: str = _stemmer().stemWord(word)
    return found


def stems(words: Iterable[str]) -> list[str]:
    """The same of many words, each once: nothing is remembered."""
    plain = [word if word.isascii() else _folded(word) for word in words]
    found: list[str] = _stemmer().stemWords(plain)
    return found


def _stemmer() -> Any:
    """A new one, without a cache: it works in a buffer that two threads must not share."""
    return Stemmer.Stemmer("english", 0)


def _folded(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word)
    return "".join(one for one in folded if not unicodedata.combining(one))
