"""Text to search words: identifiers whole and in parts; `user` finds `getUserName`."""

from __future__ import annotations

import re
from functools import lru_cache

from codewitness.model.words import runs
from codewitness.syntax.tags import is_signal_tag

WORD = re.compile(r"[^\W_]+(?:_+[^\W_]+)*", re.UNICODE)
# The parts of a name; `parseURLs` has two.
PART = re.compile(
    r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+"
)
_TAG = re.compile(r"\b(?:calls|reads|writes|subscript|param|raises|handles):\S+")
_MAX_WORD = 80

# The name of a chunk says more than a word of its text; three times as loud has been usual in code
# search since Lucene's field boosts, and is to be measured.
_NAME_WEIGHT = 3
_MAX_KNOWN = 50_000  # words whose parts are remembered, about 12 MB


@lru_cache(maxsize=20_000)
def parts(word: str) -> tuple[str, ...]:
    """The lower-case `word` and, if it has several, its parts: `get_user`, `get`, `user`."""
    whole = word.lower()
    pieces = tuple(piece.lower() for piece in PART.findall(word) if piece.lower() != whole)
    return (whole, *pieces) if len(whole) <= _MAX_WORD else pieces


class _Known(dict[str, str]):
    """The parts of words as one text, blanks between: a million of them are looked up in C."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MAX_KNOWN:
            self.clear()
        made = self[word] = " ".join(parts(bare)) if (bare := word.strip("_")) else ""
        return made


_parts_of = _Known().__getitem__


def _searched(text: str) -> str:
    # Each run has one `WORD` or none, and is found in less time.
    return " ".join(filter(None, map(_parts_of, runs(text))))


def words(text: str) -> list[str]:
    """All search words of `text`, in order, with repetitions."""
    return _searched(text).split()


def query_words(text: str) -> list[str]:
    """The distinct words of a query; `calls:fit` and its like stay whole."""
    tags = [tag.lower() for tag in _TAG.findall(text)]
    return list(dict.fromkeys([*tags, *words(without_tags(text))]))


def without_tags(text: str) -> str:
    """What a query says besides `calls:fit` and its like."""
    return _TAG.sub(" ", text)


def fts_text(name: str, qualified_name: str, path: str, text: str, tags: tuple[str, ...]) -> str:
    """What full-text search indexes of a chunk, as its column has it: words with blanks between.

    They are those of names, path, text, and the tags of its signals.
    """
    named = [_searched(qualified_name), *[_searched(name)] * _NAME_WEIGHT]
    own = [tag.lower() for tag in tags if is_signal_tag(tag) and " " not in tag]
    return " ".join(filter(None, [*named, _searched(path), _searched(text), *own]))


# For texts that are typed into: all of their chunks but one stay the same.
recalled_fts_text = lru_cache(maxsize=2_000)(fts_text)
