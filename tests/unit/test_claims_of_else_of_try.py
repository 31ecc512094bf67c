"""What stands in the `else` of a `try` is done if nothing was raised, and not in any case."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "f.py": """class F:
    def drop(self):
        self.handlers.clear()

    def each(self):
        for handler in self.handlers:
            handler.flush()

    def push(self):
        self.cache.clear()

    def saved(self, conn):
        try:
            conn.write(1)
        except OSError:
            log("bad")
        else:
            conn.close()

    def always(self, conn):
        try:
            conn.write(1)
        except OSError:
            log("bad")
        conn.close()

    def final(self, conn):
        try:
            conn.write(1)
        finally:
            conn.close()

    def elsed(self, conn):
        if conn.ok:
            conn.write(1)
        else:
            conn.close()

    def nested(self, conn):
        try:
            conn.write(1)
        except OSError:
            return
        else:
            if conn.ok:
                conn.close()
            else:
                conn.drop()
""",
        "g.rb": """class G
  def saved(conn)
    begin
      conn.write(1)
    rescue IOError
      log("bad")
    else
      conn.close
    end
  end

  def plain(conn)
    conn.write(1)
  rescue IOError
    log("bad")
  else
    conn.close
  ensure
    conn.drop
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
F.saved calls close only on success
F.saved calls conn.close only if write succeeds
F.saved calls conn.close only if no exception is raised
F.saved never calls close on failure
F.saved calls conn.close in the else branch
F.saved calls conn.close outside of the try
F.saved logs only on failure
F.nested calls close only on success
F.each flushes the handler
G.saved calls close only on success
G.plain calls conn.close only on success
G.plain calls conn.close only if write succeeds
G.plain calls conn.close in the else branch
G.plain always calls conn.drop
""",
    "CONTRADICTED": """
F.saved always calls conn.close
F.saved calls conn.close unconditionally
F.saved calls conn.close inside the try
F.final calls close only on success
G.saved always calls conn.close
G.plain always calls conn.close
G.plain calls conn.drop only on success
""",
    "INCONCLUSIVE": """
F.push flushes the cache
F.drop flushes the handler
F.drop flushes the handlers
F.saved calls conn.close if write fails
F.always calls close only on success
F.elsed calls close only on success
F.elsed calls conn.close only if write succeeds
G.plain calls conn.drop only if write succeeds
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
