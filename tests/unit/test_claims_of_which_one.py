"""Which value, method, base, resource or sort of parameter is meant: another one shows nothing."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
class Store:
    def save(self, key, value, *, sync=False):
        old = self.data.get(key)
        self.data[key] = value
        return old
    def flush(self):
        pass
    def rotate(self):
        self.flush()
        for h in self.handlers:
            h.close()
        self.handlers.clear()
    def watch(self, cb):
        t = threading.Thread(target=cb, daemon=True)
        t.start()
    def copy(self):
        return dict(self.data)
    def clone(self):
        return copy.deepcopy(self.data)
    def load(self, key):
        return self.data[key]
class Cached(Store):
    def load(self, key):
        return super().load(key)
""",
        "a.ts": """
export class Client extends Base implements Api {
  on(ev: string, fn: Fn) { this.emitter.on(ev, fn); return () => this.emitter.off(ev, fn); }
}
""",
        "a.m": """
@implementation Loader
- (NSData *)load {
  dispatch_async(dispatch_get_main_queue(), ^{ [self.delegate loaded:d]; });
  return d;
}
@end
""",
        "a.rb": """
class Repo
  def each(&block)
    return enum_for(:each) unless block
    @items.each(&block)
  end
  def update(id)
    row.update(id)
  rescue DB::Error => e
    raise
  end
end
""",
        "a.cpp": """
class Queue : private Base { void f(); };
""",
        "C.cs": """
class Cs { public bool TryAdd(string key, Entry e) {
    if (e == null) throw new ArgumentNullException(nameof(e));
    try { _map.Add(key, e); return true; } catch (ArgumentException) { return false; }
  } }
""",
        "J.java": """
class J {
  void copyTo(OutputStream out) throws IOException {
    try (InputStream in = open()) {
      out.write(in.read());
    }
  }
  void both() throws IOException {
    try (InputStream in = open(); OutputStream os = make()) {
      os.write(in.read());
    }
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Store.save returns the old value
Store.rotate closes each handler
Store.rotate closes every handler
Store.watch starts a daemon thread
Store.copy returns a copy of self.data
Store.clone returns a deep copy
Cached.load overrides load
Client extends Base
Client implements Api
J.copyTo closes the input stream
J.both closes the output stream
Loader.load notifies the delegate on the main queue
Repo.update re-raises DB::Error
Queue inherits from Base
Cs.TryAdd swallows ArgumentException
Client.on returns a function that calls emitter.off
""",
    "INCONCLUSIVE": """
Store.save returns the new value
Store.save takes sync as a positional argument
Store.rotate flushes each handler
Store.watch starts a non-daemon thread
Store.copy returns a deep copy
Store.clone returns a shallow copy
Cached.load overrides flush
Client implements Base
Client extends Api
Loader.load notifies the delegate on a background queue
Repo.each requires a block
Repo.update re-raises as a NotFound
Queue inherits publicly from Base
Cs.TryAdd swallows ArgumentNullException
Client.on returns the emitter
J.copyTo closes the output stream
J.copyTo closes out
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
