"""Of what class or object a method of Ruby is, and who may call what stands under `protected`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "shell.rb": """
class Shell
  def self.split(line)
    line
  end

  class << self
    def spaces
      1
    end

    private

    def hidden
      2
    end
  end

  def remaining
    3
  end

  protected

  def peek
    4
  end

  private

  def pop
    5
  end
end
""",
        "util.rb": """
module Util
  module_function

  def wrap
    6
  end
end
""",
        "shell.cpp": """
class Tty {
public:
  void open() { go(); }
protected:
  void half() { go(); }
private:
  void shut() { go(); }
};
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Shell.split is a class method", "SUPPORTED"),
        ("Shell.split is static", "SUPPORTED"),
        ("Shell.split is an instance method", "CONTRADICTED"),
        ("Shell.spaces is a class method", "SUPPORTED"),
        ("Shell.spaces is static", "SUPPORTED"),
        ("Shell.spaces is an instance method", "CONTRADICTED"),
        ("Shell.spaces is public", "SUPPORTED"),
        ("Shell.hidden is private", "SUPPORTED"),
        ("Shell.remaining is a class method", "CONTRADICTED"),
        ("Shell.remaining is an instance method", "SUPPORTED"),
        ("Shell.remaining is public", "SUPPORTED"),
        ("Shell.peek is public", "CONTRADICTED"),
        ("Shell.peek is protected", "SUPPORTED"),
        ("Shell.peek is private", "CONTRADICTED"),
        ("Shell.peek is not public", "SUPPORTED"),
        ("Shell.pop is private", "SUPPORTED"),
        ("Shell.pop is public", "CONTRADICTED"),
        ("Util.wrap is a class method", "INCONCLUSIVE"),
        ("Tty.open is public", "SUPPORTED"),
        ("Tty.half is public", "CONTRADICTED"),
        ("Tty.half is protected", "SUPPORTED"),
        ("Tty.half is private", "CONTRADICTED"),
        ("Tty.shut is private", "SUPPORTED"),
    ],
)
def test_sections(claim: str, status: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status == status, answer.summary
