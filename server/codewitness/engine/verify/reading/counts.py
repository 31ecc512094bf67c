"""Read how often: `at most two`, `exactly 3 times`, `once`."""

from __future__ import annotations

from codewitness.engine.verify.claim import Count
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import NOUNS, NUMBERS, PURPOSE, TIMES
from codewitness.engine.verify.reading.narrowing import ORDERING, PLACING, Narrowing

_GIVING = frozenset({"with", "passing", "using"})

# How often something is done from run to run, which no line of code can tell.
HOW_OFTEN = frozenset(
    {
        *("sometimes", "rarely", "seldom", "occasionally", "usually", "mostly", "barely", "often"),
        *("scarcely", "frequently", "infrequently", "generally", "normally", "typically", "mainly"),
        *("partially", "partly", "nearly", "almost", "primarily", "largely"),
    }
)
OFTEN = (
    *(
        "from time to time",
        "now and then",
        "now and again",
        "at times",
        "on occasion",
        "half of the time",
    ),
    *(
        "most of the time",
        "much of the time",
        "some of the time",
        "once in a while",
        "every so often",
    ),
    *(
        f"{on}{which} {run}"
        for on in ("", "on ", "in ", "at ", "for ")
        for which in ("alternate", "every other", "every second", "each second", "odd", "even")
        for run in (
            "run",
            "runs",
            "call",
            "calls",
            "time",
            "invocation",
            "invocations",
            "execution",
        )
    ),
    *("half the time", "as a rule", "for the most part", "in most cases", "in some cases"),
)
IN_ALL_CASES = (
    *("in all cases", "in every case", "in each case", "in any case", "in any event"),
    *("on every path", "on all paths", "either way", "no matter what"),
)
_MORE = ("more than", "over")
_FEWER = ("fewer than", "less than")
_AT_MOST = ("at most", "no more than", "up to", "not more than")
_AT_LEAST = ("at least", "no fewer than", "no less than")
_EXACTLY = ("exactly", "just", "precisely")


def take_count(cursor: Cursor, found: Narrowing) -> bool:
    """Take how often something is done, or that it is only done so."""
    is_only = bool(cursor.take("only", "exclusively", "solely"))
    count = read_count(cursor)
    if count is not None:
        found.count = count
        return True
    if is_only and (cursor.word() in PLACING or cursor.word() == "conditionally"):
        found.is_only_there = cursor.word() not in ORDERING
    elif is_only and (cursor.word() in _GIVING or (cursor.is_done and found.arguments)):
        found.is_only_there = True  # `only with x`: not with another
    elif is_only and cursor.word() in PURPOSE:
        found.ignored.append("? `only`")  # `only from a lambda`
    elif is_only:
        found.is_only = True
    return is_only


def read_count(cursor: Cursor) -> Count | None:
    """Take a count if one comes next."""
    start = cursor.at
    if cursor.take("multiple times", "several times", "repeatedly"):
        return Count(2, None)
    words = cursor.take(*_MORE, *_FEWER, *_AT_MOST, *_AT_LEAST, *_EXACTLY)
    if not words and cursor.word() in ("a", "an", "one") and cursor.word(1) in ("single", "sole"):
        cursor.next()
    number = _number(cursor, is_bare=not words)
    if number is None:
        cursor.at = start
        return None
    if words in _MORE:
        return Count(number + 1, None)
    if words in _FEWER:
        return Count(None, number - 1)
    if words in _AT_MOST:
        return Count(None, number)
    return Count(number, None) if words in _AT_LEAST else Count(number, number)


def _number(cursor: Cursor, *, is_bare: bool = False) -> int | None:
    """A number, `once`, `twice`; a bare one only if something is counted by it."""
    word = cursor.word()
    if word in TIMES:
        if cursor.word(1) in ("per", "for", "all", "every", "each", "the", "it", "they"):
            return None
        cursor.next()
        return TIMES[word]
    number = int(word) if word.isdigit() else NUMBERS.get(word)
    if number is None:
        return None
    ahead = cursor.word(1)
    if is_bare and ahead not in ("times", "time") and ahead not in NOUNS:
        return None
    cursor.next()
    cursor.skip(frozenset({"times", "time"}))
    return number
