"""Claims that say more than what is seen: which one, from where, all of it, on which system."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
class A:
    def held(self) -> dict[str, int | None]:
        return make()

    def rows(self) -> list[Row]:
        return self.kept

    def row(self) -> Row | None:
        return self.kept

    def note(self) -> str | None:
        return None

    def put(self, k, v):
        self.data.update({k: v})

    def all(self, d):
        self.data = d

    def pull(self):
        self.items.pop(0)

    def drop(self, item):
        self.seen.remove(item)
        self.items.append(item)

    def read(self):
        if self._done:
            return self._text
        self._text = self.load()
        self._done = True
        return self._text

    def heads(self, headers, resp):
        if "date" not in headers or "x" not in headers:
            return {}
        if resp.last is None:
            return {}
        return {"a": 1}
""",
    "b.js": """
function omit(struct, keys) {
  const { schema } = struct;
  const sub = { ...schema };
  for (const key of keys) { delete sub[key]; }
  return sub;
}
""",
    "C.java": """
class C {
  List<String> fix(List<String> command) {
    if (!IS_WINDOWS) {
      return command;
    }
    return quoted(command);
  }
  void close() throws IOException {
    IOException caught = null;
    try { a.close(); } catch (IOException e) { caught = add(caught, e); }
    if (caught != null) { throw caught; }
  }
  Reply send(Call call) {
    try { return go(call); } catch (IOException e) { return failed(call, e); }
  }
  void calm() {
    try { a.close(); } catch (IOException e) { log.warn("x", e); }
  }
  void run() {
    synchronized (rows) { rows.clear(); }
  }
}
""",
    "d.c": """
int link_up(conn *c, int fd) {
    if (connect(fd) == -1) {
        if (errno != BUSY) return -1;
    }
    if (watch(fd, connected) == AE_OK) {
        return fd;
    }
    return -2;
}
int next_row(file *f) {
    if (broken(f)) return ERR_BROKEN;
    if (f->left > 0) return ERR_LEFT;
    return 0;
}
int record(stats *s, int n) {
    if (n >= s->limit) return 0;
    s->count++;
    return 1;
}
""",
    "e.cpp": """
void Session::drop() {
    if (std::holds_alternative<Body>(content_)) {
        reset();
    } else if (std::holds_alternative<Parts>(content_)) {
        free(parts_);
    }
}
bool Session::uses() {
    for (const auto& item : names_) {
        if (proxies_.has(item)) {
            apply(item);
        }
    }
    return true;
}
""",
    "f.kt": """
class Fuel {
    private var keptLoader: Loader? = null
    fun fresh(): Loader {
        keptLoader?.let { return it }
        val loader = Builder().build()
        keptLoader = loader
        return loader
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("A.held returns None", "INCONCLUSIVE"),
        ("A.held returns a dict", "SUPPORTED"),
        ("A.rows returns a Row", "INCONCLUSIVE"),
        ("A.row returns a Row", "SUPPORTED"),
        ("A.note returns a string", "NOT_SUPPORTED"),
        ("A.note returns None", "SUPPORTED"),
        ("A.put overwrites self.data", "INCONCLUSIVE"),
        ("A.put never replaces self.data", "INCONCLUSIVE"),
        ("A.put updates self.data", "SUPPORTED"),
        ("A.all overwrites self.data", "SUPPORTED"),
        ("A.pull removes the last item", "INCONCLUSIVE"),
        ("A.pull removes the first item", "SUPPORTED"),
        ("A.drop removes item from items", "INCONCLUSIVE"),
        ("A.drop removes item from seen", "SUPPORTED"),
        ("A.read caches nothing", "CONTRADICTED"),
        ("A.heads returns {} if date is in headers", "INCONCLUSIVE"),
        ("omit mutates schema", "NOT_SUPPORTED"),
        ("omit writes schema", "SUPPORTED"),
        ("C.fix returns command on Windows", "INCONCLUSIVE"),
        ("C.fix returns command", "SUPPORTED"),
        ("C.close throws the first IOException", "INCONCLUSIVE"),
        ("C.close swallows IOException", "INCONCLUSIVE"),
        ("C.send swallows IOException", "INCONCLUSIVE"),
        ("C.calm swallows IOException", "SUPPORTED"),
        ("next_row returns ERR_LEFT on ERR_TIMEOUT", "INCONCLUSIVE"),
        ("next_row returns ERR_LEFT at the end of the file", "INCONCLUSIVE"),
        ("next_row returns ERR_LEFT", "SUPPORTED"),
        ("C.run locks this", "INCONCLUSIVE"),
        ("C.run locks rows", "SUPPORTED"),
        ("link_up returns fd if connect fails", "INCONCLUSIVE"),
        ("record returns 1 if n is at or above the limit", "CONTRADICTED"),
        ("record returns 0 if n is at or above the limit", "SUPPORTED"),
        ("record returns 0 if n is at most the limit", "INCONCLUSIVE"),
        ("Session::drop calls free only if content_ is a Body", "INCONCLUSIVE"),
        ("Session::drop calls free only if content_ is a Parts", "SUPPORTED"),
        ("Session::uses calls apply if proxies_ is empty", "INCONCLUSIVE"),
        ("Session::uses calls apply if proxies_ has the item", "SUPPORTED"),
        ("Fuel.fresh caches the loader", "SUPPORTED"),
        ("Fuel.fresh caches nothing", "CONTRADICTED"),
    ],
)
def test_what_is_said_beyond_that(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
