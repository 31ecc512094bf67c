"""A second name of a member is a member: its body is that of the first."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "k.py": """
class Conn:
    def release(self):
        self._close()
    close = release
    limit = 3
    other = outside
    def _close(self):
        pass
    def switch(self):
        self.close()
    def made(self):
        return self.switch()

class Pool:
    def close(self):
        pass
""",
        "d.rb": """
class Dr
  def invoke(m)
    send(m)
  end
  alias_method :[], :invoke
  alias run invoke
  def self.esc(x)
    CGI.escape(x)
  end
  class << self
    alias_method :h, :esc
  end
end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Conn.close calls _close", "SUPPORTED"),
        ("Conn.close never calls _close", "CONTRADICTED"),
        ("Conn.switch calls release", "SUPPORTED"),
        ("Conn.switch never calls release", "CONTRADICTED"),
        ("Conn.switch never calls Conn.release", "CONTRADICTED"),
        ("Conn.switch calls close", "SUPPORTED"),
        ("Conn.switch never calls _close", "SUPPORTED"),
        ("Conn.made never calls release", "SUPPORTED"),
        ("k.Conn.close calls _close", "SUPPORTED"),
        ("k.py::Conn.close calls _close", "SUPPORTED"),
        ("Pool.close never calls _close", "SUPPORTED"),
        ("Conn.limit never calls _close", "SUBJECT_NOT_FOUND"),
        ("Conn.other never calls _close", "SUBJECT_NOT_FOUND"),
        ("Dr#[] calls send", "SUPPORTED"),
        ("Dr#[] never calls send", "CONTRADICTED"),
        ("Dr#run never calls send", "CONTRADICTED"),
        ("Dr.h calls CGI.escape", "SUPPORTED"),
        ("Dr.h never calls CGI.escape", "CONTRADICTED"),
    ],
)
def test_aliases(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
