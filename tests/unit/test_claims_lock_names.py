"""Which lock is taken where a claim names it: a name is no tail of another."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """
package g
type S struct { optionsMu sync.Mutex; mu sync.Mutex; opts int }
func (s *S) Aaa() { s.optionsMu.Lock(); defer s.optionsMu.Unlock(); s.opts = 1 }
func (s *S) Bbb() { s.mu.Lock(); defer s.mu.Unlock(); s.opts = 1 }
func (s *S) Ccc() { l := &s.mu; l.Lock(); defer l.Unlock(); s.opts = 1 }
func (s *S) Ddd() { s.Lock(); defer s.Unlock(); s.opts = 1 }
func Eee() { mu.Lock(); defer mu.Unlock(); x = 1 }
""",
        "p.py": """
class Pyc:
    def one(self):
        with self._lock:
            self.x = 1
    def two(self):
        with self._write_lock:
            self.x = 1
    def three(self):
        self._lock.acquire()
        self.x = 1
    def four(self):
        with session_lock():
            self.x = 1
""",
        "c.c": """
void cone(S *s) { pthread_mutex_lock(&s->mutex); x = 1; pthread_mutex_unlock(&s->mutex); }
void ctwo(void) { pthread_mutex_lock(&cache_mutex); x = 1; }
""",
        "c.cpp": """
void Cpp::one() { std::lock_guard<std::mutex> lock(mutex_); x = 1; }
void Cpp::two() { std::lock_guard<std::mutex> lock(queue_mutex_); x = 1; }
""",
        "J.java": """
class Jav { void one() { synchronized (queueLock) { x = 1; } }
  void two() { readLock.lock(); }
  void three() { synchronized (this) { x = 1; } } }
""",
        "s.rs": """
impl Rus { fn one(&self) { let g = self.state.lock().unwrap(); }
 fn two(&self) { let g = self.state_mu.lock().unwrap(); } }
""",
        "w.swift": """
class Swi { func one() { lock.lock(); x = 1; lock.unlock() }
  func two() { stateLock.withLock { x = 1 } } }
""",
    }
)
CLAIMS = {
    "NOT_SUPPORTED": """
S.Aaa locks mu
S.Bbb locks optionsMu
S.Aaa locks s.mu
S.Aaa acquires mu
Pyc.three acquires _write_lock
""",
    "SUPPORTED": """
S.Aaa locks optionsMu
S.Aaa locks s.optionsMu
S.Bbb locks mu
S.Bbb locks the mutex
S.Bbb locks `s.mu`
S.Bbb never locks optionsMu
S.Aaa never locks mu
S.Aaa acquires optionsMu
Eee locks mu
S.Aaa writes opts under optionsMu
S.Aaa locks a mutex
Pyc.one locks self._lock
Pyc.one locks _lock
Pyc.one acquires _lock
Pyc.one acquires the lock
Pyc.one acquires lock
Pyc.two acquires _write_lock
Pyc.three acquires _lock
Pyc.four locks session_lock
cone locks s->mutex
cone locks mutex
cone locks the mutex
ctwo locks cache_mutex
Cpp.one locks mutex_
Cpp.two locks queue_mutex_
Jav.one locks queueLock
Jav.two locks readLock
Jav.three locks this
Rus.one locks state
Rus.one locks self.state
Rus.two locks state_mu
Swi.one locks lock
Swi.two locks stateLock
""",
    "CONTRADICTED": """
S.Aaa never locks optionsMu
S.Aaa writes opts under mu
S.Bbb writes opts under optionsMu
""",
    "INCONCLUSIVE": """
S.Ccc locks mu
S.Ccc locks optionsMu
S.Ddd locks mu
Eee locks optionsMu
cone locks cache_mutex
ctwo locks mutex
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
