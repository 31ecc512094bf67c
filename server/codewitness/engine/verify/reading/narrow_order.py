"""Read in which order things are done, `before it writes x`, and what stands beside a loop."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Order, Predicate
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.doing import done_alone
from codewitness.engine.verify.reading.lexicon import ARTICLES, VERBS
from codewitness.engine.verify.reading.narrowing import CONNECTING, Narrowing
from codewitness.engine.verify.reading.objects import Objects, read_objects
from codewitness.engine.verify.reading.places import PLACE_BY_WORDS, place_words
from codewitness.engine.verify.reading.unknown import may_be_verb
from codewitness.model.outline import Around

# Verbs that say enough without an object.
_ALONE = frozenset({"returns", "returning", "return", "raising", "raises", "looping", "yielding"})
_KEEPING = frozenset({"assign", "store"})  # their value and target come behind them
_ALONE_IN_ORDER = frozenset(
    {Predicate.RETURNS, Predicate.RAISES, Predicate.LOOPS, Predicate.YIELDS, Predicate.AWAITS}
    | {Predicate.ACTS, Predicate.RECURSES}
)
_MERELY = (Predicate.READS, Predicate.WRITES)  # said of whatever is read or written
_CALLED = ("is called", "is invoked", "is run", "gets called", "are called", "has been called")


def take_order(cursor: Cursor, found: Narrowing) -> bool:
    """Take `before it writes x`, `after f`, `then g`: what comes first, or next."""
    start = cursor.at
    while cursor.word() in (",", "and", ";"):
        cursor.next()
    word = cursor.take("prior to", "before", "after", "then", "and then", "followed by")
    if not word:
        cursor.at = start
        return False
    cursor.skip(frozenset({"it", "the", "any", "first", "ever", "making", "doing", "a", "call"}))
    cursor.skip(frozenset({"to", "of"}))
    is_last = not cursor.peek(1).text or cursor.word(1) in CONNECTING
    is_doing = _is_doing(cursor)
    verb = None if is_last and cursor.word() not in _ALONE and not is_doing else _verb(cursor)
    is_kept = verb is not None and verb[1] in _KEEPING
    if word in ("then", "and then") and (is_kept or cursor.word() in ACTION_FORMS):
        cursor.at = start
        return False
    predicate = Predicate.BEYOND  # the same kind as the clause's own
    detail = ""
    if verb is not None:
        predicate, detail = verb
        cursor.next()
        cursor.skip(frozenset({"to", "from", "over", "on", "into"}))
    is_pronoun = predicate is Predicate.ACTS and cursor.take("them", "it", "that", "this", "these")
    objects = Objects() if is_pronoun else read_objects(cursor)
    merely = _MERELY if predicate in _ALONE_IN_ORDER or not is_doing else (*_MERELY, predicate)
    predicate, objects = done_alone(cursor, predicate, objects, merely)
    if [one.text for one in objects.items] == ["one"]:  # `before it sets a new one`
        objects, is_pronoun = Objects(), "it"
    if not is_pronoun and not objects.items and predicate not in _ALONE_IN_ORDER:
        cursor.at = start
        if word in ("then", "and then"):
            cursor.take(",", "and")
            cursor.take("then", "and then")
            return True
        return False
    other = Clause(predicate=predicate, objects=objects.items, any_of=objects.any_of, detail=detail)
    if cursor.take(*_CALLED):
        other = replace(other, predicate=Predicate.CALLS)
    elif cursor.take("is assigned", "is set", "is written", "is updated"):
        other = replace(other, predicate=Predicate.WRITES, detail="set")
    _put_in_order(found, Order(word != "after", other))
    return True


def _is_doing(cursor: Cursor) -> bool:
    """True for `writing`, and for `writes` behind `it`."""
    word = cursor.word()
    return word.endswith("ing") or (cursor.peek(-1).word == "it" and word.endswith("s"))


def take_outside(cursor: Cursor, found: Narrowing) -> bool:
    """Take `after the loop`: it is outside of it."""
    start = cursor.at
    beside = cursor.take("before", "after")
    is_beside = bool(beside) and bool(cursor.skip(ARTICLES))
    words = place_words(cursor) if is_beside else ""
    cursor.at += len(words.split())
    is_last = cursor.is_done or cursor.word() in CONNECTING
    if words and is_last and PLACE_BY_WORDS[words] in (Around.LOOP, Around.TRY):
        found.place, found.is_outside, found.beside = PLACE_BY_WORDS[words], True, beside
        found.is_only_there = cursor.tokens[start - 1].word == "only" if start else False
        found.is_only = found.is_only and not found.is_only_there
        return True
    cursor.at = start
    return False


def _put_in_order(found: Narrowing, order: Order) -> None:
    if found.order is not None and found.order.is_before and order.is_before:
        found.later.append(order)  # `a, then b, then c`
    else:
        found.order = order


_BEHIND_VERB = frozenset({"it", "them", "the", "a", "an", "its", "this", "that"})


def _verb(cursor: Cursor) -> tuple[Predicate, str] | None:
    """What the next word does; a form with `-ing` may be that of a verb that no list has."""
    word = cursor.word()
    known = VERBS.get(word)
    if known is not None and known[0] is Predicate.DECORATED:
        return Predicate.ACTS, known[1]  # `before it annotates the request`
    if known is not None and word != "taking":
        return known
    if (lemma := ACTION_FORMS.get(word)) is not None:
        return Predicate.ACTS, lemma
    if word in ("taking", "acquiring") and cursor.word(2) in ("lock", "mutex"):
        cursor.at += 2
        return Predicate.ACTS, "lock"
    if known is not None:
        return known
    is_its = cursor.peek(-1).word == "it"
    is_led = cursor.word(1) in _BEHIND_VERB or is_its
    if word.endswith("s") and may_be_verb(cursor) and is_led:
        return Predicate.ACTS, word  # `before it lowercases it`
    return (Predicate.ACTS, word) if word.endswith("ing") and may_be_verb(cursor) else None
