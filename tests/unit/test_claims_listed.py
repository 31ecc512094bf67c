"""Lists of constructs, each of which is denied or claimed; default arms; in how many places."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def many(x):
    if x == 1:
        raise ValueError("a")
    if x == 2:
        raise ValueError("b")
    for y in x:
        save(y)
    return 3

def single(x):
    save(x)
    return x

def tries(x):
    try:
        save(x)
    finally:
        done()

def edits(x):
    x.y = 1

def cases(x):
    match x:
        case 1:
            return one()
        case _:
            return two()
""",
        "a.go": """package a

func sw(v int) int {
	switch v {
	case 1:
		return one(v)
	default:
		return 0
	}
}

func bare(v int) int {
	switch v {
	case 1:
		return one(v)
	}
	return 0
}

func closes(c *Conn) {
	if c.bad() {
		c.Close()
	}
	defer c.Close()
	c.run()
}

func plainly(c *Conn) {
	c.Close()
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "single has no loops, conditionals or try blocks",
        "single has neither loops nor conditionals nor try blocks",
        "single calls save without loops or conditionals",
        "tries lacks loops and conditionals",
        "tries has a try and a finally",
        "many has loops and conditionals",
        "many raises in two different places",
        "single never raises, loops or calls done",
        "single does not raise, loop or branch",
        "cases has a match with a default case",
        "sw has a switch that has a default branch",
        "sw's switch has a default case",
        "bare's switch has no default case",
        "closes calls Close in a deferred call",
    ],
    "CONTRADICTED": [
        "many has no loops, conditionals or try blocks",
        "tries has no loops, conditionals or try blocks",
        "tries contains no loops, if statements or try statements",
        "many is free of loops and conditionals",
        "many contains no loops, if statements or early returns",
        "single has no loops or calls to save",
        "many works without loops, conditionals or try blocks",
        "many raises in three different places",
        "edits never reads, writes or deletes x.y",
        "many never calls done, raises ValueError or returns 4",
        "many has no parameters, loops or side effects",
        "single calls save in two places",
        "sw's switch has no default case",
    ],
    "NOT_SUPPORTED": ["many has loops and try blocks", "bare has a switch with a default case"],
    "INCONCLUSIVE": [
        "plainly calls Close in a deferred call",
        "many does not call done, returns 3 or raises KeyError",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_each_of_them(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
