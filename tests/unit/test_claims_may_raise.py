"""*Never raises* where what raises is handed on, an assertion is caught, or code may trap."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def hand(run):
    def bad():
        raise ValueError("x")
    run(bad)

def give():
    def bad():
        raise ValueError("x")
    return bad

def order_by(xs):
    def key(x):
        if not x:
            raise KeyError(x)
        return x
    return sorted(xs, key=key)

def caught(x):
    try:
        assert x
    except AssertionError:
        return None
    return x

def missed(x):
    try:
        assert x
    except ValueError:
        return None
""",
        "a.ts": """
function handed(xs) { visit(xs, (x) => { throw new TypeError('no'); }); }
function kept(bus) { bus.on('x', () => { throw new TypeError('no'); }); }
function made(x) { return wrap(x, { get: () => { throw new TypeError('no'); } }); }
""",
        "a.rs": 'fn keep() { run_with(|| panic!("later")); }\nfn calm() { run_with(|| 3); }\n',
        "A.java": """
class A {
  void handed() { runner.perform(() -> { throw new IllegalStateException("x"); }); }
  Runnable given() { return () -> { throw new IllegalStateException("x"); }; }
}
""",
        "box.swift": """
class Box {
  func at(_ i: Int) -> Int { return items[i] }
  func force(_ s: String?) -> String { return s! }
  func safe(_ s: String?) -> String { return s ?? "" }
  func die() { fatalError("no") }
}
""",
        "node.go": """package node

type Node struct {
	next *Node
	val  int
	conf Config
}

func (n *Node) Val() int      { return n.val }
func (n *Node) Name() string  { return n.conf.Name }
func (n *Node) Next() *Node   { return n.next.next }
func Of(n *Node) int          { return n.val }
func Asked(n *Node) int       { if n == nil { return 0 }; return n.val }
func Put(p *int)              { *p = 3 }
func Sum(a, b int) int        { return a*b + a }
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "hand never raises KeyError",
        "give never raises",
        "caught catches AssertionError",
        "kept never throws",
        "made never throws",
        "handed never throws RangeError",
        "calm never panics",
        "A.given never throws",
        "Box.safe never traps",
        "Box.die traps",
        "Box.die traps with fatalError",
        "Node.Val never panics",
        "Node.Name never panics",
        "Asked never panics",
        "Sum never panics",
    ],
    "CONTRADICTED": ["missed never raises", "Box.die never traps"],
    "INCONCLUSIVE": [
        "hand never raises",
        "hand never raises ValueError",
        "order_by never raises KeyError",
        "caught never raises",
        "caught never raises AssertionError",
        "a.ts::handed never throws TypeError",
        "keep never panics",
        "A.handed never throws",
        "Box.at never traps",
        "Box.force cannot trap",
        "Node.Next never panics",
        "Of never panics",
        "Put never panics",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_whether_it_may_be_raised(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
