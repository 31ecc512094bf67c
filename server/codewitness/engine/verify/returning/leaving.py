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
    is_left = at > 0 and clauses[at - 1].predicate in _LEAVING
    return (
        is_so and is_left and (clauses[at - 1].predicate is not P.RETURNS or _is_told(clauses, at))
    )


def _is_told(clauses: Sequence[Clause], at: int) -> bool:
    """False for `returns without calling f`, which is of any way out."""
    return bool(clauses[at - 1].objects or clauses[at - 1].detail)


def is_done_on_the_way(exits: Sequence[Proof], done: Sequence[Proof]) -> bool | None:
    """Whether something is done before these exits; None if that can't be told."""
    if not exits or len({id(one.outline) for one in (*exits, *done)}) > 1:
        return None
    around = frozenset[Around]().union(*(one.outline.around(one.span) for one in exits))
    if Around.LOOP in around:
        return None
    if all(one.span.start > max(e.span.end for e in exits) for one in done):
        return False
    if not around & _MAYBE:
        return None if any(map(_is_left_there, done)) else True
    is_before = any(one.span.end < min(e.span.start for e in exits) for one in done)
    is_sure = any(not one.outline.around(one.span) & _MAYBE for one in done)
    return True if is_before and is_sure and len(done) == 1 else None


def _is_left_there(one: Proof) -> bool:
    """True for what is done in an arm that leaves the function itself."""
    outline = one.outline
    arm = outline.innermost(one.span, Around.BRANCH, Around.ELSE, Around.HANDLER)
    return arm is not None and any(map(arm.contains, outline.exits))
