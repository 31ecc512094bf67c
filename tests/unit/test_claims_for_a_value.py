"""`returns nil for an empty list` is said of what holds where that is returned."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.js": """
class Deque {
    get length() { return this._list.length; }
    shift() {
        if (this.length === 0) {
            return undefined;
        }
        return this._list.take();
    }
}
""",
        "b.c": """
double fac(double a) {
    if (a < 0.0) return NAN;
    if (a > LIMIT) return INFINITY;
    return rest(a);
}
void release(struct node *n) {
    if (!n) return;
    free(n);
}
int *at(struct log *l, int idx) {
    if (idx == 0) return NULL;
    return &l->entries[idx];
}
""",
        "c.go": """
package c
type Errors []error
func (e Errors) Last() error {
	if len(e) == 0 {
		return nil
	}
	return e[len(e)-1]
}
func (p *pool) Resize(n int) {
	if n < 0 {
		panic(ErrSize)
	}
	p.n = n
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Deque.shift returns undefined on an empty deque",
        "Deque.shift returns undefined if it is empty",
        "fac returns NAN for negative input",
        "fac returns NAN for a negative a",
        "release is a no-op for NULL",
        "at returns NULL for idx 0",
        "Errors.Last returns nil for an empty list",
        "pool.Resize panics for negative values",
        "pool.Resize panics on a negative n",
    ],
    "CONTRADICTED": [
        "Errors.Last never returns nil for an empty list",
        "pool.Resize never panics for negative values",
    ],
    "NOT_SUPPORTED": ["Deque.shift throws on an empty deque", "fac raises for negative input"],
    "INCONCLUSIVE": [
        "fac returns INFINITY for negative input",
        "at returns NULL for idx 1",
        "Deque.shift returns undefined if it is not empty",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_value_is_asked(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
