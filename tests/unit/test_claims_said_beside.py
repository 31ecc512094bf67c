"""What a claim says beside a thing that is there, `five times`, `behind a flag`, is looked for."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Work.cs": """
class Work {
  State Elect(Context c) {
    if (c.A == null) { return null; }
    if (c.B) { c.X = 1; return null; }
    c.Y = 2;
    Go(c);
    return c.Y;
  }
  void Fin(Context c) { try { Go(c); } finally { if (c.D) { Stop(c); } Free(c); } More(c); }
  void Held(Context c) { lock (o) { if (c.A) { return; } Go(c); } }
  void Fail(Context c) { throw new StateException(); }
}
"""
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Work.Elect returns early twice", "Work.Elect returns early", "Work.Elect calls Go"),
        *("Work.Held returns early while holding the lock", "Work.Elect returns c.Y by default"),
    ],
    "CONTRADICTED": [
        *("Work.Elect returns early five times", "Work.Elect returns early in a finally block"),
        "Work.Elect returns early in a loop",
    ],
    "NOT_SUPPORTED": ["Work.Elect returns early while holding the lock"],
    "INCONCLUSIVE": [
        *("Work.Elect calls Go only the first time", "Work.Elect returns null by default"),
        *(
            "Work.Fail throws StateException lazily",
            "Work.Fail throws StateException as a fallback",
        ),
        *("Work.Fail throws StateException recursively", "Work.Elect returns null asynchronously"),
        "Work.Fail throws StateException behind a feature flag",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_how_often_shows_the_conditions_too() -> None:
    answer = verify(SNAPSHOT, "Work.Elect returns early at least twice")
    assert {one.line for one in answer.evidence} == {4, 5}
