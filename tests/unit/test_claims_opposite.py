"""Conditions that are the opposite of what is said: arms of a choice, exits before, verbs."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.java": """
class TN { TN box() { TN boxed = f();
   return annotations.isEmpty() ? boxed : boxed.annotated(annotations); }
 TN unbox() { return annotations.isEmpty() ? boxed.annotated(x) : boxed; } }
""",
        "c.ts": """
class D {
  d(m) {
    if (m[0].length === 1) { try { go() } catch (e) { return 2 }
      return 1 }
    const c = compose(m[0]); return c }
  r(path) { if (/\\*$/.test(path)) { x(); return }
    const paths = checkOpt(path) || [path] }
  e(path) { if (path.endsWith('*')) { return }
    checkOpt(path) }
  s(x) { return x.fit ? this.yes(x) : this.lose(x) }
}
""",
        "c.py": """
class C:
    def clean(self):
        if self.master_pid != 0:
            return
        pidfile = self.path()
        if not os.path.exists(pidfile):
            return
        try:
            os.kill(1, 0)
        except OSError:
            pass
    def t(self, x):
        return self.a(x) if x else self.b(x)
    def late(self, items):
        if items.done:
            return
        self.push(items)
    def starts(self, name):
        if name.startswith("_"):
            raise ValueError(name)
        self.store(name)
    def pos(self, n):
        if n > 3:
            return
        self.low(n)
""",
        "c.rb": """
class R
  def f(path)
    return unless File.exist?(path)
    load(path)
  end
end
""",
        "c.go": """
package c
func L(path string) error {
	if _, err := os.Stat(path); os.IsNotExist(err) { return nil }
	return remove(path)
}
func M(n int) { if n == 1 { return }; work(n) }
""",
    }
)
CLAIMS = {
    "CONTRADICTED": [
        "TN.box calls annotated if annotations is empty",
        "TN.unbox calls annotated if annotations is not empty",
        "D.d calls compose only if m[0].length is 1",
        "D.d calls compose if m[0].length is 1",
        "D.e calls checkOpt only if path ends with *",
        'D.e calls checkOpt if path ends with "*"',
        "C.clean calls os.kill if pidfile does not exist",
        "C.clean calls os.kill if self.master_pid is not 0",
        "C.t calls b if x",
        "D.s calls lose if x.fit",
        "C.late calls push if items is done",
        "C.pos calls low if n is greater than 3",
        "R.f calls load if path does not exist",
        "M calls work if n is 1",
    ],
    "SUPPORTED": [
        "TN.box calls annotated if annotations is not empty",
        "TN.unbox calls annotated if annotations is empty",
        "D.d calls compose only if m[0].length is not 1",
        "D.r calls checkOpt only if path does not end with *",
        'D.e calls checkOpt if path does not end with "*"',
        "C.clean calls os.kill if pidfile exists",
        "C.clean calls os.kill if self.master_pid is 0",
        "C.t calls b if not x",
        "D.s calls lose if x.fit is false",
        "C.late calls push if items is not done",
        "C.starts calls store if name does not start with an underscore",
        "C.starts raises ValueError if name starts with an underscore",
        "C.pos calls low if n is at most 3",
        "R.f calls load if path exists",
        "M calls work if n is not 1",
    ],
    "INCONCLUSIVE": [
        "D.r calls checkOpt only if path ends with *",
        "C.starts calls store if name starts with an underscore",
        "C.starts raises ValueError if name doesn't start with an underscore",
        "L calls remove if path does not exist",
        "L calls remove if path exists",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
