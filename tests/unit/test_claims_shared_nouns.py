"""One noun said of several constructs: `has no for or while loops`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.py": """
def comp(xs):
    return [x for x in xs]
def loopy(xs):
    while xs:
        xs.pop()
def fory(xs):
    for x in xs: pass
def both(xs):
    for x in xs: pass
    while xs: xs.pop()
def cond(x):
    if x:
        return 1
def tries(x):
    try:
        f()
    except E:
        pass
""",
        "a.ts": """
function sw(x) { switch (x) { case 1: return 2 } }
function of(x) { for (const y of x) { f(y) } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
comp has no while or for loops
fory has no while loops
comp has no for or while loop
comp doesn't have a for or a while loop
comp contains neither for nor while loops
both has for and while loops
both has a for and a while loop
both contains both for and while loops
fory has a for or while loop
loopy uses a for or while loop
comp has no for, while or do-while loops
comp works without for or while loops
of has no if or switch statements
comp has no try or with blocks
comp never uses for or while loops
comp is free of for and while loops
fory uses no while or do-while loops
loopy loops with a while loop and not a for loop
""",
    "CONTRADICTED": """
loopy has no while or for loops
fory has no while or for loops
fory has no for or while loop
loopy doesn't have a for or a while loop
fory contains neither for nor while loops
fory has no for, while or do-while loops
fory works without for or while loops
cond has no if or switch statements
sw has no if or switch statements
tries has no try or with blocks
fory never uses for or while loops
of has no for or while loops
""",
    "NOT_SUPPORTED": """
fory has for and while loops
fory has a for and a while loop
comp has a for or while loop
""",
    "INCONCLUSIVE": """
sw has no for-of or while loops
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
