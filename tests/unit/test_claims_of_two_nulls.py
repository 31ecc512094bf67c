"""`null` and `undefined` are two where code tells them apart."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "u.js": """class U {
  a(x) { if (_.isUndefined(x)) { return this.p; } this.p = x; return 1; }
  b(x) { if (!isNil(x)) { this.go(x); } }
  c(x) { if (util.isNull(x)) { throw new Error('no'); } return x; }
}
""",
        "n.ts": """export class N {
  a(x: any) { if (x === undefined) { return; } this.go(x); }
  b(x: any) { if (x === null) { return; } this.go(x); }
  c(x: any) { if (x == null) { return; } this.go(x); }
  d(x: any) { if (typeof x === 'undefined') { throw new Error('x'); } this.go(x); }
  e(x: any) { if (x === undefined || x === null) { return null; } return this.go(x); }
  f(x: any) { if (x !== undefined) { this.go(x); } }
  g(x: any) { if (!x) { return 1; } return 2; }
  go(x: any) {}
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
N.a returns early if x is undefined
N.a returns early if x is missing
N.a returns early if x is not given
N.b returns early if x is null
N.c returns early if x is undefined
N.c returns early if x is null
N.d throws if x is undefined
N.d throws if x is missing
N.e returns null if x is null
N.e returns null if x is undefined
N.f calls go only if x is not undefined
N.f calls go only if x is set
N.g returns 1 if x is null
N.g returns 1 if x is undefined
U.a returns this.p if x is undefined
U.a returns this.p if x is missing
U.b calls go only if x is not null
U.c throws if x is null
""",
    "CONTRADICTED": """
U.a returns this.p if x is not undefined
U.b calls go if x is null
""",
    "INCONCLUSIVE": """
N.a returns early if x is null
N.b returns early if x is undefined
N.d throws if x is null
N.f calls go unless x is null
U.a returns this.p if x is null
U.c throws if x is undefined
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
