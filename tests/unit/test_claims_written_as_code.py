"""What claims write as code has it: conditions, addresses, empty values; who alone calls what."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.py": """
import sys

def set_key(mode, value, opts):
    if mode not in ("always", "never"):
        raise ValueError("x")
    if opts.get("strict") and not value:
        raise TypeError(value)


class D:
    def __init__(self, stream=None):
        self.stream = sys.stdout if stream is None else stream

    def another(self, stream=None):
        self.stream = sys.stdout if stream is None else other

    def host(self):
        if not self.six:
            return "127.0.0.1"
        return "::1"

    def resets(self):
        self.box.clear()

    def goes(self):
        for one in warned(parsed(self.x)):
            one()


class E:
    def both(self):
        codecs.decode(1)

    def too(self):
        codecs.decode(2)
""",
        "e.ts": """
class G {
  constructor(opt: any = {}, list: any[] = [], other: any = null) {
    this.x = opt == null ? list : opt
  }
  f(a: any, opt: any, n: number) {
    if (!opt || n <= 0) { throw new Error('x') }
    if (opt.mode !== 'r' && n > 3) { h(opt) }
  }
}
""",
        "S.cs": """
class S {
  void Stop() {
    try { Go(); }
    catch (Exception e) { throw new WsException("x", e); }
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
set_key raises ValueError if mode not in ("always", "never")
set_key raises TypeError if opts.get("strict") and not value
D.__init__ defaults to sys.stdout when no stream is given
D.__init__ falls back to sys.stdout if stream is None
D.host returns 127.0.0.1
D.host returns 127.0.0.1 if not self.six
D.goes loops over warned(parsed(self.x))
Only D.resets calls self.box.clear
G.constructor has a parameter opt with default {}
G.constructor has a parameter list with default []
G.constructor falls back to list
G.f throws Error if !opt || n <= 0
G.f calls h if opt.mode !== 'r' && n > 3
S.Stop rethrows the exception as WsException
S.Stop rethrows as WsException
""",
    "CONTRADICTED": """
set_key raises ValueError if mode in ("always", "never")
Only E.both calls codecs.decode
""",
    "NOT_SUPPORTED": """
D.__init__ defaults to sys.stderr when no stream is given
D.another falls back to sys.stdout if stream is None
D.host returns 127.0.0.2
G.constructor has a parameter opt with default []
G.constructor has a parameter other with default {}
S.Stop rethrows as OtherException
""",
    "INCONCLUSIVE": """
D.goes loops over warned(others(self.x))
G.f throws Error if !opt && n <= 0
G.f throws Error if opt || n <= 0
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


SAME = {
    "H.stop catches OSError": ["H.stop has a handler for OSError"],
    "H.stop calls self.end in a finally block": [
        "self.end is called in a finally block of H.stop",
        "H.stop calls self.end via finally",
    ],
    "H.stop sets self.on to None": ["In H.stop, self.on is set to None"],
    "H.stop has a parameter wait with default 5": ["wait of H.stop is 5 by default"],
    "W.Put defers w.mu.Unlock": ["w.mu.Unlock is deferred by W.Put"],
    "H.stop stops the handler_runner": ["H.stop stops self.handler_runner"],
    "H.run calls method in a loop": ["H.run calls `method` in a loop"],
}
SAID_ALIKE = snapshot_of(
    {
        "h.py": """
class H:
    def stop(self, wait=5):
        try:
            self.handler_runner.stop()
        except OSError:
            self.on = None
        finally:
            self.end()

    def run(self, arg):
        for x in self.xs:
            method = self.methods[x]
            method(arg)

    def other(self):
        return 1
""",
        "w.go": "package w\nfunc (w *W) Put() { w.mu.Lock(); defer w.mu.Unlock(); w.n = 1 }\n",
    }
)


@pytest.mark.parametrize("claim", [one for plain in SAME for one in (plain, *SAME[plain])])
def test_said_alike(claim: str) -> None:
    assert verify(SAID_ALIKE, claim).status == "SUPPORTED"
    assert verify(SAID_ALIKE, claim.replace("H.stop", "H.other")).status != "SUPPORTED" or (
        "H.stop" not in claim
    )


def test_raised_with_a_text() -> None:
    source = """
class J {
  check(name) {
    if (!this.has(name)) { throw new Error('unknown name') }
    throw new TypeError(`no ${name}`)
  }
}
"""
    snapshot = snapshot_of({"j.js": source})
    assert verify(snapshot, "J.check throws 'unknown name'").status == "SUPPORTED"
    assert verify(snapshot, "J.check throws 'known name'").status == "NOT_SUPPORTED"
