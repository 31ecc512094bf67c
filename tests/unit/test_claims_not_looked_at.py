"""What a claim says beside what is found, and no line is seen to bear out, leaves it open."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Box.cs": """
class Box {
  void Handle() { Put(commit: false, ack: true); Put(commit: false, ack: false); }
  void Yes() { Put(commit: true); }
}
""",
        "lock.rs": "fn wait(&self) { let mut guard = self.m.lock(); *guard = true; }\n",
        "made.c": """
void *mem(size_t nm, size_t sz) { return calloc(nm, sz); }
void *cleared(size_t nm) { return calloc(nm, 0); }
""",
        "got.go": """package got
func (c *C) Fetch(a int, load bool) int {
	if a > 1 {
		return c.Fetch(a-1, false)
	}
	return 2
}
""",
        "sender.py": """
class Sender:
    def go(self, x):
        self.send(x, commit=False)

    def rec(self, n, deep):
        return self.rec(n - 1, True)
""",
    }
)
CLAIMS = {
    "SUPPORTED": said(
        """
Box.Handle calls Put with ack: true
Box.Handle calls Put with commit false
wait writes *guard = true
cleared calls calloc with size zero
C.Fetch calls itself with false
C.Fetch never calls itself with true
C.Fetch calls itself
Sender.rec calls itself with True
Sender.go calls self.send with commit disabled
"""
    ),
    "CONTRADICTED": said(
        """
Box.Yes never calls Put with commit true
C.Fetch never calls itself with false
C.Fetch never calls itself
Sender.rec never calls itself with True
"""
    ),
    "INCONCLUSIVE": said(
        """
Box.Handle never calls Put with commit true
Box.Handle calls Put with commit true
Box.Yes never calls Put with commit: false
wait never writes *guard = false
wait writes *guard = false
mem never calls calloc with sz zero
mem calls calloc with sz zero
Sender.go never calls self.send with commit enabled
Sender.go calls self.send with commit enabled
"""
    ),
    "NOT_SUPPORTED": ["C.Fetch calls itself with true", "Sender.rec calls itself with False"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
