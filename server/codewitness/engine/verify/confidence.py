"""How sure a verdict is: about how often verdicts of its kind are right.

The figures are shares of right verdicts in the blind runs of `benchmarks/verify_claims.py`: over
claims that were written and labelled before any of them was judged. They are rounded down, by more
where few claims stand behind them.
"""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, Proof

NOT_UNDERSTOOD = 0.1  # of 54 sentences that were not or only partly understood, 2 were undecidable
PARTLY_UNDERSTOOD = 0.1
DIFFERING = 0.7  # definitions of one name that get different verdicts: 59 of 85, stubs left aside
# Of `only f does it`: not measured yet, set below what else is seen in lines.
OTHERS_DO, NOBODY_ELSE = 0.9, 0.8
NOT_FOUND = 0.75  # 16 of 24 since the eleventh run; some that were overlooked are found now

IDIOM = 0.9  # a whole sentence that is held to an idiom of the code

_BASE = {
    "SUPPORTED": 0.98,  # 1,215 of 1,232, in the first nine runs and since the eleventh
    "CONTRADICTED": 0.98,  # 499 of 510
    "NOT_SUPPORTED": 0.82,  # 24 of 30, of what is not listed below
    "INCONCLUSIVE": 0.1,  # 3 of 63
}
# Since the eleventh run.
_OF_KIND = {
    **dict.fromkeys(
        (
            *(("NOT_SUPPORTED", one) for one in (Predicate.CALLS, Predicate.LOOPS)),
            *(("NOT_SUPPORTED", one) for one in (Predicate.RAISES, Predicate.CATCHES)),
            *(("NOT_SUPPORTED", one) for one in (Predicate.RERAISES, Predicate.RECURSES)),
        ),
        0.95,  # 242 of 252
    ),
    ("NOT_SUPPORTED", Predicate.WRITES): 0.75,  # 20 of 27
    ("NOT_SUPPORTED", Predicate.ACTS): 0.55,  # 4 of 7
    ("INCONCLUSIVE", Predicate.BEYOND): 0.88,  # 16 of 18
    ("INCONCLUSIVE", Predicate.CALLS): 0.25,  # 6 of 22
}
# What the names of calls and patterns of code only suggest.
_SUGGESTED = frozenset(
    {Predicate.ACTS, Predicate.CACHES, Predicate.FALLS_BACK, Predicate.SWALLOWS, Predicate.HAS}
)


def confidence(status: str, clause: Clause, proofs: Sequence[Proof]) -> float:
    """From 0 to 1."""
    of_kind = _OF_KIND.get((str(status), clause.predicate))
    sure = _BASE.get(str(status), 0.5) if of_kind is None else of_kind
    if of_kind is None and clause.predicate in _SUGGESTED:
        sure -= 0.05
    if proofs:
        weakest = min(proof.relevance for proof in proofs)
        if weakest < LOOSE:
            sure -= 0.15
        elif weakest <= LOOSE:
            sure -= 0.03
    if clause.condition is not None:
        # What is said of conditions is missed more often than it is seen wrongly.
        sure -= 0.03 if proofs else 0.15
    return round(max(sure, 0.1), 3)
