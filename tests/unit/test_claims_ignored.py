"""Ignored, skipped, swallowed: used nowhere, caught and dropped, or let pass by."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "i.py": """
class W:
    def wait(self, timeout):
        try:
            self.q.get()
        except queue.Empty:
            return []
    def run(self, ls):
        for l in ls:
            if l == self.PIPE[0]:
                continue
            self.accept(l)
    def handle(self, e):
        try:
            self.go()
        except OSError as e:
            if e.errno not in (errno.EPIPE, errno.ECONNRESET):
                self.log(e)
        return self.used
    def loud(self):
        try:
            self.go()
        except queue.Empty:
            raise
    def leaves(self):
        try:
            self.go()
        except KeyboardInterrupt:
            sys.exit(1)
    def cleans(self):
        try:
            self.go()
        except Exception as e:
            try:
                self.delete()
            except Exception:
                pass
            raise
    def reads(self):
        if self.flag:
            return self.flag
""",
        "I.java": """
class I { void f() { try { g(); } catch (Exception e) {
   try { h(); } catch (Exception ignored) { } throw e; } }
 void s(int k) { switch (k) { case EPIPE: return; default: g(); } }
 void q() { try { g(); } catch (IOException e) { System.exit(1); } } }
""",
        "i.ts": """
function swallow() { try { go() } catch (e) { log(e) } }
function quits() { try { go() } catch (e) { process.exit(1) } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "W.wait ignores queue.Empty",
        "W.wait swallows queue.Empty",
        "W.loud never ignores queue.Empty",
        "swallow swallows exceptions",
        "W.wait ignores its timeout parameter",
        "W.wait ignores timeout",
        "W.reads ignores self.other",
    ],
    "CONTRADICTED": [
        "W.wait never ignores queue.Empty",
        "W.handle ignores self.used",
        "W.loud ignores queue.Empty",
        "W.leaves swallows KeyboardInterrupt",
        "W.cleans swallows Exception",
        "I.f swallows Exception",
        "I.q swallows IOException",
        "quits swallows exceptions",
        "W.reads ignores self.flag",
    ],
    "INCONCLUSIVE": [
        "W.run skips PIPE[0]",
        "W.handle ignores EPIPE",
        "W.handle never ignores EPIPE",
        "I.s ignores EPIPE",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
