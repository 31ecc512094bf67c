"""Whether it is errors that are asked for, and each of them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """
package g
func E1() error { _, err := f(); if err != nil { return err }
 _, err = g(); return nil }
func E2() error { _, err := f(); _, err = g()
 if err != nil { return err }; return nil }
func E3() error { err := f(); if err != nil { return err }
 err = g(); return err }
func E8() error { err := f(); if err != nil { return err }; return nil }
func En(n int) error { if n > 3 { return x }; return nil }
func Eo() error { f(); return nil }
func Ep() error { if err := f(); err != nil { return err }; if err := g()
 err != nil { return err }; return nil }
""",
        "t.ts": """
function t1() { const err = f(); if (err) { return err } const y = g(); return y }
function t2(n) { if (n > 2) { g() } return 1 }
""",
        "c.c": """
int c1(void) { int rc = f(); if (rc < 0) return rc; return 0; }
int c2(int n) { if (n > 2) g(); return 0; }
""",
        "p.py": """
def p1(resp):
    if resp.error:
        raise X(resp)
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
E1 checks every error
E1 always checks err
E1 checks each error
E1 checks all errors
E2 always checks err
E2 checks every error
En checks for errors
En never checks for errors
En checks every error
t2 checks for errors
c2 checks for errors
""",
    "SUPPORTED": """
E1 checks err
E1 checks for errors
E3 checks every error
E8 checks every error
E8 always checks err
Ep checks every error
Ep always checks err
Eo never checks for errors
t1 checks for errors
c1 checks for errors
p1 checks for errors
En checks n
En has a conditional
""",
    "CONTRADICTED": """
E8 never checks err
""",
    "NOT_SUPPORTED": """
Eo checks for errors
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
