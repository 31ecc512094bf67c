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
DIFFERING = 0.7  # definitions of one name that get different verdicts: 34 of 47, stubs left aside
NOT_FOUND = 0.92  # 19 of 20, in the first two and the last three runs

_BASE = {
    "SUPPORTED": 0.98,  # 784 of 790, in the first nine and the last three runs
    "CONTRADICTED": 0.98,  # 217 of 219
    "NOT_SUPPORTED": 0.85,  # 213 of 250
    "INCONCLUSIVE": 0.2,  # 17 of 99
}
# What the names of calls and patterns of code only suggest.
_SUGGESTED = frozenset(
    {Predicate.ACTS, Predicate.CACHES, Predicate.FALLS_BACK, Predicate.SWALLOWS, Predicate.HAS}
)


def confidence(status: str, clause: Clause, proofs: Sequence[Proof]) -> float:
    """From 0 to 1."""
    sure = _BASE.get(str(status), 0.5)
    if clause.predicate in _SUGGESTED:
        sure -= 0.05
    if proofs:
        weakest = min(proof.relevance for proof in proofs)
        if weakest < LOOSE:
            sure -= 0.15
        elif weakest <= LOOSE:
            sure -= 0.03
    if clause.condition is not None:
        sure -= 0.03
    return round(max(sure, 0.1), 3)
