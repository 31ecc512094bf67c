"""Read claims that begin with a parameter: `the timeout parameter of f is never used`."""

from __future__ import annotations

from typing import NamedTuple

from codewitness.engine.verify.claim import Claim, Clause, Object, Predicate, SubjectName
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import AUXILIARIES, BE, NEGATIONS, VERBS
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.engine.verify.reading.turned import bare_name

P = Predicate
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "its", "only"})
_NOUNS = frozenset({"parameter", "argument", "param", "arg"})
_IGNORED = ("unused", "ignored", "disregarded", "dropped", "discarded", "left unused")
_USED = (
    *("used", "read", "touched", "needed", "referenced", "consulted", "looked at", "accessed"),
    *("used for anything", "used anywhere", "made use of", "evaluated", "mentioned"),
)
_DEFAULTING = ("defaults to", "has a default of", "has the default", "default to", "defaulted to")
_WHERE = frozenset({"by", "in", "inside", "within", "of"})


class _Named(NamedTuple):
    parameter: str
    owner: str


def of_parameter(text: str, cursor: Cursor) -> Claim | None:
    """The claim, or None (and nothing taken) if it does not begin with a parameter."""
    start = cursor.at
    claim = _claim(text, cursor)
    if claim is None:
        cursor.at = start
    return claim


def _claim(text: str, cursor: Cursor) -> Claim | None:
    is_asked = cursor.word() in BE | AUXILIARIES
    if is_asked:
        cursor.next()
    named = _named(cursor)
    if named is None:
        return None
    if cursor.take(*_DEFAULTING):
        value = Object(cursor.next().text)
        return _about(text, named, P.HAS_DEFAULT, (Object(named.parameter), value), cursor)
    is_negated = _read_being(cursor, is_asked=is_asked)
    if is_negated is None:
        return None
    if cursor.take(*_IGNORED):
        is_negated = not is_negated
    elif not cursor.take(*_USED):
        return None
    cursor.take("anywhere", "at all", "for anything")
    return _about(text, named, P.USES_PARAMETER, (Object(named.parameter),), cursor, is_negated)


def _named(cursor: Cursor) -> _Named | None:
    """`parameter p of f`, `the p parameter of f`, `f's p parameter`; perhaps without the owner."""
    cursor.skip(_ARTICLES)
    owner = parameter = ""
    if cursor.word() in _NOUNS and cursor.peek(1).sort is Sort.CODE:
        cursor.next()
        parameter = cursor.next().text
    elif cursor.peek(1).word == "'s" and _is_name(cursor, 2) and cursor.word(3) in _NOUNS:
        owner, parameter = cursor.next().text, cursor.peek(1).text
        cursor.at += 3
    elif _is_name(cursor, 0) and cursor.word(1) in _NOUNS:
        parameter = cursor.next().text
        cursor.next()
    if not parameter:
        return None
    if not owner and cursor.take("of", "in", "to"):
        owner = _owner(cursor)
    return _Named(parameter, owner)


def _is_name(cursor: Cursor, ahead: int) -> bool:
    token = cursor.peek(ahead)
    return token.sort is Sort.CODE or (token.sort is Sort.WORD and token.word not in VERBS)


def _owner(cursor: Cursor) -> str:
    cursor.skip(_ARTICLES | {"method", "function", "constructor"})
    return cursor.next().text.partition("(")[0]


def _read_being(cursor: Cursor, *, is_asked: bool) -> bool | None:
    """Take `is never`, `goes`; True if it negates, None if nothing of the kind comes."""
    if not is_asked and not cursor.take("goes", "remains", "stays"):
        if cursor.word() not in BE | AUXILIARIES:
            return None
        cursor.next()
    is_negated = False
    while cursor.word() in NEGATIONS | BE | {"actually", "simply", "just", "completely", "ever"}:
        is_negated ^= cursor.next().word in NEGATIONS
    return is_negated


def _about(
    text: str,
    named: _Named,
    predicate: Predicate,
    objects: tuple[Object, ...],
    cursor: Cursor,
    is_negated: bool = False,
) -> Claim | None:
    owner = named.owner
    if cursor.word() in _WHERE and not owner:
        cursor.next()
        owner = _owner(cursor)
    if not owner or not cursor.is_done:
        return None
    clause = Clause(predicate=predicate, objects=objects, is_negated=is_negated, text=text)
    return Claim(text=text, subject=SubjectName(bare_name(owner)), clauses=(clause,))
