"""How often something is done, by the places where it stands and the ways that come to them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Count, Predicate
from codewitness.engine.verify.evidence import NOTHING, Finding, doubtful
from codewitness.engine.verify.exclusive import (
    is_apart_or_left,
    is_in_other_arm,
    most_on_one_way,
)
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.loops import is_last_pass
from codewitness.engine.verify.under import is_reached_anyhow
from codewitness.model.outline import Around

_TIMED = frozenset(
    {
        *(Predicate.CALLS, Predicate.WRITES, Predicate.READS, Predicate.ACTS, Predicate.YIELDS),
        *(Predicate.AWAITS, Predicate.INSTANTIATES, Predicate.SUBSCRIPTS),
    }
)
# What counts places in the text, however a run comes to them.
_OF_PLACES = re.compile(
    r"\b(?:(?:call )?sites?|places?|spots?|lines|statements|branches|calls? (?:to|of)"
    r"|assignments?)\b"
)


def counted(clause: Clause, fitting: Sequence[Hit], doubt: str) -> Finding:
    """What follows for a clause that says how often, from all places that fit it."""
    assert clause.count is not None
    number = len({(id(hit.outline), hit.span) for hit in fitting})
    if doubt:
        return doubtful(doubt)
    repeats = any(_is_repeated(hit) and not is_last_pass(hit) for hit in fitting)
    is_over = clause.count.most is not None and number > clause.count.most
    is_bound = clause.count.most is not None and not is_over
    if repeats and is_bound and clause.predicate is Predicate.CALLS:
        return Finding(doubt="it stands in a loop, so how often it is done can't be seen")
    if clause.count.allows(number):
        return _as_many(clause, clause.count, fitting)
    if number == 0:
        return NOTHING
    if is_over and _is_apart(clause, clause.count, fitting):
        return doubtful(_APART)
    return Finding(against=tuple(hit.proof() for hit in fitting))


def _as_many(clause: Clause, count: Count, fitting: Sequence[Hit]) -> Finding:
    """What follows where there are as many places as is said."""
    is_timed = _is_timed(clause) and len(fitting) > 1
    way = most_on_one_way(fitting, is_apart_or_left if is_timed else is_in_other_arm)
    if (is_timed or clause.is_negated) and not count.allows(way):
        return doubtful(_APART)
    is_once = count.least == 1 and _is_at_all(clause)
    if is_once and not all(map(is_reached_anyhow, fitting)):
        return doubtful("it is not reached in every case, so how often it is done is open")
    return Finding(proofs=tuple(hit.proof() for hit in fitting), is_true=not fitting)


def _is_apart(clause: Clause, count: Count, fitting: Sequence[Hit]) -> bool:
    """True if no way through the code comes to more than is said, though more places are there."""
    if _is_timed(clause) and count.most is not None:
        return most_on_one_way(fitting, is_apart_or_left) <= count.most
    is_call = clause.predicate is Predicate.CALLS
    return is_call and count.allows(most_on_one_way(fitting, is_in_other_arm))


def _is_timed(clause: Clause) -> bool:
    """True for `calls f twice`, and not for `has two calls of f`, nor `in two places`."""
    is_done = clause.predicate in _TIMED and bool(clause.objects)
    return is_done and _OF_PLACES.search(clause.text) is None


_APART = "no way through the code comes to all of these places"


def _is_at_all(clause: Clause) -> bool:
    """True for `calls f exactly once`, with no word of where or when."""
    is_placed = clause.place is not None or clause.condition is not None
    return clause.predicate is Predicate.CALLS and not is_placed


def _is_repeated(hit: Hit) -> bool:
    around = hit.outline.around(hit.whole)
    return Around.LOOP in around or Around.COMPREHENSION in around
