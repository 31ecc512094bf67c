"""A function without a name that is handed to what may run it at once leaves open what it does.

So does one that is kept for later, where it is denied that something is ever called.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Lam.java": """
class Lam {
  void own() { run(() -> log()); }
  void later() { pool.submit(() -> log()); }
  void each(List<String> xs) { xs.forEach(x -> log()); }
  void other() { run(() -> catalog()); }
}
""",
        "lam.kt": """
class Lk {
  fun own() { perform { log() } }
  fun later() { ext.submit { log() } }
  fun unknown() { ext.measure { log() } }
}
""",
        "Wk.m": """
static void bar(void) {
}
@implementation Wk
- (void)start {
    dispatch_async(self.queue, ^{
        [self foo];
        bar();
    });
}
- (void)moves {
    [UIView animateWithDuration:1 animations:^{ [self foo]; }];
}
- (void)foo {
}
@end
""",
        "lam.swift": """
class Reg {
  deinit { MainActor.assumeIsolated { log("x") } }
  func later() { queue.async { self.log("x") } }
}
""",
        "lam.ts": """
class T {
  unknown() { transaction(() => { this.log(); }); }
  timer() { setTimeout(() => this.log(), 3); }
  event() { x.addEventListener("k", () => this.log()); }
  kept() { this.cb = () => this.log(); }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Lam.other never calls log", "T.unknown itself never calls log"),
        "T.kept never calls log",
        *("T.timer itself never calls log", "Wk.start never calls missing"),
        *("Wk.start calls dispatch_async", "Wk.foo is called by Wk.start"),
    ],
    "CONTRADICTED": ["Lam.each never calls log"],
    "NOT_SUPPORTED": ["Lam.later calls log", "T.timer calls log"],
    "INCONCLUSIVE": [
        *("Lam.own never calls log", "Lam.own calls log", "Lk.own never calls log"),
        *("Lam.later never calls log", "Lk.later never calls log", "Reg.later never calls log"),
        *("T.timer never calls log", "T.event never calls log"),
        *("Wk.start never calls foo", "Wk.start never calls bar", "Wk.moves never calls foo"),
        *("Lk.unknown never calls log", "Reg.deinit never calls log", "T.unknown never calls log"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
