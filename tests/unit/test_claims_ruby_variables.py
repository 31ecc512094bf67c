"""Ruby: `@x` is no local `x`, and `raise "text"` raises a RuntimeError."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "t.rb": """
class For
  def segment(x)
    from = if @from == :continue
      1
    else
      2
    end
    from
  end
  def parse(p)
    collection_name = p.expression
    @name = "#{collection_name}"
    @limit ||= 3
    name = 2
  end
  attr_accessor :kind
  def own
    self.kind = 1
    kind
  end
  def fail_one
    raise "bad text"
  end
  def fail_two
    raise "bad #{name}" unless ok
  end
  def fail_three
    raise ArgumentError, "x"
  end
  def fail_four
    raise "a" if y
    raise TypeError
  end
  def fail_five
    raise 'x'
  end
  def fail_six
    raise err
  end
  def fail_seven
    raise
  end
  def fail_eight
    fail "x"
  end
end
"""
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("For#segment writes @from", "NOT_SUPPORTED"),
        ("For#segment never writes @from", "SUPPORTED"),
        ("For#segment reads @from", "SUPPORTED"),
        ("For#parse writes @collection_name", "NOT_SUPPORTED"),
        ("For#parse never writes @collection_name", "SUPPORTED"),
        ("For#parse writes @name", "SUPPORTED"),
        ("For#parse never writes @name", "CONTRADICTED"),
        ("For#parse writes collection_name", "SUPPORTED"),
        ("For#parse writes @limit", "SUPPORTED"),
        ("For#parse sets @limit", "SUPPORTED"),
        ("For#parse reads @collection_name", "NOT_SUPPORTED"),
        ("For#parse never reads @collection_name", "SUPPORTED"),
        ("For#fail_one raises RuntimeError", "SUPPORTED"),
        ("For#fail_one never raises RuntimeError", "CONTRADICTED"),
        ("For#fail_two raises RuntimeError", "SUPPORTED"),
        ("For#fail_three raises RuntimeError", "NOT_SUPPORTED"),
        ("For#fail_three never raises RuntimeError", "SUPPORTED"),
        ("For#fail_four raises RuntimeError", "SUPPORTED"),
        ("For#fail_five raises RuntimeError", "SUPPORTED"),
        ("For#fail_five raises ArgumentError", "NOT_SUPPORTED"),
        ("For#fail_five raises StandardError", "SUPPORTED"),
        ("For#fail_six raises RuntimeError", "INCONCLUSIVE"),
        ("For#fail_six never raises RuntimeError", "INCONCLUSIVE"),
        ("For#fail_eight raises RuntimeError", "SUPPORTED"),
        ("For#fail_four only raises TypeError", "CONTRADICTED"),
        ("For#fail_one only raises RuntimeError", "SUPPORTED"),
        ("For#own never writes @kind", "INCONCLUSIVE"),
        ("For#own writes @kind", "INCONCLUSIVE"),
    ],
)
def test_of_ruby(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
