"""Claims about what a loop goes over: with which arguments, and not of what it is a part."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
class Box:
    def ten(self):
        for i in range(10):
            put(i)
    def sl(self, xs):
        for x in xs[1:]:
            put(x)
    def items(self, d):
        for k, v in d.items():
            put(k)
    def vals(self, d):
        for v in d.values():
            put(v)
    def part(self, order):
        for line in order.lines:
            put(line)
    def rev(self, xs):
        for x in reversed(xs):
            put(x)
    def enum(self, xs):
        for i, x in enumerate(xs):
            put(x)
    def zipp(self, xs, ys):
        for x, y in zip(xs, ys):
            put(x)
    def idx(self, xs):
        for i in range(len(xs)):
            put(xs[i])
    def call(self, xs):
        for x in load(xs):
            put(x)
    def attr(self):
        for x in self.rows:
            put(x)
    def attr2(self):
        for x in self.rows_by_name:
            put(x)
    def whl(self, xs):
        while xs:
            xs.pop()
    def whl2(self, n):
        while n > 10:
            n -= 1
    def comp(self, xs):
        return [x for x in xs]
    def srt(self, xs):
        for x in sorted(xs, key=lambda a: a.age):
            put(x)
    def target(self, ys):
        for x in ys:
            put(x)
    def nested(self, grid):
        for row in grid:
            for cell in row:
                put(cell)
""",
    },
    {
        "a.ts": """
function keys(o: any) { for (const k of Object.keys(o)) { put(k); } }
function idx(xs: any[]) { for (let i = 0; i < xs.length; i++) put(xs[i]); }
function part(order: any) { for (const l of order.lines) put(l); }
function fe(xs: any[]) { xs.forEach(x => put(x)); }
function fe2(order: any) { order.lines.forEach((x: any) => put(x)); }
""",
        "b.go": """
package b
func Rng(xs []int) { for i, x := range xs { put(i, x) } }
func Part(o *Order) { for _, l := range o.Lines { put(l) } }
func Cnt(xs []int) { for i := 0; i < len(xs); i++ { put(i) } }
func Ten() { for i := range 10 { put(i) } }
""",
        "c.rs": """
fn it(xs: &[i32]) { for (i, x) in xs.iter().enumerate() { put(x); } }
fn partr(o: &Order) { for l in &o.lines { put(l); } }
fn ten() { for i in 0..10 { put(i); } }
fn upto(n: u32) { for i in 0..n { put(i); } }
""",
        "D.java": """
class D { void all(int[] xs) { for (int x : xs) put(x); }
void part(Order o) { for (Line l : o.getLines()) put(l); }
void map(Map m) { for (var e : m.entrySet()) put(e); } }
""",
        "e.kt": """
fun kall(xs: List<Int>) { for (x in xs.indices) put(x) }
fun kpart(o: Order) { for (l in o.lines) put(l) }
""",
        "f.swift": """
func sall(xs: [Int]) { for (i, x) in xs.enumerated() { put(x) } }
func spart(o: Order) { for l in o.lines { put(l) } }
""",
        "g.rb": """
def rall(xs)
  xs.each { |x| put(x) }
end
def rpart(o)
  o.lines.each do |l|
    put(l)
  end
end
def rmap(xs)
  xs.map { |x| put(x) }
end
""",
        "h.cs": """
class H { void All(int[] xs) { foreach (var x in xs) Put(x); }
void Part(Order o) { foreach (var l in o.Lines) Put(l); }
void Where(int[] xs) { foreach (var x in xs.Where(y => y > 1)) Put(x); } }
""",
        "i.cpp": """
void call(std::vector<int> xs) { for (auto& x : xs) put(x); }
void cpart(const Order& o) { for (auto& l : o.lines) put(l); }
void cit(std::vector<int> xs) { for (auto it = xs.begin(); it != xs.end(); ++it) put(*it); }
void clen(char *s) { for (int i = 0; i < strlen(s); i++) put(s[i]); }
""",
    },
)
CLAIMS = (
    (0, "SUPPORTED", "Box.ten loops over range(10)"),
    (0, "SUPPORTED", "Box.ten loops over `range(10)`"),
    (0, "INCONCLUSIVE", "Box.ten loops over range(20)"),
    (0, "INCONCLUSIVE", "Box.ten loops over `range(20)`"),
    (0, "SUPPORTED", "Box.ten loops over range"),
    (0, "INCONCLUSIVE", "Box.ten loops over 10"),
    (0, "SUPPORTED", "Box.ten loops over a range"),
    (0, "INCONCLUSIVE", "Box.ten iterates over range(1)"),
    (0, "SUPPORTED", "Box.sl loops over xs"),
    (0, "SUPPORTED", "Box.sl loops over `xs[1:]`"),
    (0, "NOT_SUPPORTED", "Box.sl loops over `xs[2:]`"),
    (0, "SUPPORTED", "Box.items iterates over d.items()"),
    (0, "SUPPORTED", "Box.items iterates over d"),
    (0, "SUPPORTED", "Box.items iterates over the items of d"),
    (0, "NOT_SUPPORTED", "Box.items iterates over d.values()"),
    (0, "NOT_SUPPORTED", "Box.items iterates over d.keys()"),
    (0, "NOT_SUPPORTED", "Box.vals iterates over d.items()"),
    (0, "SUPPORTED", "Box.vals iterates over d.values()"),
    (0, "INCONCLUSIVE", "Box.part iterates over order"),
    (0, "INCONCLUSIVE", "Box.part iterates over the order"),
    (0, "SUPPORTED", "Box.part iterates over order.lines"),
    (0, "SUPPORTED", "Box.part iterates over the lines"),
    (0, "SUPPORTED", "Box.part iterates over the lines of the order"),
    (0, "INCONCLUSIVE", "Box.part iterates over `order`"),
    (0, "NOT_SUPPORTED", "Box.part iterates over order.items"),
    (0, "SUPPORTED", "Box.rev loops over xs"),
    (0, "SUPPORTED", "Box.rev loops over xs in reverse"),
    (0, "SUPPORTED", "Box.enum loops over xs"),
    (0, "SUPPORTED", "Box.zipp loops over xs"),
    (0, "SUPPORTED", "Box.zipp loops over xs and ys"),
    (0, "SUPPORTED", "Box.idx loops over xs"),
    (0, "SUPPORTED", "Box.idx loops over range(len(xs))"),
    (0, "INCONCLUSIVE", "Box.idx loops over range(len(ys))"),
    (0, "INCONCLUSIVE", "Box.call loops over xs"),
    (0, "SUPPORTED", "Box.call loops over load(xs)"),
    (0, "SUPPORTED", "Box.call loops over the result of load"),
    (0, "INCONCLUSIVE", "Box.call loops over load(ys)"),
    (0, "SUPPORTED", "Box.attr loops over self.rows"),
    (0, "SUPPORTED", "Box.attr loops over rows"),
    (0, "NOT_SUPPORTED", "Box.attr2 loops over self.rows"),
    (0, "INCONCLUSIVE", "Box.attr2 loops over rows"),
    (0, "NOT_SUPPORTED", "Box.attr2 loops over `name`"),
    (0, "INCONCLUSIVE", "Box.attr loops over `self`"),
    (0, "SUPPORTED", "Box.whl loops while xs"),
    (0, "SUPPORTED", "Box.srt loops over xs"),
    (0, "INCONCLUSIVE", "Box.srt loops over `age`"),
    (0, "INCONCLUSIVE", "Box.target loops over x"),
    (0, "INCONCLUSIVE", "Box.target loops over `x`"),
    (0, "SUPPORTED", "Box.target loops over ys"),
    (0, "SUPPORTED", "Box.nested loops over grid"),
    (0, "SUPPORTED", "Box.nested loops over row"),
    (0, "INCONCLUSIVE", "Box.nested loops over cell"),
    (0, "INCONCLUSIVE", "Box.ten never loops over range(20)"),
    (0, "CONTRADICTED", "Box.ten never loops over range(10)"),
    (0, "INCONCLUSIVE", "Box.part does not iterate over `order`"),
    (0, "CONTRADICTED", "Box.part does not iterate over order.lines"),
    (0, "SUPPORTED", "Box.ten calls put inside a loop over range(10)"),
    (0, "INCONCLUSIVE", "Box.ten calls put inside a loop over range(20)"),
    (0, "SUPPORTED", "Box.part calls put inside the loop over order.lines"),
    (0, "NOT_SUPPORTED", "Box.attr2 calls put inside the loop over self.rows"),
    (1, "SUPPORTED", "keys loops over o"),
    (1, "SUPPORTED", "keys loops over the keys of o"),
    (1, "SUPPORTED", "idx loops over xs"),
    (1, "INCONCLUSIVE", "part loops over order"),
    (1, "SUPPORTED", "fe loops over xs"),
    (1, "SUPPORTED", "fe2 loops over order.lines"),
    (1, "NOT_SUPPORTED", "fe2 loops over order"),
    (1, "SUPPORTED", "Rng loops over xs"),
    (1, "SUPPORTED", "Rng ranges over xs"),
    (1, "INCONCLUSIVE", "b.Part loops over o"),
    (1, "INCONCLUSIVE", "Part in b.go iterates over o"),
    (1, "SUPPORTED", "b.go::Part loops over o.Lines"),
    (1, "SUPPORTED", "Cnt loops over xs"),
    (1, "NOT_SUPPORTED", "Ten loops over 20"),
    (1, "SUPPORTED", "it loops over xs"),
    (1, "SUPPORTED", "it iterates over xs"),
    (1, "INCONCLUSIVE", "partr loops over o"),
    (1, "SUPPORTED", "partr loops over o.lines"),
    (1, "SUPPORTED", "partr loops over the lines"),
    (1, "INCONCLUSIVE", "partr loops over the order"),
    (1, "SUPPORTED", "ten loops over `0..10`"),
    (1, "NOT_SUPPORTED", "ten loops over `0..20`"),
    (1, "SUPPORTED", "upto loops over `0..n`"),
    (1, "SUPPORTED", "D.all loops over xs"),
    (1, "INCONCLUSIVE", "D.part loops over o"),
    (1, "SUPPORTED", "D.part loops over o.getLines()"),
    (1, "SUPPORTED", "D.part loops over o.getLines"),
    (1, "SUPPORTED", "D.map loops over m"),
    (1, "SUPPORTED", "kall loops over xs"),
    (1, "INCONCLUSIVE", "kpart loops over o"),
    (1, "SUPPORTED", "kpart loops over o.lines"),
    (1, "SUPPORTED", "sall loops over xs"),
    (1, "INCONCLUSIVE", "spart loops over o"),
    (1, "SUPPORTED", "spart loops over o.lines"),
    (1, "SUPPORTED", "rall loops over xs"),
    (1, "INCONCLUSIVE", "rpart loops over o"),
    (1, "SUPPORTED", "rpart loops over o.lines"),
    (1, "SUPPORTED", "rmap loops over xs"),
    (1, "SUPPORTED", "H.All loops over xs"),
    (1, "INCONCLUSIVE", "H.Part loops over o"),
    (1, "SUPPORTED", "H.Part loops over o.Lines"),
    (1, "INCONCLUSIVE", "H.Where loops over xs"),
    (1, "SUPPORTED", "call loops over xs"),
    (1, "INCONCLUSIVE", "cpart loops over o"),
    (1, "SUPPORTED", "cpart loops over o.lines"),
    (1, "SUPPORTED", "cit loops over xs"),
    (1, "SUPPORTED", "clen loops over s"),
    (1, "INCONCLUSIVE", "cpart never loops over o"),
    (1, "CONTRADICTED", "cpart never loops over o.lines"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
