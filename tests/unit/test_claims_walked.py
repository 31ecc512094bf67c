"""What is followed in a loop, where it is named: `climbs x in a while loop`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
def chain(e):
    while e:
        e = e.__cause__
def single(e):
    e = e.__cause__
    while e:
        go()
def forl(rows):
    for row in rows:
        row.visit()
def both(rows, cols):
    while rows:
        rows.pop()
    for c in cols:
        use(c)
""",
        "a.ts": """
function up(node) { while (node.parent) { node = node.parent } return node }
function nope(node) { return node.parent }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
chain walks the chain of __cause__ in a while loop
chain follows `__cause__` in a while loop
forl visits `rows` in a for loop
both processes `rows` in a while loop
both processes `cols` in a for loop
up climbs `node.parent` in a while loop
up climbs the parents in a while loop
""",
    "NOT_SUPPORTED": """
chain follows `__cause__` in a for loop
up climbs `node.child` in a while loop
""",
    "INCONCLUSIVE": """
chain follows `__cause__` in a loop
chain never follows `__cause__` in a loop
""",
    "CONTRADICTED": """
single follows `__cause__` in a while loop
forl visits `rows` in a while loop
both processes `cols` in a while loop
nope climbs `node.parent` in a while loop
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
