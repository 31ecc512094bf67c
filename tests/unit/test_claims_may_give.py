"""A plain value is given back for certain only where it is written; an expression may give it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
class Gate:
    def idle(self): return not self.rows
    def full(self): return len(self.rows) > 3
    def either(self, a): return a or self.rows
    def total(self): return 1 + self.k
    def name(self): return "gate"
    def made(self): return Row(1)
    def typed(self) -> str: return self.label
    def denied(self): return not True
    def steady(self):
        ok = True
        return ok
    def found(self):
        ok = False
        for row in self.rows:
            if row.fits:
                ok = True
        return ok
    def cached(self, key):
        value = self.rows.get(key)
        if value is not None:
            return value
        return Row(key)
    def equal(self, x): return check(self.k == x)
    def arms(self, x): return "a" if x == 1 else "b"
    def void(self): return ()
    def one(self): return (1,)
    def loads(self):
        if self.k:
            return load(self.k)
        return ()
    def lists(self):
        if self.k:
            return []
        return {}
    def off(self):
        if self.k:
            return 1
    def fully(self):
        if self.k:
            return 1
        else:
            raise KeyError
    def endless(self):
        while True:
            if self.k:
                return 1
    def tried(self):
        try:
            return 1
        except KeyError:
            log()
    def closed(self):
        try:
            return 1
        except KeyError:
            raise
    def left(self):
        if self.k:
            return 1
        sys.exit(2)
    def sets(self): self.k = 1
    def __lt__(self, other): return NotImplemented
    def unheld(self) -> int:
        if self.k: return 1
""",
        "b.js": """
class Pool {
  drop(c) { const i = this.list.indexOf(c); if (i >= 0) { this.list.splice(i, 1); } }
  rate(f) { if (this.busy) { return f(); } this.list.push(f); }
  free() { return this.busy; }
  less(a, b) { return a < b; }
  pick(a) { return a && a.x; }
  sure(a) { if (a) { return 1; } else { throw new Error('x'); } }
  chosen(a) { switch (a) { case 1: return 1; default: return 2; } }
  open(a) { switch (a) { case 1: return 1; default: break; } }
  round() { for (;;) { if (this.busy) { return 1; } } }
}
const short = (a) => { if (a) { return a.x; } };
""",
        "c.rb": """
class Lock
  def on?
    !!since
  end
  def past?
    since && since < now
  end
  def word
    !on? ? :off : super
  end
  def some
    if since
      1
    end
  end
  def both
    if since
      1
    else
      2
    end
  end
  def sets
    @since = true
  end
  def waits
    while since
      rest
    end
  end
end
""",
        "D.java": """
class D {
  boolean eq(int x) { return x == 1; }
  boolean is() { return flag; }
  String s() { return name(); }
  int n() { return count(); }
  boolean yes() { return true; }
}
""",
        "e.go": "package e\nfunc Less(a, b int) bool { return a < b }\n"
        "func Both() (bool, error) { return check(), nil }\n"
        "func Named() (n int, err error) { return }\n",
        "f.rs": "fn less(a: i32) -> bool { a < 3 }\nfn opt(a: M) -> Option<i32> { a.get() }\n"
        "fn num(a: M) -> i32 { a.get() }\nfn okb(a: i32) -> Result<bool, E> { Ok(a == 1) }\n",
        "g.kt": "fun less(a: Int) = a < 3\nfun named(a: M): String = a.name()\n"
        "fun maybe(a: M): String? = a.name()\n",
        "h.swift": "func more(a: Int) -> Bool { a > 3 }\nfunc label(a: M) -> String { a.name() }\n"
        "func maybe(a: M) -> String? { return a.name() }\n",
        "i.cs": "class I { bool Lt(int a) => a < 3; bool On() => true; }\n",
        "j.ts": "export class J {\n  w(a: number): string { switch (a) { case 1: return 'a'; } }\n"
        "  v(a: number): void { if (a) { return; } go(); }\n}\n",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
        Gate.idle returns True
        Gate.idle never returns True
        Gate.idle never returns False
        Gate.full never returns True
        Gate.either never returns None
        Gate.either never returns True
        Gate.equal never returns True
        Gate.cached never returns True
        Gate.loads returns []
        Gate.loads never returns []
        Gate.left never returns None
        Pool.free never returns true
        Pool.less never returns false
        Pool.less returns true
        Pool.pick never returns null
        Lock.on? never returns true
        Lock.on? returns true
        Lock.past? never returns nil
        D.eq never returns true
        D.is returns false
        D.s never returns null
        D.n never returns 0
        Less never returns true
        Both never returns true
        Named never returns nil
        Gate.unheld never returns None
        f.rs::less never returns true
        opt never returns None
        okb never returns true
        g.kt::less never returns true
        g.kt::maybe never returns null
        more never returns true
        h.swift::maybe never returns nil
        I.Lt never returns true
    """,
    "SUPPORTED": """
        Gate.idle returns a boolean
        Gate.full returns a boolean
        Gate.idle returns True or False
        Gate.idle never returns None
        Gate.full never returns None
        Gate.total never returns True
        Gate.name never returns False
        Gate.made never returns None
        Gate.__lt__ never returns True
        Gate.typed never returns True
        Gate.denied returns False
        Gate.denied never returns True
        Gate.steady returns True
        Gate.steady never returns False
        Gate.found never returns None
        Gate.cached never returns None
        Gate.arms never returns True
        Gate.void returns ()
        Gate.void never returns None
        Gate.one never returns None
        Gate.loads returns ()
        Gate.lists returns []
        Gate.lists returns {}
        Gate.lists never returns ()
        Gate.off returns None
        Gate.fully never returns None
        Gate.endless never returns None
        Gate.tried returns None
        Gate.closed never returns None
        Gate.sets returns None
        Pool.drop returns undefined
        Pool.drop returns nothing
        Pool.rate returns undefined
        Pool.less returns a boolean
        Pool.sure never returns undefined
        Pool.chosen never returns undefined
        Pool.open returns undefined
        Pool.round never returns undefined
        short returns undefined
        Lock.on? returns a boolean
        Lock.word returns :off
        Lock.some returns nil
        Lock.both never returns nil
        Lock.waits returns nil
        Lock.sets returns true
        D.eq returns a boolean
        D.is never returns null
        D.n never returns null
        D.yes returns true
        D.yes never returns false
        num never returns None
        named never returns null
        label never returns nil
        I.On returns true
        J.w never returns null
        J.v returns undefined
    """,
    "CONTRADICTED": """
        Gate.denied never returns False
        Gate.steady never returns True
        Gate.lists never returns {}
        Gate.off never returns None
        Gate.tried never returns None
        Gate.sets never returns None
        Pool.drop never returns undefined
        Pool.rate never returns undefined
        Pool.open never returns undefined
        Lock.some never returns nil
        Lock.word never returns :off
        Lock.sets never returns true
        D.yes never returns true
        D.yes always returns false
        Gate.full always returns True
    """,
    "NOT_SUPPORTED": """
        Gate.void returns None
        Gate.lists returns ()
        Gate.arms returns a boolean
        Gate.total returns True
        Pool.sure returns undefined
        Lock.both returns nil
        D.s returns true
        J.w returns undefined
    """,
}


def of_each() -> list[tuple[str, str]]:
    return [
        (status, claim.strip())
        for status, claims in CLAIMS.items()
        for claim in claims.strip().splitlines()
    ]


@pytest.mark.parametrize(("status", "claim"), of_each())
def test_what_follows(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_the_line_that_may_give_it_is_named() -> None:
    told = verify(SNAPSHOT, "Gate.idle never returns True").summary
    assert "line 3" in told
    assert "not self.rows" in told
