"""Every exception wrapped in another: by a handler that takes all, whatever it took."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "A.java": """
class A {
  void add(T t) { if (has(t)) throw new BindError("twice"); try { parse(t); } finally { done();
    } }
  void some(T t) { try { latch.await();
    } catch (InterruptedException e) { throw new CacheException("x", e); } }
  void all(T t) { if (t == null) throw new BindingException("no"); try { make(t);
    } catch (Exception e) { throw new BindingException("x", e); } }
  void thr(T t) { try { make(t); } catch (Throwable e) { log(e);
    throw new BindingException("x", e); } }
  void branch(T t) { try { make(t);
    } catch (Exception e) { if (t.ok) { throw new BindingException("x", e); } log(e); } }
  void two(T t) { try { make(t); } catch (IOException e) { log(e);
    } catch (Exception e) { throw new BindingException("x", e); } }
  void both(T t) { try { make(t); } catch (IOException e) { throw new BindingException("io", e);
    } catch (Exception e) { throw new BindingException("x", e); } }
  void log2(T t) { try { make(t); } catch (Exception e) { log(e); } }
  void same(T t) { try { make(t); } catch (Exception e) { throw e; } }
  void other(T t) { try { make(t); } catch (Exception e) { throw new CacheException("x", e); } }
}
""",
    "b.py": """
class B:
    def add(self, t):
        if t:
            raise BindError("twice")
        try:
            self.parse(t)
        finally:
            self.done()
    def some(self):
        try:
            self.go()
        except OSError as e:
            raise StoreError("x") from e
    def all(self):
        try:
            self.go()
        except Exception as e:
            raise StoreError("x") from e
    def bare(self):
        try:
            self.go()
        except:
            raise StoreError("x")
""",
    "c.ts": """
class C {
  add(t) { if (t) throw new BindError('x'); this.parse(t) }
  all(t) { try { this.go() } catch (e) { throw new StoreError(e) } }
  cond(t) { try { this.go() } catch (e) { if (e instanceof Foo) throw e;
    throw new StoreError(e) } }
}
""",
    "d.rb": """
class D
  def add(t)
    raise BindError, "x" if t
    parse(t)
  end
  def all
    go
  rescue => e
    raise StoreError, e.message
  end
  def some
    go
  rescue IOError => e
    raise StoreError, e.message
  end
end
""",
    "E.cs": """
class E {
  void All() { try { Go(); } catch (Exception e) { throw new StoreException("x", e); } }
  void Bare() { try { Go(); } catch { throw new StoreException("x"); } }
  void When(bool b) { try { Go();
    } catch (Exception e) when (b) { throw new StoreException("x", e); } }
}
""",
    "F.kt": """
class F {
  fun all() { try { go() } catch (e: Exception) { throw StoreException("x", e) } }
  fun add(t: T) { if (t.bad) throw StoreException("x"); go() }
}
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.some wraps the InterruptedException in a CacheException
A.all wraps every exception in a BindingException
A.all wraps any exception in BindingException
A.all wraps exceptions in BindingException
A.all wraps all exceptions into a BindingException
A.thr wraps every exception in a BindingException
A.both wraps every exception in a BindingException
A.other wraps every exception in a CacheException
A.add never wraps exceptions in BindError
A.all converts every exception into a BindingException
A.all translates all exceptions to BindingException
A.all turns any exception into a BindingException
B.all wraps every exception in StoreError
B.bare wraps every exception in StoreError
C.all wraps every error in StoreError
C.all wraps any error in a StoreError
D.all wraps every exception in StoreError
E.All wraps every exception in a StoreException
E.Bare wraps every exception in a StoreException
F.all wraps every exception in StoreException
""",
    "CONTRADICTED": """
A.add wraps every exception in a BindError
A.add wraps any error in BindError
A.add wraps exceptions in BindError
A.all never wraps exceptions in BindingException
A.add converts every exception into a BindError
A.add turns any exception into a BindError
B.add wraps every exception in a BindError
C.add wraps every error in BindError
D.add wraps every exception in BindError
F.add wraps every exception in StoreException
""",
    "NOT_SUPPORTED": """
A.some wraps every exception in a CacheException
A.some wraps all exceptions in CacheException
A.log2 wraps every exception in a BindingException
A.same wraps every exception in a BindingException
A.other wraps every exception in a BindingException
A.some translates all exceptions to CacheException
A.some turns any exception into a CacheException
B.some wraps every exception in StoreError
D.some wraps every exception in StoreError
""",
    "INCONCLUSIVE": """
A.branch wraps every exception in a BindingException
A.two wraps every exception in a BindingException
C.cond wraps every error in StoreError
E.When wraps every exception in a StoreException
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
