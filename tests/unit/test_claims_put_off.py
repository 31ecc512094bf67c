"""What is put off by `defer`, what is done last, and names that are spelled as particles."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.go": """package a

func Later() {
	defer func() {
		cleanup()
	}()
	work()
	finish()
}

func Given() {
	defer release(acquire())
	work()
}

func Two() {
	defer one()
	defer other()
	work()
}

func Ret() int {
	defer cleanup()
	return work()
}

func Closure() {
	func() {
		cleanup()
	}()
	work()
}
""",
        "a.swift": "func leave() {\n  defer { cleanup() }\n  work()\n}\n",
        "a.py": """
def ends(x):
    alpha(x)
    beta(x)
    return gamma(x)

def goes(xs, next):
    next.run()
    if xs:
        first(xs)
    else:
        more(xs)
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Later calls work before cleanup",
        "Later calls cleanup after work",
        "Later calls cleanup last",
        "Later calls cleanup at the end",
        "Given calls acquire before work",
        "Given calls acquire before release",
        "Given calls work before release",
        "Two calls work before one",
        "Ret calls work before cleanup",
        "leave calls work before cleanup",
        "leave calls cleanup last",
        "ends calls gamma last",
        "ends calls alpha first",
        "ends calls alpha in its own body",
        "goes calls run on next",
        "goes calls first if xs",
        "goes calls more unless xs",
    ],
    "CONTRADICTED": [
        "Later calls cleanup before work",
        "Later calls cleanup first",
        "Given calls release before work",
        "leave calls cleanup before work",
        "ends calls alpha at the end",
        "ends never calls alpha in its own body",
        "goes calls first unless xs",
    ],
    "NOT_SUPPORTED": ["ends calls zeta in its own body", "goes calls stop on next"],
    "INCONCLUSIVE": [
        "Later calls finish last",
        "Two calls one before other",
        "Ret calls cleanup before returning",
        "Closure calls cleanup before work",
        "Closure calls cleanup last",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_when_it_is_done(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
