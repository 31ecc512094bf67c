"""The words of places, `in the loop`, `inside an `async with``, and when a place comes next."""

from __future__ import annotations

from codewitness.engine.verify.cursor import Cursor
from codewitness.engine.verify.lexicon import ARTICLES, PLACES
from codewitness.engine.verify.tokens import Sort, Token

PLACE_BY_WORDS = dict(PLACES)
IN = ("inside of", "inside", "in", "within", "from within", "under", "during", "from inside", "on")
OUT = ("outside of", "outside", "out of")
PASSES = tuple(
    f"{each} {turn} {of}"
    for each in ("every", "each", "the")
    for turn in ("pass", "iteration", "turn", "round", "body", "middle", "course")
    for of in ("of", "through")
)
_PLACE_KEYWORDS = frozenset(
    {"for", "while", "loop", "if", "try", "with", "except", "catch", "else"}
)
_PLACE_KEYWORDS |= {"finally", "switch", "match", "using", "rescue", "ensure"}


def is_place(cursor: Cursor) -> bool:
    """True for `in the loop`: what follows is a construct and no name."""
    ahead = Cursor(cursor.rest())
    if not ahead.take(*IN):
        return False
    ahead.take(*PASSES)
    ahead.skip(ARTICLES | {"no", "one", "single"})
    return bool(place_words(ahead))


def place_words(cursor: Cursor) -> str:
    """The longest words of a place that come next."""
    _unquote_place(cursor)
    found = [words for words in PLACE_BY_WORDS if cursor.has(words)]
    return max(found, key=lambda words: len(words.split()), default="")


def _unquote_place(cursor: Cursor) -> None:
    """`in `while True``, `inside an `async with``: the keyword is what is spoken of."""
    words = cursor.token.text.split() if cursor.token.is_quoted else []
    keyword = words[1] if words[:1] == ["async"] and len(words) > 1 else "".join(words[:1])
    if keyword in _PLACE_KEYWORDS:
        cursor.tokens[cursor.at] = Token(Sort.WORD, keyword, keyword)
