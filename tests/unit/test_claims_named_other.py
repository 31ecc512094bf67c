"""Neighbours of locks that are named, and of a class that is called Other."""

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
func (s *S) Aaa() { s.optionsMu.Lock(); defer s.optionsMu.Unlock(); s.opts = 1 }
func (s *S) Eee() { s.mu.Lock(); s.mu.Unlock(); s.opts = 1 }
""",
        "p.py": """
class Other(Exception): pass
class Sub(Other): pass
def outer(x):
    raise Boom(x)
def outer2(x):
    raise Other(x)
def outer3(x):
    try:
        go()
    except Other:
        pass
""",
    }
)
CLAIMS = {
    "CONTRADICTED": """
Bbb writes s.opts without taking the lock
Bbb never takes the mu lock
outer3 never catches Other
outer2 does not raise Other
""",
    "SUPPORTED": """
Eee writes s.opts without taking the lock
Aaa takes the optionsMu lock
Bbb acquires the mu mutex
outer3 catches Other
Sub inherits from Other
outer never throws Other
outer does not raise Other
""",
    "NOT_SUPPORTED": """
Aaa takes the mu lock
outer2 returns Other
does outer raise Other?
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
