"""Plain verbs by what does it: what is evicted, skipped, subtracted, doubled, retried, held."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "store.py": """
class Store:
    def evict(self):
        while len(self.data) > self.limit:
            self.data.popitem(last=False)

    def drop(self, listener):
        self.listeners.remove(listener)

    def unlink(self, path):
        os.remove(path)

    def put(self, key, value):
        self.data[key] = value

    def forget(self, key):
        del self.rows[key]

    def grow(self, cost, item):
        self.delay *= 2
        self.size <<= 1
        self.total += cost
        return self.base + item.price

    def shrink(self, active):
        self.total -= self.item.cost
        return self.width / 2, self.capacity - active

    def text(self, path):
        self.out += "x"
        return self.base + "/"

    def walk(self, rows):
        for row in rows:
            if row.is_hidden():
                continue
            if not row.valid:
                continue
            if row.kind == "blank":
                continue
            if row.a and row.deleted:
                continue
            if row.name != self.name:
                continue
            if row.name in self.seen:
                continue
            use(row)

    def is_stale(self, stat):
        return stat.age > self.stale_after

    def is_full(self):
        return not self.room

    def has_room(self):
        return self.room is not None

    def held(self):
        with self.rows_lock:
            self.close_it()
""",
    "accept.c": """
int accept_client(int server) {
    int s;
    while (1) {
        s = accept(server, 0, 0);
        if (s == -1) {
            if (errno == EINTR)
                continue;
            else
                return -1;
        }
        break;
    }
    return s;
}
int make_server(int port) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(s, port) == -1) {
        close(s);
        return -1;
    }
    return s;
}
""",
    "Held.java": """
class Held {
  void run() {
    synchronized (this.gate) {
      this.rows.clear();
    }
  }
}
""",
    "families.cc": """
bool Registry::Remove(const Family& family) {
  auto it = std::find(families_.begin(), families_.end(), family);
  families_.erase(it);
  return true;
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Store.evict` evicts entries", "SUPPORTED"),
        ("`Store.evict` evicts the oldest entry", "SUPPORTED"),
        ("`Store.evict` evicts the newest entry", "INCONCLUSIVE"),
        ("`Store.evict` drops the last entry", "INCONCLUSIVE"),
        ("`Store.evict` evicts entries in a loop", "SUPPORTED"),
        ("`Store.evict` evicts rows from the index", "INCONCLUSIVE"),
        ("`Store.evict` calls popitem while the data is under self.limit", "INCONCLUSIVE"),
        ("`Store.drop` drops the listener", "SUPPORTED"),
        ("`Store.drop` never drops listeners", "CONTRADICTED"),
        ("`Store.drop` drops the rows", "INCONCLUSIVE"),
        ("`Store.unlink` evicts entries", "INCONCLUSIVE"),
        ("`Store.put` evicts entries", "INCONCLUSIVE"),
        ("`Store.evict` drops the entry before it calls len", "INCONCLUSIVE"),
        ("`Store.forget` drops the row", "SUPPORTED"),
        ("`Registry::Remove` erases the family", "SUPPORTED"),
        ("`Registry::Remove` removes the family", "SUPPORTED"),
        ("`Store.grow` doubles the delay", "SUPPORTED"),
        ("`Store.grow` doubles the size", "SUPPORTED"),
        ("`Store.grow` halves the delay", "INCONCLUSIVE"),
        ("`Store.grow` doubles the total", "INCONCLUSIVE"),
        ("`Store.grow` never doubles the delay", "CONTRADICTED"),
        ("`Store.grow` adds the cost to the total", "SUPPORTED"),
        ("`Store.grow` adds the total to the cost", "INCONCLUSIVE"),
        ("`Store.grow` adds the price to the base", "SUPPORTED"),
        ("`Store.text` adds a slash to the base", "INCONCLUSIVE"),
        ("`Store.shrink` subtracts the cost of the item", "SUPPORTED"),
        ("`Store.shrink` subtracts the cost of each item from the total", "SUPPORTED"),
        ("`Store.shrink` subtracts active from capacity", "SUPPORTED"),
        ("`Store.shrink` subtracts capacity from active", "INCONCLUSIVE"),
        ("`Store.shrink` halves the width", "SUPPORTED"),
        ("`Store.walk` skips hidden rows", "SUPPORTED"),
        ("`Store.walk` never skips hidden rows", "CONTRADICTED"),
        ("`Store.walk` skips invalid rows", "SUPPORTED"),
        ("`Store.walk` skips valid rows", "INCONCLUSIVE"),
        ("`Store.walk` skips blank rows", "SUPPORTED"),
        ("`Store.walk` skips deleted rows", "INCONCLUSIVE"),
        ("`Store.walk` skips rows with another name", "SUPPORTED"),
        ("`Store.walk` skips rows with the same name", "INCONCLUSIVE"),
        ("`Store.walk` skips seen names", "SUPPORTED"),
        ("`Store.walk` skips rows", "INCONCLUSIVE"),
        ("`Store.walk` skips names", "INCONCLUSIVE"),
        ("`Store.is_stale` returns whether the store is stale", "SUPPORTED"),
        ("`Store.is_stale` returns whether the store is fresh", "INCONCLUSIVE"),
        ("`Store.is_full` tells whether there is room", "CONTRADICTED"),
        ("`Store.has_room` returns whether the lock is set", "INCONCLUSIVE"),
        ("does `Store.has_room` return whether self.room is set?", "SUPPORTED"),
        ("`Store.held` holds `rows_lock`", "SUPPORTED"),
        ("`Store.held` holds `data_lock`", "INCONCLUSIVE"),
        ("`Held.run` synchronizes on `gate`", "SUPPORTED"),
        ("`Held.run` synchronizes on `rows`", "INCONCLUSIVE"),
        ("accept_client retries accept on EINTR", "SUPPORTED"),
        ("accept_client retries accept on EAGAIN", "NOT_SUPPORTED"),
        ("accept_client retries listen on EINTR", "NOT_SUPPORTED"),
        ("make_server closes the socket", "SUPPORTED"),
        ("make_server closes the file", "INCONCLUSIVE"),
    ],
)
def test_plain_verbs_by_what_does_it(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
