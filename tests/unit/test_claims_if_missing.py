"""What is given back where something is missing may be what is fallen back to."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.py": """
def a1(x):
    if not x:
        return fail(x)
    return 1
def a2(x):
    if x > 3:
        return "literal"
    return 2
def a3(name):
    if name is None:
        return build()
    return name
def a4(name):
    if not name:
        raise X("literal")
    return name
""",
        "t.ts": """
function b1(v) { if (!v) { return "literal" } return v }
function b2(v) { if (v) { return "literal" } return v }
function b3(v) { switch (v) { case 1: return "one"; case 2: return "two" } }
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
a1 falls back to fail
""",
    "NOT_SUPPORTED": """
a2 falls back to "literal"
a4 falls back to "literal"
b2 falls back to "literal"
b3 falls back to "one"
b3 falls back to "two"
""",
    "SUPPORTED": """
a3 falls back to build
b1 falls back to "literal"
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
