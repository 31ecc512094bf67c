"""Adjectives of what something is done to: asked for, denied, or never looked at."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  push(c) { if (!this.expired(c)) { this.items.push(c); } }
  pushOk(c) { if (c.valid) { this.items.push(c); } }
  pushBad(c) { if (!c.valid) { this.items.push(c); } }
  any(c) { this.items.push(c); }
  prune(xs) { for (const x of xs) { if (x.old) { this.remove(x); } } }
  pruneAll(xs) { for (const x of xs) { this.remove(x); } }
  pruneYoung(xs) { for (const x of xs) { if (!x.old) { this.remove(x); } } }
  clear() { this.entries.clear(); }
  filt(xs) { return xs.filter(x => x.active); }
  filtNot(xs) { return xs.filter(x => !x.active); }
  send(ms) { for (const m of ms) { if (m.unread) { this.mailer.send(m); } } }
  sendRead(ms) { for (const m of ms) { if (!m.unread) { this.mailer.send(m); } } }
  stale(xs) { for (const x of xs) { if (x.age > 5) { delete this.cache[x.id]; } } }
  close(cs) { for (const c of cs) { if (c.idle) { c.close(); } } }
  closeBusy(cs) { for (const c of cs) { if (!c.idle) { c.close(); } } }
  guard(c) { if (!c.valid) { return; } this.items.push(c); }
  guardBad(c) { if (c.valid) { return; } this.items.push(c); }
}
""",
        "a.py": """
class P:
    def push(self, c):
        if not self.expired(c):
            self.items.append(c)
    def any(self, c):
        self.items.append(c)
    def prune(self):
        for x in self.entries:
            if x.old:
                self.remove(x)
    def prune_all(self):
        for x in self.entries:
            self.remove(x)
    def prune_young(self):
        for x in self.entries:
            if not x.old:
                self.entries.remove(x)
    def calls_valid(self, c):
        if c.valid:
            self.handle(c)
    def calls_invalid(self, c):
        if not c.valid:
            self.handle(c)
    def deletes(self):
        for k in list(self.cache):
            if self.cache[k].expired:
                del self.cache[k]
    def deletes_fresh(self):
        for k in list(self.cache):
            if not self.cache[k].expired:
                del self.cache[k]
    def deletes_all(self):
        for k in list(self.cache):
            del self.cache[k]
    def active(self):
        return [x for x in self.items if x.active]
    def inactive(self):
        return [x for x in self.items if not x.active]
    def every(self):
        return list(self.items)
    def named(self, x):
        self.valid_items.append(x)
""",
        "a.go": """
package a
func (s *S) prune() { for k, x := range s.entries { if x.old { delete(s.entries, k) } } }
func (s *S) pruneYoung() { for k, x := range s.entries { if !x.old { delete(s.entries, k) } } }
func (s *S) pruneAll() { for k := range s.entries { delete(s.entries, k) } }
func (s *S) push(c *C) { if !c.valid { return }; s.items = append(s.items, c) }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
S.prune removes old entries
T.pushOk pushes valid items
T.prune removes old entries
T.send sends unread messages
T.close closes idle connections
T.guard pushes valid items
P.prune removes old entries
P.deletes_all deletes self.cache entries
P.named appends to the valid items
S.prune deletes old entries
S.push appends valid items
T.any pushes c
P.any appends c
P.any appends the item
P.any appends items
""",
    "CONTRADICTED": """
P.prune_young deletes old entries
T.push pushes expired items
T.pushBad pushes valid items
T.pruneYoung removes old entries
T.sendRead sends unread messages
T.closeBusy closes idle connections
T.guardBad pushes valid items
P.push appends expired items
P.prune_young removes old entries
S.pruneYoung deletes old entries
""",
    "INCONCLUSIVE": """
T.push adds expired items
T.push pushes unexpired items
T.any pushes valid items
T.any pushes expired items
T.pruneAll removes old entries
T.clear clears old entries
T.filt returns active items
T.filtNot returns active items
T.filtNot returns inactive items
T.stale removes stale entries
P.any appends valid items
P.any appends expired items
P.prune_all removes old entries
P.calls_valid handles valid requests
P.calls_invalid handles valid requests
P.deletes deletes expired entries
P.deletes removes expired entries
P.deletes_fresh deletes expired entries
P.deletes_fresh removes expired entries
P.deletes_all deletes expired entries
P.deletes_all removes expired entries
P.active returns active items
P.inactive returns active items
P.inactive returns inactive items
P.every returns active items
S.pruneAll deletes old entries
T.push only pushes expired items
T.any only pushes valid items
P.deletes_all only deletes expired entries
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
