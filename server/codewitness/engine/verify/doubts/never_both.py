"""Two things that are each done, and never together: `cancels it and returns False`.

One may stand in the arm that does not return it. And `saves it and sets x if y` may mean both by
its condition, under which the first is never done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.conditions.exclusive import is_in_other_arm, is_left_between
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.verdicts import Status, Verdict
from codewitness.model.outline import Around

_LEAVING = frozenset({Predicate.RETURNS, Predicate.RAISES, Predicate.RERAISES})


def never_both(
    clauses: Sequence[Clause],
    verdicts: Sequence[Verdict],
    judged: Callable[[Clause], Verdict],
) -> str:
    """The clause that holds on no way on which the other does; empty if that is not seen."""
    if len(clauses) != len(verdicts) or any(one.is_negated for one in clauses):
        return ""
    pairs = zip(clauses, clauses[1:], verdicts, verdicts[1:], strict=False)
    for first, second, one, other in pairs:
        if first.described or first.condition is not None:
            continue
        if second.described:
            under = replace(first, described=second.described, condition=second.condition)
            is_refuted = judged(under).status is Status.CONTRADICTED
            if is_refuted or _are_apart(one.proofs, other.proofs, _are_both):
                return second.described
        is_leaving = second.predicate in _LEAVING and first.predicate not in _LEAVING
        is_led = is_leaving and second.condition is None
        if is_led and _are_apart(one.proofs, other.proofs, _may_follow):
            return second.text
    return ""


def _are_apart(
    done: Sequence[Proof], other: Sequence[Proof], fits: Callable[[Proof, Proof], bool]
) -> bool:
    """True if no two of what shows them are done on one way."""
    one, two = (
        [proof for proof in proofs if proof.type is not EvidenceType.CONDITIONAL]
        for proofs in (done, other)
    )
    return bool(one and two) and not any(fits(early, late) for early in one for late in two)


def _are_both(done: Proof, other: Proof) -> bool:
    """True if one way through the code may come to both."""
    one, two = (Hit(p.type, p.detail, p.outline, p.span, p.span) for p in (done, other))
    if done.outline is not other.outline:
        return True
    return not (is_in_other_arm(one, two) or is_left_between(one, two))


def _may_follow(done: Proof, left: Proof) -> bool:
    """True if what is done may be on the way to where the function is left, or on the way out."""
    outline = done.outline
    deferred = [one.span for one in outline.marked("deferred")]
    is_last = Around.FINALLY in outline.around(done.span) or any(
        one.contains(done.span) for one in deferred
    )
    if outline is not left.outline or is_last or left.span.contains(done.span):
        return True
    return done.span.start < left.span.start and _are_both(done, left)
