"""Values that properties are declared with, primary constructors, and what a handler does if x."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.rb": """
class B
  def name
    fail
  end
end
""",
    "b.cs": """
class W {
  public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(5);
  public int Retries { get; set; } = 3;
  public int Size { get { return _size; } }
  public async Task Stop(bool failFast) {
    try { await Close(); }
    catch (Exception e) {
      Log(e);
      if (failFast) { throw new WsException("x", e); }
    }
  }
}
""",
    "c.kt": """
private class Fixed(private val max: Int, val delay: Int = 5) : Policy {
  override fun should(n: Int): Boolean = n < max
}
class Two(val a: Int) {
  constructor(a: Int, b: Int) : this(a)
}
class Conf {
  var retries: Int = 3
    get() = field
}
""",
    "d.go": """package d

func (p *Bar) Blank() {
	p.state.lastShown = time.Time{}
}

func Make(max int64) *Bar {
	return NewBar(max, SetWriter(os.Stderr))
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "B#name raises",
        "B#name always raises",
        "W.ConnectTimeout defaults to five seconds",
        "W.Retries defaults to 3",
        "W.Stop throws in the catch block only if failFast is set",
        "W.Stop throws from its catch block only when failFast is set",
        "Fixed takes a delay parameter",
        "Fixed's constructor takes max and delay",
        "Fixed's delay parameter defaults to 5",
        "Conf.retries defaults to 3",
        "Bar.Blank zeroes lastShown",
        "Make never writes to os.Stdout",
    ),
    "CONTRADICTED": ("B#name never raises",),
    "NOT_SUPPORTED": (
        "W.ConnectTimeout defaults to 30 seconds",
        "W.Retries defaults to 4",
        "W.Size defaults to 4",
        "Fixed takes a jitter parameter",
        "Fixed's constructor takes a jitter parameter",
        "Conf.retries defaults to 4",
    ),
    "INCONCLUSIVE": (
        "W.Stop calls Log in the catch block only if failFast is set",
        "W.ConnectTimeout defaults to 5 minutes",
        "Two takes a b parameter",
        "Make writes to os.Stderr",
        "Make never writes to os.Stderr",
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
