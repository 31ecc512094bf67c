"""Read what is had: `has two loops`, `contains no calls to f`, `uses a with block`."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Count, Object, Predicate
from codewitness.engine.verify.code.default_arms import DEFAULT_ARM
from codewitness.engine.verify.code.values import PHRASES
from codewitness.engine.verify.reading.counts import read_count
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.lexicon import BE, CONSTRUCTS, NUMBERS, VERBS
from codewitness.engine.verify.reading.objects import (
    Objects,
    is_exception,
    read_objects,
    with_objects,
)
from codewitness.engine.verify.reading.polarity import NotUnderstood, Polarity
from codewitness.engine.verify.reading.tokens import Sort

P = Predicate

_ONE_OF = (
    *("block", "statement", "clause", "handler", "expression", "comprehension", "closure"),
    *("lambda", "guard", "function", "await", "yield", "ternary expression", "return"),
)
CONSTRUCT_BY_WORDS = {
    **{
        f"{words}s": (predicate, detail)
        for words, predicate, detail in CONSTRUCTS
        if words.endswith(_ONE_OF)
    },
    **{words: (predicate, detail) for words, predicate, detail in CONSTRUCTS},
    "switches": (P.BRANCHES, "switch"),
    **dict.fromkeys(("default case", "default cases"), (P.HAS, DEFAULT_ARM)),
}
_MEMBERS = frozenset({"function", "attribute", "class"})
_KINDS_OF_MEMBER = frozenset(
    {
        *("private", "public", "protected", "internal", "static", "abstract", "async", "final"),
        *("readonly", "const", "constant", "virtual", "open", "mutable", "immutable", "optional"),
    }
)
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
_NOUNS = frozenset(
    {"parameter", "parameters", "argument", "arguments", "value", "values", "keyword"}
)
_NO_NAMES = _NOUNS | BE | frozenset(VERBS) | {"and", "or", "but", "if", "when", "so", "to", "in"}
_OF_CONSTRUCT = frozenset(
    {"statement", "statements", "block", "blocks", "expression", "clause", "clauses"}
)
_CALLS = (
    *("calls to", "call to", "calls of", "call of", "invocation of", "calls", "function calls"),
    *("method calls", "function call", "method call", "function calls to", "method calls to"),
    *("function call to", "method call to", "other calls", "calls whatsoever"),
)


_AS_BASE = tuple(
    f"as {article} {base}"
    for article in ("its", "a", "the")
    for base in ("base class", "base", "superclass", "parent class", "parent", "super class")
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
    words = construct(cursor)
    if words and not (verb is P.USES and words == "default" and not _is_valued(cursor)):
        cursor.at += len(words.split())
        cursor.skip(_OF_CONSTRUCT)
        predicate, detail = CONSTRUCT_BY_WORDS[words]
        return _construct_clause(cursor, predicate, detail, count)
    cursor.at, polarity.is_negated = start, was_negated
    count = read_count(cursor) or count
    objects = read_objects(cursor)
    return _had(cursor, objects, count, verb)


def _is_valued(cursor: Cursor) -> bool:
    """False for `uses the default hasher`, which says nothing of a parameter."""
    said = [one.word for one in cursor.rest()]
    return "of" in said or "for" in said


def _construct_clause(
    cursor: Cursor, predicate: Predicate, detail: str, count: Count | None
) -> Clause:
    clause = Clause(predicate=predicate, detail=detail, count=count)
    if predicate is P.RECURSES:
        return clause
    if predicate is P.HAS_DEFAULT:
        return _default(cursor, clause)
    particles = {
        P.LOOPS: ("over", "through"),
        P.BRANCHES: ("on", "checking", "for", "that checks"),
        P.CATCHES: ("for", "catching", "of"),
        P.RAISES: ("of", "for"),
        P.AWAITS: ("on", "of"),
        P.YIELDS: ("of",),
    }.get(predicate, ())
    start = cursor.at
    if predicate is P.TRIES and cursor.take("for", "catching", "on", "that catches"):
        caught = read_objects(cursor)
        if any(is_exception(one.text) for one in caught.items):
            return with_objects(Clause(predicate=P.CATCHES, count=count), caught)
        cursor.at = start
    if (particles and cursor.take(*particles)) or cursor.token.sort is Sort.CODE:
        clause = with_objects(clause, read_objects(cursor))
    return clause


def _default(cursor: Cursor, clause: Clause) -> Clause:
    """`a default timeout of 5`, `a default of 5 for timeout`: of what, and which."""
    names: list[Object] = []
    values: list[str] = []
    while not cursor.is_done:
        if cursor.take("value for", "for the", "for its", "for"):
            cursor.skip(_ARTICLES)
            names += read_objects(cursor).items
        elif cursor.take("value of", "of", "equal to", "set to", "being", "="):
            words = cursor.take(*PHRASES)
            values.append(words or _value(cursor))
        elif not values and cursor.token.sort is Sort.TEXT:
            values.append(_value(cursor))
        elif not names and not values and _may_be_name(cursor):
            names.append(Object(cursor.token.text, is_code=cursor.next().sort is Sort.CODE))
            cursor.skip(_NOUNS)
        else:
            break
    return replace(clause, objects=tuple(names), arguments=tuple(values))


def _value(cursor: Cursor) -> str:
    """The next token; a text in its quotes, since it is no other value that is written alike."""
    token = cursor.next()
    return f'"{token.text}"' if token.sort is Sort.TEXT else token.text


def _may_be_name(cursor: Cursor) -> bool:
    is_word = cursor.token.sort is Sort.WORD and cursor.word().isidentifier()
    is_of = cursor.word(1) in ("of", "=")  # `a default limit of 5`
    is_name = is_word and (is_of or cursor.word() not in _NO_NAMES)
    return cursor.token.sort is Sort.CODE or is_name


def _had(cursor: Cursor, objects: Objects, count: Count | None, verb: Predicate) -> Clause:
    relative = {"that", "which", "whose"}
    if objects.noun in ("function", "class") and relative & {cursor.word(), cursor.peek(-1).word}:
        raise NotUnderstood("what is said of one that it has is read of a class alone")
    clause = _owned(cursor, objects) if verb is P.HAS else _used(cursor, objects)
    if clause is None:
        raise NotUnderstood(f"what it has can't be seen: {joined(cursor.rest())}")
    return replace(clause, count=count)


def _owned(cursor: Cursor, objects: Objects) -> Clause | None:
    """After `has`."""
    if objects.noun == "parameter" and [one.text for one in objects.items] == ["optional"]:
        return Clause(predicate=P.HAS_DEFAULT)
    if objects.noun in _OF_NOUN:
        return with_objects(Clause(predicate=_OF_NOUN[objects.noun]), objects)
    if objects.noun == "function" and not objects.items and cursor.peek(-1).word == "constructor":
        return Clause(predicate=P.BEYOND, detail="has a constructor")
    if objects.noun in _MEMBERS:
        return _with_members(cursor, objects)
    if objects.items and cursor.take(*_AS_BASE):
        return with_objects(Clause(predicate=P.INHERITS), objects)
    if objects.items and not objects.items[0].is_code:
        words = " ".join(one.text for one in objects.items)
        return Clause(predicate=P.BEYOND, detail=f"has {words}")
    if objects.items:
        is_call = any(one.text.endswith(")") for one in objects.items)  # `includes f(x)`
        return with_objects(Clause(predicate=P.USES if is_call else P.DEFINES), objects)
    return with_objects(Clause(predicate=P.USES), objects) if objects.noun else None


def _with_members(cursor: Cursor, objects: Objects) -> Clause:
    said = [word for one in objects.items for word in one.text.split() if word not in NUMBERS]
    is_denied = any(cursor.peek(-back).word in ("no", "any") for back in (3, 4))
    if objects.noun == "function" and said == ["async"] and not is_denied:
        return Clause(predicate=P.DEFINES, detail="async function")
    if any(_tells_kind(one) for one in objects.items):
        return Clause(predicate=P.BEYOND, detail=f"has one that is {objects.items[0].text}")
    return with_objects(Clause(predicate=P.DEFINES, detail=objects.noun), objects)


def _tells_kind(one: Object) -> bool:
    """True for `private` of `a private constructor`: which ones are meant, and no name of one."""
    return not one.is_code and one.text.split()[-1].lower() in _KINDS_OF_MEMBER


def _used(cursor: Cursor, objects: Objects) -> Clause | None:
    """After `uses`."""
    if not objects.items and cursor.word() in ("it", "them"):
        return Clause(predicate=P.USES)
    if objects.noun == "parameter":
        return with_objects(Clause(predicate=P.USES_PARAMETER), objects)
    if objects.noun == "decorator":
        return with_objects(Clause(predicate=P.DECORATED), objects)
    if objects.items and all(not one.is_code for one in objects.items):
        return with_objects(Clause(predicate=P.USES, detail="words"), objects)
    if objects.items and cursor.take("as a fallback", "as the fallback", "as a default"):
        return with_objects(Clause(predicate=P.FALLS_BACK), objects)
    return (
        with_objects(Clause(predicate=P.USES), objects) if objects.items or objects.noun else None
    )


_OF_NOUN = {"parameter": P.TAKES, "decorator": P.DECORATED}
