"""The words of places, `in the loop`, `inside an `async with``, and when a place comes next."""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.conditions import FOREMOST, LASTLY
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import ARTICLES, NEGATIONS, PLACES
from codewitness.engine.verify.reading.tokens import Sort, Token

PLACE_BY_WORDS = dict(PLACES)
IN = ("inside of", "inside", "in", "within", "from within", "under", "during", "from inside", "on")
# Before a place alone: `from` and `at` lead on to other things, too.
_TO_PLACE = (
    *("from", "as part of", "at the top of", "at the end of", "at the start of", "while in"),
    *("at the bottom of", "at the beginning of", "in the middle of"),
)
_MOST_ADJECTIVES = 2  # words of `in the innermost retry loop`
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


# What is said of a loop that tells which one it is.
WHICH_LOCK = "? which `lock` it is: "  # and the words that say it
WHICH_LOOP = frozenset(
    {"inner", "innermost", "nested", "outer", "outermost", "do", "first", "last"}
)
ASKED_THERE = "condition"  # of what is done in a condition, and not under it
SORT_OF_LOOP = {"for loop": "for", "for": "for", "while loop": "while", "while": "while"}
SORT_OF_LOOP |= dict.fromkeys(("lock", "mutex", "lock statement", "synchronized block"), "lock")
SORT_OF_LOOP |= dict.fromkeys(("transaction", "database transaction"), "transaction")
STEPS = {
    **{
        f"{how} {article} {very}{end}": "last"
        for how in ("at", "towards")
        for article in ("the", "its")
        for very in ("", "very ")
        for end in ("end", "bottom", "end of the method", "end of the function", "end of its body")
    },
    **{
        f"{how} {article} {very}{start}": "first"
        for how in ("at", "right at")
        for article in ("the", "its")
        for very in ("", "very ")
        for start in (
            *(
                "start",
                "beginning",
                "top",
                "outset",
                "start of the method",
                "start of the function",
            ),
            *("beginning of the method", "beginning of the function", "top of the method"),
        )
    },
    **{
        f"{lead}{article} {word} {thing}": word
        for word in ("first", "last")
        for lead in ("as ", "")
        for article in ("the", "its", "the very")
        for thing in ("thing", "step", "action", "statement", "call", "thing it does")
    },
    "first": FOREMOST,
    "last": LASTLY,
    "as the final step": "last",
    "as its final step": "last",
    "as a last step": "last",
    "as a first step": "first",
    "as a final step": "last",
}


def is_place(cursor: Cursor) -> bool:
    """True for `in the loop`: what follows is a construct and no name."""
    ahead = Cursor(cursor.rest())
    if not ahead.take(*IN):
        return False
    ahead.take(*PASSES)
    ahead.skip(ARTICLES | {"no", "one", "single"})
    return adjectives_before_place(ahead) is not None


_FLAG = re.compile(r"(?:[\w.]+\.)?_*[A-Z][A-Z\d_]+")


def is_flag(name: str) -> bool:
    """True for the `DEBUG` of `under DEBUG`, which is something that is set, and no place."""
    return _FLAG.fullmatch(name) is not None


def take_lead(cursor: Cursor) -> bool:
    """Take `in`, `inside`, or `at the end of` if a place follows it."""
    start = cursor.at
    if cursor.take(*IN):
        return True
    if cursor.take(*_TO_PLACE):
        is_source = cursor.peek(-1).word == "from"
        cursor.skip(ARTICLES)
        is_handler = is_source and place_words(cursor) in ("error handler", "exception handler")
        if adjectives_before_place(cursor) is not None and not is_handler:
            return True
    cursor.at = start
    return False


def adjectives_before_place(cursor: Cursor) -> int | None:
    """How many words that nobody knows stand before a place, as in `the innermost loop`."""
    for n_words in range(_MOST_ADJECTIVES + 1):
        ahead = Cursor(cursor.rest()[n_words:])
        words = place_words(ahead)
        if words and (n_words == 0 or words not in _VERBLIKE):
            return n_words
        if ahead.token.sort is not Sort.WORD or ahead.word() in _NO_ADJECTIVES:
            return None
    return None


_NO_ADJECTIVES = NEGATIONS | {"and", "or", "but", "the", "a", "an", "its", "of", "that", "which"}
_VERBLIKE = frozenset({"if", "catch", "try", "match", "switch", "guard", "for", "while", "with"})


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
