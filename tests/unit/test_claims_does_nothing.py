"""`does nothing if x`, parameters that the body does not have, what is said by its sort alone."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  remove(c) { const i = this.list.indexOf(c); if (i !== -1) { this.list.splice(i, 1); } }
  guard(c) { if (!c) { return; } this.go(c); }
  both(c) { this.log(c); if (c) { this.go(c); } }
  elsed(c) { if (c) { this.go(c); } else { this.other(c); } }
  nothing(c) { }
  truthy(c) { if (this.list.includes(c)) { this.list.splice(0, 1); } }
  param(a, b) { return b; }
  param2(a, b) { return a + b; }
}
""",
        "a.py": """
class P:
    def remove(self, c):
        if c in self.items:
            self.items.remove(c)
    def both(self, c):
        self.log(c)
        if c in self.items:
            self.items.remove(c)
    def guard(self, c):
        if c is None:
            return
        self.go(c)
    def elsed(self, c):
        if c:
            self.go(c)
        else:
            self.other(c)
    def looped(self, xs):
        for x in xs:
            self.go(x)
    def ignores(self, a, b):
        return b
    def uses(self, a, b):
        return a
    def one(self, a):
        return 5
    def loc(self, a):
        return locals()
    def sup(self, a):
        return [a for _ in self.xs]
    def deco(self, a, b):
        return self.go(b)
""",
        "a.swift": """
class S {
  var storage: [Int: Set<Int>] = [:]
  func drop(_ k: Int) { if self.storage[k]?.isEmpty == true { self.storage[k] = nil } }
  func dropAll(_ k: Int) { self.storage[k] = nil }
}
""",
        "A.java": """
class J {
  void drop(Object c) { if (items.contains(c)) { items.remove(c); } }
  int ignores(int a, int b) { return b; }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.truthy does nothing if c is not in the list
P.remove does nothing if c is not in items
J.drop does nothing if items does not contain c
T.remove does nothing if i is -1
T.guard does nothing if c is not set
T.guard does nothing unless c is set
P.remove does nothing if c is not in self.items
P.guard does nothing if c is None
P.remove does nothing if c is not in items
T.truthy does nothing if c is not in the list
P.remove never does nothing
T.param ignores its first parameter
T.param uses its second parameter
T.param2 uses its first parameter
T.param2 uses its parameters
P.ignores ignores its first parameter
P.uses uses its first parameter
P.ignores never uses its first parameter
S.drop sets self.storage[k] to nil only if it is empty
P.sup uses its first parameter
P.deco ignores its first parameter
""",
    "CONTRADICTED": """
T.truthy does nothing if c is in the list
T.elsed does nothing if c is not set
P.remove does nothing if c is in self.items
T.truthy does nothing if c is in the list
P.elsed does nothing if c is not set
T.param uses its first parameter
P.ignores uses its first parameter
P.one uses its parameter
P.one uses its only parameter
J.ignores uses its first parameter
P.ignores uses the parameter a
""",
    "NOT_SUPPORTED": """
T.param uses a
P.loc uses its first parameter
""",
    "INCONCLUSIVE": """
T.remove does nothing if the connection is not in the list
T.remove does nothing if c is not in this.list
T.guard does nothing if c is set
T.both does nothing if c is not set
P.both does nothing if c is not in self.items
P.guard does nothing if c is not None
P.looped does nothing if xs is empty
S.drop sets the entry to nil only if it is empty
S.dropAll sets the entry to nil only if it is empty
S.dropAll sets the entry to nil
S.drop sets the entry to nil
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
