"""What stands in a block that a macro of Rust is given may run, or not."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.rs": """impl D {
  fn pick(&self) -> usize {
    self.items.iter().filter(|x| **x < self.limit).count()
  }
  fn shared(src: T) -> D {
      if_downcast!(T, Bytes, src, { return D::from_bytes(src); });
      D::try_from(src.as_ref())
  }
  fn from_bytes(b: Bytes) -> D { D }
  fn grow(&mut self) {
    for x in self.xs.iter() { if x.zero() { break; } if x.big() { return; } self.put(x); }
  }
  fn logs(&self) { println!("{}", self.count()); assert!(self.ok()); vec![self.mk()]; }
}
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("D.shared always calls D::from_bytes", "INCONCLUSIVE"),
        ("D.shared calls D::from_bytes unconditionally", "INCONCLUSIVE"),
        ("D.shared calls D::from_bytes only if src is Bytes", "INCONCLUSIVE"),
        ("D.shared calls D::try_from only if src is not Bytes", "INCONCLUSIVE"),
        ("D.shared calls D::from_bytes", "SUPPORTED"),
        ("D.shared calls D::from_bytes exactly once", "INCONCLUSIVE"),
        ("D.shared always calls D::try_from", "INCONCLUSIVE"),
        ("D.shared calls D::from_bytes before D::try_from", "INCONCLUSIVE"),
        ("D.logs always calls self.ok", "SUPPORTED"),
        ("D.logs always calls self.count", "SUPPORTED"),
        ("D.logs always calls self.mk", "SUPPORTED"),
    ],
)
def test_blocks_of_macros(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
