"""`always`, `invariably`, `no matter what`, and what is said to be given each time."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
class P:
    def find(self, k):
        return self.first.get(k) or self.second.get(k)
    def early(self, k):
        if not k:
            return
        x = self.second
        return x
    def tern(self, k):
        return self.a if k else self.b
    def two(self, k):
        if k:
            return self.a
        return self.a
    def grow(self, k):
        if k:
            self.xs.append(k)
    def loop(self, ks):
        for k in ks:
            use(self.second)
            if k:
                use(self.third)
    def make(self, user):
        if user is None:
            c = self.src.get()
        else:
            c = self.src.get(user)
        return c
    def given(self, user):
        return self.src.get(user)
""",
        "C.kt": """
class C(private val first: F, private val second: F) {
  fun pick(k: String): String? = first.get(k) ?: second.get(k)
  fun both(k: String): String? { first.get(k); return second.get(k) }
}
""",
        "J.java": """
class J { Src src;
 C make(String u) { C c; if (u == null) { c = src.get(); } else { c = src.get(u); } return c; }
 void none() { src.get(); }
}
""",
        "a.ts": "function chosen(k: any) { return k ? aa : bb }",
    }
)
CLAIMS = {
    "SUPPORTED": """
P.find always uses self.first
P.find uses self.second
P.two always returns self.a
P.two invariably returns self.a
P.tern always returns self.a or self.b
P.loop always uses self.second in the loop
P.make always calls self.src.get
P.given always calls self.src.get with a user name
P.given calls self.src.get with a user
C.both always uses second
J.make always calls src.get
""",
    "CONTRADICTED": """
P.grow uses self.xs regardless of k
P.find always uses self.second
P.find always reads self.second
P.find invariably uses self.second
P.early always uses self.second
C.pick always relies on second
""",
    "INCONCLUSIVE": """
P.find uses self.second no matter what
P.find always returns self.second.get
P.tern always returns self.b
P.tern invariably returns self.a
P.tern only returns self.a
P.tern does not always return self.a
P.grow appends k to self.xs whatever k is
P.loop always uses self.third in the loop
P.make always calls self.src.get with a user name
P.make always calls self.src.get with an argument
P.make only calls self.src.get with a user name
C.pick always uses second
J.make always calls src.get with a user name
J.make calls src.get with a user name in every case
J.none calls src.get with a user name
chosen always returns aa
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
