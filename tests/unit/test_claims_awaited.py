"""What an await waits for: by way of what joins several, of locals and of tasks."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  async both(n) { await Promise.all([this.fetchUser(n), this.fetchCart(n)]); }
  async got(n) { const [u, c] = await Promise.all([this.fetchUser(n), fetchCart(n)]); return u }
  async settled(n) { await Promise.allSettled([this.fetchUser(n), this.fetchCart(n)]); }
  async race(n) { await Promise.race([this.fetchUser(n), this.fetchCart(n)]); }
  async mapped(ns) { await Promise.all(ns.map(n => this.fetchUser(n))); }
  async local(n) {
    const a = this.fetchUser(n); const b = this.fetchCart(n);
    await Promise.all([a, b]);
  }
  async nested(n) { await this.save(this.fetchUser(n)); }
  async list(n) { const ps = [this.fetchUser(n), this.fetchCart(n)]; await Promise.all(ps); }
  async serial(n) { await this.fetchUser(n); await this.fetchCart(n); }
  async not(n) { Promise.all([this.fetchUser(n), this.fetchCart(n)]); await this.go(); }
  async wrapped(n) {
    await Promise.all([wrap(this.fetchUser(n)), this.fetchCart(n).catch(() => null)]);
  }
}
""",
        "a.py": """
import asyncio
class P:
    async def both(self, n):
        await asyncio.gather(self.fetch_user(n), self.fetch_cart(n))
    async def got(self, n):
        u, c = await asyncio.gather(self.fetch_user(n), self.fetch_cart(n), return_exceptions=True)
        return u
    async def waited(self, n):
        await asyncio.wait_for(self.fetch_user(n), 3)
    async def shielded(self, n):
        await asyncio.shield(self.fetch_user(n))
    async def star(self, ns):
        await asyncio.gather(*[self.fetch_user(n) for n in ns])
    async def tasks(self, n):
        t = asyncio.create_task(self.fetch_user(n))
        await t
    async def nested(self, n):
        await self.save(self.fetch_user(n))
""",
        "A.cs": """
class C {
  async Task Both(int n) { await Task.WhenAll(FetchUser(n), FetchCart(n)); }
  async Task Any(int n) { await Task.WhenAny(FetchUser(n), FetchCart(n)); }
  async Task Conf(int n) { await FetchUser(n).ConfigureAwait(false); }
}
""",
        "A.kt": """
class K {
  suspend fun both(n: Int) { awaitAll(async { fetchUser(n) }, async { fetchCart(n) }) }
  suspend fun listed(n: Int) { listOf(async { fetchUser(n) }, async { fetchCart(n) }).awaitAll() }
  suspend fun defs(a: Deferred<Int>, b: Deferred<Int>) { awaitAll(a, b) }
  suspend fun one(n: Int) { val d = async { fetchUser(n) }; d.await() }
}
""",
        "a.swift": """
class S {
  let raw: Task<Void, Never>?
  func wait() async { await self.raw?.value }
  func val() async { await raw.value }
  func both() async { async let a = fetchUser(); async let b = fetchCart(); _ = await (a, b) }
  func call() async { await self.raw.finish() }
}
""",
        "a.rs": """
async fn all_of(n: i32) { let (a, b) = tokio::join!(fetch_user(n), fetch_cart(n)); }
async fn joined(n: i32) { join_all(vec![fetch_user(n), fetch_cart(n)]).await; }
async fn fut(n: i32) { futures::future::join(fetch_user(n), fetch_cart(n)).await; }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.both awaits fetchUser
T.both awaits both fetchUser and fetchCart
T.both awaits this.fetchUser
T.both awaits fetchUser and fetchCart
T.got awaits fetchUser and fetchCart
T.settled awaits fetchUser
T.local awaits fetchUser
T.list awaits fetchUser
T.serial awaits both fetchUser and fetchCart
T.not never awaits fetchUser
T.wrapped awaits fetchCart
T.both awaits Promise.all
P.both awaits fetch_user
P.both awaits both fetch_user and fetch_cart
P.got awaits fetch_cart
P.waited awaits fetch_user
P.shielded awaits fetch_user
P.star awaits fetch_user
P.tasks awaits fetch_user
C.Both awaits FetchUser
C.Both awaits FetchUser and FetchCart
C.Conf awaits FetchUser
K.defs awaits a
K.defs awaits a and b
S.wait awaits raw
S.wait awaits self.raw
S.wait awaits self.raw.value
S.wait awaits raw.value
S.val awaits raw
S.both awaits fetchUser
S.call awaits finish
all_of awaits fetch_user
all_of awaits both fetch_user and fetch_cart
joined awaits fetch_user
fut awaits fetch_user
T.serial awaits only fetchUser and fetchCart
T.both awaits only fetchUser and fetchCart
T.serial awaits fetchUser before fetchCart
""",
    "CONTRADICTED": """
T.both never awaits fetchUser
T.local never awaits fetchUser
T.list never awaits fetchUser
T.both only awaits fetchUser
T.both awaits only fetchUser
P.both never awaits fetch_user
P.tasks never awaits fetch_user
S.wait never awaits raw
T.serial awaits only fetchUser
T.both awaits only fetchUser and fetchBill
T.serial awaits fetchCart before fetchUser
""",
    "NOT_SUPPORTED": """
T.both awaits fetchBill
T.nested awaits fetchUser
T.not awaits fetchUser
P.nested awaits fetch_user
""",
    "INCONCLUSIVE": """
T.both awaits fetchUser and fetchCart in parallel
T.race awaits fetchUser
T.race awaits both fetchUser and fetchCart
T.race never awaits fetchUser
T.mapped awaits fetchUser
T.mapped never awaits fetchUser
T.wrapped awaits fetchUser
T.both awaits fetchUser before fetchCart
P.both awaits fetch_user and fetch_cart in parallel
C.Any awaits FetchUser
K.both awaits fetchUser
K.both awaits both fetchUser and fetchCart
K.listed awaits fetchUser
K.one awaits fetchUser
K.one never awaits fetchUser
S.both awaits a
S.call awaits raw
S.call never awaits raw
T.both awaits fetchCart before fetchUser
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
