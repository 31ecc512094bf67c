"""`reads x or raises E`: two ways that it may go, of which both must be shown.

That one of several names is used shows `uses a or b`; one of two things that are done shows not
that there is another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.confidence import PARTLY_UNDERSTOOD
from codewitness.engine.verify.verdicts import Status, Verdict


def either_way(claim: Claim, verdicts: Sequence[Verdict], verdict: Verdict) -> Verdict:
    """The verdict of all clauses; open where only one of two different ways is shown."""
    is_of_ways = claim.any_of and len({one.predicate for one in claim.clauses}) > 1
    if verdict.status is not Status.SUPPORTED or not is_of_ways or claim.is_negated:
        return verdict
    for clause, one in zip(claim.clauses, verdicts, strict=True):
        if one.status is not Status.SUPPORTED and not clause.is_negated:
            reason = f"that it {clause.text}, the other way it may go, is not shown"
            return replace(
                verdict, status=Status.INCONCLUSIVE, confidence=PARTLY_UNDERSTOOD, reason=reason
            )
    return verdict
