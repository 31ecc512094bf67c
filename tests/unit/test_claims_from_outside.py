"""Who may be called by what is in no file here: by a library, an operator, what starts tests."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """package m
import ("io"; "sort"; "net/http"; "fmt")
type plainFile struct{ n int }
func (p *plainFile) Close() error { return nil }
func (p *plainFile) Read(b []byte) (int, error) { return 0, nil }
func (p *plainFile) Trim() int { return 0 }
func (p *plainFile) Read2(b []byte) (int, error) { return 0, nil }
func OpenIt() io.ReadCloser { return &plainFile{} }
func Use() error { f := OpenIt(); return f.Close() }
type byLen []string
func (b byLen) Len() int { return len(b) }
func (b byLen) Less(i, j int) bool { return b[i] < b[j] }
func (b byLen) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func Sorted(x []string) { sort.Sort(byLen(x)) }
func (p *plainFile) String() string { return "x" }
func (p *plainFile) Error() string { return "x" }
func (p *plainFile) MarshalJSON() ([]byte, error) { return nil, nil }
func (p *plainFile) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Println(r) }
type odd struct{}
func (o odd) Close(n int, why string) {}
func (o odd) Less() bool { return false }
func helper() {}
""",
        "p.py": """import json
from threading import Thread
class Plain:
    def __init__(self): self.x = 1
    def __call__(self): return 1
    def __getitem__(self, k): return k
    def quiet(self): return 1
class Enc(json.JSONEncoder):
    def default(self, o): return 1
    def own_thing(self): return 2
class T(Thread):
    def run(self): pass
class Mid(T):
    def run(self): pass
class Own:
    def step(self): pass
class Sub(Own):
    def step(self): pass
""",
        "J.java": """class R implements Runnable { @Override public void run() {}
  public void alone() {} private void priv() {} }
class S {
  @Override public String toString() { return ""; }
  public boolean equals(Object o) { return true; }
  public int hashCode() { return 1; }
  void quiet() {}
}
class T extends Thread { public void run() {} }
interface Mine { void go(); }
class M implements Mine { @Override public void go() {} }
""",
        "c.cs": """class V : ExpressionVisitor {
  protected override Expression VisitParameter(P p) { return p; }
  void Own() {}
}
abstract class B { public abstract void Go(); public virtual void Roll() {} }
class D : B { public override void Go() {} public override void Roll() {} }
class O { public override string ToString() { return ""; } public void Quiet() {} }
class I : IDisposable {
  public void Dispose() {} void IDisposable.Other() {} private void Priv() {} }
""",
        "r.rs": """use std::fmt;
struct Dot;
trait Mine { fn go(&self); }
impl Mine for Dot { fn go(&self) {} }
impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) }
}
impl Drop for Dot { fn drop(&mut self) {} }
impl Iterator for Dot { type Item = u32; fn next(&mut self) -> Option<u32> { None } }
impl Default for Dot { fn default() -> Self { Dot } }
impl Dot { fn quiet(&self) {} }
macro_rules! check { ($m:ident) => {{ twice!({ distance(1, 2); }); near(1); }} }
fn distance(a: u32, b: u32) {}
fn near(a: u32) {}
fn far(a: u32) {}
""",
        "s.swift": """import UIKit
class VC: UIViewController {
  override func viewDidLoad() {}
  func quiet() {}
  private func hid() {}
}
class Q: NSObject, UITableViewDelegate { func tableView(_ t: UITableView) {} }
protocol Mine { func go() }
class M: Mine { func go() {} }
struct P: CustomStringConvertible { var description: String { return "" }
 func plain() {} }
""",
        "k.kt": """class VM : ViewModel() { override fun onCleared() {}
 fun quiet() {} }
class R : Runnable { override fun run() {} }
interface Mine { fun go() }
class M : Mine { override fun go() {} }
class D { override fun toString(): String { return "" }
 operator fun plus(o: D): D = o
 fun q() {} }
""",
        "t.ts": """class E extends React.Component { render() { return 1 } private own(): void {} }
interface Mine { go(): void }
class M implements Mine { go(): void {} }
class X implements OnInit { ngOnInit(): void {} }
class Y { toString(): string { return "" } toJSON() { return {} } quiet() {} }
class L extends HTMLElement { connectedCallback() {} }
""",
        "x.rb": """class Job < ApplicationJob
  def perform; end
end
class P
  def to_s; ""; end
  def each; yield 1; end
  def <=>(o); 1; end
  def quiet; end
  def method_missing(n); end
end
""",
        "m.m": """@interface V : UIView
@end
@implementation V
- (void)drawRect { x = 1; }
- (void)quiet { x = 1; }
@end
""",
        "q.cpp": """class W : public QWidget {
  void paintEvent(QPaintEvent* e) override {}
  void quiet() {}
};
class Base { virtual void go(); };
class Der : public Base { void go() override {} };
struct N { ~N() {} void q() {} };
""",
    }
)
OPEN = (
    "plainFile.Close plainFile.Read byLen.Len byLen.Less byLen.Swap plainFile.String "
    "plainFile.Error plainFile.MarshalJSON plainFile.ServeHTTP Plain.__call__ "
    "Plain.__getitem__ Enc.default T.run Mid.run R.run S.toString S.equals S.hashCode "
    "V.VisitParameter O.ToString I.Dispose Dot.fmt Dot.drop Dot.next Dot.default distance "
    "near VC.viewDidLoad Q.tableView P.description VM.onCleared D.toString D.plus E.render "
    "X.ngOnInit Y.toString Y.toJSON L.connectedCallback Job.perform P.to_s P.each P.<=> "
    "P.method_missing V.drawRect W.paintEvent N.~N"
)
CLOSED = (
    "plainFile.Trim plainFile.Read2 odd.Close odd.Less helper Plain.quiet Sub.step R.alone "
    "R.priv S.quiet M.go D.Go D.Roll O.Quiet I.Priv V.Own Dot.go Dot.quiet far VC.hid "
    "VM.quiet D.q E.own Y.quiet P.quiet Der.go N.q VC.quiet P.plain W.quiet"
)


@pytest.mark.parametrize("name", OPEN.split())
def test_what_may_be_called_from_outside(name: str) -> None:
    said = ("is never called", "is called only by `nobody_here`", "is called at most once")
    assert {verify(SNAPSHOT, f"{name} {words}").status for words in said} == {"INCONCLUSIVE"}
    assert "may" in verify(SNAPSHOT, f"{name} is never called").summary


@pytest.mark.parametrize("name", CLOSED.split())
def test_what_is_called_by_its_name_alone(name: str) -> None:
    assert verify(SNAPSHOT, f"{name} is never called").status == "SUPPORTED"


STARTED = snapshot_of(
    {
        "test_a.py": """
from web import app
def test_it(): pass
def own(f): return f
@app.get("/")
def page(): pass
@own
def marked(): pass
class S:
    @staticmethod
    def still(): pass
""",
        "main.go": "package main\nfunc main() {}\nfunc spare() {}\nfunc TestX(t *testing.T) {}\n",
        "a.rs": "#[test]\nfn checks() {}\n#[inline]\nfn small() {}\n",
        "A.java": "class A { @Bean Object made() { return 1; } @Deprecated void old() {} }",
        "b.cs": "class B { [HttpGet] public int Get() { return 1; } [Obsolete] void Old() {} }",
    }
)


@pytest.mark.parametrize("name", ["test_it", "page", "main", "TestX", "checks", "A.made", "B.Get"])
def test_what_a_tool_or_a_framework_starts(name: str) -> None:
    assert verify(STARTED, f"{name} is never called").status == "INCONCLUSIVE"


@pytest.mark.parametrize("name", ["S.still", "spare", "small", "A.old", "B.Old"])
def test_marks_that_start_nothing(name: str) -> None:
    assert verify(STARTED, f"{name} is never called").status == "SUPPORTED"
