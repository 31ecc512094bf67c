"""Of which call an error is that a condition asks for."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """
package g
func E1() error { _, err := f(); if err != nil { return err }; _, err = g(); return nil }
func E2() error { _, err := f(); _, err = g(); if err != nil { return err }; return nil }
func E3() error { err := f(); if err != nil { return err }; err = g(); return err }
func E4() error { err := f(); if err != nil { return err }; err = g()
 if err != nil { log(err) }; return nil }
func E5() error {
 err := f(); if err != nil { return err }
 if err := g(); err != nil { return wrap(err) }
 return nil
}
func E6() error { if err := s.open(); err != nil { return err }; h(); return nil }
func E7() error { n := g(); if n < 0 { return fail }; if err := f()
 err != nil { return err }; return nil }
""",
        "r.rs": """
fn r1() -> R { let err = f(); if err { return err } let x = g(); x }
""",
        "t.ts": """
function t1() { const err = f(); if (err) { return err } const y = g(); return y }
function t2() { const error = g(); if (error) { throw error } f(); }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
E1 returns err if f fails
E2 returns err if g fails
E3 returns err if f fails
E4 calls log if g fails
E4 returns err if f fails
E5 calls wrap if g fails
E6 returns err if open fails
E6 returns err if s.open fails
E7 returns err if f fails
t1 returns err if f fails
t2 throws error if g fails
E1 returns early if f fails
""",
    "NOT_SUPPORTED": """
E1 checks the error of g
""",
    "INCONCLUSIVE": """
E1 returns err if g fails
E1 returns err when g fails
E2 returns err if f fails
E4 calls log if f fails
E4 returns err if g fails
E5 calls wrap if f fails
E6 returns err if h fails
t1 returns err if g fails
t2 throws error if f fails
E1 returns early if g fails
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
