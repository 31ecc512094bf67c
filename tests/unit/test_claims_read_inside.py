"""What functions inside read, and what their headers name, where a claim says what is read."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.py": """
def reads6(x, xs):
    def x2(x):
        return x + 1
    return x2
def reads8(x, xs):
    def x2(y=x):
        return y + 1
    return x2
def reads9(x, xs):
    def x2(y=f(x)):
        return y + 1
    return x2
def reads10(x, xs):
    return sorted(xs, key=lambda x: x)
def reads11(x, xs):
    @deco(x)
    def x2(y):
        return y + 1
    return x2
def reads12(x, xs):
    def x2(y: x):
        return y + 1
    return x2
def reads13(x, xs):
    def x2(y):
        return y + 1
    return x2
""",
        "a.ts": """
function ra(x) { return function (x) { return x } }
function rb(x) { return (x) => x }
function rc(x) { return (y = x) => y }
function rd(x) { return y => y }
""",
        "g.go": """
package g
func ga(x int) func(int) int { return func(x int) int { return x } }
""",
        "R.java": """
class Jav { Fn a(int x) { return (y) -> y + 1; } }
""",
        "k.rb": """
class Rub
  def a(x)
    ->(x) { x }
  end
  def b(x)
    xs.each { |x| x }
  end
end
""",
        "k.kt": """
fun ka(x: Int) = { x: Int -> x }
""",
        "k.rs": """
fn ra2(x: i32) -> F { |x| x }
""",
        "k.swift": """
func sa(x: Int) -> F { return { (x: Int) in x } }
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
reads6 never reads `x`
ra never reads `x`
ga never reads `x`
""",
    "NOT_SUPPORTED": """
reads6 reads `x`
reads13 reads `x`
ra reads `x`
rb reads `x`
ga reads `x`
Jav.a reads `x`
Rub.a reads `x`
ka reads `x`
ra2 reads `x`
sa reads `x`
""",
    "SUPPORTED": """
reads8 reads `x`
reads9 reads `x`
reads11 reads `x`
reads12 reads `x`
reads13 never reads `x`
rc reads `x`
rd never reads `x`
Jav.a never reads `x`
""",
    "CONTRADICTED": """
reads8 never reads `x`
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
