"""Of two arms one way through the code comes to one: they have no order, and do not add up."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

CHAIN = (
    "if (a==1) { zero(); } else if (a==2) { one(); } else if (a==3) { two(); } else { three(); }"
)
SNAPSHOT = snapshot_of(
    {
        "A.java": f"class A {{ void pick(int a) {{ {CHAIN} }}"
        " int choose(boolean x) { return x ? one() : two(); } }",
        "c.ts": f"function chain(a) {{ {CHAIN} }}\n"
        "function kept(x) { const v = x ? one() : two(); three(v) }\n"
        "function cases(a) { switch (a) { case 1: go(1); break; case 2: go(2); break } }\n",
        "g.go": f"package a\n\nfunc Chained(a int) {{ {CHAIN.replace(';', '')} }}\n",
        "p.py": """
def chosen(x):
    return one() if x else two()

def log(a):
    if a.debug:
        a.log(1)
    elif a.more:
        a.log(2)
        a.x = 1

def out(a):
    if a:
        go()
        a.x = 1
        return
    go()
    a.x = 2

def thrice(a):
    go()
    if a:
        go()
        return
    go()

def mixed(a):
    if a:
        go()
        go()
    else:
        go()

def plain(a):
    go()
    go()
""",
        "r.rb": "class R\n  def pick(x)\n    x ? one : two\n  end\nend\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "kept calls three after one",
        "kept calls three after two",
        "chosen calls one at most once",
        "out writes a.x twice",
        "out calls go more than once",
        "out calls go twice",
        "log calls a.log twice",
        "plain calls go twice",
        "thrice calls go more than once",
    ],
    "CONTRADICTED": [
        "mixed calls go at most once",
        "plain calls go at most once",
        "plain calls go once",
        "out writes a.x exactly once",
        "out calls go exactly once",
        "out calls go once",
        "plain never calls go twice",
        "plain never calls go more than once",
        "thrice calls go at most once",
        "thrice never calls go more than once",
    ],
    "INCONCLUSIVE": [
        "A.pick calls three after two",
        "A.pick calls one before two",
        "A.choose calls two after one",
        "A.choose calls two before one",
        "chain calls three after one",
        "chain calls zero before three",
        "kept calls one before two",
        "Chained calls three after two",
        "chosen calls two after one",
        "R.pick calls two after one",
        "log calls a.log once",
        "out calls go at most once",
        "mixed calls go at most twice",
        "cases calls go at most once",
        "log calls a.log at most once",
        "log never calls a.log twice",
        "out never calls go more than once",
        "out writes a.x at most once",
        "out never writes a.x more than once",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_arms_are_apart(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
