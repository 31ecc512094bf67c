"""Each arm of a choice that is returned stands under the condition of the choice."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "A.java": """
class A {
  R create(S settings) {
    return settings.isStubOnly() ? new Single() : new Default();
  }
  R denied(S settings) { return !settings.isStubOnly() ? new Default() : new Single(); }
  R mixed(S s) { if (s == null) { return null; } return s.isOn() ? make(s) : other(s); }
}
""",
        "a.ts": "function either(flag, x) { return flag ? null : x }\n",
        "a.py": "def nothing_or(flag, x):\n    return None if flag else x\n",
        "C.cs": "class C { R Of(S s) { return s.IsStubOnly() ? new Single() : new Default(); } }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "A.create returns a Default only if not isStubOnly",
        "A.create returns a Single if isStubOnly",
        "A.create returns a Default unless isStubOnly",
        "A.create returns a Single",
        "A.denied returns a Default only if not isStubOnly",
        "A.mixed returns null if s is null",
        "A.mixed returns make if isOn",
        "either returns null only if flag",
        "either returns x unless flag",
        "nothing_or returns None only if flag",
        "nothing_or returns x if not flag",
        "C.Of returns a Default only if not IsStubOnly",
    ],
    "CONTRADICTED": [
        "A.create returns a Default if isStubOnly",
        "A.create returns a Default only if isStubOnly",
        "A.denied returns a Single if not isStubOnly",
        "either returns x only if flag",
        "nothing_or returns None if not flag",
        "C.Of returns a Single unless IsStubOnly",
    ],
    "INCONCLUSIVE": ["A.create returns a Default if the moon is full"],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_arm_that_gives_it(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
