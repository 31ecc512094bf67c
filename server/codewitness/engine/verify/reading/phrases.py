"""Read predicates that are not a plain verb with its objects: `bails out`, `leaves x untouched`.

Each reader gives the clause that comes next, or None if another predicate does.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.objects import (
    DESCRIBED,
    Objects,
    is_exception,
    read_objects,
    with_objects,
)
from codewitness.engine.verify.reading.polarity import Polarity
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.model.outline import Around

P = Predicate
DOINGS = "doings"  # anything that is done
IGNORING = "ignores a value"  # which has no name of its own

_EARLY = (
    *(
        f"{verb}{ending} {how}"
        for verb in ("exit", "leave", "stop", "quit", "bail", "bail out")
        for ending in ("", "s")
        for how in ("early", "prematurely")
    ),
    *("bails out early", "bails out", "bail out", "bailing out", "bails", "bail", "bailing"),
    *("gives up early", "give up early", "gives up", "give up", "giving up"),
    *("short circuits", "short circuit", "exits immediately", "exit immediately"),
)
_LOCKING = tuple(
    f"{verb} {article}{lock}"
    for verb in (
        "takes",
        "take",
        "taking",
        "acquires",
        "acquire",
        "acquiring",
        "holds",
        "grabs",
        "holding",
    )
    for article in ("a ", "the ", "its ", "")
    for lock in ("lock", "mutex", "semaphore")
)
_LOOKING = frozenset({"looks", "look", "looking", "looked", "peeks", "peek"})
_THE = frozenset({"the", "its", "his"})
_MOST_BETWEEN = 7  # words of `looks the class up in x`
_EMPTYING = {
    **dict.fromkeys(("nulls", "nils", "nullifies"), "null"),
    **dict.fromkeys(("zeroes", "zeros"), "zero"),
}
_PASSING_ON = (
    *("propagate", "escape", "bubble up", "bubble", "through", "pass through", "pass", "go"),
    *("leak out", "surface", "out", "happen"),
)
_TRANSLATING = frozenset(
    f"{verb}{ending}"
    for verb in ("translate", "convert", "turn", "map", "transform", "rethrow", "reraise", "rewrap")
    for ending in ("", "s")
)
_ERRORS = frozenset(
    {"a", "error", "errors", "exception", "exceptions", "any", "all", "the", "every", "an"}
    | {"panic", "panics"}
)
_GUARDING = frozenset({"guards", "guard", "protects", "protect", "serializes", "synchronizes"})
_BEHIND_LOCK = tuple(
    f"{how} {article}{lock}"
    for how in ("with", "by", "under", "using", "behind", "through", "holding", "by holding")
    for article in ("a ", "the ", "its ", "")
    for lock in ("lock", "mutex")
)
_WHATEVER = frozenset(
    {*("the", "its", "a", "all", "every", "each", "any", "access", "accesses", "to", "concurrent")}
    | {*("critical", "section", "state", "data", "shared", "whole", "entire", "body", "everything")}
    | {*("itself", "this", "method", "function", "of", "internal", "itself", "calls", "callers")}
)
_UNTOUCHED = ("untouched", "unchanged", "alone", "intact", "as it is", "as is", "unmodified")
_AVOIDING = frozenset(
    {"avoids", "avoid", "avoiding", "skips", "skip", "skipping", "omits", "omit", "misses", "out"}
)


def leaving(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`bails out`: it returns early."""
    return Clause(predicate=P.RETURNS_EARLY) if cursor.take(*_EARLY) else None


def breaking(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`breaks out of the loop`, `continues the loop`."""
    word = cursor.take("breaks out", "break out", "breaking out", "breaks from", "continues with")
    if not word:
        return None
    cursor.skip(
        frozenset(
            {"of", "from", "the", "its", "a", "loop", "early", "next", "iteration"}
            | {"for", "while", "both", "inner", "outer", "loops"}
        )
    )
    return Clause(predicate=P.HAS, detail="break" if word.startswith("break") else "continue")


def jumping(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`jumps to the label with goto`."""
    if not cursor.take("jumps", "jump", "jumping"):
        return None
    cursor.skip(frozenset({"out", "to", "the", "label", "on"}))
    if not any(map(cursor.has, _BY_GOTO)):
        cursor.next()
    is_label = bool(cursor.skip(frozenset({"label"})))
    if is_label and not any(map(cursor.has, _BY_GOTO)):
        return Clause(predicate=P.HAS, detail="goto")
    return Clause(predicate=P.HAS, detail="goto") if cursor.take(*_BY_GOTO) else None


_BY_GOTO = tuple(f"{by} {a}goto" for by in ("with", "via", "by", "using") for a in ("", "a "))


def sparing(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`leaves x untouched`: it is not written."""
    if cursor.next().word not in ("leaves", "leave", "leaving", "keeps", "keep"):
        return None
    objects = read_objects(cursor)
    if not objects.items or not cursor.take(*_UNTOUCHED):
        return None
    return with_objects(Clause(predicate=P.WRITES, detail="modify", is_negated=True), objects)


def avoiding(cursor: Cursor, polarity: Polarity) -> Clause | None:
    """`avoids x`: it is not used."""
    is_avoided = polarity.is_negated and cursor.peek(-1).word in _AVOIDING
    if not is_avoided:
        return None
    cursor.skip(frozenset({"the", "a", "any", "all"}))
    is_call = cursor.take("call to", "calls to", "call of", "calls of", "calls")
    if cursor.token.sort is not Sort.CODE:
        return None
    return with_objects(Clause(predicate=P.CALLS if is_call else P.USES), read_objects(cursor))


def deferring(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`defers f`: a call in a deferred statement."""
    if cursor.next().word not in ("defers", "defer", "deferring", "deferred"):
        return None
    cursor.skip(frozenset({"the", "a", "call", "calls", "to", "calling", "of"}))
    return with_objects(Clause(predicate=P.HAS, detail="deferred"), read_objects(cursor))


def neglecting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`ignores x`: it is not used; of an exception, it is swallowed."""
    if cursor.word() not in ("ignores", "ignore", "ignoring", "ignored"):
        return None
    cursor.next()
    return _ignoring(cursor)


def wrapping(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`wraps the call to X in a try`: a call that stands in it."""
    is_wrap = cursor.next().word in ("wraps", "wrap", "wrapping")
    if is_wrap and (clause := _wrapped_with(cursor)) is not None:
        return clause
    if not is_wrap or (cursor.token.sort is Sort.CODE and not is_exception(cursor.token.text)):
        return None
    objects = read_objects(cursor)
    if not objects.items and not objects.noun:
        return None
    is_error = objects.noun == "exception" or any(is_exception(one.text) for one in objects.items)
    start = cursor.at
    if is_error and cursor.take("in", "into", "as"):
        outer = read_objects(cursor)
        if any(is_exception(one.text) for one in outer.items):
            return with_objects(Clause(predicate=P.RAISES, place=Around.HANDLER), outer)
    cursor.at = start
    if is_error:
        return Clause(predicate=P.BEYOND, detail="wraps an error")
    is_plain = not any(one.is_code for one in objects.items)
    if is_plain and cursor.word() not in ("in", "inside", "into", "with"):
        return None  # `wraps the position`, as `wrapPosition(p)` does
    return with_objects(Clause(predicate=P.CALLS), objects)


_IS_ERR = re.compile(r"(?:\w+\.)?Err[A-Z]")  # as Go names its own


def _wrapped_with(cursor: Cursor) -> Clause | None:
    """`wraps x with f`: f is called, or raised if it is an exception."""
    start = cursor.at
    wrapped = read_objects(cursor)
    if not wrapped.is_negated and cursor.take("with", "using", "via", "in", "inside"):
        outer = read_objects(cursor)
        if outer.items and all(one.is_code for one in outer.items):
            if not any(is_exception(one.text) or _IS_ERR.match(one.text) for one in outer.items):
                return with_objects(Clause(predicate=P.CALLS), outer)
            inner = tuple(one.text for one in wrapped.items if is_exception(one.text))
            is_error = bool(inner) or wrapped.noun == "exception"
            place = Around.HANDLER if is_error else None
            raised = Clause(predicate=P.RAISES, place=place, condition=inner or None)
            return with_objects(raised, outer)
    cursor.at = start
    return None


def _is_name(cursor: Cursor) -> bool:
    cursor.skip(frozenset({"the", "a", "its"}))
    return cursor.token.sort is Sort.CODE


def translating(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`translates E into F`, `rethrows E as F`: F is raised where E is handled."""
    if cursor.next().word not in _TRANSLATING:
        return None
    is_it = bool(cursor.take("it", "them", "that"))
    inner = Objects() if is_it else read_objects(cursor)
    is_error = inner.noun == "exception" or any(is_exception(one.text) for one in inner.items)
    if not (is_error or is_it) or not cursor.take("into", "to", "as", "in"):
        return None
    outer = read_objects(cursor)
    if not any(is_exception(one.text) for one in outer.items):
        return None
    return with_objects(Clause(predicate=P.RAISES, place=Around.HANDLER), outer)


def ensuring(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`ensures that f is called`: a call of it."""
    if not cursor.take("ensures", "guarantees", "makes sure", "ensure", "guarantee", "sees to it"):
        return None
    cursor.take("that")
    objects = read_objects(cursor)
    is_called = cursor.take("is called", "gets called", "is invoked", "is always called", "runs")
    is_named = bool(objects.items) and all(one.is_code for one in objects.items)
    return with_objects(Clause(predicate=P.CALLS), objects) if is_named and is_called else None


def looking(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`looks at x`, `looks the key up in x`: x is used."""
    start = cursor.at
    if cursor.next().word not in _LOOKING:
        return None
    if cursor.take("up"):
        cursor.skip(frozenset({"the", "a", "its"}))
        if cursor.token.sort in (Sort.CODE, Sort.TEXT):
            found = with_objects(Clause(predicate=P.USES), read_objects(cursor))
            start = cursor.at
            if cursor.take("in", "from", "inside", "on", "within") and _is_name(cursor):
                return replace(found, objects=(*found.objects, *read_objects(cursor).items))
            cursor.at = start
            return found
    if (clause := _looked_at(cursor)) is not None:
        return clause
    while cursor.at < start + _MOST_BETWEEN and not cursor.is_done:
        if cursor.take("at", "in", "into", "from") and cursor.token.sort is Sort.CODE:
            return with_objects(Clause(predicate=P.USES), read_objects(cursor))
        cursor.next()
    return None


def _looked_at(cursor: Cursor) -> Clause | None:
    """`at its traceback parameter`, `at the stack`: of one word, which may be a name."""
    start = cursor.at
    if cursor.take("at", "into") and cursor.skip(_THE):
        objects = read_objects(cursor)
        if not objects.items and objects.noun and cursor.peek(-1).sort is Sort.WORD:
            objects = replace(objects, items=(Object(cursor.peek(-1).text, is_code=False),))
        if len(objects.items) == 1 and " " not in objects.items[0].text:
            is_parameter = objects.noun == "parameter"
            named = Clause(predicate=P.USES_PARAMETER) if is_parameter else Clause(predicate=P.USES)
            is_word = not is_parameter and not objects.items[0].is_code
            return with_objects(replace(named, detail="words" if is_word else ""), objects)
    cursor.at = start
    return None


def emptying(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`nulls out x`, `zeroes x`: it is set to that."""
    value = _EMPTYING.get(cursor.next().word)
    if value is None:
        return None
    cursor.take("out")
    objects = read_objects(cursor)
    clause = Clause(predicate=P.WRITES, detail="set", arguments=(value,))
    return with_objects(clause, objects) if objects.items else None


def defaulting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`defaults x to v`: x is set to v."""
    if cursor.next().word not in ("defaults", "default", "defaulted"):
        return None
    objects = read_objects(cursor)
    if not objects.items or not cursor.take("to"):
        return None
    value = read_objects(cursor).items[:1]
    clause = Clause(predicate=P.WRITES, detail="set", arguments=tuple(one.text for one in value))
    return with_objects(clause, objects)


def letting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`lets errors propagate`: it catches none."""
    if cursor.next().word not in ("lets", "let", "letting", "allows", "allow"):
        return None
    words = cursor.skip(_ERRORS)
    if is_exception(cursor.token.text) or cursor.token.text[:1].isupper():
        objects = Objects(items=(Object(cursor.next().text),))
    else:
        objects = Objects() if cursor.token.sort is Sort.WORD else read_objects(cursor)
    is_error = bool(words) or any(is_exception(one.text) for one in objects.items)
    is_error = is_error or _is_class_let_pass(cursor, objects)
    source: tuple[str, ...] = ()
    if words and cursor.take("of", "from", "in", "raised by", "thrown by"):
        cursor.skip(frozenset({"the"}))
        source = (cursor.next().text.removesuffix("()"),)
    cursor.skip(_ERRORS | {"to"})
    is_error = is_error or bool(cursor.take("it", "them"))
    if not is_error or not cursor.take(*_PASSING_ON):
        return None
    clause = with_objects(Clause(predicate=P.CATCHES, arguments=source), objects)
    return replace(clause, is_negated=True)


def _is_class_let_pass(cursor: Cursor, objects: Objects) -> bool:
    """True for `lets Disconnect propagate`, whose name does not say that it is an exception."""
    ahead = Cursor(cursor.rest())
    ahead.skip(frozenset({"to"}))
    is_class = bool(objects.items) and all(one.text[:1].isupper() for one in objects.items)
    return is_class and bool(ahead.take("propagate", "escape", "bubble up"))


def guarding(cursor: Cursor, polarity: Polarity) -> Clause | None:
    """`guards x with a lock on y`, `updates x under a lock`: it locks."""
    start = cursor.at
    if cursor.next().word not in _GUARDING:
        return None
    while cursor.at < start + _MOST_BETWEEN and not cursor.is_done:
        between = cursor.tokens[start + 1 : cursor.at]
        if cursor.take(*_BEHIND_LOCK):
            cursor.take("on", "of", "over")
            if not cursor.is_done or all(one.word in _WHATEVER for one in between):
                between = []
            polarity.aside += [f"? around `{joined(between)}`"] * bool(between)
            return with_objects(Clause(predicate=P.ACTS, detail="lock"), read_objects(cursor))
        cursor.next()
    return None


def asserting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`asserts that x is not NULL`: an assertion that speaks of x."""
    if cursor.next().word not in ("asserts", "assert", "asserting", "asserted"):
        return None
    cursor.take("that", "whether")
    clause = with_objects(Clause(predicate=P.ACTS, detail="assert"), read_objects(cursor))
    if cursor.word() in ("is", "are", "was", "equals", "has", "exists"):
        while not cursor.is_done and cursor.word() not in (",", "and", "or", "but", "before"):
            cursor.next()
    return clause


def idling(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`does nothing if x`: it returns early."""
    if cursor.next().word != "nothing":
        return None
    cursor.take("at all", "whatsoever", "useful", "here")
    if cursor.is_done:
        return Clause(predicate=P.HAS, detail=DOINGS, is_negated=True)
    is_idle = cursor.word() in ("if", "when", "unless")
    return Clause(predicate=P.RETURNS_EARLY) if is_idle else None


def locking(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`takes a lock on x`, `holds the lock`."""
    if not cursor.take(*_LOCKING):
        return None
    cursor.take("on", "of", "for")
    return with_objects(Clause(predicate=P.ACTS, detail="lock"), read_objects(cursor))


def calling_itself(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    """`calls itself`."""
    is_itself = cursor.next().word in ("calls", "call", "calling") and cursor.word() == "itself"
    if not is_itself:
        return None
    cursor.next()
    cursor.take("recursively", "again")
    return Clause(predicate=P.RECURSES)


def _ignoring(cursor: Cursor) -> Clause:
    objects = read_objects(cursor)
    if objects.noun == "exception" or any(is_exception(one.text) for one in objects.items):
        return with_objects(Clause(predicate=P.SWALLOWS), objects)
    is_described = bool(objects.items) and objects.items[0].noun == DESCRIBED
    is_plain = not any(one.is_code for one in objects.items)
    is_of_thing = bool(objects.noun) and objects.noun not in ("parameter", "function")
    if objects.noun == "value" or is_described or (is_of_thing and is_plain):
        return Clause(predicate=P.BEYOND, detail=IGNORING)
    predicate = P.USES_PARAMETER if objects.noun in ("", "parameter") else P.USES
    return replace(
        with_objects(Clause(predicate=predicate), objects), is_negated=not objects.is_negated
    )
