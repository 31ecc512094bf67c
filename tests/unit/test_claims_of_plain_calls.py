"""Plain words for what calls, headers and values say: events, threads, overloads, sorts, NaN."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "Disk.java": """
class Disk {
  public Editor edit(String key) {
    return edit(key, ANY);
  }
  private Editor edit(String key, long expected) {
    return new Editor(key);
  }
  public void wipe(String key) {
    wipe(key);
  }
}
""",
    "gate.cc": """
struct Gate {
  std::future<int> later() {
    return std::async(std::launch::async, [&] { return remove(); });
  }
  int now() { return remove(); }
  void reset() { gauge_.Set(0); }
  double get(double q) {
    if (sample_.empty()) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return sample_.back();
  }
};
""",
    "Cache.kt": """
class Cache {
    fun invalidate(key: Key) {
        entries.remove(key)?.also {
            onEvent(CacheEvent.Removed(key))
        }
    }
    fun asMap() = entries.toMap()
}
""",
    "mem.c": """
void *chat_realloc(void *ptr, size_t size) {
    return realloc(ptr, size);
}
int chat_alloc(int size) {
    return size;
}
""",
    "Service.cs": """
class Service {
    public bool TryGet(string key, out int value) {
        return cache.TryGet(key, out value);
    }
    public void Remove(string key) { cache.Remove(key); }
}
""",
    "locks.ts": """
function removeLock(file: string, callback: Callback) {
  fs.rmdir(file, (err) => {
    if (err && err.code !== 'ENOENT') {
      return callback(err);
    }
    callback();
  });
}
function unlock(path: string) {
  try {
    fs.unlinkSync(path);
  } catch (err) {
    if (err.code !== 'ENOENT') {
      throw err;
    }
  }
}
function onKey(e: KeyboardEvent) {
  e.preventDefault();
}
function isOurs(name: string) {
  return name === owner;
}
""",
    "reading.rs": """
fn read_all(r: &mut R, buf: &mut [u8]) -> usize {
    let mut read = 0;
    while read < buf.len() {
        read += r.read(&mut buf[read..]);
    }
    read
}
""",
    "average.py": """
class Average:
    def add(self, value):
        with self._cache.transact(retry=True):
            self._cache.set("x", value)

    def get(self):
        return self._cache.get("x")
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Disk.edit(String)` delegates to the other overload", "SUPPORTED"),
        ("`Disk.edit(String, long)` delegates to another overload", "INCONCLUSIVE"),
        ("`Disk.wipe` delegates to the other overload", "NOT_SUPPORTED"),
        ("`Gate::later` runs remove asynchronously", "SUPPORTED"),
        ("`Gate::later` runs remove in the background", "SUPPORTED"),
        ("`Gate::later` never runs remove in the background", "CONTRADICTED"),
        ("`Gate::now` runs remove in the background", "INCONCLUSIVE"),
        ("`Gate::reset` sets the gauge to 0", "SUPPORTED"),
        ("`Gate::reset` sets the gauge to 1", "INCONCLUSIVE"),
        ("`Gate::get` returns NaN if the sample is empty", "SUPPORTED"),
        ("`Gate::now` returns NaN", "NOT_SUPPORTED"),
        ("`Cache.invalidate` publishes a Removed event", "SUPPORTED"),
        ("`Cache.invalidate` publishes a Created event", "NOT_SUPPORTED"),
        ("`Cache.asMap` publishes a Removed event", "NOT_SUPPORTED"),
        ("chat_realloc takes a pointer and a size", "SUPPORTED"),
        ("chat_alloc takes a pointer", "NOT_SUPPORTED"),
        ("`Service.TryGet` has an out parameter", "SUPPORTED"),
        ("`Service.TryGet` has a ref parameter", "NOT_SUPPORTED"),
        ("`Service.Remove` has an out parameter", "NOT_SUPPORTED"),
        ("removeLock ignores ENOENT errors", "INCONCLUSIVE"),
        ("removeLock ignores EPERM errors", "NOT_SUPPORTED"),
        ("unlock ignores ENOENT errors", "SUPPORTED"),
        ("unlock ignores EPERM errors", "NOT_SUPPORTED"),
        ("onKey ignores the event", "CONTRADICTED"),
        ("isOurs checks whether the name is the owner", "SUPPORTED"),
        ("read_all reads in a loop", "SUPPORTED"),
        ("`Average.add` runs in a transaction", "SUPPORTED"),
        ("`Average.get` runs in a transaction", "NOT_SUPPORTED"),
    ],
)
def test_plain_words_for_calls_and_headers(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
