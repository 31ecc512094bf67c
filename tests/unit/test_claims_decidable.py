"""Said plainly and shown by one place: in a handler, again and again, kept, started, of a type."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "A.java": """
class A {
  boolean has() { if (c != null) return true; try { r.read(); return false;
    } catch (IOException e) { throw new IllegalStateException(e); } }
  boolean wrong() { if (c == null) throw new IllegalStateException(); try { r.read();
    return false; } catch (IOException e) { log(e); return true; } }
}
""",
    "b.py": """
class B:
    def has(self):
        if self.c:
            return True
        try:
            self.r.read()
        except OSError as e:
            raise StoreError(e)
    def put(self, a):
        ok = self.check(a)
        if ok:
            self.note(a)
    def free(self, a):
        self.note(a)
    def rec(self, n):
        return self.rec(n - 1)
    def norec(self, n):
        return self.put(n)
    def run(self):
        try:
            self.running = True
            self.go()
        except OSError:
            self.running = False
            raise
    def err(self, err):
        raise err
    def multi(self, m):
        if m not in self.methods:
            if self.app:
                raise HttpError(m)
            self.page()
    def plainraise(self):
        self.go()
""",
    "K.kt": """
class K { fun put(a: Int) { val ok = check(a); if (ok) { note(a) } }
 fun rec(n: Int): Int { return rec(n - 1) } }
""",
    "c.ts": """
class C {
  free(id) { return (this.m[id] = this.m[id] || []); }
  nul(id) { return this.m[id] ??= []; }
  nul2(id) { this.m[id] ??= new Map(); return this.m[id]; }
  set(id) { this.m[id] = []; return this.m[id]; }
  async run() { try { await this.consume() } catch (e) { this.running = false; throw e } }
  sub() { try { g() } catch (err) { process.nextTick(() => { throw err }) } }
  own(err) { throw err }
}
""",
    "d.rb": """
class D
  def free(id)
    @m[id] ||= []
  end
end
""",
    "e.go": """
package p
type box struct{ n int }
func New() *box { return Make() }
func Make() *box { return &box{} }
func (b *box) hookit(bad bool) {
	if bad {
		hook(1)
		return
	}
	hook(2)
}
func (b *box) init() {
	b.ready = true
	go b.flushLoop()
}
func (b *box) flushLoop() {}
""",
    "f.cs": """
interface IA {}
interface IB {}
class F : Attribute, IB {}
class G : F, IA {}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.has throws IllegalStateException when it catches IOException
A.has throws IllegalStateException when IOException is caught
B.has raises StoreError when it catches OSError
B.has raises StoreError when OSError is caught
B.free calls self.note regardless of ok
B.rec calls itself recursively
B.norec never calls itself recursively
K.rec calls itself recursively
C.free caches the array in this.m
C.nul caches the array in this.m
C.nul2 caches the map in this.m
D.free caches the array in @m
B.run sets running back to false when go throws
C.run sets running back to false when consume throws
B.run sets self.running back to False when OSError is raised
B.run resets self.running to False
C.own throws err
B.err raises err
p.Make instantiates box
p.Make creates a box
box.init starts flushLoop after it sets b.ready
box.init starts flushLoop
F inherits from IB
F doesn't inherit from IA
B.plainraise lets OSError propagate
B.run lets OSError propagate
A.wrong throws IllegalStateException if c is null
""",
    "CONTRADICTED": """
B.put calls self.note regardless of ok
K.put calls note regardless of ok
box.init starts flushLoop before it sets b.ready
B.multi always raises HttpError
B.has never raises StoreError when it catches OSError
""",
    "NOT_SUPPORTED": """
A.wrong throws IllegalStateException when it catches IOException
B.norec calls itself recursively
C.sub itself throws err
p.New instantiates box
p.New creates a box
F inherits from IA
""",
    "INCONCLUSIVE": """
B.put calls self.note regardless of a
C.set caches the array in this.m
box.hookit calls hook at most once
F inherits from Disposable
F inherits from IDisposable
B.multi always raises HttpError when m is not in self.methods
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
