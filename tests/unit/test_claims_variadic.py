"""Neighbours of variadic parameters, context managers, type switches and calls in handlers."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
import contextlib
@contextlib.asynccontextmanager
async def acm():
    yield 1
@other
def deco():
    yield 1
class Der(Base):
    def go(self): pass
class Actx:
    async def __aenter__(self): return self
    async def __aexit__(self, *a): pass
def kwonly(**options): pass
def both(*args, key=None): pass
def aft(self):
    try:
        go()
    except KeyError:
        pass
    warn("a")
def twoc(self):
    try:
        go()
    except KeyError:
        warn("a")
    except ValueError:
        stop("a")
""",
        "a.ts": """
function rest(...names) { go(names) }
function plain(names) { go(names) }
function reject(x) { if (x) { tell(x); throw new Boom(x) } }
""",
        "J.java": """
class Jav { void one(String... names) { go(names); } void two(String[] names) { go(names); }
  void tr() { try { go(); } catch (E e) { log(e); } finally { end(); } } }
""",
        "c.cs": """
class Css { void One(params string[] names) { Go(names); } void Two(string[] names) { Go(names); } }
""",
        "k.kt": """
class Kot { fun one(vararg names: String) { go(names) }
 fun two(names: List<String>) { go(names) } }
""",
        "k.rb": """
class Rub
  def one(*names) go(names) end
  def two(names) go(names) end
end
""",
        "g.go": """
package g
func Sel(c chan int) { select { case <-c: x() } }
func Tas(v any) { if s, ok := v.(string); ok { use(s) } }
func Tsv(v any) { switch x := v.(type) { case int: use(x) } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
acm is an async context manager
Actx is an async context manager
both takes variadic args
both takes a variadic parameter
rest takes variadic names
rest takes a variadic parameter
Jav.one accepts variadic names
Kot.one takes variadic names
Rub.one takes variadic names
Tsv has a type switch
Tsv has a type switch on v
Sel has no type switch
Tsv has a switch
twoc catches KeyError and then calls warn
Jav.tr catches E and then calls log
Before it throws Boom, reject calls tell
After it calls tell, reject throws Boom
In Jav.tr the call to log is inside a catch block
In Jav.tr the call to go is inside a try
In Jav.tr the call to log is not inside a loop
In reject the call to tell is outside any loop
""",
    "INCONCLUSIVE": """
deco is a context manager
Der is a context manager
Css.One takes variadic names
both takes variadic widgets
aft catches KeyError and then calls warn
twoc catches ValueError and then calls warn
""",
    "NOT_SUPPORTED": """
plain takes a variadic parameter
Jav.two accepts variadic names
Css.Two takes variadic names
Kot.two takes variadic names
Rub.two takes variadic names
Sel has a type switch
Tas has a type switch
twoc catches KeyError and then calls log
""",
    "CONTRADICTED": """
rest takes no variadic parameter
Tsv has no type switch
In Jav.tr the call to end is inside a try
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
