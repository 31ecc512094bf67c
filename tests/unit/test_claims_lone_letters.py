"""A function that is called `a`: where nothing follows it, or `calls` does, it is no article."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
def a():
    f()
    b()
def b():
    apart()
def f():
    pass
def apart():
    a()
def other():
    f()
"""
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("f is only called from a", "CONTRADICTED"),
        ("f is only called by a", "CONTRADICTED"),
        ("f is only called by a and other", "SUPPORTED"),
        ("b is only called from a.", "SUPPORTED"),
        ("apart is called by a", "NOT_SUPPORTED"),
        ("apart is not called by a", "SUPPORTED"),
        ("a calls b", "SUPPORTED"),
        ("a never calls b", "CONTRADICTED"),
        ("apart calls a", "SUPPORTED"),
        ("Is b called by a?", "SUPPORTED"),
        ("a function calls b", "INCONCLUSIVE"),
    ],
)
def test_lone_letters(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_no_agent() -> None:
    assert verify(SNAPSHOT, "Is b called by the?").claim.subject is not None
