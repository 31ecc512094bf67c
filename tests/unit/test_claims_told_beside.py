"""What is told beside a verdict: what is done later, and where a doubt is."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "worker.ts": """export class Worker {
  start() {
    this.timer = setTimeout(() => this.stop(), 1000);
  }
  run() {
    setTimeout(() => { throw new Error("late"); }, 5);
  }
  idle() {
    setTimeout(() => this.start(), 5);
    // this.stop()
  }
  each(items: number[]) {
    items.forEach((x) => this.stop());
  }
  stop() {}
}
"""
    }
)
BY_ITSELF = "it does not do that by itself"


@pytest.mark.parametrize(
    ("claim", "status", "told", "untold"),
    [
        (
            "Worker.start calls stop",
            "NOT_SUPPORTED",
            f"{BY_ITSELF} (a function inside calls it in line 3",
            "nothing",
        ),
        (
            "Worker.start never calls stop",
            "INCONCLUSIVE",
            "a function inside calls it in line 3",
            BY_ITSELF,
        ),
        (
            "Worker.run throws an Error",
            "NOT_SUPPORTED",
            f"{BY_ITSELF} (a function inside raises it in line 6",
            "nothing",
        ),
        ("Worker.idle calls stop", "NOT_SUPPORTED", "nothing in it does that", "inside"),
        ("Worker.each calls stop", "SUPPORTED", "by 1 line", "inside"),
    ],
)
def test_what_is_done_later_is_told(claim: str, status: str, told: str, untold: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status == status
    assert told in answer.summary
    assert untold not in answer.summary


GO = """package zap
func (l *Logger) check(level int) int {
  if level < 3 && !l.core.enabled(level) {
    return 0
  }
  return l.core.check(level)
}
"""


def test_a_doubt_about_a_condition_names_its_lines() -> None:
    claim = "Logger.check calls l.core.check only if the level is enabled"
    answer = verify(snapshot_of({"zap.go": GO}), claim)
    assert answer.status == "INCONCLUSIVE"
    assert answer.summary.endswith("; it is done in line 6)")
