"""*Is x returned by f?*, of a plain name; parameters that are named as particles are."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def last(x):
    return f(x)

def blank(s):
    if s == "":
        return None
    return s

def plain(x):
    x.y = 1

def lister(x):
    return [x]

def failing(x):
    if x:
        raise ValueError("no")
    return g(x)
""",
        "a.kt": """
class K {
  fun copy(from: String, to: String, with: Int): Int {
    return move(from, to, with)
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Is a value returned by last?",
        "Is None ever returned by blank?",
        "None is returned by blank if s is empty",
        "Is a list returned by lister?",
        "Is a ValueError raised by failing?",
        "an error is raised by failing",
        "K.copy takes from, to and with",
        "K.copy uses with",
        "K.copy uses its to parameter",
        "K.copy passes `with` to move",
        "K.copy passes with to move",
    ],
    "CONTRADICTED": [
        "None is never returned by blank",
        "Is g never called by failing?",
        "K.copy never uses with",
        "K.copy never passes with to move",
        "K.copy ignores its with parameter",
    ],
    "NOT_SUPPORTED": ["Is an error raised by plain?", "Is None returned by lister?"],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_who_is_asked(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
