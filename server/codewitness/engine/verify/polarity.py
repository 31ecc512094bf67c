"""Read what stands before a verb, and see where a verb comes next."""

from __future__ import annotations

from codewitness.engine.verify.actions import ACTION_FORMS
from codewitness.engine.verify.claim import Count, SubjectName
from codewitness.engine.verify.counts import read_count
from codewitness.engine.verify.cursor import Cursor
from codewitness.engine.verify.lexicon import (
    ADVERBS,
    AUXILIARIES,
    BE,
    HAVE,
    NEGATING_VERBS,
    ONLY,
    TIMES,
    USING,
    VERBS,
)
from codewitness.engine.verify.tokens import Sort

_AT_WORK = ("does its work", "does its job", "gets by", "gets along", "does so", "does all this")
_RUNNING = frozenset(
    {
        "manages",
        "finishes",
        "succeeds",
        "functions",
        "runs",
        "run",
        "works",
        "operates",
        "proceeds",
        "completes",
    }
)


class NotUnderstood(ValueError):
    """A claim that can't be parsed; the message says what is the matter with it."""

    def __init__(self, message: str, subject: SubjectName | None = None) -> None:
        super().__init__(message)
        self.subject = subject


class Polarity:
    """What stands before the verb."""

    def __init__(self) -> None:
        self.is_negated = False
        self.is_only = False
        self.is_conditional: bool | None = None
        self.count: Count | None = None


def begins_clause(cursor: Cursor) -> bool:
    """True if a verb comes next, perhaps with its auxiliaries, and not another object."""
    ahead = 0
    skipped = AUXILIARIES | ADVERBS | ONLY | {"not", "never", "then", "n't"}
    while cursor.word(ahead) in skipped:
        ahead += 1
    word = cursor.word(ahead)
    if word in ("without", "neither"):
        return True
    if any(cursor.has(phrase, ahead) for phrase in NEGATING_VERBS):
        return True
    if word in BE | HAVE | USING:
        return True
    return (word in VERBS or word in ACTION_FORMS) and not _is_noun_there(cursor, ahead)


def _is_noun_there(cursor: Cursor, ahead: int) -> bool:
    """`reads x and returns y` has a verb, `the call and return values` has not."""
    return cursor.word(ahead - 1) in ("the", "a", "an", "its") if ahead else False


def read_polarity(cursor: Cursor) -> Polarity:
    """Take what stands before the verb: negations, auxiliaries, adverbs."""
    found = Polarity()
    while not cursor.is_done:
        if cursor.take(*NEGATING_VERBS):
            found.is_negated = not found.is_negated
        elif cursor.word() in ("not", "never", "without", "neither", "nor", "hardly"):
            cursor.next()
            found.is_negated = not found.is_negated
        elif cursor.word() in _RUNNING and cursor.word(1) == "without":
            cursor.next()
        elif any(cursor.has(f"{phrase} without") for phrase in _AT_WORK):
            cursor.take(*_AT_WORK)
        elif cursor.word() in ("unconditionally", "conditionally"):
            found.is_conditional = cursor.next().word == "conditionally"
        elif cursor.take(*ONLY):
            found.is_only = True
        elif (cursor.word() in TIMES or cursor.has("at most") or cursor.has("at least")) and (
            count := read_count(cursor)
        ):
            found.count = count
        elif cursor.word() in AUXILIARIES | ADVERBS and not _is_verb_here(cursor):
            cursor.next()
        else:
            break
    return found


def _is_verb_here(cursor: Cursor) -> bool:
    """`can` and `to` help a verb; `in` and `at` may begin what narrows."""
    if cursor.word() in ("in", "at"):
        return not (cursor.has("in fact") or cursor.has("at all"))
    return cursor.word() in VERBS and cursor.peek(1).sort is Sort.CODE
