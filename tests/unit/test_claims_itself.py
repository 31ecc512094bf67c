"""`returns this`: the object itself, and no other; private names; objects with a body."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "ctx.ts": """
class Ctx {
  #env: E
  get cast() { return this.#env as E }
  get sure() { return this.#env! }
  get plain() { return this.#env }
  run() { return this.#go() }
  #go() { return 1 }
  own() { return this }
  called() { return this.own() }
  named() { const self = this; return self }
  made() { const x = new Ctx(); return x }
  chosen(c: boolean) { return c ? this : null }
  flag(k) { let done = false; if (k) { done = true } return done }
  wide() { return this as unknown as T }
}
""",
        "Anon.java": """
class Anon {
  Object body() { return new Simple(a, "x") {
      @Override void g() { h(); }
    }; }
  Object call() { return new Simple(a).t(); }
  Anon me() { x(); return this; }
  boolean other() { return key != null && this != VOID; }
}
""",
        "k.kt": "class K {\n    fun f(): K { return apply { x = 1 } }\n}\n",
        "py.py": "class Py:\n    def f(self): return self\n    def g(self): return self.x\n",
        "b.go": """
package b
func (b *Builder) Set(x int) *Builder { b.x = x; return b }
func (b *Builder) New(x int) *Builder { return &Builder{x} }
""",
        "c.cpp": "C& C::inc() { ++n; return *this; }\nC C::post() { C c(*this); return c; }\n",
        "rb.rb": "class Rb\n  def f; self; end\n  def g; @x; end\nend\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Ctx.plain returns #env", "Ctx.own returns this", "Ctx.named returns this"),
        *("Ctx.chosen returns this", "Ctx.wide returns this", "Ctx.own returns this for chaining"),
        *("Ctx.own always returns this", "Anon.body returns a Simple", "Anon.me returns this"),
        *("K.f returns this", "Py.f returns this", "Py.f returns self", "Builder.Set returns this"),
        *("C.inc returns this", "Rb.f returns this", "Ctx.plain never returns this"),
        *("Ctx.flag never returns this", "Ctx.made never returns this"),
    ],
    "CONTRADICTED": [
        *("Ctx.cast never returns #env", "Ctx.sure never returns #env"),
        *("Ctx.plain never returns `#env`", "Ctx.run never returns the result of #go"),
        *("Ctx.own never returns this", "Ctx.own returns anything but this"),
        "Anon.body never returns a Simple",
    ],
    "NOT_SUPPORTED": [
        *("Ctx.called returns this", "Ctx.made returns this", "Ctx.plain returns this"),
        *("Ctx.plain returns this for chaining", "Anon.call returns a Simple"),
        *("Anon.other returns this", "Py.g returns self", "Py.g returns this"),
        *("Builder.New returns this", "C.post returns this", "Rb.g returns this"),
    ],
    "INCONCLUSIVE": ["Ctx.called never returns this"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
