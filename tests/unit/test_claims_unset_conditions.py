"""Under which condition what stands behind `||=` and `??=` is reached."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.ts": """
class Tsc {
  set2(x) { this.a ??= mk(x) }
  set3(x) { this.a ||= mk(x) }
  set4(x) { this.a &&= mk(x) }
  set5(x) { this.a ??= x; mk(x) }
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
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Rub.save only calls compute if @x is not set
Rub.save calls compute only if @x is nil
Rub.save calls compute if @x is nil
Rub.save calls compute only when @x is unset
Rub.save calls compute unless @x is set
Rub.long calls compute only if @x is nil
Tsc.set2 calls mk only if this.a is null
Tsc.set3 calls mk if this.a is falsy
Tsc.set4 calls mk only if this.a is set
""",
    "CONTRADICTED": """
Rub.save calls compute only if @x is set
Tsc.set2 calls mk only if this.a is not null
Tsc.set4 calls mk only if this.a is null
Tsc.set5 calls mk only if this.a is null
""",
    "INCONCLUSIVE": """
Rub.save calls compute only if @y is nil
Tsc.set2 calls mk only if x is null
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
