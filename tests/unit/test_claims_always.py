"""`always` and `unconditionally`, wherever they stand: conditions and exits speak against it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "u.py": """
class U:
    def guarded(self, x):
        if not x:
            return
        self.go()
    def branched(self, x):
        if x:
            os.remove(x)
            self.n = 1
        self.end()
        self.m = 2
    def raising(self, x):
        if x is None: raise ValueError
        self.go()
    def looped(self, xs):
        self.start()
        for x in xs: self.go()
""",
        "t.ts": "class T { s(x) { if (x) { this.hs.sort() } this.end(); } }\n",
        "J.java": """
class J {
  void f(int x) { if (x > 1) throw new E(); go(); }
  void g(int x) { pre(); if (x > 1) go(); }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("U.branched calls end always", "U.branched calls self.end unconditionally"),
        *("U.branched unconditionally writes self.m", "U.branched sets self.m always"),
        *("U.looped calls start always", "T.s calls end always", "J.g unconditionally calls pre"),
        *("U.branched does not always remove x", "U.branched calls end always and sets self.m"),
    ],
    "CONTRADICTED": [
        *("U.guarded calls go unconditionally", "U.guarded unconditionally calls go"),
        *("U.branched removes x always", "U.branched sets self.n always"),
        *("U.branched unconditionally writes self.n", "T.s calls hs.sort always"),
        *("J.g calls go unconditionally", "U.branched never calls end unconditionally"),
    ],
    "INCONCLUSIVE": [
        *("U.raising calls go unconditionally", "U.looped calls go always"),
        *("J.f unconditionally calls go", "U.looped doesn't call go always"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
