"""What `x ||= f()` and `x ??= f()` do only if x has no value yet."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.ts": """
class Tsc {
  set1(x) { this.a ||= x }
  set2(x) { this.a ??= mk(x) }
  set3(x) { this.a = x }
  set4(x) { this.a &&= mk(x) }
  set5(x) { let b; b ??= mk(x); return b }
  set6(x) { this.a ??= x; mk(x) }
  set7(x) { this.a = mk(x) || y }
  set8(x) { this.m[x] ??= mk(x) }
  set9(x) { return (this.a ??= mk(x)) }
  two(x) { this.a ??= mk(x); this.a.push(x) }
  cmp(x) { return x === mk(x) }
}
""",
        "k.rb": """
class Rub
  def save
    @x ||= compute(1)
  end
  def long
    @x ||= begin
      compute(1)
    end
  end
  def plain
    @x = compute(1)
  end
  def both
    @x ||= 1
    @x = 2
  end
end
""",
        "k.cs": """
class CS { int a; void One() { a ??= Mk(); }
  void Two() { a = Mk(); }
  void Three() { var f = x ?? Mk(); } }
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
Tsc.set1 always writes this.a
Tsc.set1 always assigns this.a
Tsc.set1 writes this.a unconditionally
Tsc.set2 always writes this.a
Tsc.set8 always writes this.m
Rub.save always sets @x
""",
    "SUPPORTED": """
Tsc.set1 writes this.a
Tsc.set1 sets this.a to x
Tsc.set2 calls mk
Tsc.set2 doesn't always call mk
Tsc.set3 always writes this.a
Tsc.set6 always calls mk
Tsc.set7 always calls mk
Tsc.set7 always writes this.a
Tsc.cmp always calls mk
Rub.plain always calls compute
Rub.plain always sets @x
Rub.save calls compute
CS.Two always calls Mk
""",
    "CONTRADICTED": """
Tsc.set2 always calls mk
Tsc.set2 calls mk unconditionally
Tsc.set4 always calls mk
Tsc.set5 always calls mk
Tsc.set8 always calls mk
Tsc.set9 always calls mk
Rub.save always calls compute
Rub.long always calls compute
CS.One always calls Mk
CS.Three always calls Mk
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
