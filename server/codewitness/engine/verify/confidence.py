"""How sure a verdict is: about how often verdicts of its kind are right.

The figures are shares of right verdicts among the labelled claims of `benchmarks/verify_claims.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import LOOSE, Proof

_BASE = {
    "SUPPORTED": 0.97,
    "CONTRADICTED": 0.97,
    "NOT_SUPPORTED": 0.95,
    "INCONCLUSIVE": 0.85,
}
# What the names of calls and patterns of code only suggest.
_SUGGESTED = frozenset(
    {Predicate.ACTS, Predicate.CACHES, Predicate.FALLS_BACK, Predicate.SWALLOWS, Predicate.HAS}
)


def confidence(status: str, clause: Clause, proofs: Sequence[Proof]) -> float:
    """From 0 to 1."""
    sure = _BASE.get(str(status), 0.9)
    if clause.predicate in _SUGGESTED:
        sure -= 0.1
    if proofs:
        weakest = min(proof.relevance for proof in proofs)
        if weakest < LOOSE:
            sure -= 0.2
        elif weakest <= LOOSE:
            sure -= 0.07
    if clause.condition is not None:
        sure -= 0.05
    return round(max(sure, 0.3), 3)
