"""What allocates: known by its name or form; what another call does is left open."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "s.go": """package m
func plain(x int) int { return helper(x) }
func made() []int { return make([]int, 3) }
func nw() *T { return new(T) }
func lit() *T { return &T{} }
func sl() []int { return []int{1} }
func app(x []int) []int { return append(x, 1) }
func nothing(x int) int { return x + 1 }
func alloc(x int) { allocBuf(x) }
""",
        "c.c": """
int cplain(int x) { return helper(x); }
char *cm(void) { return malloc(3); }
char *xm(void) { return xmalloc(3); }
char *dup(char *s) { return strdup(s); }
int sum(int x) { return x + 1; }
""",
        "j.java": """
class J {
 Object make() { return new Object(); }
 int call(int x) { return helper(x); }
 int none(int x) { return x; }
 int[] arr() { return new int[3]; }
}
""",
        "r.rs": """
fn b() -> Box<i32> { Box::new(1) }
fn v() -> Vec<i32> { Vec::new() }
fn v2() -> Vec<i32> { vec![1] }
fn rplain(x: i32) -> i32 { helper(x) }
fn st(x: &str) -> String { x.to_string() }
""",
        "p.py": """
def pl(x):
    return helper(x)
def li():
    return [1]
def obj():
    return Thing()
""",
        "c.cpp": """
struct A { int *mk() { return new int[3]; } int pl() { return helper(1); } };
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("plain allocates", "INCONCLUSIVE"),
        ("plain never allocates", "INCONCLUSIVE"),
        ("plain allocates memory", "INCONCLUSIVE"),
        ("made allocates", "SUPPORTED"),
        ("made never allocates", "CONTRADICTED"),
        ("made allocates memory", "SUPPORTED"),
        ("nw never allocates", "CONTRADICTED"),
        ("cplain allocates", "INCONCLUSIVE"),
        ("cplain never allocates", "INCONCLUSIVE"),
        ("cplain allocates memory", "INCONCLUSIVE"),
        ("cm allocates", "SUPPORTED"),
        ("cm never allocates", "CONTRADICTED"),
        ("cm allocates memory", "SUPPORTED"),
        ("xm allocates memory", "SUPPORTED"),
        ("J.make allocates", "SUPPORTED"),
        ("J.make never allocates", "CONTRADICTED"),
        ("J.call allocates", "INCONCLUSIVE"),
        ("J.call never allocates", "INCONCLUSIVE"),
        ("J.arr allocates", "SUPPORTED"),
        ("J.arr never allocates", "CONTRADICTED"),
        ("b allocates", "SUPPORTED"),
        ("rplain allocates", "INCONCLUSIVE"),
        ("rplain never allocates", "INCONCLUSIVE"),
        ("pl allocates", "INCONCLUSIVE"),
        ("pl never allocates", "INCONCLUSIVE"),
        ("obj allocates", "SUPPORTED"),
        ("A.mk never allocates", "CONTRADICTED"),
        ("A.pl never allocates", "INCONCLUSIVE"),
        ("lit allocates T", "SUPPORTED"),
        ("v allocates", "INCONCLUSIVE"),
        ("st never allocates", "CONTRADICTED"),
        ("li allocates", "SUPPORTED"),
        ("sum allocates", "NOT_SUPPORTED"),
        ("sum never allocates memory", "SUPPORTED"),
        ("app never allocates", "INCONCLUSIVE"),
    ],
)
def test_allocating(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
