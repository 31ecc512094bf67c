"""Nothing is done if x, though no return comes early: all stands under the opposite."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "a.py": """
class A:
    async def gone(self):
        if not self._gone:
            m = await self.go()
            if m:
                self._gone = True
        return self._gone
    def plain(self):
        if self.done:
            return 1
        self.go()
        return 2
    def wrap(self, x):
        if x:
            self.go()
    def behind(self, x):
        if x:
            self.go()
        self.log()
    def other(self):
        if not self.a:
            self.go()
        self.fin()
        return 3
""",
    "B.java": """
class B {
  void stop(boolean dead) { if (!dead) { go(); fin(); } }
  int val() { if (!ready) { go(); } return 1; }
}
""",
    "c.ts": """
class C { stop() { if (this.open) { this.go(); } } }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.plain returns early if self.done is true
""",
    "NOT_SUPPORTED": """
A.wrap returns early if x
A.behind returns early unless x
A.other returns early if self.a is true
A.gone returns early
""",
    "INCONCLUSIVE": """
A.gone returns immediately if self._gone is already true
A.gone returns early if self._gone is true
A.gone returns early when self._gone
A.plain returns early if self.other
A.wrap returns early if x is false
A.wrap returns early unless x
B.stop returns early if dead is true
B.stop returns immediately if dead
B.val returns early if ready
C.stop returns early unless this.open
A.gone never returns early if self._gone is true
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
