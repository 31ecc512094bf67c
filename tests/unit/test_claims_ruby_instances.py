"""Ruby: `Class#name` is not `Class.name`, as whom a claim is about and as what is called."""

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
  def name=(value)
    @name = build(value)
  end
  def self.made(s)
    t = new
    t.name = s
    t.parse(s)
  end
  def through(thing)
    thing.parse(1)
    ::Other.go
    self.name = 2
  end
  def parsing
    parse(1)
  end
end
class Other
  def self.go
    1
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
        ("Tpl.parse calls Tpl.parse", "INCONCLUSIVE"),
        ("Tpl.parse calls build", "INCONCLUSIVE"),
        ("Tpl#parse calls build", "SUPPORTED"),
        ("The class method Tpl.parse calls Tpl#parse", "SUPPORTED"),
        ("The class method Tpl.parse never calls Tpl#parse", "CONTRADICTED"),
        ("The class method Tpl.parse calls build", "NOT_SUPPORTED"),
        ("The instance method Tpl.parse calls build", "SUPPORTED"),
        ("parse calls build", "INCONCLUSIVE"),
        ("Tpl.made never calls Tpl.parse", "INCONCLUSIVE"),
        ("Tpl.made calls Tpl#parse", "SUPPORTED"),
        ("Tpl#through never calls Tpl.parse", "INCONCLUSIVE"),
        ("Tpl#through never calls Tpl#parse", "INCONCLUSIVE"),
        ("Tpl#parsing calls Tpl#parse", "SUPPORTED"),
        ("Tpl#parsing calls Tpl.parse", "INCONCLUSIVE"),
        ("Tpl#parse is called by Tpl#again", "NOT_SUPPORTED"),
        ("Tpl.parse is called by Tpl#again", "INCONCLUSIVE"),
        ("The class method Tpl.parse is called by Tpl#again", "SUPPORTED"),
        ("Tpl#parse is called by Tpl.made", "SUPPORTED"),
        ("Tpl#again never calls Tpl#parse", "SUPPORTED"),
        ("Tpl#again calls Tpl.parse", "SUPPORTED"),
        ("Tpl#build never calls Tpl#parse", "SUPPORTED"),
    ],
)
def test_instances(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Tpl#name= calls build", "SUPPORTED"),
        ("Tpl#name= never calls build", "CONTRADICTED"),
        ("name= writes @name", "SUPPORTED"),
        ("Tpl.name= writes @other", "NOT_SUPPORTED"),
        ("Tpl.made calls name=", "SUPPORTED"),
        ("Tpl.made calls Tpl#name=", "SUPPORTED"),
        ("Tpl#through calls `Tpl#name=`", "SUPPORTED"),
        ("Tpl#again calls name=", "NOT_SUPPORTED"),
        ("Tpl#name= is called by Tpl.made", "SUPPORTED"),
        ("Tpl#through calls ::Other.go", "SUPPORTED"),
        ("::Tpl#through calls Other.go", "SUPPORTED"),
        ("::Tpl#again calls ::Other.go", "NOT_SUPPORTED"),
    ],
)
def test_setters_and_outermost(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
