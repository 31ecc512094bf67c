"""Names of Ruby that end in a mark, in sentences that end in one."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "k.rb": """
class Rub
  def ok?(x)
    x.nil?
  end
  def save!
    write!(1)
    @x = compute
  end
  def plain
    @x = 1 if ok?(2)
    x.empty
  end
  def valid
    check
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
does Rub.save! call write!?
does Rub.ok? call nil??
does Rub.plain call ok??
does Rub.plain call `ok?`?
is ok? called by plain?
is `ok?` called by plain?
does Rub.plain set @x only if ok??
does Rub.plain call empty?
does Rub.plain call ok?
Does Rub.ok? call nil?
does Rub.valid call check?
ok? calls nil?
Rub.plain calls ok?
""",
    "NOT_SUPPORTED": """
does Rub.save! call nil??
does Rub.plain call valid??
Is ok? called by save!?
does Rub.plain call empty??
does Rub.valid call ok?
Rub.plain calls ok
""",
    "CONTRADICTED": """
does Rub.plain never call ok??
does Rub.ok? never call nil??
does Rub.ok? never call nil?
does Rub.plain never call ok?
plain never calls ok?
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
