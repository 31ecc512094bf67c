"""Read what is had: `has two loops`, `contains no calls to f`, `uses a with block`."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Count, Predicate
from codewitness.engine.verify.counts import read_count
from codewitness.engine.verify.cursor import Cursor, joined
from codewitness.engine.verify.lexicon import CONSTRUCTS, NUMBERS
from codewitness.engine.verify.objects import Objects, read_objects, with_objects
from codewitness.engine.verify.polarity import NotUnderstood, Polarity
from codewitness.engine.verify.tokens import Sort

P = Predicate

CONSTRUCT_BY_WORDS = {words: (predicate, detail) for words, predicate, detail in CONSTRUCTS}
_ARTICLES = frozenset({"a", "an", "the", "its", "any", "some", "of", "kind"})
_BEFORE_CONSTRUCT = frozenset(
    {
        "no",
        "neither",
        "multiple",
        "explicit",
        "nested",
        "single",
        "only",
        "just",
        "more",
        "kind",
        "several",
    }
)
_CALLS = (
    *("calls to", "call to", "calls of", "call of", "invocation of", "calls", "function calls"),
    *("method calls", "function call", "method call", "function calls to", "method calls to"),
    *("function call to", "method call to", "other calls", "calls whatsoever"),
)


def construct(cursor: Cursor) -> str:
    """The longest name of a construct that comes next."""
    found = [words for words in CONSTRUCT_BY_WORDS if cursor.has(words)]
    return max(found, key=lambda words: len(words.split()), default="")


def read_having(cursor: Cursor, polarity: Polarity, verb: Predicate = P.HAS) -> Clause:
    """After `has`, `contains`, `uses`."""
    start, was_negated = cursor.at, polarity.is_negated
    count = read_count(cursor)
    while cursor.word() in _ARTICLES | _BEFORE_CONSTRUCT and not cursor.token.is_quoted:
        word = cursor.word()
        if word == "nested" and construct(cursor):
            break
        if word in ("no", "neither"):
            polarity.is_negated = not polarity.is_negated
        if word == "multiple":
            count = Count(2, None)
        cursor.next()
    if cursor.word() in NUMBERS and count is None:
        count = Count(NUMBERS[cursor.word()], NUMBERS[cursor.next().word])
    if cursor.take(*_CALLS):
        clause = with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
        return replace(clause, count=count)
    if words := construct(cursor):
        cursor.at += len(words.split())
        cursor.skip(frozenset({"statement", "statements", "block", "blocks", "expression"}))
        predicate, detail = CONSTRUCT_BY_WORDS[words]
        return _construct_clause(cursor, predicate, detail, count)
    cursor.at, polarity.is_negated = start, was_negated
    count = read_count(cursor) or count
    objects = read_objects(cursor)
    return _had(cursor, objects, count, verb)


def _construct_clause(
    cursor: Cursor, predicate: Predicate, detail: str, count: Count | None
) -> Clause:
    clause = Clause(predicate=predicate, detail=detail, count=count)
    if predicate is P.RECURSES:
        return clause
    particles = {
        P.LOOPS: ("over", "through"),
        P.BRANCHES: ("on", "checking", "for", "that checks"),
        P.CATCHES: ("for", "catching", "of"),
        P.HAS_DEFAULT: ("of", "for", "value for", "for the", "value of"),
        P.RAISES: ("of", "for"),
        P.AWAITS: ("on", "of"),
        P.YIELDS: ("of",),
    }.get(predicate, ())
    if (particles and cursor.take(*particles)) or cursor.token.sort is Sort.CODE:
        clause = with_objects(clause, read_objects(cursor))
    return clause


def _had(cursor: Cursor, objects: Objects, count: Count | None, verb: Predicate) -> Clause:
    if objects.noun == "parameter":
        predicate = P.TAKES if verb is P.HAS else P.USES_PARAMETER
        clause = with_objects(Clause(predicate=predicate, count=count), objects)
    elif objects.noun == "decorator":
        clause = with_objects(Clause(predicate=P.DECORATED), objects)
    elif verb is P.HAS and objects.noun in ("function", "attribute", "class"):
        clause = with_objects(Clause(predicate=P.DEFINES, detail=objects.noun), objects)
    elif verb is P.HAS and objects.items and not objects.items[0].is_code:
        words = " ".join(one.text for one in objects.items)
        clause = Clause(predicate=P.BEYOND, detail=f"has {words}")
    elif verb is P.HAS and objects.items:
        clause = with_objects(Clause(predicate=P.DEFINES, detail=""), objects)
    elif objects.items and all(not one.is_code for one in objects.items):
        clause = with_objects(Clause(predicate=P.USES, detail="words"), objects)
    elif objects.items and cursor.take("as a fallback", "as the fallback", "as a default"):
        clause = with_objects(Clause(predicate=P.FALLS_BACK), objects)
    elif objects.items or objects.noun:
        clause = with_objects(Clause(predicate=P.USES), objects)
    else:
        raise NotUnderstood(f"what it has can't be seen: {joined(cursor.rest())}")
    return replace(clause, count=count)
