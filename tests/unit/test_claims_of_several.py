"""What is said of several by name holds if it holds of each of them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "pool.py": """class Pool:
    def take(self, key):
        self.check(key)
        with self.lock:
            return self.rows.pop(key)

    def give(self, key, row):
        self.check(key)
        self.rows[key] = row

    async def drain(self):
        for row in self.rows:
            await row.close()
        raise EOFError

    def check(self, key):
        if key is None:
            raise KeyError(key)


def sweep(pool):
    pool.check(1)


def idle(pool):
    return None
""",
        "w.go": """package w

func open() { log() }
func shut() { log() }
func log()  {}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Pool.take and Pool.give both call check
Pool.take and Pool.give call check
both Pool.take and Pool.give call check
`Pool.take`, `Pool.give` and `sweep` all call `check`
Pool.take(), Pool.give() and sweep() call check
Both sweep and idle take a parameter pool
neither Pool.check nor idle calls close
Neither `Pool.take` nor `Pool.give` raises KeyError
Pool.take and Pool.give never raise
Do Pool.take and Pool.give both call check?
Pool.check and Pool.drain can both raise
open and shut both call log
the methods Pool.take and Pool.give both call check
Pool.take and Pool.drain don't both call check
it is not true that Pool.take and Pool.drain both call check
Pool.take and Pool.drain are not both async
""",
    "CONTRADICTED": """
Pool.take and Pool.drain are both async
Are Pool.take and Pool.drain both async?
neither Pool.take nor idle calls check
Pool.take and `idle` never call check
Pool.check and Pool.drain never raise
Pool.take and Pool.give don't both call check
it is not true that Pool.take and Pool.give both call check
""",
    "NOT_SUPPORTED": """
Pool.take and Pool.drain both call check
Pool.take, Pool.give and idle all call check
both sweep and idle call check
open and log both call log
""",
    "SUBJECT_NOT_FOUND": """
Pool.take and Pool.sink both call check
""",
    "INCONCLUSIVE": """
Pool.take and Pool.give call each other
Pool.take and Pool.give share a lock
Pool.take or Pool.drain calls check
Pool.take and Pool.give are the only callers of check
Pool.take and Pool.give call the same method
Pool.take and Pool.give call check and close respectively
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_said_of_each(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary


def test_lines_of_each_and_what_holds_of_others() -> None:
    both = verify(SNAPSHOT, "Pool.take and Pool.give both call check")
    assert [one.line for one in both.evidence] == [3, 8]
    assert [one.symbol.name for one in both.candidates] == ["take", "give"]
    one = verify(SNAPSHOT, "sweep and idle both call check")
    assert one.place is not None
    assert one.place.symbol.name == "idle"
    assert one.summary.endswith("; of sweep it holds")
