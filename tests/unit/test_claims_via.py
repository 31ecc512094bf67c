"""Called via what is named; denials of some only; errors of one call, and who swallows them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "b.ts": """
class B {
  spread(k: string) { }
  before(x: number) { }
  outer() { this.inner() }
  inner() { }
}
class S {
  run(b: B) { b.before(1) }
}
class Cache {
  async store(r?: Runner) {
    const own = r === undefined
    if (own) r = make()
    try {
      await r.save()
    } finally {
      if (own) await r.release()
    }
  }
  async roll(r: Runner) {
    try {
      go()
    } catch (e) {
      try { await r.back() } catch (x) {}
      throw e
    }
  }
  quiet() { try { go() } catch (e) { log(e) } }
}
""",
        "r.rb": """
class Roll
  def over
    go
    begin
      back
    rescue => x
      log(x)
    end
  rescue KeyError => e
    raise
  rescue IOError
    nil
  end
  def made
    raise nicer(1)
  end
  def nicer(e)
    KeyError.new("x")
  end
  def bare
    go
  rescue => e
    log(e)
  end
end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("B.before is only called via S.run", "SUPPORTED"),
        ("B.before is only called through run", "SUPPORTED"),
        ("B.inner is only invoked via outer", "SUPPORTED"),
        ("B.before is only called via spread", "INCONCLUSIVE"),
        ("B.before is only called via B.spread", "INCONCLUSIVE"),
        ("B.before is only called via callbacks", "INCONCLUSIVE"),
        ("B.before is only called from within spread", "CONTRADICTED"),
        ("Cache.store never releases a runner that was passed in", "INCONCLUSIVE"),
        ("Cache.store does not release a runner that it was given", "INCONCLUSIVE"),
        ("Cache.store never releases a runner", "CONTRADICTED"),
        ("Cache.roll swallows errors of back", "SUPPORTED"),
        ("Cache.roll ignores errors from `r.back`", "SUPPORTED"),
        ("Cache.roll swallows back errors", "SUPPORTED"),
        ("Cache.roll never swallows errors of back", "CONTRADICTED"),
        ("Cache.roll swallows errors of go", "CONTRADICTED"),
        ("Cache.quiet swallows errors of go", "SUPPORTED"),
        ("Roll#over swallows errors of back", "SUPPORTED"),
        ("Roll#over swallows errors of go", "SUPPORTED"),
        ("Roll#made raises KeyError", "INCONCLUSIVE"),
        ("Roll#made never raises KeyError", "INCONCLUSIVE"),
        ("Roll#bare swallows StandardError", "SUPPORTED"),
        ("Roll#bare swallows IOError", "INCONCLUSIVE"),
    ],
)
def test_via(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
