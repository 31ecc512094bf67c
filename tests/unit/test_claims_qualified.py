"""Claims about items of which the code asks the opposite, and about values that are given."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "t.ts": """
class T {
  add(c: X) { if (!this.isExpired(c)) { this.items.push(c); } }
  drop(c: X) { if (this.isExpired(c)) { this.items.push(c); } }
  early(c: X) { if (c.expired) return; this.items.push(c); }
  own(c: X) { if (!this.expired) { this.items.push(c); } }
  each(us: U[]) { for (const u of us) { if (u.active) continue; this.send(u); } }
  set(b: B) { b.setStrict(false); }
}
""",
        "p.py": """
class P:
    def check(self, c):
        if not self.expired(c):
            self.items.append(c)
    def keep(self, c):
        if c.is_expired():
            self.items.append(c)
    def both(self, c):
        if c.expired:
            self.items.append(c)
        else:
            self.items.append(None)
    def fill(self, c):
        if not self.is_cached(c):
            self.create_item(c)
    def set(self, b):
        b.set_strict(False)
    def on(self, b):
        b.set_strict(True)
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("T.add pushes expired items", "CONTRADICTED"),
        ("T.add never pushes expired items", "SUPPORTED"),
        ("T.add pushes items that are expired", "CONTRADICTED"),
        ("T.add pushes non-expired items", "SUPPORTED"),
        ("T.add pushes items", "SUPPORTED"),
        ("T.drop pushes expired items", "SUPPORTED"),
        ("T.drop never pushes expired items", "CONTRADICTED"),
        ("T.early pushes expired items", "CONTRADICTED"),
        ("T.own pushes expired items", "INCONCLUSIVE"),
        ("T.each sends active users", "CONTRADICTED"),
        ("T.set sets strict mode to true", "CONTRADICTED"),
        ("T.set sets strict mode to false", "SUPPORTED"),
        ("P.check appends expired items", "CONTRADICTED"),
        ("P.check never appends expired items", "SUPPORTED"),
        ("P.keep appends expired items", "SUPPORTED"),
        ("P.both appends expired items", "SUPPORTED"),
        ("P.fill creates cached items", "SUPPORTED"),
        ("P.set sets strict mode to true", "CONTRADICTED"),
        ("P.on sets strict mode to true", "SUPPORTED"),
    ],
)
def test_qualified(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
