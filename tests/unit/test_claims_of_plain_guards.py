"""Caps by comparison, sorts of locks, checks for null, what is restored, asked and called back."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "caps.c": """
int cap_it(int length, int limit) {
    if (length >= (int)sizeof(msg))
        length = sizeof(msg)-1;
    if (count > limit) { count = limit; }
    width = width < 10 ? 10 : width;
    if (height > limit) { height = 0; }
    return rows > limit ? limit : rows;
}
int floor_it(int rows, int low) {
    if (rows < low) rows = low;
    width = width > low ? width : low;
}
""",
    "caps.py": """
class Capper:
    def cap(self, delay):
        if delay > self.max_delay:
            delay = self.max_delay
        return delay

    def choose(self, delay):
        return self.max_delay if delay > self.max_delay else delay

    def reset(self, delay):
        if delay > self.max_delay:
            delay = self.initial

    def evict(self):
        self.data.pop_lru()
""",
    "cache.go": """
package cache

type Cache struct {
	mu sync.RWMutex
}

func (c *Cache) Has(key string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key] != nil
}
func (c *Cache) Set(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
}
func (c *Cache) get(key string) {}
""",
    "Listeners.java": """
class Listeners {
  void add(Listener listener, Listener other) {
    Assert.notNull(listener, "listener");
    listeners.add(listener);
    listeners.add(other);
  }
  void clear() {
    writeLock.lock();
    try {
      entries.clear();
    } finally {
      writeLock.unlock();
    }
  }
}
""",
    "lru.js": """
class LRU extends Map {
  #size = 0;
  clear() {
    this.#size = 0;
    this.#cache.clear();
  }
  remove(key) {
    this.#size--;
    return this.#oldCache.delete(key);
  }
  each(callbackFunction, other) {
    for (const [key, value] of this.entries()) {
      callbackFunction.call(this, value, key);
    }
  }
  get size() { return this.#size; }
}
""",
    "backoff.rs": """
impl Backoff {
    fn reset(&mut self) {
        self.current_interval = self.initial_interval;
        self.start_time = self.clock.now();
    }
    fn grow(&self) -> f64 {
        self.current_nanos * self.multiplier
    }
    fn make(value: u64) -> Backoff {
        Backoff { value }
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("cap_it caps the length at sizeof(msg)", "SUPPORTED"),
        ("cap_it caps the count at the limit", "SUPPORTED"),
        ("cap_it caps the count at 10", "INCONCLUSIVE"),
        ("cap_it caps the rows at the limit", "SUPPORTED"),
        ("cap_it caps the height at the limit", "INCONCLUSIVE"),
        ("cap_it caps the width at 10", "INCONCLUSIVE"),
        ("cap_it clamps the width to at least 10", "SUPPORTED"),
        ("floor_it caps the rows at low", "INCONCLUSIVE"),
        ("floor_it clamps the rows to at least low", "SUPPORTED"),
        ("floor_it clamps the rows to at most low", "INCONCLUSIVE"),
        ("floor_it caps the width at low", "INCONCLUSIVE"),
        ("`Capper.cap` caps the delay at max_delay", "SUPPORTED"),
        ("`Capper.cap` never caps the delay", "CONTRADICTED"),
        ("`Capper.choose` limits the delay to the max delay", "SUPPORTED"),
        ("`Capper.reset` caps the delay", "INCONCLUSIVE"),
        ("`Capper.evict` evicts the least recently used entry", "SUPPORTED"),
        ("`Capper.evict` evicts the newest entry", "INCONCLUSIVE"),
        ("`Cache.Has` takes the read lock", "SUPPORTED"),
        ("`Cache.Has` takes a write lock", "CONTRADICTED"),
        ("`Cache.Set` takes a write lock", "SUPPORTED"),
        ("`Cache.get` takes the read lock", "INCONCLUSIVE"),
        ("`Cache.Set` unlocks the mutex", "SUPPORTED"),
        ("`Listeners.clear` takes the write lock", "SUPPORTED"),
        ("`Listeners.clear` takes the read lock", "CONTRADICTED"),
        ("`Listeners.add` guards against a null listener", "SUPPORTED"),
        ("`Listeners.add` guards against a null other", "INCONCLUSIVE"),
        ("`LRU.clear` resets the size to 0", "SUPPORTED"),
        ("`LRU.clear` resets the size to 1", "NOT_SUPPORTED"),
        ("`LRU.remove` decrements the size", "SUPPORTED"),
        ("`LRU.remove` only looks at the cache", "INCONCLUSIVE"),
        ("`LRU.each` invokes the callback", "SUPPORTED"),
        ("`LRU.clear` invokes the callback", "INCONCLUSIVE"),
        ("`Backoff::reset` restores the initial interval", "SUPPORTED"),
        ("`Backoff::reset` restores the final interval", "INCONCLUSIVE"),
        ("`Backoff::reset` asks the clock for the time", "SUPPORTED"),
        ("`Backoff::grow` asks the clock for the time", "INCONCLUSIVE"),
        ("`Backoff::grow` multiplies the current nanos by the multiplier", "SUPPORTED"),
        ("`Backoff::grow` takes no self", "CONTRADICTED"),
        ("`Backoff::make` takes self", "NOT_SUPPORTED"),
    ],
)
def test_caps_locks_and_guards(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
