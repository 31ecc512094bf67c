"""Read plain verbs, whose meaning only names of calls may tell: `recycles segments`."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.cursor import Cursor
from codewitness.engine.verify.objects import read_objects, with_objects
from codewitness.engine.verify.tokens import Sort
from codewitness.engine.verify.unknown import AWAY, may_be_verb

_WHAT = frozenset({"the", "its", "a", "result", "results", "value", "values", "it", "them"})
_GOALS = ("to", "onto", "on to", "into", "from", "off", "upon")


def unknown_verb(cursor: Cursor) -> Clause | None:
    """The clause of a verb that is in no list; None if the next word can't be one."""
    if not may_be_verb(cursor):
        return None
    verb = cursor.next().word
    cursor.skip(AWAY)
    return with_goal(cursor, Clause(predicate=Predicate.ACTS, detail=verb))


def with_goal(cursor: Cursor, clause: Clause) -> Clause:
    """Take the objects, and the goal of `appends x to y`: both stand in the call."""
    if cursor.word() in ("it", "them", "this", "that") and cursor.word(1) in _GOALS:
        cursor.next()
    else:
        clause = with_objects(clause, read_objects(cursor))
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
