"""Errors that are values: left, asked for, or not there at all."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """
package a
func a1() { _ = f() }
func a2() int { x, _ := g(); return x }
func a3() { f() }
func a4() error { if err := f(); err != nil { return err }; return nil }
func a5() int { x, err := g(); if err != nil { return 0 }; return x }
func a6() { if err := f(); err != nil { log.Println(err) } }
func a7() error { return f() }
func a8() { defer f() }
func a9() { err := f(); use(err) }
func a10() { h() }
func a11() { x, err := g(); _ = err; use(x) }
func a12() { go f() }
func a13() { if f() != nil { stop() } }
func a14() { if err := f(); err != nil { } }
func f() error { return nil }
func g() (int, error) { return 1, nil }
func h() {}
func a15() { os.WriteFile("x", nil, 0) }
func a16() error {
	if err := os.WriteFile("x", nil, 0); err != nil { return wrap(err) }
	return nil
}
func a17() { must(f()) }
func a18() (err error) { err = f(); return }
func a19() int { x, _ := pair(); return x }
func a20() { _, _ = pair() }
func pair() (int, bool) { return 1, true }
""",
        "a.rs": """
fn b1() { let _ = f(); }
fn b2() -> Result<(), E> { f()?; Ok(()) }
fn b3() { f().ok(); }
fn b4() { f().unwrap(); }
fn b5() { if let Err(e) = f() { log(e); } }
fn f() -> Result<(), E> { Ok(()) }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
a1 ignores the error of f
a1 ignores errors of f
a1 discards the error of f
a2 ignores the error of g
a2 ignores the error from g
a3 ignores the error of f
a4 never ignores the error of f
a4 does not ignore the error of f
a4 checks the error of f
a4 returns the error of f
a8 ignores the error of f
a12 ignores the error of f
a15 ignores the error of os.WriteFile
a16 never ignores the error of os.WriteFile
a3 swallows errors of f
b1 ignores the error of f
b3 ignores the error of f
""",
    "CONTRADICTED": """
a1 checks the error of f
a1 never ignores the error of f
a3 never ignores the error of f
a4 ignores the error of f
a5 ignores the error of g
a6 ignores the error of f
a7 ignores the error of f
a13 ignores the error of f
a16 ignores the error of os.WriteFile
a4 swallows errors of f
b2 ignores the error of f
b4 ignores the error of f
b5 ignores the error of f
""",
    "NOT_SUPPORTED": """
a10 ignores the error of h
a19 ignores the error of pair
a20 ignores the error of pair
""",
    "INCONCLUSIVE": """
a4 handles the error of f
a9 ignores the error of f
a11 ignores the error of g
a14 ignores the error of f
a17 ignores the error of f
a18 ignores the error of f
a4 ignores the error of g
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
