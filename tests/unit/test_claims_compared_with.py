"""`compares x with y`: both sides of a comparison are asked, also where no condition has it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.js": """
class Breaker {
    get halfOpen() {
        return this[STATE] === HALF_OPEN;
    }
    check(limit) {
        if (this.retryCount > limit) this.stop();
    }
}
""",
        "b.c": """
int voted(struct server *me) {
    return me->voted_for != -1;
}
""",
        "c.go": """
package c
func (r *core) delay(n uint) int {
	delayTime := r.of(n)
	if r.maxDelay > 0 && delayTime > r.maxDelay {
		delayTime = r.maxDelay
	}
	return delayTime
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Breaker.halfOpen compares the state with HALF_OPEN",
        "Breaker.check compares the retry count with limit",
        "Breaker.check compares the retry count against the limit",
        "voted compares voted_for with -1",
        "core.delay caps the delay at maxDelay",
    ],
    "CONTRADICTED": [
        "Breaker.halfOpen never compares the state with HALF_OPEN",
        "core.delay never caps the delay at maxDelay",
    ],
    "NOT_SUPPORTED": ["core.delay caps the delay at minDelay"],
    "INCONCLUSIVE": [
        "Breaker.halfOpen compares the state to OPEN",
        "Breaker.halfOpen compares the timeout with HALF_OPEN",
        "voted compares voted_for with 0",
        "voted compares voted_for with 1",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_both_sides_are_asked(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
