"""Read plain verbs, whose meaning only names of calls may tell: `recycles segments`."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.narrowing import CONNECTING, PLACING
from codewitness.engine.verify.reading.objects import Objects, read_objects, with_objects
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.engine.verify.reading.unknown import AWAY, may_be_verb

_WHAT = frozenset({"the", "its", "a", "result", "results", "value", "values", "it", "them"})
# Nouns that say which things are meant: who sorts the keys does not sort the values.
_TOLD_APART = frozenset({"keys", "values", "entries", "elements", "items"})
_REPORTING = frozenset({"log", "emit", "print", "publish", "send", "warn", "report"})
_GOALS = ("to", "onto", "on to", "into", "from", "off", "upon", "over", "across", "along")


def unknown_verb(cursor: Cursor) -> Clause | None:
    """The clause of a verb that is in no list; None if the next word can't be one."""
    if not may_be_verb(cursor):
        return None
    verb = cursor.next().word
    is_compound = may_be_verb(cursor) and cursor.word().endswith("s")
    if is_compound and cursor.peek(1).sort is Sort.CODE:
        verb = cursor.next().word  # `force unwraps x`
    cursor.skip(AWAY)
    return with_goal(cursor, Clause(predicate=Predicate.ACTS, detail=verb))


def _things(cursor: Cursor) -> Objects:
    """The objects; of `the product of w and h` those that are named."""
    objects = read_objects(cursor)
    start = cursor.at
    is_plain = bool(objects.items) and not any(one.is_code for one in objects.items)
    if is_plain and not objects.is_negated and cursor.take("of", "between"):
        named = read_objects(cursor)
        if named.items and all(one.is_code for one in named.items):
            return named
    cursor.at = start
    return objects


def with_goal(cursor: Cursor, clause: Clause) -> Clause:
    """Take the objects, and the goal of `appends x to y`: both stand in the call."""
    if cursor.word() in ("it", "them", "this", "that") and cursor.word(1) in _GOALS:
        cursor.next()
    else:
        clause = with_objects(clause, _things(cursor))
        said = cursor.peek(-1).word
        is_told = said in ("error", "errors") and clause.detail in _REPORTING
        if not clause.objects and (said in _TOLD_APART or is_told):
            clause = replace(clause, objects=(Object(said, is_code=False),))
    start = cursor.at
    if not clause.objects:
        cursor.skip(_WHAT)
    is_on = cursor.word() == "on" and cursor.peek(1).sort is Sort.CODE
    if cursor.take(*_GOALS) or (is_on and cursor.take("on")):
        goal = read_objects(cursor)
        is_named = all(one.is_code for one in goal.items)
        if goal.items and (is_named or not clause.objects):
            return replace(clause, objects=(*clause.objects, *goal.items))
    cursor.at = start
    return clause


def done_alone(
    cursor: Cursor, predicate: Predicate, objects: Objects, merely: Container[Predicate]
) -> tuple[Predicate, Objects]:
    """That something is done, `before it writes`, whatever is; `before it reads the header`.

    merely: what may be said so, with nothing that it is done to.
    """
    if objects.items or predicate not in merely:
        return predicate, objects
    is_noun = objects.noun and cursor.peek(-1).sort is Sort.WORD
    if is_noun and predicate in (Predicate.READS, Predicate.WRITES):
        said = Object(cursor.peek(-1).word, is_code=False)
        return predicate, Objects(items=(said,), noun=objects.noun)
    is_last = cursor.is_done or cursor.word() in CONNECTING | PLACING
    return (Predicate.ACTS if is_last else predicate), objects
