"""Text to search words: identifiers whole and in parts; `user` finds `getUserName`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from codewitness.syntax.tags import is_signal_tag

_WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+)*", re.UNICODE)
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_TAG = re.compile(r"\b(?:calls|reads|writes|subscript|param|raises|handles):\S+")
_MAX_WORD = 80

# The name of a chunk says more than a word of its text; three times as loud has been usual in code
# search since Lucene's field boosts, and is to be measured.
_NAME_WEIGHT = 3
_LEAST_PHRASE = 4  # words


@lru_cache(maxsize=20_000)
def parts(word: str) -> tuple[str, ...]:
    """The lower-case `word` and, if it has several, its parts: `get_user`, `get`, `user`."""
    whole = word.lower()
    pieces = tuple(piece.lower() for piece in _PART.findall(word) if piece.lower() != whole)
    return (whole, *pieces) if len(whole) <= _MAX_WORD else pieces


def words(text: str) -> list[str]:
    """All search words of `text`, in order, with repetitions."""
    found: list[str] = []
    for word in _WORD.findall(text):
        found += parts(word)
    return found


def phrase(text: str) -> str:
    """The words of a query of some length as the full-text column has them; empty for a short one.

    Somebody asks for a message that was seen, or for what a comment says.
    """
    own = _TAG.sub(" ", text)
    return " ".join(words(own)) if len(_WORD.findall(own)) >= _LEAST_PHRASE else ""


def query_words(text: str) -> list[str]:
    """The distinct words of a query; `calls:fit` and its like stay whole."""
    tags = [tag.lower() for tag in _TAG.findall(text)]
    return list(dict.fromkeys([*tags, *words(_TAG.sub(" ", text))]))


def chunk_words(
    name: str, qualified_name: str, path: str, text: str, tags: Iterable[str]
) -> list[str]:
    """What full-text search indexes of a chunk: names, path, text, and the tags of its signals."""
    own = [tag.lower() for tag in tags if is_signal_tag(tag) and " " not in tag]
    named = words(qualified_name) + words(name) * _NAME_WEIGHT
    return [*named, *words(path), *words(text), *own]


def fts_text(name: str, qualified_name: str, path: str, text: str, tags: tuple[str, ...]) -> str:
    """The words of a chunk as its full-text column has them, blanks between."""
    return " ".join(chunk_words(name, qualified_name, path, text, tags))


# For texts that are typed into: all of their chunks but one stay the same.
recalled_fts_text = lru_cache(maxsize=2_000)(fts_text)
