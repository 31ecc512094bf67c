"""Read verbs that give something away: `sets x to v`, `passes x to f`, `returns x`."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.code.stepping import STEPPING
from codewitness.engine.verify.code.values import PHRASES, number_of
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.expressions import read_expression
from codewitness.engine.verify.reading.lexicon import PARTICLES, VERBS
from codewitness.engine.verify.reading.objects import Objects, read_objects, with_objects
from codewitness.engine.verify.reading.places import is_flag
from codewitness.engine.verify.reading.tokens import Sort

P = Predicate

_NOTHING = frozenset({"nothing", "nobody"})
_INITIAL = frozenset({"initialize", "initialise", "set", "populate"})
_KEEPING = frozenset({"assign", "store", "save", "keep", "write", "put", "remember", "record"})
_KEPT = frozenset({"the", "its", "a", "this", "that", "it", "them", "result", "results", "value"})

_UNDER_LOCK = "under the lock"  # where it is done, and nothing that it is kept by


def written(cursor: Cursor, objects: Objects, clause: Clause) -> tuple[Objects, Clause]:
    """`sets x to v`, `stores v in x`, `increments x by v`: what is written, and what."""
    start = cursor.at
    if clause.detail in STEPPING and objects.items and cursor.take("by"):
        if cursor.token.sort is Sort.CODE or number_of(cursor.word()) is not None:
            return objects, replace(clause, arguments=(cursor.next().text,))
        cursor.at = start
    if clause.detail in _KEEPING and not objects.items:
        cursor.skip(_KEPT)
        if (
            cursor.take("in", "to", "under", "into", "inside", "on")
            and cursor.token.sort is Sort.CODE
        ):
            return read_objects(cursor), clause
        cursor.at = start
    is_kept = clause.detail in _KEEPING and bool(objects.items) and not cursor.has(_UNDER_LOCK)
    is_kept = is_kept and not (cursor.word() == "under" and is_flag(cursor.peek(1).text))
    if is_kept and cursor.take("to", "in", "under", "into", "inside", "on", "as"):
        target = read_objects(cursor)
        if not target.items and cursor.take("it", "them"):
            return Objects(), _valued(clause, objects)
        if target.items and all(one.is_code for one in target.items):
            return target, _valued(clause, objects)
        cursor.at = start
        return objects, clause
    is_of_it = not objects.items and bool(cursor.take("it", "them"))
    setters = ("to", "to be", "as", "with") if clause.detail in _INITIAL else ("to", "to be")
    if (objects.items or is_of_it) and cursor.take(*setters):
        if words := cursor.take(*PHRASES):
            return objects, replace(clause, arguments=(words,))
        return objects, _valued(clause, read_objects(cursor))
    cursor.at = start
    return objects, clause


def _valued(clause: Clause, value: Objects) -> Clause:
    return replace(clause, arguments=tuple(one.text for one in value.items[:1]))


def passed(cursor: Cursor, objects: Objects, clause: Clause) -> Clause:
    """`passes x to f`: a call of f with the argument x."""
    last = "" if objects.items else cursor.peek(-1).word  # `key`, which may be a noun alone
    if cursor.take("to", "into", "on to", "along to", "over to", "off to"):
        callee = read_objects(cursor)
        if callee.items:
            arguments = tuple(one.text for one in objects.items if one.is_code)
            given = (last, *(one.text.split()[-1] for one in objects.items))
            given = tuple(text for text in given if text.isidentifier())
            given = tuple(text for text in given if text not in arguments)
            callee = replace(callee, items=tuple(map(_without_its_sort, callee.items)))
            call = with_objects(replace(clause, predicate=P.CALLS), callee)
            return replace(call, arguments=arguments, given=given, is_negated=objects.is_negated)
    if objects.items and all(one.is_code for one in objects.items):
        return with_objects(clause, objects)
    cursor.skip(frozenset({"back", "away", "up"}))
    if cursor.word() in ("with", "via", "through", "using") and cursor.peek(1).sort is Sort.CODE:
        cursor.next()
        return with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
    return Clause(predicate=P.BEYOND, detail="passes")


def _without_its_sort(one: Object) -> Object:
    """`completion` of `the completion handler`."""
    words = one.text.split()
    is_said = not one.is_code and len(words) > 1 and words[-1] in ("handler", "block", "closure")
    return one._replace(text=" ".join(words[:-1])) if is_said else one


def returned(cursor: Cursor) -> Clause:
    """`returns x`, `returns early`, `returns the result of f`."""
    cursor.next()
    if cursor.take("early", "immediately", "prematurely", "without doing anything"):
        return Clause(predicate=P.RETURNS_EARLY)
    cursor.take("the value of", "the value in")
    if cursor.take("the result of", "what", "the output of", "whatever"):
        verb = VERBS.get(cursor.word())
        if verb and verb[0] is P.CALLS:
            cursor.next()
            cursor.skip(PARTICLES[P.CALLS])
        objects = read_objects(cursor)
        cursor.take("returns", "gives")
        return with_objects(Clause(predicate=P.RETURNS, detail="result"), objects)
    if cursor.take("no error", "no errors"):
        return Clause(predicate=P.RETURNS, detail="error", is_negated=True)
    if cursor.word() in _NOTHING:
        cursor.next()
        return Clause(predicate=P.RETURNS, detail="nothing")
    if cursor.take("its result", "the result", "its return value", "that result"):
        return Clause(predicate=P.RETURNS, detail="value")
    kinds = ("a boolean", "boolean", "a bool", "a string", "a list", "a dict", "a dictionary")
    functions = ("a function", "an arrow function", "a closure", "a lambda", "a callback")
    more = (
        *functions,
        "a pointer",
        "a map",
        "a slice",
        "a tuple",
        "a set",
        "an integer",
        "a number",
        "an error",
        "a promise",
        "a generator",
    )
    if kind := cursor.take(*kinds, *more, "an array", "an object", "a new instance", "a value"):
        return Clause(predicate=P.RETURNS, detail=kind.split(" ", 1)[-1])
    start = cursor.at
    written = _bracketed(cursor) or read_expression(cursor)
    words = written or cursor.take(*PHRASES)
    if written or (words and cursor.word() not in ("and", "or", ",", "early")):
        return Clause(predicate=P.RETURNS, objects=(Object(words, is_code=bool(written)),))
    cursor.at = start
    objects = read_objects(cursor)
    is_early = bool(objects.items) and bool(cursor.take("early", "prematurely"))
    predicate = P.RETURNS_EARLY if is_early else P.RETURNS
    return with_objects(Clause(predicate=predicate), objects)


_CLOSING = {"[": "]", "{": "}", "(": ")"}
_EMPTY = "[]"
_MAX_TOKENS = 60


def _bracketed(cursor: Cursor) -> str:
    """Take `[]`, `{}`, `[1, 2]`: a value in brackets; empty, and nothing is taken, if none is."""
    start, opened, pieces = cursor.at, list[str](), list[str]()
    while not cursor.is_done and len(pieces) < _MAX_TOKENS:
        token = cursor.next()
        if token.sort is Sort.MARK and token.text in _CLOSING:
            opened.append(_CLOSING[token.text])
        elif opened and token.sort is Sort.MARK and token.text == opened[-1]:
            opened.pop()
        elif not opened:
            break
        pieces.append(f'"{token.text}"' if token.sort is Sort.TEXT else token.text)
        if not opened:
            return ("" if len(pieces) == len(_EMPTY) else " ").join(pieces)
    cursor.at = start
    return ""
