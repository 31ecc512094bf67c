"""Whose names are words of the grammar, or operators, as those that call and are called."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

_OVERLOADS = " ".join(f"public void Timeout(int a, C{n} c) {{ Make(a); }}" for n in range(30))
SNAPSHOT = snapshot_of(
    {
        "m.go": """package m
func (m *Mux) With() *Mux { m.update(); return m }
func (m *Mux) handle() { m.update() }
func (m *Mux) update() {}
func (m *Mux) lone() {}
func (c *Comp) Set(encoding string, fn EncoderFunc) {
	encoder := fn(discard, 1)
	if _, ok := encoder.(resetter); ok {
		c.pooled[encoding] = 1
	}
	if _, ok := c.pooled[encoding]; ok {
		other()
	}
}
""",
        "r.rb": """class Pool
  def <<(x)
    @q.push(x)
  end
  def [](k)
    @h[k]
  end
  def call; self << 1; end
end""",
        "c.cs": f"class Policy {{ {_OVERLOADS} void Make(int a) {{}} void Never() {{}} }}",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Mux.update is called by With", "SUPPORTED"),
        ("Mux.update is called by With and handle", "SUPPORTED"),
        ("Mux.update is called by handle and With", "SUPPORTED"),
        ("Mux.update is only called by With and handle", "SUPPORTED"),
        ("Mux.update is called only by handle", "CONTRADICTED"),
        ("only handle and With call Mux.update", "SUPPORTED"),
        ("only With calls Mux.update", "CONTRADICTED"),
        ("Mux.update is not called by With", "CONTRADICTED"),
        ("Mux.lone is called by With and handle", "NOT_SUPPORTED"),
        ("Mux.lone is not called by With or handle", "SUPPORTED"),
        ("handle and With call Mux.update", "INCONCLUSIVE"),
        ("Mux.lone is called by nobody", "SUPPORTED"),
        ("Mux.update is called by the other one", "INCONCLUSIVE"),
        ("Pool.<< calls push", "SUPPORTED"),
        ("Pool#<< calls push", "SUPPORTED"),
        ("Pool.<< calls pop", "NOT_SUPPORTED"),
        ("Pool.<< is called by call", "SUPPORTED"),
        ("Pool.[] takes k", "SUPPORTED"),
        ("Pool.[] does not read @q", "SUPPORTED"),
        ("Policy.Make is called by Policy.Timeout", "SUPPORTED"),
        ("Policy.Never is called by Policy.Timeout", "NOT_SUPPORTED"),
        ("Comp.Set calls fn before it checks c.pooled", "SUPPORTED"),
        ("Comp.Set checks c.pooled before it calls fn", "CONTRADICTED"),
    ],
)
def test_what_follows(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
