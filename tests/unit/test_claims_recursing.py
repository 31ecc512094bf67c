"""What a function is handed that calls the one around may be run: then that calls itself."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "src/a.rs": "fn merge(a: &mut [i32], b: &mut [i32])"
        " { pool::join(|| merge(a, b), || merge(b, a)); }\n"
        "fn plain(a: i32) { go(|| other(a)); }\n"
        "fn direct(n: u32) { if n > 0 { direct(n - 1) } }\n",
        "K.kt": "class P { fun fold(o: P): P = o.all.flatMap { it.fold(o) }\n"
        " fun flat(o: P): P = o.all.flatMap { it.go(o) } }\n",
        "a.py": "def walk(n):\n    return sorted(n.kids, key=lambda k: walk(k))\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "direct calls itself",
        "plain never calls itself",
        "P.flat never calls itself",
        "walk calls itself",
    ],
    "INCONCLUSIVE": [
        "merge never calls itself",
        "merge calls itself",
        "merge is recursive",
        "P.fold never calls itself",
        "P.fold calls itself",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_closures_call(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
