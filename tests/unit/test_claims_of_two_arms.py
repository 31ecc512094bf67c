"""What is said of several arms at once, of chains of if, at which end, and what is made."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  pick(k: string) {
    switch (k) {
      case 'a': this.slow(k); break;
      case 'b': this.put(k); break;
      default: this.read(k)
    }
  }
  iff(user: U) { if (user.isAdmin) { this.grant(user); } else { this.deny(user); } }
  tern(list: L) { return list.empty ? this.fresh() : this.used(list); }
  push(x) { this.items.push(x); }
  unshift(x) { this.items.unshift(x); }
  splice(x) { this.items.splice(0, 0, x); }
  make(x) { return new Box(x); }
  makes2(x) { const b = createBox(x); return b; }
  nothing(x) { this.go(x); }
  twice(x) { if (x) { return 1; } return 2; }
  once(x) { return 2; }
  pushTwice(x) { this.items.push(x); this.items.push(x); }
}
""",
        "a.py": """
class P:
    def pick(self, k):
        if k == 'a':
            self.slow(k)
        elif k == 'b':
            self.put(k)
        else:
            self.read(k)
    def grant(self, user):
        if user.is_admin:
            self.allow(user)
        else:
            self.deny(user)
    def push(self, x):
        self.items.append(x)
    def front(self, x):
        self.items.insert(0, x)
    def mid(self, x):
        self.items.insert(3, x)
    def last(self, x):
        self.items.insert(len(self.items), x)
    def match(self, k):
        match k:
            case 'a':
                self.slow(k)
            case 'b':
                self.put(k)
    def twice(self, x):
        if x:
            return 1
        return 2
    def make(self, x):
        return Box(x)
    def nothing(self, x):
        self.go(x)
""",
        "a.go": """
package a
func pick(k string) { switch k { case "a": slow(k); case "b": put(k); default: read(k) } }
func push(xs []int, x int) []int { return append(xs, x) }
func front(xs []int, x int) []int { return append([]int{x}, xs...) }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.pick calls slow for 'a' and put for 'b'
T.pick calls slow in case 'a' and put in case 'b'
P.pick calls slow for 'a' and put for 'b'
P.match calls slow for 'a' and put for 'b'
pick calls slow for "a" and put for "b"
P.pick calls slow if k is 'a' and put if k is 'b'
P.pick calls slow for 'a', put for 'b' and read otherwise
T.push pushes x at the end of the list
T.push appends x to the end of the list
P.push adds x at the end of the list
P.front inserts x at the start of the list
P.front adds x to the front of the items
P.front prepends x
P.last inserts x at the end of the list
T.make creates something
T.make creates a Box
T.makes2 creates something
T.twice returns at two places
T.pushTwice pushes x twice
T.nothing never creates anything
P.pick calls slow for 'a'
P.pick calls slow if k is 'a'
P.pick calls read otherwise
T.pick calls read otherwise
P.match calls put for 'b'
P.grant calls allow for admins
P.grant calls deny otherwise
""",
    "CONTRADICTED": """
T.pick calls put for 'a' and slow for 'b'
T.pick calls slow for 'a' and read for 'b'
T.pick calls put in case 'a' and slow in case 'b'
P.pick calls put for 'a' and slow for 'b'
P.match calls put for 'a' and slow for 'b'
pick calls put for "a" and slow for "b"
P.pick calls put if k is 'a' and slow if k is 'b'
P.pick calls read for 'a', put for 'b' and slow otherwise
T.makes2 never creates anything
P.pick calls put for 'a'
P.pick calls put if k is 'a'
P.pick calls slow otherwise
T.pick calls slow otherwise
P.match calls put for 'a'
""",
    "NOT_SUPPORTED": """
T.nothing creates a Box
T.nothing creates something
""",
    "INCONCLUSIVE": """
T.iff calls grant for admins and deny for others
T.iff calls grant for admins and deny for everyone else
T.iff calls deny for admins and grant for others
P.grant calls allow for admins and deny for others
P.grant calls deny for admins and allow for others
T.push adds x at the end of the list
T.unshift adds x at the end of the list
T.unshift appends x to the end of the list
T.unshift adds x at the beginning of the list
T.push adds x at the beginning of the list
T.push adds x at the front of the list
T.splice adds x at the end of the list
P.front inserts x at the end of the list
P.mid inserts x at the end of the list
P.push inserts x at the front of the list
push adds x at the end of the list
front adds x at the end of xs
T.twice returns twice
T.once returns twice
P.twice returns twice
P.push adds x to the front of the items
P.grant calls deny for admins
P.grant calls allow for others
T.iff calls deny for admins
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
