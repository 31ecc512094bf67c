"""An index, or an argument, that is an expression; and what plain words name that no code has."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "a.swift": """
class A {
  func stop() { lib_interrupt(handle) }
  func none() { }
  func log2() { print("x") }
}
""",
    "b.py": """
class B:
    def stop(self):
        lib_interrupt(self.handle)
    def last(self, xs, n):
        return xs[n - 1]
    def plus(self, xs, n):
        return xs[n+1]
    def plain(self, xs, n):
        return xs[n]
    def rows(self, xs, i, j):
        return xs[i, j]
    def call(self, xs, k):
        return xs[self.at(k)]
    def save(self):
        return self.x
""",
    "c.cpp": """
int last(int* xs, int n) { return xs[n - 1]; }
int sum(int* xs, int n) { return xs[n - 1] + xs[n - 2]; }
""",
    "d.ts": """
function tail(xs: number[], n: number) { return xs[xs.length - 1] }
""",
    "e.go": """
package p
func mid(xs []int, n int) int { return xs[n/2] }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
B.last subscripts xs with n - 1
B.last indexes xs with n - 1
B.last accesses xs[n - 1]
B.plus subscripts xs with n + 1
B.plus never subscripts xs with n - 1
B.plain subscripts xs with n
B.call subscripts xs with self.at(k)
last subscripts xs with n - 1
c.cpp::sum subscripts xs with n - 2
tail subscripts xs with xs.length - 1
mid subscripts xs with n / 2
""",
    "CONTRADICTED": """
B.last never subscripts xs with n - 1
""",
    "NOT_SUPPORTED": """
A.none stops long-running queries promptly
A.log2 starts the background workers
B.last subscripts xs with n + 1
B.last subscripts xs with n
B.last subscripts xs with n - 2
B.plus subscripts xs with n - 1
B.plain subscripts xs with n - 1
B.plain subscripts xs with n + 1
last subscripts xs with n - 2
tail subscripts xs with xs.length - 2
mid subscripts xs with n / 3
""",
    "INCONCLUSIVE": """
A.stop halts long-running queries promptly
A.stop stops long-running queries promptly
B.stop stops long-running queries promptly
B.stop stops long-running queries
B.stop stops pending work
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
