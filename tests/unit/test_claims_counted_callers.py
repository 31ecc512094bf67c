"""How many call something, said in the passive: by places, or by those that call."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.py": """
def used():
    pass

def once():
    pass

def looped():
    pass

def arms():
    pass

def lone():
    pass

def maybe():
    pass

class A:
    def odd(self):
        pass

def a():
    used()
    once()
    for x in y:
        looped()

def b(c):
    used()
    used()
    if c:
        arms()
    else:
        arms()

def leave(c, x):
    if c:
        left()
        return 1
    left()
    x.odd()

def left():
    pass
""",
        "tests/test_m.py": """
from m import tried

def test_tried():
    tried()
""",
        "n.py": """
def tried():
    pass

def run():
    tried()
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("used is called twice", "CONTRADICTED"),
        ("used is called three times", "SUPPORTED"),
        ("used is called exactly three times", "SUPPORTED"),
        ("used is called at least three times", "SUPPORTED"),
        ("used is called at least twice", "SUPPORTED"),
        ("used is called at most twice", "CONTRADICTED"),
        ("used is called at most three times", "SUPPORTED"),
        ("used is called 5 times", "CONTRADICTED"),
        ("used is called once", "CONTRADICTED"),
        ("used is called exactly once", "CONTRADICTED"),
        ("used is called only once", "CONTRADICTED"),
        ("used is called more than once", "SUPPORTED"),
        ("used is called multiple times", "SUPPORTED"),
        ("used is never called more than once", "CONTRADICTED"),
        ("used is never called more than three times", "SUPPORTED"),
        ("used is not called twice", "SUPPORTED"),
        ("used is called from three places", "SUPPORTED"),
        ("used is called from two places", "CONTRADICTED"),
        ("used is called in exactly two places", "CONTRADICTED"),
        ("used is called by two functions", "SUPPORTED"),
        ("used is called by exactly one function", "CONTRADICTED"),
        ("used has three callers", "CONTRADICTED"),
        ("used has two callers", "SUPPORTED"),
        ("used is invoked twice", "CONTRADICTED"),
        ("once is called once", "SUPPORTED"),
        ("once is called exactly once", "SUPPORTED"),
        ("once is called twice", "CONTRADICTED"),
        ("once is only called once", "SUPPORTED"),
        ("once is called at most once", "SUPPORTED"),
        ("once is called only from one place", "SUPPORTED"),
        ("looped is called exactly once", "INCONCLUSIVE"),
        ("looped is called at least once", "SUPPORTED"),
        ("looped is called twice", "INCONCLUSIVE"),
        ("arms is called exactly once", "INCONCLUSIVE"),
        ("arms is called at most once", "INCONCLUSIVE"),
        ("arms is called twice", "INCONCLUSIVE"),
        ("left is called at most once", "INCONCLUSIVE"),
        ("left is called twice", "INCONCLUSIVE"),
        ("lone is called once", "NOT_SUPPORTED"),
        ("lone is called at most once", "SUPPORTED"),
        ("lone is never called more than once", "SUPPORTED"),
        ("A.odd is called once", "INCONCLUSIVE"),
        ("used is called twice by b", "SUPPORTED"),
        ("used is called once by b", "CONTRADICTED"),
        ("used is called by b twice", "SUPPORTED"),
        ("tried is called once", "INCONCLUSIVE"),
        ("tried is called at least once", "SUPPORTED"),
        ("tried is called three times", "CONTRADICTED"),
    ],
)
def test_counted(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
