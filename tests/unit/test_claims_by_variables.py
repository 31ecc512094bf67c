"""What is returned by way of a variable is returned, as far as it is still there by then."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def kept(a):
    x = None
    if a:
        x = BETA
    return x
def other(a):
    x = ALPHA
    x = BETA
    return x
def steady(a):
    x = ALPHA
    work(a)
    return x
def tried(a):
    try:
        x = ALPHA
        work(a)
    except OSError:
        x = BETA
    return x
def either(a):
    x = ALPHA
    if a:
        x = BETA
    else:
        x = GAMMA
    return x
def unless_asked(a):
    x = ALPHA
    if a:
        x = BETA
    return x
def raised(a):
    if a:
        x = ALPHA
        raise KeyError(x)
    x = BETA
    return x
def found(rows):
    ok = False
    for row in rows:
        if row.fits:
            ok = True
    return ok
def summed(rows):
    x = ALPHA
    x += len(rows)
    return x
""",
        "b.c": """
int leaves(int a) {
    int e = 0;
    if (a) {
        e = E_BAD;
        goto out;
    }
    e = step();
out:
    return e;
}
int chosen(int a) {
    int rc;
    switch (a) {
    case 1: rc = E_BAD; break;
    default: rc = E_FINE; break;
    }
    return rc;
}
int filled(int a) {
    int rc = E_BAD;
    fill(&rc);
    return rc;
}
""",
        "c.go": """
package c
func readTask(n int) (task any, err error) {
	if n == 0 {
		err = ErrEmpty
		return
	}
	if n == 1 {
		err = ErrOther
		return nil, nil
	}
	return
}
""",
        "d.ts": """
export function mode(a: boolean): number {
    let found = Mode.None;
    if (a) found = Mode.Full;
    return found;
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "kept returns BETA",
        "kept returns BETA if a is set",
        "other returns BETA",
        "steady returns ALPHA",
        "steady always returns ALPHA",
        "tried returns ALPHA",
        "tried returns BETA",
        "either returns BETA",
        "unless_asked returns ALPHA",
        "found returns True",
        "leaves returns E_BAD",
        "chosen returns E_BAD",
        "chosen returns E_FINE",
        "readTask returns ErrEmpty if n is 0",
        "mode returns Mode.Full",
        "mode returns Mode.None",
    ],
    "CONTRADICTED": [
        "kept never returns BETA",
        "kept always returns BETA",
        "other never returns BETA",
        "found never returns True",
        "leaves never returns E_BAD",
        "leaves fails to return E_BAD",
        "mode never returns Mode.Full",
    ],
    "NOT_SUPPORTED": ["kept returns ALPHA", "chosen returns E_WORSE"],
    "INCONCLUSIVE": [
        "other returns ALPHA",
        "raised never returns ALPHA",
        "other never returns ALPHA",
        "either never returns ALPHA",
        "unless_asked returns ALPHA only if a is set",
        "summed returns ALPHA",
        "summed never returns ALPHA",
        "filled returns E_BAD",
        "filled never returns E_BAD",
        "readTask never returns ErrOther",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_variable_is_followed(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
