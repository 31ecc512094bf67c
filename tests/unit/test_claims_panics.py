"""Claims that nothing panics, and about what Rust derives and Ruby mixes in."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.rs": """
use std::fmt;
#[derive(Debug, Clone, PartialEq)]
pub struct Point { x: i32 }
pub trait Shape { fn area(&self) -> f64; fn name(&self) -> String { String::new() } }
impl Shape for Point { fn area(&self) -> f64 { 1.0 } }
impl fmt::Display for Point { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }
pub enum Kind { A }
impl Point {
    pub fn unwrapped(&self, v: Option<i32>) -> i32 { v.unwrap() }
    pub fn expected(&self, v: Option<i32>) -> i32 { v.expect("there") }
    pub fn asserted(&self, v: i32) -> i32 { assert!(v > 0); v }
    pub fn debug_asserted(&self, v: i32) -> i32 { debug_assert!(v > 0); v }
    pub fn asserted_eq(&self, v: i32) -> i32 { assert_eq!(v, 1); v }
    pub fn indexed(&self, v: &[i32]) -> i32 { v[0] }
    pub fn sliced<'a>(&self, v: &'a [i32]) -> &'a [i32] { &v[1..] }
    pub fn got(&self, v: &[i32]) -> Option<&i32> { v.get(0) }
    pub fn clean(&self, v: i32) -> i32 { v + 1 }
    pub fn todo_(&self) { todo!() }
    pub fn unreach(&self) { unreachable!() }
    pub fn panics(&self) { panic!("x") }
    pub fn divides(&self, a: i32, b: i32) -> i32 { a / b }
    pub fn default_or(&self, v: Option<i32>) -> i32 { v.unwrap_or(0) }
    pub fn borrowed(&self, c: &RefCell<i32>) { c.borrow_mut(); }
}
""",
        "b.go": """
package b
func Idx(xs []int) int { return xs[0] }
func Pan() { panic("x") }
func Clean(a int) int { return a + 1 }
func Asrt(x any) string { return x.(string) }
func AsrtOk(x any) (string, bool) { s, ok := x.(string); return s, ok }
func Div(a, b int) int { return a / b }
func MapGet(m map[string]int) int { return m["a"] }
func Deref(p *T) int { return p.x }
""",
        "c.swift": """
struct S {
  func forced(_ x: Int?) -> Int { return x! }
  func fatal() { fatalError("x") }
  func pre(_ n: Int) { precondition(n > 0) }
  func clean(_ n: Int) -> Int { return n + 1 }
  func tryForced() { try! run() }
  func cast(_ x: Any) -> Int { return x as! Int }
  func idx(_ xs: [Int]) -> Int { return xs[0] }
}
""",
        "d.py": """
class P:
    def asserted(self, n):
        assert n > 0
        return n
    def raises_it(self):
        raise ValueError("x")
    def clean(self, n):
        return n
    def keyed(self, d):
        return d["a"]
""",
        "e.rb": """
module Loud
  def speak
    super.upcase
  end
end
module Extra
  def extra; end
end
class Animal
  def speak
    "hi"
  end
  def name
    "a"
  end
end
class Dog < Animal
  include Extra
  def speak
    "woof"
  end
end
class Cat < Animal
  prepend Loud
end
module Greets
  def greet; end
end
class Person
  include Greets
  def greet
    "p"
  end
end
class Robot
  prepend Greets
  extend Extra
end
""",
    },
)
CLAIMS = (
    (0, "CONTRADICTED", "Point.unwrapped never panics"),
    (0, "SUPPORTED", "Point.unwrapped panics"),
    (0, "CONTRADICTED", "Point.expected never panics"),
    (0, "CONTRADICTED", "Point.asserted never panics"),
    (0, "CONTRADICTED", "Point.asserted_eq never panics"),
    (0, "INCONCLUSIVE", "Point.indexed never panics"),
    (0, "INCONCLUSIVE", "Point.sliced never panics"),
    (0, "CONTRADICTED", "Point.todo_ never panics"),
    (0, "CONTRADICTED", "Point.unreach never panics"),
    (0, "CONTRADICTED", "Point.panics never panics"),
    (0, "SUPPORTED", "Point.panics panics"),
    (0, "SUPPORTED", "Point.clean never panics"),
    (0, "SUPPORTED", "Point.got never panics"),
    (0, "INCONCLUSIVE", "Point.divides never panics"),
    (0, "INCONCLUSIVE", "Point.borrowed never panics"),
    (0, "SUPPORTED", "Point.default_or never panics"),
    (0, "NOT_SUPPORTED", "Point.default_or panics"),
    (0, "INCONCLUSIVE", "Point.debug_asserted never panics"),
    (0, "INCONCLUSIVE", "Point.indexed can not panic"),
    (0, "CONTRADICTED", "Point.asserted does not panic"),
    (0, "CONTRADICTED", "Point.unwrapped cannot panic"),
    (0, "INCONCLUSIVE", "Point.asserted is free of panics"),
    (0, "SUPPORTED", "Point derives Debug"),
    (0, "SUPPORTED", "Point derives Clone"),
    (0, "NOT_SUPPORTED", "Point derives Hash"),
    (0, "SUPPORTED", "Point implements Shape"),
    (0, "SUPPORTED", "Point implements Display"),
    (0, "SUPPORTED", "Point implements fmt::Display"),
    (0, "SUPPORTED", "Point implements Debug"),
    (0, "SUPPORTED", "Point implements Clone"),
    (0, "NOT_SUPPORTED", "Point implements Hash"),
    (0, "NOT_SUPPORTED", "Point implements Copy"),
    (0, "CONTRADICTED", "Point does not implement Shape"),
    (0, "CONTRADICTED", "Point does not derive Debug"),
    (0, "SUPPORTED", "Point does not derive Hash"),
    (0, "SUPPORTED", "Point never implements Hash"),
    (0, "NOT_SUPPORTED", "Kind implements Shape"),
    (0, "NOT_SUPPORTED", "Kind derives Debug"),
    (0, "NOT_SUPPORTED", "Point derives Shape"),
    (0, "SUPPORTED", "Point implements PartialEq"),
    (0, "SUPPORTED", "Point derives Debug and Clone"),
    (0, "NOT_SUPPORTED", "Point derives Debug and Hash"),
    (0, "INCONCLUSIVE", "Idx never panics"),
    (0, "CONTRADICTED", "Pan never panics"),
    (0, "SUPPORTED", "Clean never panics"),
    (0, "INCONCLUSIVE", "Asrt never panics"),
    (0, "SUPPORTED", "AsrtOk never panics"),
    (0, "INCONCLUSIVE", "Div never panics"),
    (0, "INCONCLUSIVE", "MapGet never panics"),
    (0, "INCONCLUSIVE", "S.forced never crashes"),
    (0, "INCONCLUSIVE", "S.fatal never crashes"),
    (0, "INCONCLUSIVE", "S.pre never crashes"),
    (0, "INCONCLUSIVE", "S.tryForced never crashes"),
    (0, "INCONCLUSIVE", "S.cast never crashes"),
    (0, "INCONCLUSIVE", "S.idx never crashes"),
    (0, "INCONCLUSIVE", "P.asserted never fails"),
    (0, "CONTRADICTED", "P.raises_it never raises"),
    (0, "SUPPORTED", "P.clean never raises"),
    (0, "SUPPORTED", "Dog.speak overrides Animal.speak"),
    (0, "SUPPORTED", "Dog overrides speak"),
    (0, "NOT_SUPPORTED", "Dog overrides name"),
    (0, "NOT_SUPPORTED", "Cat overrides speak"),
    (0, "SUPPORTED", "Person.greet overrides Greets.greet"),
    (0, "SUPPORTED", "Person overrides greet"),
    (0, "NOT_SUPPORTED", "Robot overrides greet"),
    (0, "SUPPORTED", "Dog includes Extra"),
    (0, "NOT_SUPPORTED", "Cat includes Greets"),
    (0, "INCONCLUSIVE", "Dog prepends Extra"),
    (0, "SUPPORTED", "Dog inherits from Animal"),
    (0, "INCONCLUSIVE", "Loud.speak overrides Animal.speak"),
    (0, "INCONCLUSIVE", "Extra.extra overrides Animal.speak"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
