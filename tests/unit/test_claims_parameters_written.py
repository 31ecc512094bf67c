"""Parameters that are written: given another value, or changed in what they hold."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "A.java": """
class A { String last;
 void check(String q, Duration d) { if (d.isNegative()) { d = Duration.ZERO; } last = q; }
 void keep(Duration kept) { this.kept = kept; }
 void anew(Duration kept) { kept = Duration.ZERO; this.kept = kept; }
 int read(int a, int b) { return a + b; }
 void bump(int n) { n++; }
}
""",
        "p.py": """
class P:
    def check(self, q, d):
        if d < 0:
            d = 0
        self.last = q
    def keep(self, kept):
        self.kept = kept
    def attr(self, req):
        req.done = True
    def deep(self, req):
        req.meta["a"] = 1
    def inside(self):
        self.req.done = True
    def grown(self, req):
        req.items.append(1)
    def copied(self, xs):
        xs = list(xs)
        xs.append(1)
    def walrus(self, n):
        if (n := n - 1):
            return n
""",
        "p.kt": "class K { fun keep(kept: Int) { this.kept = kept } }",
        "p.go": "package p\nfunc star(p *int) { *p = 1 }\n",
        "p.cs": "class C { void R(ref int a) { a = 1; } }",
    }
)
CLAIMS = {
    "SUPPORTED": """
A.check modifies its parameters
A.check reassigns its parameters
A.keep never modifies its parameter
A.keep never modifies its parameter kept
A.read never modifies its parameters
A.bump modifies its parameter
P.check reassigns its arguments
P.check never mutates its arguments
P.keep never reassigns the parameter kept
P.attr mutates req
P.deep mutates its argument
P.inside modifies self.req
K.keep never modifies its parameter
star modifies its argument
""",
    "CONTRADICTED": """
A.check never modifies its parameters
A.check never reassigns any of its parameters
A.check does not change its parameters
A.anew never reassigns its parameter kept
P.check never modifies its parameters
P.attr never modifies req
P.attr never modifies its parameter req
P.deep never changes req
P.inside never mutates self.req
P.walrus never reassigns its parameter
star never mutates its argument
""",
    "NOT_SUPPORTED": """
A.keep modifies its parameter
A.keep reassigns its parameter kept
P.keep mutates its argument
K.keep modifies its parameter
""",
    "INCONCLUSIVE": """
P.check never modifies its arguments
P.grown never modifies req
P.copied mutates its argument
P.copied never mutates its argument
C.R never mutates its argument
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
