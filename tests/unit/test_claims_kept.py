"""Kept results, what is put back, and what a header says may be thrown."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "T.java": """
class T {
  String cached;
  public final String toString() {
    String result = cached;
    if (result == null) { result = build(); cached = result; }
    return result;
  }
  void write(Path p) throws IOException, IllegalStateException { q(p); }
  void plain() { q(); }
  Object nothing() { return null; }
  String other() { String r = build(); return r; }
  void both() throws A { throw new B(); }
}
""",
        "u.py": """
class S:
    def bind(self):
        old = os.umask(0)
        self.sock.bind(1)
        os.umask(old)
    def plain(self):
        self.sock.bind(1)
    def res(self):
        prev = self.mode
        self.mode = 3
        try:
            self.go()
        finally:
            self.mode = prev
    def memo(self):
        if self._v is None:
            self._v = compute()
        return self._v
    def memo2(self, k):
        if k not in self.seen:
            self.seen[k] = compute(k)
        return self.seen[k]
    def nomemo(self):
        return compute()
""",
        "s.swift": """
class Q { func r() throws -> Int { return try z() }
 func p() -> Int { return 1 } }
""",
        "c.cpp": """
int K::f() noexcept { return 1; }
""",
        "k.kt": """
class KK { @Throws(IOException::class) fun w() { q() }
 fun v() { q() } }
""",
        "r.ts": """
class R {
  a() { const x = this.mode; this.mode = 1; try { go() } finally { this.mode = x } }
  b() { this.mode = 1 }
  c(m) { this.mode = m }
  d() { this.mode = this.savedMode }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "T.toString caches its result",
        "T.other never caches its result",
        "T.write declares IOException",
        "T.write declares that it throws IOException",
        "T.plain never throws IOException",
        "T.both throws B",
        "S.bind restores the umask",
        "S.res restores self.mode",
        "S.res restores the mode",
        "S.memo caches its result",
        "S.nomemo never caches its result",
        "KK.w declares IOException",
        "KK.v never throws IOException",
        "R.a restores this.mode",
        "R.d restores this.mode",
    ],
    "CONTRADICTED": [
        "T.toString never caches its result",
        "T.toString does not cache its result",
        "T.both never throws B",
        "S.bind never restores the umask",
        "S.res never restores the mode",
        "S.memo never caches its result",
        "S.memo2 never caches its result",
    ],
    "NOT_SUPPORTED": [
        "T.other caches its result",
        "T.plain declares IOException",
        "R.b restores this.mode",
    ],
    "INCONCLUSIVE": [
        "T.write never throws IOException",
        "T.write throws IOException",
        "T.write never throws anything",
        "T.both never throws A",
        "S.plain never restores the umask",
        "Q.r throws",
        "Q.r never throws",
        "KK.w never throws IOException",
        "KK.w throws IOException",
        "R.c restores this.mode",
        "R.c never restores this.mode",
        "R.b never restores this.mode",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
