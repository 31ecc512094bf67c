"""Whom a recursive function is called by: the claim's names, and itself."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """package a
func merge(src, into map[string]any) {
	for k, v := range src {
		merge(v, into[k])
	}
}
func (v *V) MergeAll(m map[string]any) { merge(m, v.config) }
func alone(n int) int { return alone(n - 1) }
func helper(n int) { helper(n - 1) }
func pair(n int) { helper(n) }
func other(n int) { helper(n) }
""",
        "a.py": """
class T:
    def visit(self, n):
        self.visit(n.next)
    def run(self):
        self.visit(1)
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "merge is only called by MergeAll and itself",
        "merge is only called by itself and MergeAll",
        "merge is called by MergeAll and itself",
        "merge is called only by MergeAll and by itself",
        "merge is only called by MergeAll and recursively",
        "merge is only called by MergeAll and merge",
        "merge is only called by MergeAll, apart from itself",
        "alone is only called by itself",
        "helper is only called by pair, other and itself",
        "helper is only called by pair, by other and by itself",
        "T.visit is only called by T.run and itself",
        "T.visit is only used by run and itself",
        "pair is not called by itself",
    ],
    "CONTRADICTED": [
        "merge is only called by itself",
        "helper is only called by pair and itself",
        "merge is never called by itself",
    ],
    "NOT_SUPPORTED": ["pair is called by itself"],
    "INCONCLUSIVE": ["merge is only called by MergeAll"],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_calls_of_its_own_are_by_itself(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
