"""`falls back to the memory queue`, what is done where a call failed, errors that are returned."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
class P:
    def put(self, x):
        ok = self._dpush(x)
        if not ok:
            self._mpush(x)
    def put2(self, x):
        return self.disk.push(x) or self.memory.push(x)
    def put3(self, x):
        return x or 5
    def put4(self, x):
        try:
            return self.load(x)
        except KeyError:
            return self.read_default(x)
    def put5(self, x):
        self.go(x)
        return 1
    def put6(self, x, default=None):
        return self.items.get(x, default)
    def put7(self, x):
        if x is None:
            x = self.cwd()
        return x
    def put8(self, x):
        if self.flag:
            return self.one(x)
        else:
            return self.two(x)
    def put9(self, x):
        if self.ready:
            self.go(x)
""",
        "a.ts": """
class T {
  put(x) { const ok = this.dpush(x); if (!ok) { this.mpush(x); } }
  nul(x) { return x ?? this.make(); }
  tern(x) { return x ? x : this.other(x); }
  plain(x) { this.go(x); return 1; }
  def(x = 5) { return x; }
}
""",
        "a.go": """
package a
func put(x int) { if err := dpush(x); err != nil { mpush(x) } }
func plain(x int) int { return x + 1 }
""",
        "a2.go": """
package a
func f(x int) (int, error) { v, err := g(x); if err != nil { return 0, err }; return v, nil }
func h(x int) error { return fmt.Errorf("x %d", x) }
func n(x int) int { return x }
""",
        "a2.rs": """
fn write(x: i32) -> Result<i32, E> { match w(x) { Ok(v) => Ok(v), Err(e) => { return Err(e); } } }
fn plain(x: i32) -> i32 { x }
""",
        "a2.py": """
class R:
    def one(self):
        try:
            self.go()
        except ValueError as error:
            return error
        return None
    def five(self):
        return 5
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
f returns the error early if g fails
P.put falls back to self._mpush
P.put falls back to _mpush when _dpush returns false
P.put2 falls back to the memory
P.put2 falls back to self.memory
P.put3 falls back to 5
P.put4 falls back to self.read_default
P.put5 never falls back to self._mpush
P.put5 never falls back to the memory queue
P.put6 falls back to default
P.put6 falls back to the default
P.put7 falls back to self.cwd
T.nul falls back to make
T.tern falls back to other
T.def falls back to 5
P.put falls back to self._mpush when self._dpush returns false
T.put falls back to mpush
a.put falls back to mpush
P.put8 falls back to self.two
f returns the error if g fails
f returns the error
f returns the error when err is not nil
h returns an error
h returns the error
write returns the error
R.one returns the error
write returns the error when w fails
""",
    "NOT_SUPPORTED": """
P.put falls back to self.other
P.put falls back to `other_queue`
P.put3 falls back to 6
P.put5 falls back to the memory queue
P.put5 falls back to self._mpush
P.put5 falls back to a default
T.plain falls back to the network copy
a.plain falls back to the memory queue
P.put5 falls back to self.go
P.put8 falls back to self.one
P.put9 falls back to self.go
n returns an error
""",
    "INCONCLUSIVE": """
P.put falls back to the memory queue when self._dpush returns false
P.put falls back to the memory queue
P.put falls back to the memory queue when _dpush returns false
P.put2 falls back to the network
P.put3 falls back to the default
P.put3 falls back to a constant
P.put4 falls back to the default
P.put4 falls back to a cached copy
P.put never falls back to the memory queue
P.put7 falls back to the current directory
P.put8 falls back to the second one
T.put falls back to the memory queue
T.put falls back to the memory queue when dpush fails
T.nul falls back to a new one
T.nul never falls back to a fresh value
T.tern falls back to the network copy
T.def falls back to the network
put falls back to the memory queue
put falls back to the memory queue when dpush fails
P.put defaults to the memory queue
n returns the error
plain returns the error
R.five returns the error
R.five returns errors
R.five returns the error if self.x
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
