"""`loops while x` and `until x`: the loop's own head decides, then what leaves it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "trim.c": """
int f(struct r *r) { while (r->idx >= 0) if (g(r) != 0) break; return 0; }
int h(int size, int max) { while (size > max) { if (!g(1)) return 1; } return 0; }
""",
        "trim.py": """
def shrink(self, size):
    while size > self.most:
        if not self.drop():
            return
def step(q):
    while q.ready:
        if q.closed:
            break
        q.step()
def drain(q):
    while True:
        x = q.get()
        if x is None:
            break
""",
        "trim.kt": "fun trim() { while (size > most) { if (!drop()) return }\n idle() }\n",
        "trim.go": "package p\nfunc lower(n int) { for n > 3 { if !drop() { return }; n-- } }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("trim.c::f loops while r->idx >= 0", "trim.c::h loops while size > max"),
        *("trim.c::h loops until size <= max", "shrink loops while size > self.most"),
        *("shrink loops until size <= self.most", "step loops while q.ready"),
        *("step loops until q.closed", "drain loops until x is None"),
        *("trim.kt::trim loops while size > most", "lower loops while n > 3"),
    ],
    "CONTRADICTED": [
        *("trim.kt::trim never loops while size > most", "trim.c::h never loops while size > max"),
    ],
    "NOT_SUPPORTED": [
        *("trim.c::h loops while size < max", "trim.c::h loops until size > max"),
        *("step loops while q.closed", "step loops until q.ready", "drain loops while x is None"),
    ],
    "INCONCLUSIVE": ["trim.c::h loops while size > 3"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
