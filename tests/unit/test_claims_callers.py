"""Callers: a class stands for its methods, and tests for the files that hold them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "src/L.java": """
package p;
class Lines {
  void flush() { x(); }
  void append() { flush(); this.flush(); }
  Lines() { flush(); }
  void close() { y(); }
  void unused() { y(); }
  void mixed() { y(); }
  void z() { mixed(); }
}
""",
        "src/Other.java": """
package p;
class Other { Lines lines = new Lines(); void go() { lines.append(); } }
""",
        "src/test/java/p/LinesTest.java": """
package p;
class LinesTest { void t() { Lines lines = new Lines(); lines.close(); lines.mixed(); } }
""",
        "pool.py": """
class Pool:
    def take(self): return self._make()
    def _make(self): return 1
    def idle(self): return 2
def outer():
    return Pool().take()
""",
        "tests/test_pool.py": """
from pool import Pool
def test_idle():
    assert Pool().idle() == 2
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "only Lines calls Lines.flush",
        "Lines.flush is only called by Lines",
        "only Other calls Lines.append",
        "Lines.close is only called by tests",
        "Lines.close is only called from tests",
        "Lines.close is called by tests",
        "Lines.close is never called outside tests",
        "Lines.mixed is called by tests",
        "Lines.append is not called by tests",
        "only Pool calls Pool._make",
        "Pool.idle is only called by tests",
        "only outer calls Pool.take",
        "only tests call Lines.close",
    ],
    "CONTRADICTED": [
        "only Other calls Lines.flush",
        "only Lines calls Lines.append",
        "Lines.close is never called by tests",
        "Lines.mixed is only called by tests",
        "Lines.mixed is never called outside of tests",
        "Lines.append is only called by tests",
        "Pool.take is only called by tests",
        "only Pool calls Pool.take",
        "only tests call Lines.append",
    ],
    "NOT_SUPPORTED": [
        "Lines.append is called by tests",
        "Lines.unused is only called by tests",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
