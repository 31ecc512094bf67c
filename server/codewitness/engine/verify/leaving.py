"""`returns x without calling f`: what is not done on the way out that is spoken of."""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.model.outline import Around

P = Predicate
_LEAVING = frozenset({P.RETURNS, P.RETURNS_EARLY, P.RAISES})
_DONE = frozenset({P.CALLS, P.ACTS, P.AWAITS, P.INSTANTIATES})
_MAYBE = frozenset({Around.BRANCH, Around.ELSE, Around.HANDLER, Around.LOOP})


def is_without(clauses: Sequence[Clause], at: int) -> bool:
    """True for a clause that says what is not done before the function is left as the last says."""
    one = clauses[at]
    is_so = one.is_negated and one.predicate in _DONE and one.text.startswith("without ")
    return is_so and at > 0 and clauses[at - 1].predicate in _LEAVING


def is_done_on_the_way(exits: Sequence[Proof], done: Sequence[Proof]) -> bool | None:
    """Whether something is done before these exits; None if that can't be told."""
    if not exits or len({id(one.outline) for one in (*exits, *done)}) > 1:
        return None
    around = [one.outline.around(one.span) for one in (*exits, *done)]
    if any(Around.LOOP in one for one in around):
        return None
    if all(one.span.start > max(e.span.end for e in exits) for one in done):
        return False
    is_before = any(one.span.end < min(e.span.start for e in exits) for one in done)
    is_sure = any(not one.outline.around(one.span) & _MAYBE for one in done)
    return True if is_before and is_sure and len(done) == 1 else None
