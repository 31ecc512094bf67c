"""How many values are returned at once, which `&&`, `!` and several returns do not change."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.go": """package m
func (v *V) FromEnv(key string) (string, bool) {
	val, ok := lookup(key)
	return val, ok && (v.allow || val != "")
}
func Two(a int) (int, error) {
	if a == 0 { return 0, nil }
	return a, fmt.Errorf("x %d %s", a, b)
}
func One(a int) error { return f(a, 2) }
func Passed(a int) (int, error) { return other(a) }
func Named(f func(int) (int, int)) (n int, err error) { n = 1; return }
func Nothing(a int) { f(a) }
""",
        "m.py": """
def at_once(a, b):
    return a, b and not c
def alone(a):
    return f(a, 2) and not a
def either(a):
    if a:
        return a, 1
    return None
def called(a):
    return f(a)
""",
        "m.ts": """
function listed(a, b): [string, boolean] { return [a, b && !c] }
function asked(a, b): boolean { return a && !f(a, b) }
""",
        "m.rs": "fn paired(a: i32) -> (i32, bool) { (a, a > 0 && !b) }\n",
        "M.cs": "class M { bool Held(int a) { return a > 0 && F(a, b); } }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "V.FromEnv returns two values",
        "V.FromEnv returns exactly two values",
        "V.FromEnv returns more than one value",
        "V.FromEnv does not return a single value",
        "Two returns at least two values",
        "One returns a single value",
        "Passed returns two values",
        "Named returns two values",
        "at_once returns two values",
        "alone returns one value",
        "called returns one value",
        "listed returns two values",
        "asked returns one value",
        "paired returns two values",
        "M.Held returns a single value",
    ],
    "CONTRADICTED": [
        "V.FromEnv returns exactly one value",
        "V.FromEnv returns a single value",
        "V.FromEnv never returns two values",
        "Two returns one value",
        "One returns two values",
        "Named returns three values",
        "at_once returns a single value",
        "alone returns two values",
        "asked returns two values",
        "M.Held returns two values",
    ],
    "INCONCLUSIVE": [
        "either returns two values",
        "called returns two values",
        "paired returns one value",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_how_many_values_are_returned(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_nothing_is_no_value() -> None:
    assert verify(SNAPSHOT, "Nothing returns one value").status != "SUPPORTED"
