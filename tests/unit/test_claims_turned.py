"""Claims that something is reset, emptied, counted up or turned, which not every write does."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
class Box:
    def __init__(self):
        self.items = []
        self.count = 0
        self.on = False
        self.cache = {}
    def fill(self):
        self.items = [1, 2]
    def clear_it(self):
        self.items.clear()
    def clear_new(self):
        self.items = []
    def clear_del(self):
        del self.items[:]
    def put(self, x):
        self.items.append(x)
    def setc(self, n):
        self.count = n
    def zero(self):
        self.count = 0
    def incr(self):
        self.count += 1
    def decr(self):
        self.count -= 1
    def incr2(self):
        self.count = self.count + 1
    def incrn(self, n):
        self.count += n
    def tog(self):
        self.on = not self.on
    def turn_on(self):
        self.on = True
    def setkey(self, k):
        self.cache[k] = 1
    def none(self):
        self.cache = None
    def dbl(self):
        self.count *= 2
    def fresh(self):
        self.items = list()
    def setpop(self):
        self.items.pop()
    def reset_call(self):
        self.reset()
    def other(self):
        self.cache = {}
""",
    },
    {
        "a.ts": """
class T {
  on = false; n = 0; items: number[] = []; m = new Map();
  tog() { this.on = !this.on; }
  turnOn() { this.on = true; }
  setOn(v: boolean) { this.on = v; }
  up() { this.n++; }
  down() { this.n--; }
  zero() { this.n = 0; }
  wipe() { this.items = []; }
  wipe2() { this.items.length = 0; }
  wipe3() { this.m.clear(); }
  wipe4() { this.m = new Map(); }
  push(x: number) { this.items.push(x); }
  setN(n: number) { this.n = n; }
  undef() { this.items = undefined; }
  one() { this.m.set(1, 2); }
}
""",
        "b.go": """
package b
func (t *T) Tog() { t.on = !t.on }
func (t *T) On() { t.on = true }
func (t *T) Up() { t.n++ }
func (t *T) SetN(n int) { t.n = n }
func (t *T) Zero() { t.n = 0 }
func (t *T) Wipe() { t.items = nil }
func (t *T) Wipe2() { t.items = t.items[:0] }
func (t *T) Wipe3() { t.m = make(map[string]int) }
func (t *T) Push(x int) { t.items = append(t.items, x) }
func (t *T) Buf() { t.buf.Reset() }
""",
        "c.rs": """
impl R { fn tog(&mut self) { self.on = !self.on;
}
fn on(&mut self) { self.on = true;
}
fn up(&mut self) { self.n += 1;
}
 fn zero(&mut self) { self.n = 0;
}
fn wipe(&mut self) { self.items.clear();
}
fn wipe2(&mut self) { self.items = Vec::new();
}
 fn none(&mut self) { self.x = None;
}
fn set(&mut self, n: i32) { self.n = n;
}
fn def(&mut self) { self.s = State::default();
}
}
""",
        "D.java": """
class D { boolean on; int n; java.util.List<Integer> items;
 void tog() { on = !on;
}
void turnOn() { this.on = true;
}
void up() { n++;
}
void zero() { n = 0;
}
void wipe() { items.clear();
}
 void wipe2() { items = new ArrayList<>();
}
void setN(int n) { this.n = n;
}
void nul() { this.items = null;
}
}
""",
        "e.rb": """
class Rb
  def tog
    @on = !@on
  end
  def turn_on
    @on = true
  end
  def up
    @n += 1
  end
  def zero
    @n = 0
  end
  def wipe
    @items.clear
  end
  def wipe2
    @items = []
  end
  def set_n(n)
    @n = n
  end
end
""",
        "f.c": """
void togc(struct t *t) { t->on = !t->on; }
void onc(struct t *t) { t->on = 1; }
void upc(struct t *t) { t->n++; }
void zeroc(struct t *t) { t->n = 0; }
void setc(struct t *t, int n) { t->n = n; }
void memc(struct t *t) { memset(t->buf, 0, sizeof(t->buf)); }
""",
    },
)
CLAIMS = (
    (0, "NOT_SUPPORTED", "Box.fill clears self.items"),
    (0, "NOT_SUPPORTED", "Box.fill empties self.items"),
    (0, "INCONCLUSIVE", "Box.fill resets self.items"),
    (0, "NOT_SUPPORTED", "Box.fill clears the items"),
    (0, "SUPPORTED", "Box.fill sets self.items"),
    (0, "SUPPORTED", "Box.fill writes self.items"),
    (0, "SUPPORTED", "Box.clear_it clears self.items"),
    (0, "SUPPORTED", "Box.clear_it empties self.items"),
    (0, "SUPPORTED", "Box.clear_new clears self.items"),
    (0, "SUPPORTED", "Box.clear_new empties self.items"),
    (0, "SUPPORTED", "Box.clear_new resets self.items"),
    (0, "SUPPORTED", "Box.clear_new clears the items"),
    (0, "SUPPORTED", "Box.clear_del clears self.items"),
    (0, "NOT_SUPPORTED", "Box.put clears self.items"),
    (0, "NOT_SUPPORTED", "Box.put empties self.items"),
    (0, "NOT_SUPPORTED", "Box.put resets the items"),
    (0, "INCONCLUSIVE", "Box.setc resets self.count"),
    (0, "NOT_SUPPORTED", "Box.setc clears self.count"),
    (0, "NOT_SUPPORTED", "Box.setc zeroes self.count"),
    (0, "NOT_SUPPORTED", "Box.setc increments self.count"),
    (0, "INCONCLUSIVE", "Box.setc toggles self.count"),
    (0, "SUPPORTED", "Box.zero resets self.count"),
    (0, "SUPPORTED", "Box.zero zeroes self.count"),
    (0, "SUPPORTED", "Box.zero clears self.count"),
    (0, "SUPPORTED", "Box.zero resets self.count to 0"),
    (0, "NOT_SUPPORTED", "Box.zero increments self.count"),
    (0, "SUPPORTED", "Box.incr increments self.count"),
    (0, "SUPPORTED", "Box.incr increases self.count"),
    (0, "SUPPORTED", "Box.incr bumps self.count"),
    (0, "NOT_SUPPORTED", "Box.incr decrements self.count"),
    (0, "NOT_SUPPORTED", "Box.incr resets self.count"),
    (0, "NOT_SUPPORTED", "Box.incr clears self.count"),
    (0, "SUPPORTED", "Box.decr decrements self.count"),
    (0, "NOT_SUPPORTED", "Box.decr increments self.count"),
    (0, "NOT_SUPPORTED", "Box.decr bumps self.count"),
    (0, "SUPPORTED", "Box.incr2 increments self.count"),
    (0, "INCONCLUSIVE", "Box.incr2 resets self.count"),
    (0, "NOT_SUPPORTED", "Box.incr2 decrements self.count"),
    (0, "SUPPORTED", "Box.incrn increases self.count by n"),
    (0, "SUPPORTED", "Box.incrn increments self.count"),
    (0, "NOT_SUPPORTED", "Box.incr increments self.count by 2"),
    (0, "SUPPORTED", "Box.incr increments self.count by 1"),
    (0, "SUPPORTED", "Box.tog toggles self.on"),
    (0, "SUPPORTED", "Box.tog flips self.on"),
    (0, "INCONCLUSIVE", "Box.tog resets self.on"),
    (0, "NOT_SUPPORTED", "Box.turn_on toggles self.on"),
    (0, "NOT_SUPPORTED", "Box.turn_on flips self.on"),
    (0, "INCONCLUSIVE", "Box.turn_on resets self.on"),
    (0, "NOT_SUPPORTED", "Box.turn_on clears self.on"),
    (0, "SUPPORTED", "Box.turn_on enables self.on"),
    (0, "NOT_SUPPORTED", "Box.setkey clears self.cache"),
    (0, "NOT_SUPPORTED", "Box.setkey resets self.cache"),
    (0, "SUPPORTED", "Box.none clears self.cache"),
    (0, "SUPPORTED", "Box.none resets self.cache"),
    (0, "NOT_SUPPORTED", "Box.dbl increments self.count"),
    (0, "NOT_SUPPORTED", "Box.dbl resets self.count"),
    (0, "SUPPORTED", "Box.fresh clears self.items"),
    (0, "NOT_SUPPORTED", "Box.setpop clears self.items"),
    (0, "NOT_SUPPORTED", "Box.setpop empties self.items"),
    (0, "NOT_SUPPORTED", "Box.other clears self.items"),
    (0, "NOT_SUPPORTED", "Box.other resets self.items"),
    (0, "SUPPORTED", "Box.fill never clears self.items"),
    (0, "CONTRADICTED", "Box.clear_new never clears self.items"),
    (0, "SUPPORTED", "Box.setc never increments self.count"),
    (0, "CONTRADICTED", "Box.incr never increments self.count"),
    (0, "SUPPORTED", "Box.decr does not increment self.count"),
    (0, "INCONCLUSIVE", "Box.turn_on does not toggle self.on"),
    (0, "CONTRADICTED", "Box.tog does not toggle self.on"),
    (0, "SUPPORTED", "Box.put does not empty self.items"),
    (1, "SUPPORTED", "T.tog toggles this.on"),
    (1, "SUPPORTED", "T.tog toggles `on`"),
    (1, "SUPPORTED", "T.tog toggles the on flag"),
    (1, "SUPPORTED", "T.tog flips this.on"),
    (1, "NOT_SUPPORTED", "T.turnOn toggles this.on"),
    (1, "INCONCLUSIVE", "T.setOn toggles this.on"),
    (1, "INCONCLUSIVE", "T.setOn resets this.on"),
    (1, "NOT_SUPPORTED", "T.setOn clears this.on"),
    (1, "SUPPORTED", "T.up increments this.n"),
    (1, "NOT_SUPPORTED", "T.up resets this.n"),
    (1, "NOT_SUPPORTED", "T.down increments this.n"),
    (1, "SUPPORTED", "T.zero resets this.n"),
    (1, "SUPPORTED", "T.zero clears this.n"),
    (1, "SUPPORTED", "T.wipe clears this.items"),
    (1, "SUPPORTED", "T.wipe resets this.items"),
    (1, "SUPPORTED", "T.wipe empties this.items"),
    (1, "SUPPORTED", "T.wipe2 empties this.items"),
    (1, "SUPPORTED", "T.wipe3 clears this.m"),
    (1, "SUPPORTED", "T.wipe3 resets this.m"),
    (1, "SUPPORTED", "T.wipe4 resets this.m"),
    (1, "SUPPORTED", "T.wipe4 clears this.m"),
    (1, "NOT_SUPPORTED", "T.push clears this.items"),
    (1, "NOT_SUPPORTED", "T.push resets this.items"),
    (1, "INCONCLUSIVE", "T.setN resets this.n"),
    (1, "INCONCLUSIVE", "T.setN increments this.n"),
    (1, "SUPPORTED", "T.undef clears this.items"),
    (1, "NOT_SUPPORTED", "T.one clears this.m"),
    (1, "NOT_SUPPORTED", "T.one resets this.m"),
    (1, "SUPPORTED", "b.T.Tog toggles t.on"),
    (1, "NOT_SUPPORTED", "b.T.On toggles t.on"),
    (1, "NOT_SUPPORTED", "b.T.Up resets t.n"),
    (1, "SUPPORTED", "b.T.Up increments t.n"),
    (1, "INCONCLUSIVE", "b.T.SetN resets t.n"),
    (1, "SUPPORTED", "b.T.Zero resets t.n"),
    (1, "SUPPORTED", "b.T.Wipe clears t.items"),
    (1, "SUPPORTED", "b.T.Wipe2 clears t.items"),
    (1, "SUPPORTED", "b.T.Wipe3 clears t.m"),
    (1, "SUPPORTED", "b.T.Wipe3 resets t.m"),
    (1, "NOT_SUPPORTED", "b.T.Push clears t.items"),
    (1, "INCONCLUSIVE", "b.T.Push resets t.items"),
    (1, "SUPPORTED", "b.T.Buf resets t.buf"),
    (1, "SUPPORTED", "R.tog toggles self.on"),
    (1, "NOT_SUPPORTED", "R.on toggles self.on"),
    (1, "NOT_SUPPORTED", "R.up resets self.n"),
    (1, "SUPPORTED", "R.zero resets self.n"),
    (1, "SUPPORTED", "R.wipe clears self.items"),
    (1, "SUPPORTED", "R.wipe2 clears self.items"),
    (1, "SUPPORTED", "R.wipe2 resets self.items"),
    (1, "SUPPORTED", "R.none clears self.x"),
    (1, "INCONCLUSIVE", "R.set resets self.n"),
    (1, "SUPPORTED", "R.def resets self.s"),
    (1, "SUPPORTED", "D.tog toggles `on`"),
    (1, "NOT_SUPPORTED", "D.turnOn toggles `on`"),
    (1, "SUPPORTED", "D.up increments n"),
    (1, "NOT_SUPPORTED", "D.up resets n"),
    (1, "SUPPORTED", "D.zero resets n"),
    (1, "SUPPORTED", "D.wipe clears items"),
    (1, "SUPPORTED", "D.wipe2 resets items"),
    (1, "SUPPORTED", "D.wipe2 clears items"),
    (1, "INCONCLUSIVE", "D.setN resets this.n"),
    (1, "SUPPORTED", "D.nul clears this.items"),
    (1, "SUPPORTED", "Rb.tog toggles @on"),
    (1, "NOT_SUPPORTED", "Rb.turn_on toggles @on"),
    (1, "SUPPORTED", "Rb.up increments @n"),
    (1, "NOT_SUPPORTED", "Rb.up resets @n"),
    (1, "SUPPORTED", "Rb.zero resets @n"),
    (1, "SUPPORTED", "Rb.wipe clears @items"),
    (1, "SUPPORTED", "Rb.wipe2 resets @items"),
    (1, "INCONCLUSIVE", "Rb.set_n resets @n"),
    (1, "SUPPORTED", "togc toggles t->on"),
    (1, "NOT_SUPPORTED", "onc toggles t->on"),
    (1, "SUPPORTED", "upc increments t->n"),
    (1, "NOT_SUPPORTED", "upc resets t->n"),
    (1, "SUPPORTED", "zeroc resets t->n"),
    (1, "INCONCLUSIVE", "setc resets t->n"),
    (1, "INCONCLUSIVE", "T.turnOn never toggles this.on"),
    (1, "CONTRADICTED", "T.tog never toggles this.on"),
    (1, "INCONCLUSIVE", "T.setN never resets this.n"),
    (1, "CONTRADICTED", "T.zero never resets this.n"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
