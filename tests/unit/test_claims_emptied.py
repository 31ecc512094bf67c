"""What empties a thing, and what only blanks or takes out some of its elements."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def first_only(xs):
    xs[0] = None

def slices(xs):
    xs[:] = []

def cuts(xs):
    del xs[:]

def blanks(xs):
    for i in range(len(xs)):
        xs[i] = None

def each_key(m):
    for k in list(m):
        del m[k]

def pops(m):
    while m:
        m.popitem()

def counts(xs):
    for i in range(len(xs)):
        xs[i] = i

def one_key(m, k):
    del m[k]
""",
        "a.go": """package a

func Reset(m map[string]int) {
	for k := range m {
		delete(m, k)
	}
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "slices clears xs",
        "slices empties xs",
        "cuts empties xs",
        "first_only never clears xs",
        "counts never clears xs",
    ],
    "CONTRADICTED": ["slices never clears xs"],
    "NOT_SUPPORTED": ["first_only clears xs", "one_key clears m", "counts empties xs"],
    "INCONCLUSIVE": [
        "blanks clears xs",
        "each_key empties m",
        "pops empties m",
        "Reset clears m",
        "Reset never clears m",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_whether_it_is_empty_then(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
