"""What is said of a function that is returned is asked of that function."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
export function releaser(gate: Gate, weight: number): () => void {
    let called = false;
    return () => {
        if (called) return;
        called = true;
        gate.release(weight);
    };
}
export function either(gate: Gate, flag: boolean) {
    if (flag) return () => gate.open();
    return () => gate.close();
}
""",
        "b.py": """
def timed(f):
    def wrapper(*args):
        for one in args:
            started(one)
        return f(*args)
    return wrapper
class Cache:
    @classmethod
    def parse(cls, path):
        return {}
""",
        "c.go": """
package c
func summed(all ...func() int) func() int {
	return func() int {
		total := 0
		for _, one := range all {
			total += one()
		}
		return total
	}
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "releaser returns a function that calls release",
        "releaser returns a function that never calls reject",
        "timed returns a wrapper that calls f",
        "timed returns a function that loops",
        "summed returns a closure that loops over all",
        "releaser returns a function",
        "Cache.parse is a classmethod that ignores path",
    ],
    "CONTRADICTED": [
        "releaser returns a function that never calls release",
        "summed returns a closure that has no loop",
    ],
    "NOT_SUPPORTED": [
        "releaser returns a function that calls reject",
        "timed returns a wrapper that raises ValueError",
        "Cache.parse is a classmethod that raises ValueError",
    ],
    "INCONCLUSIVE": [
        "either returns a function that calls open",
        "either returns a function that calls reject",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_function_is_asked(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


ORDER = snapshot_of(
    {
        "o.py": """
def one(a):
    start(a)
    return a.made
def two(a):
    if not a:
        return None
    start(a)
    return a.made
"""
    }
)


@pytest.mark.parametrize(
    ("status", "claim"),
    [
        ("SUPPORTED", "one calls start before returning the result"),
        ("CONTRADICTED", "one calls start after returning the result"),
        ("NOT_SUPPORTED", "one calls begin before returning the result"),
        ("NOT_SUPPORTED", "two calls begin before returning the result"),
        ("INCONCLUSIVE", "two calls start before returning the result"),
    ],
)
def test_a_return_in_plain_words(status: str, claim: str) -> None:
    assert verify(ORDER, claim).status == status
