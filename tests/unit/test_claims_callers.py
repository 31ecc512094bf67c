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
        ("handle and With call Mux.update", "SUPPORTED"),
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


OVERLOADED = "class Shelf { void put(int a) {} void put(String s) {} void lay() { put(%s); } }\n"


@pytest.mark.parametrize(
    ("given", "claim", "status"),
    [
        ("1", "Shelf.put(int) is called by lay", "SUPPORTED"),
        ("1", "Shelf.put(String) is called by lay", "NOT_SUPPORTED"),
        ("1", "Shelf.put(String) has no callers", "SUPPORTED"),
        ("found()", "Shelf.put(int) is called by lay", "INCONCLUSIVE"),
        ("found()", "Shelf.put(int) is only called by lay", "INCONCLUSIVE"),
        ("found()", "Shelf.put(int) has no callers", "INCONCLUSIVE"),
        ("found()", "Shelf.put(String) is not called by lay", "INCONCLUSIVE"),
        ("found()", "Shelf.put is called by lay", "SUPPORTED"),
        ("found()", "Shelf.put has no callers", "CONTRADICTED"),
    ],
)
def test_one_of_several_overloads_is_called_where_the_arguments_tell(
    given: str, claim: str, status: str
) -> None:
    assert verify(snapshot_of({"Shelf.java": OVERLOADED % given}), claim).status == status


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.js", "function step() {}\nfunction walk(step) { step(1) }\n"),
        ("a.go", "package a\nfunc step() {}\nfunc walk(step func()) { step() }\n"),
        ("a.py", "def step(): pass\ndef walk(step):\n    step()\n"),
        ("a.rs", "fn step() {}\nfn walk(step: impl Fn()) { step() }\n"),
    ],
)
@pytest.mark.parametrize("claim", ["step is called by walk", "step has no callers"])
def test_what_is_given_by_a_functions_name_may_be_it(path: str, text: str, claim: str) -> None:
    assert verify(snapshot_of({path: text}), claim).status == "INCONCLUSIVE"


def test_a_variable_of_java_is_never_called() -> None:
    text = "class Path { void step() {} void walk(Runnable step) { step(); } }\n"
    assert verify(snapshot_of({"Path.java": text}), "step is called by walk").status == "SUPPORTED"
