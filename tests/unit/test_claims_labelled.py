"""What a claim says of a labelled argument is held to the label, and else leaves a denial open."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "A.cs": "class H { void Handle(T t)"
        " { Put(t, commit: false, ack: true); Put(t, commit: false, ack: false); } }\n",
        "a.c": "void* zeroed(size_t n, size_t sz) { assert(sz > 0); return calloc(n, sz); }\n",
        "a.py": "def f(x):\n    go(x, deep=False)\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "H.Handle calls Put with ack: true",
        "zeroed calls calloc with sz",
        "f calls go with deep=False",
        "f calls go with deep false",
    ],
    "CONTRADICTED": [
        "H.Handle never calls Put with commit false",
        "f never calls go with x",
        "f never calls go to clean up",
    ],
    "INCONCLUSIVE": [
        "H.Handle never calls Put with commit true",
        "H.Handle calls Put with commit: true",
        "zeroed never calls calloc with sz zero",
        "f never calls go with deep true",
        "f calls go with deep true",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_labels(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
