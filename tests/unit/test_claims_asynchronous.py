"""What an async function, or a generator, gives: a promise, a coroutine, whatever it returns."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  async start() { this.go(); }
  async value() { return 5; }
  async prom() { return this.fetch(); }
  plain() { return this.fetchUser(); }
  typed(): Promise<number> { return this.x; }
  made() { return new Promise(r => r(1)); }
  all() { return Promise.all([this.a(), this.b()]); }
  num() { return 5; }
  nothing() { this.go(); }
  then1() { return this.x.then(r => r); }
  async *gen() { yield 1; }
  async fetchUser() { return 1 }
  arrow = async () => { this.go(); };
  wrapped(): Observable<number> { return this.x; }
  maybe(cb?: F) { if (cb) { cb(); return; } return new Promise(r => r(1)); }
  get lazy() { return this.x ?? 5 }
}
async function later() { go(); }
const fly = async (x) => x + 1;
""",
        "a.py": """
class P:
    async def start(self):
        self.go()
    async def value(self):
        return 5
    def num(self):
        return 5
    def hand(self):
        return self.start()
    async def gen(self):
        yield 1
    def sync_gen(self):
        yield 1
    def fut(self) -> asyncio.Future:
        return self.f
""",
        "A.cs": """
class C {
  async Task Start() { Go(); }
  async Task<int> Value() { return 5; }
  Task<int> Handed() { return Value(); }
  int Num() { return 5; }
  async ValueTask Quick() { Go(); }
  async void Fire() { Go(); }
}
""",
        "A.java": """
class J {
  CompletableFuture<Integer> soon() { return CompletableFuture.supplyAsync(() -> 5); }
  int num() { return 5; }
}
""",
        "a.rs": """
async fn run_it() { go(); }
fn plain_num() -> i32 { 5 }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.start returns a promise
T.value returns a promise
T.prom returns a promise
T.typed returns a promise
T.made returns a promise
T.all returns a promise
T.num never returns a promise
T.arrow returns a promise
later returns a promise
fly returns a promise
T.start returns a Promise
T.value returns a Promise
T.typed returns a Promise
T.start always returns a promise
T.value returns 5
T.start returns nothing
T.maybe returns a promise only if cb is not set
T.maybe returns a promise
P.start returns a coroutine
P.value returns a coroutine
P.value returns an awaitable
P.start returns an awaitable
P.value returns a coroutine object
P.gen returns an async generator
P.sync_gen returns a generator
P.fut returns a future
P.fut returns an awaitable
C.Start returns a task
C.Value returns a task
C.Handed returns a task
C.Start returns a Task
C.Quick returns a ValueTask
C.Quick returns a task
J.soon returns a future
J.soon returns a CompletableFuture
run_it returns a future
T.fetchUser returns a promise
T.gen returns an async generator
P.sync_gen returns an iterator
""",
    "CONTRADICTED": """
T.start never returns a promise
T.value does not return a promise
T.maybe always returns a promise
P.start never returns a coroutine
""",
    "NOT_SUPPORTED": """
T.num returns a promise
T.nothing returns a promise
T.gen returns a promise
P.num returns a coroutine
P.num returns an awaitable
P.gen returns a coroutine
C.Num returns a task
J.num returns a future
plain_num returns a future
run_it returns a promise
T.fetchUser returns a list of promises
T.start returns a generator
P.start returns a generator
P.num returns a generator
""",
    "INCONCLUSIVE": """
T.plain returns a promise
T.then1 returns a promise
T.wrapped returns a promise
T.value returns a promise of 5
T.value returns a promise that resolves to 5
T.lazy returns a promise
P.hand returns a coroutine
P.start returns a future
C.Fire returns a task
T.value returns a promise of 6
T.value returns a promise that resolves to 6
T.made returns a promise that resolves to 2
T.fetchUser returns promises
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
