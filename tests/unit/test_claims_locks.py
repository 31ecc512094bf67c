"""Locks are taken by statements, guards, modifiers and calls; `clock` and `block` are none."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
class P:
    def taken1(self):
        with self._mutex: self.x = 1
    def open1(self):
        with self._cond: self.x = 1
    def free1(self):
        with self.clock(), self.blocker: self.x = 1
""",
        "g.go": """package g
func (g *G) taken2() { g.mu.RLock(); defer g.mu.RUnlock(); g.n++ }
func (g *G) free2() { block(); unblock(); clockNow() }
func (g *G) left() { g.mu.Unlock() }
""",
        "J.java": """class J {
  synchronized void taken3() { x = 1; }
  void taken4() { lock.lockInterruptibly(); }
  void free3() { clock.tick(); blockingQueue.take(); }
  void open8() { connection = pool.acquire(); }
}""",
        "c.cs": """class C {
  void taken5() { Monitor.Enter(o); x = 1; Monitor.Exit(o); }
  void taken6() { rw.EnterWriteLock(); }
  void taken7() { NeedsLock(); lock (o) { x = 1; } }
  void open2() { sem.WaitAsync(); }
  void open3() { mutex.WaitOne(); }
  void open4() { NeedsLock(); }
  void free4() { Interlocked.Increment(ref n); SystemClock.Now(); }
}""",
        "t.c": """
void taken8(void) { pthread_mutex_lock(&m); x = 1; }
void taken9(void) { EnterCriticalSection(&m); x = 1; }
void free5(void) { clock_gettime(&m); block_alloc(); }
""",
        "r.rb": """class R
  def taken10; @mutex.synchronize { @x = 1 }; end
  def open5; @file.flock(2); end
  def free6; clock; blocks.each { |b| b }; end
end""",
        "s.rs": """impl S {
  fn taken11(&self) { let g = self.m.try_lock(); }
  fn free7(&self) { self.blocks.push(Block::new()); unblock(); }
}""",
        "w.swift": """class W {
  func taken12() { os_unfair_lock_lock(&l); x = 1 }
  func taken13() { objc_sync_enter(self) }
}""",
        "k.kt": """class K {
  @Synchronized fun taken14() { x = 1 }
  fun free8() { runBlocking { x = 1 } }
}""",
        "m.m": """@implementation M
- (void)taken15 { @synchronized(self) { x = 1; } }
- (void)open6 { dispatch_semaphore_wait(s, 1); }
@end""",
        "q.cpp": """class Q {
  void taken16() { auto l = std::unique_lock(m); x = 1; }
  void open7() { MutexLock l(&m); x = 1; }
};""",
    }
)
CLAIMED = ("takes a lock", "uses a lock", "acquires the lock", "uses locking")
DENIED = ("takes no lock", "uses no lock", "does not lock", "never takes a lock")


@pytest.mark.parametrize("name", [f"taken{n}" for n in range(1, 17)])
def test_taken(name: str) -> None:
    assert {verify(SNAPSHOT, f"{name} {said}").status for said in CLAIMED} == {"SUPPORTED"}
    assert {verify(SNAPSHOT, f"{name} {said}").status for said in DENIED} == {"CONTRADICTED"}


@pytest.mark.parametrize("name", [f"open{n}" for n in range(1, 9)])
def test_what_only_speaks_of_locks_is_left_open(name: str) -> None:
    for said in (*CLAIMED, *DENIED):
        assert verify(SNAPSHOT, f"{name} {said}").status == "INCONCLUSIVE", said


@pytest.mark.parametrize("name", [f"free{n}" for n in range(1, 9)])
def test_words_that_end_alike(name: str) -> None:
    for said in DENIED:
        assert verify(SNAPSHOT, f"{name} {said}").status == "SUPPORTED", said
    for said in ("takes a lock", "uses a lock"):
        assert verify(SNAPSHOT, f"{name} {said}").status == "NOT_SUPPORTED", said


def test_the_line_is_where_it_is_taken() -> None:
    answer = verify(SNAPSHOT, "taken7 uses no lock")
    assert [one.text for one in answer.evidence] == [
        "  void taken7() { NeedsLock(); lock (o) { x = 1; } }"
    ]
    assert answer.evidence[0].detail.startswith("lock (o)")


def test_who_only_unlocks() -> None:
    assert verify(SNAPSHOT, "left takes no lock").status == "SUPPORTED"
    assert verify(SNAPSHOT, "left uses no lock").status == "INCONCLUSIVE"
