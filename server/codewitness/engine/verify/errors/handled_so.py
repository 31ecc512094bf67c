"""`catches E without logging`: what its handler does; `never raises immediately`: and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.verdicts import Status, Verdict, less_sure

P = Predicate
_DONE = frozenset({P.CALLS, P.ACTS, P.AWAITS, P.INSTANTIATES, P.PASSES})
_LEAVING = frozenset({P.RETURNS, P.RAISES, P.RERAISES})  # `catches E and returns x`: then
_OF_IT = re.compile(r"\b(?:it|them|(?:the|that) (?:error|exception))\b(?! to\b)")


def in_its_handler(clauses: Sequence[Clause], verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, those on what is done with what is caught by the handler alone that has it."""
    kept = list(verdicts)
    for at in range(1, len(kept)):
        before, one = clauses[at - 1], clauses[at]
        is_so = before.predicate in (P.CATCHES, P.SWALLOWS) and not before.is_negated
        is_without = one.is_negated and one.text.startswith("without ")
        is_of_it = is_without or (not one.is_negated and _OF_IT.search(one.text) is not None)
        is_of_it = is_of_it and one.predicate in _DONE
        is_of_it = is_of_it or (one.predicate in _LEAVING and not one.is_negated)
        if is_so and is_of_it and verdicts[at - 1].proofs:
            kept[at] = _held(kept[at], verdicts[at - 1].proofs)
    return kept


_AT_ONCE = re.compile(r"\b(?:immediately|at once|right away|straight away|on the spot)\b")
_SOME_TIME = frozenset({P.RAISES, P.CALLS, P.ACTS, P.AWAITS})


def not_at_once(clauses: Sequence[Clause], verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, open where `never raises immediately` meets what is raised, perhaps later."""
    return [
        replace(one, status=Status.INCONCLUSIVE, proofs=(), reason=_LATER)
        if clause.is_negated
        and clause.predicate in _SOME_TIME
        and one.status is Status.CONTRADICTED
        and _AT_ONCE.search(clause.text)
        else one
        for clause, one in zip(clauses, verdicts, strict=True)
    ]


_LATER = "it does that, but whether at once can't be told"


def _held(verdict: Verdict, caught: Sequence[Proof]) -> Verdict:
    if not verdict.proofs:
        return verdict
    inside = tuple(one for one in verdict.proofs if _is_inside(one, caught))
    if inside:
        return replace(verdict, proofs=inside)
    if verdict.status is Status.CONTRADICTED:
        return replace(less_sure(verdict), status=Status.SUPPORTED, proofs=())
    reason = "it is done there, but not where that is caught"
    return replace(verdict, status=Status.INCONCLUSIVE, proofs=(), reason=reason)


def _is_inside(one: Proof, caught: Sequence[Proof]) -> bool:
    """True if it stands in a handler that a place where something is caught is of."""
    handlers = one.outline.marked("handler")
    return any(
        item.span.contains(one.span) and item.span.contains(place.span)
        for place in caught
        for item in handlers
        if place.outline is one.outline
    )
