"""Read what stands before a claim's subject: a condition, a place, an order, plain words."""

from __future__ import annotations

from typing import NamedTuple

from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.lexicon import LEAD_IN, NEGATIONS, ON_ERROR, VERBS
from codewitness.engine.verify.reading.naming import begins_predicate
from codewitness.engine.verify.reading.places import is_place
from codewitness.engine.verify.reading.tokens import Sort, Token

_LEAST_SAID = 3  # words of a condition
_LONGEST_OPENING = 8  # words
_CONDITIONAL = frozenset({"if", "unless", "when", "whenever", "while", "only", "before", "after"})


class Front(NamedTuple):
    """A claim, and the words before it."""

    said: list[Token]
    front: list[Token]


def front(cursor: Cursor) -> Front | None:
    """What narrows a claim before its subject, and the claim: `If x is missing, f raises E`."""
    cursor.at = 0
    while cursor.take(*LEAD_IN):
        cursor.skip(frozenset({":", ","}))
    is_condition = cursor.word() in ("if", "when", "unless", "whenever")
    if not is_condition and not _opens_narrowing(cursor):
        return None
    words = list(cursor.rest())
    at = next((n for n, one in enumerate(words) if one.sort is Sort.MARK and one.text == ","), None)
    if at is not None:
        return Front(words[at + 1 :], words[:at])
    if not is_condition:
        named = next((n for n, one in enumerate(words) if one.sort is Sort.CODE), len(words))
        is_followed = begins_predicate(Cursor(words[named:]), 1)
        return Front(words[named:], words[:named]) if is_followed else None
    for n in range(_LEAST_SAID, len(words) - 1):
        ahead = Cursor(words[n:])
        if words[n].sort is Sort.CODE and ahead.word(1) in VERBS and not _is_said(words, n):
            return Front(words[n:], words[:n])
    return None


def _opens_narrowing(cursor: Cursor) -> bool:
    """`On error,`, `Inside the loop,`, `Before calling g,`: it narrows what comes behind it."""
    ahead = Cursor(cursor.rest())
    if ahead.take(*ON_ERROR) or is_place(cursor):
        return True
    if ahead.take("before", "after", "prior to"):
        return ahead.word().endswith("ing") and ahead.word() in {*VERBS, *ACTION_FORMS}
    return bool(ahead.take("for each", "for every"))


def _is_said(words: list[Token], at: int) -> bool:
    """True for a name that belongs to the condition: `when x.y is`, `if f`."""
    return words[at - 1].word in ("if", "when", "unless", "whenever", "is", "the", "of", "in", "by")


def skip_opening(cursor: Cursor) -> bool:
    """Take `As a last resort,`: a few plain words before the subject that say how, not whether."""
    cursor.at = 0
    while cursor.at < _LONGEST_OPENING and cursor.token.sort is Sort.WORD:
        if cursor.word() in NEGATIONS | _CONDITIONAL:
            return False
        cursor.next()
    return cursor.at > 0 and cursor.next().text == ","


def skip_event(cursor: Cursor) -> str:
    """Take `on a write error` before a name: when it is said to be so, without a comma."""
    cursor.at = 0
    if not cursor.take("on", "upon", "in case of", "during", "in the case of"):
        return ""
    while cursor.at < _LONGEST_OPENING and cursor.token.sort is Sort.WORD:
        cursor.next()
    is_followed = cursor.token.sort is Sort.CODE and begins_predicate(cursor, 1)
    return joined(cursor.tokens[: cursor.at]) if is_followed else ""
