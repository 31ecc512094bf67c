"""Functions that a lock runs, and arms of locks, guards and handlers, turned round."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "z.kt": """
class Z(private val repo: Repo) {
    private val lock = ReentrantLock()
    fun find(id: String): Item? {
        val cached = cache[id] ?: return null
        if (cached.expired) {
            cache.remove(id)
            return null
        }
        return cached
    }
    suspend fun load(id: String, force: Boolean): Item {
        require(id.isNotEmpty()) { "empty" }
        if (!force) {
            find(id)?.let { return it }
        }
        val item = try {
            repo.fetch(id)
        } catch (e: IOException) {
            logger.warn(e)
            throw LoadException(e)
        } finally {
            metrics.count()
        }
        lock.withLock { cache[id] = item }
        return item
    }
    fun close() {
        if (closed) return
        closed = true
        listeners.forEach { it.onClose() }
        repo.close()
    }
}
""",
    "zz.kt": """
class K {
    fun put(id: String, item: Item) {
        lock.withLock { cache[id] = item }
    }
    fun sync(id: String) {
        synchronized(this) { cache.remove(id) }
    }
    fun get(id: String): Item? = lock.withLock {
        cache.lookup(id)
    }
    fun loose(id: String) {
        items.forEach { cache.remove(it) }
    }
}
""",
    "s.swift": """
class S {
  func put(_ id: String) {
    lock.withLock { cache.remove(id) }
  }
  func put2(_ id: String) {
    queue.sync { cache.remove(id) }
  }
  func put3(_ id: String) {
    lock.lock(); defer { lock.unlock() }
    cache.remove(id)
  }
}
""",
    "y.cpp": """
class Pool {
 public:
  Conn* acquire(int timeout) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (free_.empty() && !closed_) {
      if (cond_.wait_for(lock, timeout) == timeout_) {
        return nullptr;
      }
    }
    if (closed_) {
      throw Closed();
    }
    Conn* c = free_.back();
    free_.pop_back();
    return c;
  }
  void release(Conn* c) {
    if (c == nullptr) return;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (closed_) {
        delete c;
        return;
      }
      free_.push_back(c);
    }
    cond_.notify_one();
  }
  bool empty() const noexcept { return free_.empty(); }
};
""",
    "mem.rb": """
class Mem
  def features
    if memoizing?
      cache.fetch(KEY) { cache[KEY] = @adapter.features }
    else
      @adapter.features
    end
  end
end
""",
    "p.go": """
package p

func (c *C) Go(done chan int) {
	if cap(done) == 0 {
		log.Panic("unbuffered")
	}
	c.send(done)
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "C.Go panics if cap(done) is 0",
        "C.Go panics only if cap(done) is 0",
        "Pool.acquire throws Closed only if closed_ is true",
        "Pool.acquire returns nullptr only inside the loop",
        "Pool.acquire never calls pop_back without the lock",
        "Pool.acquire never calls pop_back if closed_ is true",
        "Pool.acquire calls back before pop_back",
        "Pool.release calls notify_one outside the lock",
        "Pool.release returns early if c is nullptr",
        "Pool.release deletes c only if closed_ is set",
        "Pool.release never calls push_back if closed_ is true",
        "Pool.empty is noexcept",
        "Pool.empty returns true if free_ is empty",
        "Pool.empty returns true only if free_ is empty",
        "Z.find returns null if cached.expired",
        "Z.find calls cache.remove only if cached.expired",
        "Z.find never calls cache.remove unless cached.expired",
        "Z.load throws if id is empty",
        "Z.load throws LoadException only if IOException is thrown",
        "Z.load never swallows IOException",
        "Z.load does not let IOException escape",
        "Z.load calls find unless force is true",
        "Z.load never calls find if force is true",
        "Z.load calls metrics.count in a finally",
        "Z.load calls metrics.count even if fetch throws",
        "Z.find is not suspend",
        "Z.close returns early if closed",
        "Z.close sets closed to true before repo.close",
        "Z.close never calls repo.close if closed is true",
        "Z.load calls logger.warn only in the handler",
        "Z.load never rethrows IOException itself",
        "S.put calls remove under the lock",
        "S.put3 never calls remove without the lock",
        "K.put writes cache under the lock",
        "K.sync calls remove under the lock",
        "K.get calls lookup under the lock",
        "K.loose calls remove outside the lock",
    ),
    "CONTRADICTED": (
        "Mem.features uses cache only if memoizing? is false",
        "C.Go never panics",
        "C.Go panics unless cap(done) is 0",
        "Pool.acquire throws Closed unless closed_ is true",
        "Pool.acquire never throws",
        "Pool.acquire returns nullptr outside the loop",
        "Pool.acquire never returns nullptr",
        "Pool.acquire pops without the lock",
        "Pool.acquire calls pop_back if closed_ is true",
        "Pool.acquire calls pop_back before back",
        "Pool.release calls notify_one while holding the lock",
        "Pool.release calls push_back without the lock",
        "Pool.release returns early unless c is nullptr",
        "Pool.release deletes c unless closed_ is set",
        "Pool.release calls push_back if closed_ is true",
        "Pool.release always calls notify_one",
        "Pool.release calls notify_one only if closed_ is true",
        "Pool.release never leaves without calling notify_one",
        "Pool.release never fails to call notify_one",
        "Pool.empty is not const",
        "Pool.empty returns true unless free_ is empty",
        "Pool.empty returns false if free_ is empty",
        "Z.find returns cached if cached.expired is true",
        "Z.find calls cache.remove unless cached.expired",
        "Z.find never returns null",
        "Z.load swallows IOException",
        "Z.load lets IOException escape",
        "Z.load calls find if force is true",
        "Z.load calls find only if force is true",
        "Z.load calls metrics.count outside of the finally",
        "Z.load is not suspend",
        "Z.find is suspend",
        "Z.close returns early unless closed",
        "Z.close calls repo.close before it sets closed",
        "Z.close calls repo.close if closed is true",
        "Z.close always calls repo.close",
        "Z.close never sets closed",
        "Z.close sets closed only if closed is true",
        "Z.load calls logger.warn unless IOException is thrown",
        "Z.load calls logger.warn outside of the handler",
        "S.put3 calls remove without the lock",
    ),
    "INCONCLUSIVE": (
        "Mem.features uses cache only if memoizing?",
        "Mem.features uses the cache only if memoizing?",
        "Mem.features uses cache unless memoizing?",
        "Mem.features uses cache if memoizing?",
        "Z.find returns null unless cached.expired",
        "Z.load throws unless id is empty",
    ),
    "NOT_SUPPORTED": (
        "S.put calls remove without the lock",
        "S.put2 calls remove without the lock",
        "K.sync calls remove outside the lock",
        "K.get calls lookup without the lock",
        "K.loose calls remove under the lock",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
