"""A condition of a claim that names what no condition around speaks of is not SUPPORTED."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "feeder.py": """
class A:
    def early(self, e, n):
        if e:
            return 1
        self.feed(n)
    def above(self, n):
        if n > 3:
            self.feed(n)
    def opened(self, conn, reply):
        if conn is None:
            raise OpenError(reply)
    def stop(self):
        if self.state != RUNNING and self.state != SUSPENDED:
            raise StateError("no")
        self.end()
    def first(self, xs):
        if not xs:
            raise Empty()
    def made(self, q):
        user = self.find_owner(q)
        if user is None:
            return self.deny()
        self.go(user)
    def wrapped(self, a, b):
        if (a is not None and
                b > 3 and
                go(b)):
            return 1
""",
        "feeder.c": """
int h(ctx *c) { int nread; if (c->err) return 1; nread = c->rd(c); feed(c, nread); return 0; }
int nulled(ctx *c, reply *r) { if (aux == NULL) { feed(c, 1); } return 0; }
int p(int n) { if (n != 0 && isc(n) == 0) { return 1; } return 0; }
int o(int n, int m) { if (n == 0 || isc(m) == 0) { return 1; } return 0; }
int t(int n, int m) { return n == 0 ? 1 : m && isc(n); }
int e(int n, int m) { if ((n == 0 || m) && isc(n) == 0) { return 1; } return 0; }
""",
        "feeder.ts": """
export class T { f(e: any, n: number) { if (e) { return 1; } this.feed(n); } }
const t3 = (a, b) => a.ok && go(b);
""",
        "feeder.go": "package q\nfunc (g *G) f(e error) { if e != nil { return }; g.feed(1) }\n",
        "Feeder.java": "class J { void f(Object e) { if (e == null) { return; } feed(e); } }\n",
        "feeder.kt": """
fun manager(): Manager {
  return managerOrNull()
    ?: throw NoneError("x")
}
""",
        "feeder.rb": "class R\n  def f(e)\n    return if e.nil?\n    feed(e)\n  end\nend\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("A.above calls feed only if n > 3", "A.opened raises OpenError if conn is None"),
        *(
            "A.opened raises OpenError if the connection is missing",
            "A.first raises Empty if the list is empty",
        ),
        *("A.made calls deny if the owner is missing", "A.made calls go only if there is a user"),
        *("A.wrapped calls go only if a is not None", "A.wrapped calls go only if b > 3"),
        *("p calls isc only if n != 0", "o calls isc only if n != 0", "t calls isc only if m"),
        *("t3 calls go only if a.ok", "J.f calls feed only if e is not null"),
        "manager throws NoneError when there is no manager",
        *("R.f calls feed only if e is not nil", "h calls feed only if c->err is 0"),
    ],
    "CONTRADICTED": [
        "e calls isc only if n == 0",
        *("p calls isc only if n == 0", "A.wrapped calls go only if a is None"),
        *("o calls isc only if n == 0", "J.f calls feed only if e is null"),
    ],
    "INCONCLUSIVE": [
        *("A.early calls feed only if the moon is full", "A.early calls feed unless foobar"),
        *("A.early calls feed when foobar > 3", "A.early never calls feed only if foobar"),
        *("A.above calls feed only if foobar is set", "A.above calls feed if the moon is full"),
        *(
            "A.opened raises OpenError if reply is None",
            "A.opened raises OpenError if the moon is None",
        ),
        *(
            "A.stop raises StateError only if the stopwatch is suspended",
            "A.made calls deny if q is None",
        ),
        *("h calls feed only if nread > 0", "nulled calls feed only if c is NULL"),
        *("nulled calls feed only if r is NULL", "nulled calls feed only if foobar is NULL"),
        *("T.f calls feed only if foobar", "G.f calls feed only if foobar > 3"),
        *("J.f calls feed only if the moon is full", "R.f calls feed unless foobar"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
