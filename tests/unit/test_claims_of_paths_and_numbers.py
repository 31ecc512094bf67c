"""`on every path`, what is required, what takes a lock or makes one, and numbers in claims."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
import threading
def plain():
    lock.acquire()
    q.put(1)
    lock.release()
def sure():
    lock.acquire()
    try:
        q.put(1)
    finally:
        lock.release()
def left(x):
    lock.acquire()
    if x:
        return 1
    lock.release()
class Pool:
    def __init__(self, size=4, *, name, **kw):
        self._lock = threading.Lock()
    def put(self, a, b=None, *rest):
        self._lock.acquire()
    def drop(self, watch):
        emitter = self._emitters[watch]
        del self._handlers[watch]
    def go(self, watch):
        self.run(watch)
    async def fetch(self, url):
        resp = await self.session.get(url)
        self.session.stats()
def chosen(self):
    timeout = self.timeout or 0.5
    go(timeout)
def sized(self):
    self.pool.resize(0)
    self.pool.close()
def given():
    hand(0.5)
    return 10.25
def from_one():
    for i in range(1, 3):
        go()


def thrice():
    for i in range(3):
        go(i)
def hopeful():
    for i in range(3):
        try:
            return go()
        except OSError:
            time.sleep(0.5)
    raise RuntimeError("x")
def nap():
    time.sleep(2)
def batch(n=500):
    delete_some(n)
def same(x):
    return x
""",
        "a.go": """
package a
func one() { mu.Lock(); defer mu.Unlock(); f() }
func four() { for i := 0; i < 4; i++ { if f() == nil { return } }; time.Sleep(2 * time.Second) }
func brief() { time.Sleep(200 * time.Millisecond) }
func two(x bool) { mu.Lock(); if x { return }; f(); mu.Unlock() }
""",
        "a.ts": """
class T {
  run(a: string, b?: number, c = 3) { return a }
  post(t) { try { this.port.send(t) } catch (err) { t.done(err); return } this.n = 1 }
}
""",
        "K.kt": """
class K {
  fun go(x: Int, y: Int = 2) { lock.lock() }
  fun mk() { val l = Mutex() }
  fun load(id: Int): Item? {
    val c = cache[id]
    if (c != null) return c
    val item = repo.fetch(id) ?: return null
    cache[id] = item
    return item
  }
}
""",
        "a.cs": """
class C {
  static string Id () { return Guid.NewGuid ().ToString ("N"); }
  static string Other () { return name; }
}
""",
        "J.java": """
class J { boolean gz(Collection<String> c) { return c != null && c.contains(G); } }
""",
        "a.rb": """
class L
  def claim(rows)
    return [] if rows.none?
    take(rows)
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
sure releases the lock on every path
sure releases the lock on all paths
sure always releases the lock
one unlocks mu on every path
Pool.__init__ requires name
Pool.put requires a
Pool.put doesn't require b
T.run requires a
K.go requires x
Pool.put acquires the lock
K.go takes the lock
Pool.__init__ creates a lock
T.post reports a send failure via t.done
sized resizes the pool to zero before closing it
given passes 0.5 to hand
thrice loops three times
thrice loops at most 3 times
from_one loops twice
nap sleeps 2 seconds
hopeful sleeps 0.5 seconds between attempts
four tries at most 4 times
four sleeps 2 seconds
brief sleeps 200 ms
given returns 10.25
K.load caches the item
L.claim returns an empty array when there are no rows
""",
    "CONTRADICTED": """
thrice loops 4 times
thrice loops twice
from_one loops three times
thrice loops at least 5 times
hopeful loops 5 times
four tries at most 2 times
left releases the lock on all paths
left always releases the lock
two unlocks mu on every path
Pool.__init__ requires size
Pool.__init__ requires the size parameter
Pool.put requires b
T.run requires b
T.run requires c
K.go requires y
""",
    "NOT_SUPPORTED": """
Pool.__init__ acquires the lock
K.mk takes the lock
Pool.drop raises KeyError
Pool.drop raises ValueError if the watch is unknown
Pool.go raises KeyError if the watch is unknown
given passes 5 to hand
given returns 25
given returns 10
C.Other returns a new GUID
same handles ValueError
""",
    "INCONCLUSIVE": """
thrice loops at most 5 times
hopeful loops three times
hopeful sleeps 5 seconds between attempts
nap sleeps 2 ms
nap sleeps 2 minutes
four sleeps 2 milliseconds
brief sleeps 200 seconds
plain always releases the lock
plain releases the lock on every path
plain releases the lock even if an exception is raised
Pool.drop raises KeyError if the watch is unknown
Pool.fetch awaits every call
chosen falls back to a timeout of 5 when none is configured
sized resizes the pool to ten before closing it
batch deletes 500 records at a time
same handles None
same tolerates None
C.Id returns a new GUID
J.gz handles null
J.gz doesn't handle null
K.load caches null results
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
