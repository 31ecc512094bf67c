"""Kotlin: a `return` in a lambda that is inlined leaves the function around it, too."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Pump.kt": """
class Pump {
  fun locked() { synchronized(this) { if (dry) return; dry = true }
    stop() }
  fun each(xs: List<Int>) { xs.forEach { if (it > 3) return }
    stop() }
  fun found(xs: List<Int>): Int? { xs.forEach { if (it > 3) return null }
    return 2 }
  fun labelled(xs: List<Int>) { xs.forEach { if (it > 3) return@forEach }
    stop() }
  fun nested(xs: List<Int>) { xs.forEach { x -> lock.withLock { if (x == limit) return } }
    stop() }
  fun handed() { submit { if (dry) return@submit }
    stop() }
  fun kept() { val check = fun(x: Int) { if (dry) return }
    stop() }
  fun perhaps(x: String?) { x?.let { return }
    stop() }
  fun within() { lock.withLock { if (dry) return
      stop() } }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Pump.locked calls stop only if not dry", "Pump.locked never calls stop if dry"),
        *("Pump.locked returns early if dry", "Pump.found returns null"),
        *("Pump.labelled always calls stop", "Pump.handed always calls stop"),
        *("Pump.kept always calls stop", "Pump.within calls stop only if not dry"),
    ],
    "CONTRADICTED": [
        *("Pump.locked always calls stop", "Pump.locked calls stop only if dry"),
        *("Pump.found never returns null", "Pump.locked never returns early"),
    ],
    "NOT_SUPPORTED": ["Pump.handed returns early", "Pump.kept returns early"],
    "INCONCLUSIVE": [
        "Pump.each always calls stop",
        "Pump.nested always calls stop",
        "Pump.perhaps always calls stop",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
