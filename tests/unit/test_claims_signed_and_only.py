"""`-[K get:]` beside `+[K get:]`, `writes only next` beside `prev[n] = p`, `does nothing if x`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.js": """
function del(name) {
  if (name) {
    delete jobs[name];
  }
}
class C {
  connect(p, n) {
    this.prev[n] = p;
    this.next[p] = n;
  }
  one(p, n) {
    const t = [];
    t[0] = p;
    this.next[p] = n;
  }
}
""",
    "b.m": """
@implementation K
+ (id)get:(id)key { return [self a:key]; }
- (id)get:(id)key { return [self b:key]; }
+ (BOOL)fill:(NSError **)error {
  if (error) {
    *error = nil;
  }
  return NO;
}
@end
""",
    "c.py": """
class S:
    def save(self, item):
        if self.closed:
            log.warning("store is closed")
            return False
        self.put(item, "item")
        return True
""",
    "r.py": """
class R:
    def each(self, jobs):
        for job in jobs:
            try:
                self.post(job)
            except ConnectionError:
                self.failed.append(job)
        if self.failed:
            raise ValueError(self.failed)
    def again(self, job):
        for attempt in range(3):
            try:
                return self.post(job)
            except ConnectionError:
                self.wait(attempt)
    def kw(self, path, *, data=None):
        return path
""",
    "d.rs": """
impl E {
    pub fn make() -> E {
        E { extension: ".txt".into(), name: String::from("x") }
    }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "del does nothing when name is falsy",
        "del does nothing unless name is set",
        "C.connect writes only prev and next",
        "C.one writes only next",
        "-[K get:] calls b:",
        "+[K get:] calls a:",
        "+[K get:] is a class method",
        "+[K fill:] writes to error only if error is not NULL",
        "S.save returns false when closed",
        "R.again retries on ConnectionError",
        "S.save does not write closed",
        'E.make sets extension to ".txt"',
        'E.make sets name to "x"',
    ),
    "CONTRADICTED": (
        "del does nothing when name is set",
        "C.connect writes only next",
        "-[K get:] is a class method",
        "R.again never retries",
    ),
    "INCONCLUSIVE": (
        "R.each retries failed jobs",
        "R.each never retries",
        "R.each collects failures instead of raising immediately",
        "R.kw takes a keyword-only data parameter",
        "R.kw takes data positionally",
    ),
    "NOT_SUPPORTED": (
        "-[K get:] calls a:",
        "S.save writes closed",
        'E.make sets extension to ".md"',
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
