"""Functions that are kept in a variable and called by a method of it: `f.call(x)`, `r.run()`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "k.rb": """
class Boom < ArgumentError; end
class Rub
  def outer6(xs)
    one = -> { raise Boom }
    one.call
  end
  def outer7(xs)
    one = lambda { |x| raise Boom }
    two.call(1)
  end
  def outer8(xs)
    one = proc { save(1) }
    one.call(2)
  end
  def outer9(xs)
    one = -> { raise Boom }
    one.()
  end
end
""",
        "J.java": """
class Jav {
  void one() { Runnable r = () -> { throw new Boom(); }; r.run(); }
  void two() { Runnable r = () -> { throw new Boom(); }; other.run(); }
  void three() { Runnable r = () -> save(1); r.run(); }
}
""",
        "k.kt": """
class Kot { fun one() { val f = { save(1) }
 f.invoke() }
 fun two() { val f = { save(1) }
 g(f) } }
""",
        "c.cs": """
class Css { void One() { Action a = () => Save(1); a.Invoke(); }
  void Two() { Action a = () => Save(1); b.Invoke(); } }
""",
        "a.ts": """
function tone(x) { const f = () => save(x); f.call(null) }
function ttwo(x) { const f = () => save(x); g.call(null) }
""",
    }
)
CLAIMS = {
    "CONTRADICTED": """
Rub.outer6 never raises ArgumentError
Rub.outer6 never raises Boom
Rub.outer8 never calls save
Jav.one never throws Boom
""",
    "SUPPORTED": """
Rub.outer6 raises Boom
Rub.outer8 calls save
Jav.two never throws Boom
Jav.three calls save
Kot.one calls save
Css.One calls Save
tone calls save
""",
    "INCONCLUSIVE": """
Kot.two calls save
""",
    "NOT_SUPPORTED": """
Css.Two calls Save
ttwo calls save
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
