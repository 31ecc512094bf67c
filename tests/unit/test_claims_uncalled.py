"""Who is said not to be called: edges of bases, values that are handed on, types not known."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.go": """package m
import "net/http"
type Routes interface { Middlewares() []int }
type Mux struct { h Handler }
func (m *Mux) Middlewares() []int { return nil }
func (m *Mux) Use() {}
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func walk(r Routes) { r.Middlewares() }
func plain(m *Mux) { m.Use() }
func cb() {}
func other() {}
func gives() { handed(cb) }
func keeps() { x := cb; x() }
func unknown(q Q) { q.Use() }
func serve(h http.Handler) { h.ServeHTTP(nil, nil) }
type Other struct{}
func (o Other) Use() {}
func elsewhere(o Other) { o.Use() }
""",
        "p.py": """
class Base:
    def step(self): pass
class Sub(Base):
    def step(self): pass
def use(b: Base): b.step()
def hook(): pass
def reg(): register(key=hook)
def unused(): pass
HANDLERS = {"a": hook}
""",
        "c.cs": """
abstract class Breaker { public abstract void OnFail(); }
class Adv : Breaker { public override void OnFail() {} public void Own() {} }
class Ctl {
  Breaker b;
  void Handled() { b.OnFail(); }
  void Listens() { Click += Clicked; }
  void Clicked() {}
  void Varies(dynamic d) { d.Own(); }
}
""",
        "J.java": """
interface Go { void go(); }
class R implements Go { public void go() {} }
class Caller { void run(Go g) { g.go(); } void plain(R r) { r.go(); } }
class T extends Thread { public void run() {} }
class Starts { void starts(Thread t) { t.run(); } }
class A { void append(String s) {} }
class Builds { void builds(StringBuilder b) { b.append("x"); } }
""",
        "t.ts": """
interface Shape { area(): number }
class Round implements Shape { area(): number { return 1 } }
function total(s: Shape): number { return s.area() }
function tick(): void {}
function starts(): void { setTimeout(tick, 1) }
""",
        "r.rs": """
trait Draw { fn draw(&self); }
struct Dot;
impl Draw for Dot { fn draw(&self) {} }
fn paints(d: &dyn Draw) { d.draw(); }
fn step1(n: u32) -> u32 { n }
fn maps(v: Vec<u32>) -> Vec<u32> { v.into_iter().map(step1).collect() }
""",
        "k.kt": """
interface Sound { fun beep() }
class Horn : Sound { override fun beep() {} }
fun honk(s: Sound) { s.beep() }
fun size1(s: String): Int = 1
fun sizes(xs: List<String>) = xs.map(::size1)
""",
    }
)
OPEN = [
    ("Mux.Middlewares", "walk"),
    ("m.cb", "gives"),
    ("Mux.Use", "unknown"),
    ("Mux.ServeHTTP", "serve"),
    ("Sub.step", "use"),
    ("p.hook", "reg"),
    ("Adv.OnFail", "Ctl.Handled"),
    ("Adv.Own", "Ctl.Varies"),
    ("Ctl.Clicked", "Ctl.Listens"),
    ("R.go", "Caller.run"),
    ("T.run", "Starts.starts"),
    ("Round.area", "total"),
    ("tick", "starts"),
    ("Dot.draw", "paints"),
    ("step1", "maps"),
    ("Horn.beep", "honk"),
    ("size1", "sizes"),
]
# Bases that are called, values that are handed on.
FORWARD = [
    ("Mux.Middlewares", "walk"),
    ("m.cb", "gives"),
    ("Sub.step", "use"),
    ("p.hook", "reg"),
    ("Adv.OnFail", "Ctl.Handled"),
    ("R.go", "Caller.run"),
    ("Round.area", "total"),
    ("Dot.draw", "paints"),
    ("Horn.beep", "honk"),
]


@pytest.mark.parametrize(("callee", "caller"), OPEN)
def test_named_callers_that_may_call_it(callee: str, caller: str) -> None:
    for said in ("is not called by", "is called by", "is never called by"):
        answer = verify(SNAPSHOT, f"{callee} {said} {caller}")
        assert answer.status == "INCONCLUSIVE", said
        assert "in line" in answer.summary


def test_a_caller_that_is_nowhere() -> None:
    for said in ("is not called by", "is called by"):
        answer = verify(SNAPSHOT, f"Mux.Use {said} Mux.nowhere")
        assert answer.status == "INCONCLUSIVE"
        assert "no definition is named" in answer.summary


@pytest.mark.parametrize(("callee", "caller"), FORWARD)
def test_whom_it_may_call(callee: str, caller: str) -> None:
    assert verify(SNAPSHOT, f"{caller} does not call {callee}").status == "INCONCLUSIVE"


@pytest.mark.parametrize("name", ["Mux.Middlewares", "p.hook", "tick", "Ctl.Clicked", "Adv.OnFail"])
def test_callers_that_may_be(name: str) -> None:
    for said in ("has no callers", "is never called", "is only called by unused"):
        assert verify(SNAPSHOT, f"{name} {said}").status == "INCONCLUSIVE", said


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("m.other is not called by gives", "SUPPORTED"),
        ("m.other has no callers", "SUPPORTED"),
        ("p.unused is not called by reg", "SUPPORTED"),
        ("p.unused has no callers", "SUPPORTED"),
        ("Mux.Use is called by plain", "SUPPORTED"),
        ("Mux.Use is not called by plain", "CONTRADICTED"),
        ("Mux.Use is not called by elsewhere", "SUPPORTED"),
        ("R.go is not called by Caller.plain", "CONTRADICTED"),
        ("A.append is not called by Builds.builds", "SUPPORTED"),
        ("Builds.builds does not call A.append", "SUPPORTED"),
        ("elsewhere does not call Mux.Use", "SUPPORTED"),
        ("m.cb is not called by keeps", "CONTRADICTED"),
        ("keeps does not call m.cb", "CONTRADICTED"),
    ],
)
def test_callers_that_are_known(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
