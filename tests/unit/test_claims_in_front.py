"""Places that a sentence begins with, kinds of switches, variadic parameters, context managers."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "k.kt": """
class Kot {
 fun reject(f: F) { onReject.invoke(1)
  throw Rejected("x") }
 fun rel() { try { go() } catch (e: E) { no() }
  withCtx(1) }
 fun rel2() { try { withCtx(1) } catch (e: E) { no() } } }
""",
        "g.go": """
package g
func (t *T) Dfr() { defer func() { t.Stop() }(); x() }
func (t *T) Dfr2() { defer t.mu.Unlock(); x() }
func (t *T) Nod() { t.Stop(); x() }
func Tsw(v interface{}) int { switch v.(type) { case int: return 1 }; return 2 }
func Tsw2(v int) int { switch v { case 1: return 1 }; return 2 }
func Vard(names ...string) { x(names) }
func Plain(names []string) { x(names) }
""",
        "p.py": """
import contextlib
@contextlib.contextmanager
def cm():
    yield 1
class Ctx:
    def __enter__(self): return self
    def __exit__(self, *a): pass
def plain():
    return 1
def iloc(self):
    try:
        return self.x
    except AttributeError:
        warnings.warn("a")
        return 1
def other(self):
    try:
        return self.x
    except AttributeError:
        return 1
    warnings.warn("a")
def vargs(*names, **kw): pass
class Plain2:
    def go(self): pass
""",
        "r.rb": """
class Rub
  def modify
    yield
  ensure
    ENV.replace(1)
  end
end
""",
        "w.swift": """
class Swi { func wd() { defer { restore() }
 go() } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Before it throws Rejected, Kot.reject calls onReject.invoke
Before throwing Rejected, Kot.reject calls onReject.invoke
After it calls onReject.invoke, Kot.reject throws Rejected
In Kot.rel the call to withCtx isn't inside a try
In Kot.rel2 the call to withCtx is inside a try
T.Dfr calls Stop in a defer
T.Dfr2 calls Unlock in a defer
T.Dfr2 unlocks mu in a defer
T.Dfr2 defers mu.Unlock
Tsw has a type switch
Tsw has a type switch on v
Vard accepts variadic names
Vard takes variadic names
Vard takes a variadic parameter
vargs takes variadic names
cm is a context manager
Ctx is a context manager
iloc catches the AttributeError and then calls warnings.warn
iloc catches AttributeError and calls warnings.warn
Rub.modify calls ENV.replace in an ensure block
Swi.wd calls restore in a defer block
""",
    "CONTRADICTED": """
Before it calls onReject.invoke, Kot.reject throws Rejected
In Kot.rel2 the call to withCtx isn't inside a try
cm is not a context manager
""",
    "INCONCLUSIVE": """
T.Nod calls Stop in a defer
Tsw2 has a type switch on v
other catches the AttributeError and then calls warnings.warn
Swi.wd calls go in a defer block
""",
    "NOT_SUPPORTED": """
Tsw2 has a type switch
Plain accepts variadic names
plain is a context manager
Plain2 is a context manager
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
