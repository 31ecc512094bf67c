"""Errors that are let out of handlers, kinds of types in several words, empty methods of Ruby."""

from __future__ import annotations

import pytest

from codewitness.features.verify.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "E.swift": """actor E {
  func retry() async throws -> Int {
    do {
      return try await send()
    } catch {
      guard let known = error as? Known else {
        throw error
      }
      return try await retry()
    }
  }
  func wraps() throws {
    do { try send() } catch { throw Other(error) }
  }
  func keeps() {
    do { try send() } catch { print(error) }
  }
  func passes() throws {
    try send()
  }
  func queued() {
    queue.async {
      do { try self.send() } catch { print(error) }
    }
  }
  func drops() {
    try? send()
  }
  func synchronizes() {
    addSynchronizableIfRequired(1)
  }
}
""",
        "F.java": """class F {
  void again() throws IOException {
    try { send(); } catch (IOException e) { throw e; }
  }
  void wraps() {
    try { send(); } catch (IOException e) { throw new RuntimeException(e); }
  }
  void some() throws IOException {
    try { send(); } catch (IOException e) { if (bad(e)) throw e; log(e); }
  }
  void keeps() {
    try { send(); } catch (IOException e) { log(e); }
  }
  void plain() throws IOException { send(); }
  void seek(long position) {
    position = wrapPosition(position);
    file.seek(position);
  }
  void erase(long length) { ringWrite(0, length); }
  void add(Row entry) { if (closed) throw new IllegalStateException(); rows.add(entry); }
  void run(String sql) { command.executeUpdate(sql); }
}
""",
        "K.kt": """data class Row(val n: Int)
object Naming
sealed class Shape
fun parser(parse: (String) -> Int) = fun(s: String) =
    try { parse(s) } catch (e: Exception) { throw Other(e) }
class Plain {
    fun paths(): List<String> {
        val found = ArrayList<String>()
        found.add("x")
        return found
    }
}
""",
        "r.rb": """class R
  def call
  end
  def run
    call
  rescue
    rollback
    raise
  end
  def rollback; end
  def reset
    finish
  rescue Errno::ECONNREFUSED
    e = Error.new "refused"
    raise e
  end
  def initialize(args)
    self.args = args
  end
end
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
E.wraps lets errors escape
E.passes lets errors escape
E.keeps never lets errors escape
E.keeps swallows errors
E.synchronizes never takes a lock
E is an actor
F.again lets exceptions propagate
F.wraps lets exceptions propagate
F.wraps never lets IOException escape
F.plain lets exceptions propagate
Row is a data class
Is Row a data class?
Naming is an object
Shape is a sealed class
Plain is not a data class
R.call does nothing
R.rollback does nothing
R.run calls rollback when anything fails
R.initialize assigns args
F.seek wraps the position
""",
    "CONTRADICTED": """
E.retry swallows every error
E.keeps lets errors escape
E.drops lets errors escape
E is not an actor
F.wraps lets IOException propagate
F.keeps lets exceptions propagate
F.some swallows every exception
Plain is a data class
Plain is an object
R.run does nothing
R.initialize never assigns args
R.reset lets Errno::ECONNREFUSED escape
F.seek never wraps the position
F.seek calls file.seek without wrapping the position
""",
    "NOT_SUPPORTED": """
E.passes throws an error itself
E.synchronizes acquires the lock
Plain.paths returns null
R.call raises NotImplementedError
""",
    "INCONCLUSIVE": """
E.retry lets errors escape
E.retry never swallows any error
E.queued lets errors escape
E.passes throws an error
F.some lets exceptions propagate
R.call returns nil
parser lets exceptions escape
F.erase writes nothing
F.add accepts an entry even when closed
F.run never executes blank statements
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in said(lines)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
