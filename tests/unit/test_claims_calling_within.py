"""Functions that stand in what is named as a caller, and call: not denied, and not others."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.py": """
class Conn:
    def use(self):
        pass
    def ensure(self, fn):
        def _ensured():
            self.use()
        return _ensured
    def lam(self):
        return lambda: self.use()
    def plain(self):
        pass

def target():
    pass

def outer():
    def inner():
        target()
    return inner

def ran():
    def go():
        target()
    go()

def apart():
    pass
""",
        "a.js": """
function clone(x) { return x }
function enable() {
  function one() { clone(1) }
  const two = () => clone(2)
  register(one, two)
}
class App {
  handle(ctx) {
    const done = () => respond(ctx)
    return fn(ctx).then(done)
  }
  idle() {}
}
function respond(ctx) {}
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Conn.use is not called by Conn", "INCONCLUSIVE"),
        ("Conn.use is not called by Conn.ensure", "INCONCLUSIVE"),
        ("Conn.use is called by Conn.ensure", "INCONCLUSIVE"),
        ("Conn.use is not called by Conn.lam", "CONTRADICTED"),
        ("Conn.use is not called by Conn.plain", "SUPPORTED"),
        ("target is not called by outer", "INCONCLUSIVE"),
        ("target is not called by ran", "CONTRADICTED"),
        ("target is not called by apart", "SUPPORTED"),
        ("target is only called by outer and ran", "SUPPORTED"),
        ("target is only called by outer", "CONTRADICTED"),
        ("target is called by outer.inner", "SUPPORTED"),
        ("clone is only called by enable", "SUPPORTED"),
        ("clone is not called by enable", "INCONCLUSIVE"),
        ("respond is not called by App", "INCONCLUSIVE"),
        ("respond is never called by App.handle", "INCONCLUSIVE"),
        ("respond is only called by App.handle", "SUPPORTED"),
        ("respond is only called by App", "SUPPORTED"),
        ("respond is not called by App.idle", "SUPPORTED"),
        ("respond is only called by App.idle", "CONTRADICTED"),
    ],
)
def test_within(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
