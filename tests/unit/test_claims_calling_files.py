"""Files as those that call: every function in them is meant."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "src/a.c": """
void target(void) {}
static void one(void) { target(); }
static void two(void) { target(); }
void shared(void) {}
static void three(void) { shared(); }
""",
        "src/b.c": """
void shared(void);
void four(void) { shared(); }
""",
        "lib/k.py": """
def helper():
    pass
def user():
    helper()
helper()
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("target is only called from a.c", "SUPPORTED"),
        ("target is only called in src/a.c", "SUPPORTED"),
        ("target is only called by functions in a.c", "SUPPORTED"),
        ("target is only called by functions of this file", "SUPPORTED"),
        ("target is only called in its own file", "SUPPORTED"),
        ("target is only called from b.c", "CONTRADICTED"),
        ("shared is only called from a.c", "CONTRADICTED"),
        ("shared is only called in its own file", "CONTRADICTED"),
        ("shared is only called from a.c and b.c", "SUPPORTED"),
        ("shared is called in b.c", "SUPPORTED"),
        ("target is not called in b.c", "SUPPORTED"),
        ("helper is only called in k.py", "SUPPORTED"),
        ("helper is only called by functions in k.py", "CONTRADICTED"),
        ("target is only called from z.c", "CONTRADICTED"),
    ],
)
def test_files(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
