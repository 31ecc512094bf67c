"""Locks that are not held, and classes whose names say which one is meant."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "g.go": """
package g
func (s *S) Bbb() { s.mu.Lock(); defer s.mu.Unlock(); s.opts = 1 }
func (s *S) Eee() { s.mu.Lock(); s.mu.Unlock(); s.opts = 1 }
func (s *S) Dfr() { defer func() { s.timer.Stop() }(); x() }
func (s *S) Nod() { s.timer.Stop(); x() }
""",
        "p.py": """
class Other(Exception): pass
class First(Exception): pass
def outer(x):
    raise Boom(x)
def outer2(x):
    raise Other(x)
def chain(e):
    while e:
        e = e.__cause__
def noerr(x):
    warn(x)
def fe(xs):
    for x in xs:
        go(x)
    else:
        stop()
    while xs:
        go(xs)
""",
    }
)
CLAIMS = {
    "CONTRADICTED": """
Bbb writes opts without holding mu
outer2 never raises Other
""",
    "SUPPORTED": """
Eee writes opts without holding mu
Eee writes opts outside the lock
Bbb takes the mu lock
Dfr stops the timer in a defer
outer never raises Other
outer2 raises Other
noerr only warns, it doesn't raise
fe contains a for loop and a while loop
""",
    "INCONCLUSIVE": """
Nod stops the timer in a defer
""",
    "NOT_SUPPORTED": """
outer raises Other
outer raises First
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
