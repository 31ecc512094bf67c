"""What becomes of what a call gives: ignored where the call is a statement, else used."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "A.java": """
class A {
  Object get(Object k) { keys.get(k); return inner.fetch(k); }
  void put(Object k) { Object old = map.swap(k); boolean b = map.drop(k);
    if (old != null) { log(); } seen.add(k); }
  void cond(Object k) { if (map.swap(k)) { go(); } }
  void both(Object k) { map.swap(k); int n = map.swap(k); use(n); }
  void chain(Object k) { map.swap(k).close(); }
  void lam(List<Object> ks) { ks.forEach(k -> map.swap(k)); }
  void none() { }
}
""",
    "a.py": """
class B:
    def get(self, k):
        self.keys.get(k)
        return self.inner.fetch(k)
    def drop(self, k):
        _ = self.map.swap(k)
        x = self.map.other(k)
        return x
    async def wait(self):
        await self.go()
        r = await self.come()
        print(r)
    def passed(self, k):
        print(self.map.swap(k))
    def unused(self, k):
        x = self.map.swap(k)
""",
    "a.go": """
package p
func Get(k string) error { _ = store.Swap(k); store.Drop(k); v, _ := store.Pair(k); use(v);
    return store.Fetch(k) }
func Dfr(k string) { defer store.Close(); go store.Run() }
""",
    "a.rs": """
fn get(k: u8) -> u8 { let _ = store.swap(k); store.drop_it(k); let _x = store.other(k);
    store.fetch(k) }
fn chained(k: u8) { store.swap(k).ok(); }
fn quest(k: u8) -> R { store.swap(k)?; Ok(()) }
""",
    "a.ts": """
class D {
  get(k: string) { void this.store.swap(k); this.store.drop(k); const v = this.store.other(k);
    return v }
  arrow = (k: string) => this.store.fetch(k)
  async w() { await this.store.run() }
  and(k) { k && this.store.drop(k); }
}
""",
    "a.rb": """
class E
  def get(k)
    @store.swap(k)
    @store.fetch(k)
  end
  def iff(k)
    if @store.swap(k)
      go
    end
  end
end
""",
    "a.c": """
int cget(int k) { (void)swap_it(k); drop_it(k); int v = other(k); return v + fetch_it(k); }
""",
    "a.kt": """
class K {
  fun get(k: String): Int { store.swap(k); val v = store.other(k); return v }
  fun expr(k: String) = store.fetch(k)
}
""",
    "a.cs": """
class C {
  int Get(int k) { _ = store.Swap(k); store.Drop(k); return store.Fetch(k); }
  int Expr(int k) => store.Fetch(k);
}
""",
    "a.swift": """
class W {
  func get(k: Int) -> Int { _ = store.swap(k); store.drop(k); let v = store.other(k); return v }
  func one(k: Int) -> Int { store.fetch(k) }
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.cond calls map.swap in the condition
A.cond calls map.swap in an if condition
A.cond calls go in the if
A.get never calls keys.get in a condition
A.get ignores the result of keys.get
A.get discards the result of keys.get
A.get discards the value returned by keys.get
A.get ignores what keys.get returns
A.get uses the result of inner.fetch
A.get does not use the result of keys.get
A.get never uses the return value of keys.get
A.put uses the result of map.swap
A.put ignores the result of seen.add
A.cond uses the result of map.swap
A.cond checks the result of map.swap
A.both uses the result of map.swap
A.chain uses the result of map.swap
A.none never uses the result of map.swap
A.get never ignores the result of inner.fetch
B.get ignores the result of self.keys.get
B.drop ignores the result of self.map.swap
B.drop discards the result of self.map.swap
B.wait ignores the result of self.go
p.Get ignores the result of store.Swap
p.Get ignores the result of store.Drop
p.Get uses the result of store.Pair
Dfr ignores the result of store.Close
Dfr ignores the result of store.Run
a.rs::get discards what store.swap returns
a.rs::get ignores the result of store.swap
a.rs::get ignores the result of store.drop_it
D.get ignores the result of this.store.swap
D.get ignores the result of this.store.drop
D.w ignores the result of this.store.run
E.get ignores the result of @store.swap
cget ignores the result of swap_it
cget ignores the result of drop_it
K.get ignores the result of store.swap
C.Get ignores the result of store.Swap
C.Get ignores the result of store.Drop
W.get ignores the result of store.swap
W.get ignores the result of store.drop
The result of keys.get is discarded by A.get
A.get ignores the result of keys.get but uses the result of inner.fetch
A.cond uses the return value of map.swap in its condition
B.drop uses what self.map.other returns
""",
    "CONTRADICTED": """
p.Get ignores the result of store.Pair
A.get calls keys.get in the condition
A.cond never calls map.swap in the condition
A.get ignores the result of inner.fetch
A.get discards the result of inner.fetch
A.get ignores the return value of inner.fetch
A.get drops the return value of inner.fetch
A.get uses the result of keys.get
A.get does not use the result of inner.fetch
A.put ignores the result of map.swap
A.cond ignores the result of map.swap
A.chain ignores the result of map.swap
A.get never ignores the result of keys.get
B.get ignores the result of self.inner.fetch
B.drop discards the result of self.map.other
B.wait ignores the result of self.come
B.passed ignores the result of self.map.swap
p.Get ignores the result of store.Fetch
a.rs::get ignores the result of store.fetch
chained ignores the result of store.swap
D.get ignores the result of this.store.other
D.arrow ignores the result of this.store.fetch
E.get ignores the result of @store.fetch
E.iff ignores the result of @store.swap
cget ignores the result of other
cget discards the return value of fetch_it
K.get ignores the result of store.other
K.expr ignores the result of store.fetch
C.Get ignores the result of store.Fetch
C.Expr ignores the result of store.Fetch
W.get ignores the result of store.other
W.one ignores the result of store.fetch
The result of inner.fetch is ignored in A.get
The result of inner.fetch is ignored by A.get
A.get ignores the results of inner.fetch
""",
    "NOT_SUPPORTED": """
A.none ignores the result of map.swap
A.none uses the result of map.swap
""",
    "INCONCLUSIVE": """
quest ignores the result of store.swap
D.and ignores the result of this.store.drop
B.unused ignores the result of self.map.swap
A.get ignores the result of keys.get after calling inner.fetch
A.get ignores the result of inner.fetch after calling keys.get
A.cond calls go in the condition
A.put ignores the result of map.drop
A.both ignores the result of map.swap
A.lam ignores the result of map.swap
A.get ignores the result of keys.get before calling inner.fetch
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
