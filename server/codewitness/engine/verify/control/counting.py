"""How often something is done: by the places where it stands, as a reader of the text counts them.

Where no run can come to all of them, *at most* and *never more than* are left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Count, Predicate
from codewitness.engine.verify.conditions.exclusive import (
    is_apart_or_left,
    is_in_other_arm,
    most_on_one_way,
)
from codewitness.engine.verify.conditions.under import is_reached_anyhow
from codewitness.engine.verify.control.loops import is_last_pass
from codewitness.engine.verify.evidence import NOTHING, Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around

# What a run does so often, and not the text alone.
_DONE = frozenset(
    {
        *(Predicate.CALLS, Predicate.WRITES, Predicate.READS, Predicate.ACTS, Predicate.YIELDS),
        *(Predicate.AWAITS, Predicate.INSTANTIATES, Predicate.SUBSCRIPTS),
    }
)


def counted(clause: Clause, fitting: Sequence[Hit], doubt: str) -> Finding:
    """What follows for a clause that says how often, from all places that fit it."""
    assert clause.count is not None
    fitting = [hit for hit in fitting if not _is_way_to_parent(hit, fitting)]
    number = len({(id(hit.outline), hit.span) for hit in fitting})
    if doubt:
        return doubtful(doubt)
    repeats = any(_is_repeated(hit) and not is_last_pass(hit) for hit in fitting)
    is_over = clause.count.most is not None and number > clause.count.most
    is_bound = clause.count.most is not None and not is_over
    is_of_run = not clause.count.least and clause.predicate in _DONE
    if repeats and is_bound and (is_of_run or clause.predicate is Predicate.CALLS):
        return doubtful(_HOW_OFTEN)
    if repeats and number < (clause.count.least or 0):
        proofs = tuple(hit.proof() for hit in fitting)
        is_so = "repeatedly" in clause.text
        return Finding(proofs=proofs) if is_so else doubtful(_HOW_OFTEN)
    if clause.count.allows(number):
        return _as_many(clause, clause.count, fitting)
    if number == 0:
        return NOTHING
    if is_over and _is_apart(clause, clause.count, fitting):
        return doubtful(_APART)
    return Finding(against=tuple(hit.proof() for hit in fitting))


def _as_many(clause: Clause, count: Count, fitting: Sequence[Hit]) -> Finding:
    """What follows where there are as many places as is said."""
    if clause.is_negated and not count.allows(most_on_one_way(fitting, is_apart_or_left)):
        return doubtful(_APART)
    is_once = count.least == 1 and _is_at_all(clause)
    if is_once and not all(map(is_reached_anyhow, fitting)):
        return doubtful("it is not reached in every case, so how often it is done is open")
    return Finding(proofs=tuple(hit.proof() for hit in fitting), is_true=not fitting)


def _is_apart(clause: Clause, count: Count, fitting: Sequence[Hit]) -> bool:
    """True if no way through the code comes to more than is said, though more places are there."""
    is_most = not count.least  # `at most once` is said of a run, `exactly once` of the text
    apart = is_apart_or_left if is_most else is_in_other_arm
    is_done = clause.predicate in _DONE if is_most else clause.predicate is Predicate.CALLS
    return is_done and count.allows(most_on_one_way(fitting, apart))


_HOW_OFTEN = "it stands in a loop, so how often it is done can't be seen"
_NO_MORE = re.compile(r"\b(?:only|just|merely) (?:once|(?:one|a single) time)\b")
_APART = "no way through the code comes to all of these places"


def _is_at_all(clause: Clause) -> bool:
    """True for `calls f exactly once`, with no word of where or when; `only once` is no more."""
    if _NO_MORE.search(clause.text):
        return False
    is_placed = clause.place is not None or clause.condition is not None
    return clause.predicate is Predicate.CALLS and not is_placed


def _is_way_to_parent(hit: Hit, fitting: Sequence[Hit]) -> bool:
    """True for all but the `super()` of `super().f().g()`, which calls the parent once."""
    begun_there = [one.whole for one in fitting if one.whole.start == hit.whole.start]
    is_first = all(one.end >= hit.whole.end for one in begun_there)
    return not is_first and _TO_PARENT.match(hit.outline.text.slice(hit.whole)) is not None


_TO_PARENT = re.compile(r"super\([^()]*\)\.")


def _is_repeated(hit: Hit) -> bool:
    around = hit.outline.around(hit.whole)
    return Around.LOOP in around or Around.COMPREHENSION in around
