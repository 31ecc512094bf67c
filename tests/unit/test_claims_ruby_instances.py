"""Ruby: `Class#name` as what is called is not `Class.name`, and is left open elsewhere."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "t.rb": """
class Tpl
  class << self
    def parse(s)
      new.parse(s)
    end
  end
  def parse(s)
    build(s)
  end
  def build(s)
    make(s)
  end
  def again(s)
    Tpl.parse(s)
  end
end
"""
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Tpl.parse never calls Tpl#parse", "INCONCLUSIVE"),
        ("Tpl.parse calls Tpl#parse", "INCONCLUSIVE"),
        ("Tpl#again never calls Tpl#parse", "SUPPORTED"),
        ("Tpl#again calls Tpl.parse", "SUPPORTED"),
        ("Tpl#build never calls Tpl#parse", "SUPPORTED"),
    ],
)
def test_instances(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
