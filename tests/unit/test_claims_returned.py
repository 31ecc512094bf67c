"""Claims about what is returned, near to what is: its sign, its arguments, a part of its name."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
class Box:
    def neg(self):
        return -1
    def inv(self, n):
        return not n
    def mk(self):
        return make(2)
    def mkname(self, rows):
        return make(rows)
    def plus(self, x):
        return x + 2
    def minus(self, x):
        return x - 1
    def ident(self, x):
        return x
    def cond(self, x, y):
        return x if y else None
    def orr(self, x, y):
        return x or y
    def andd(self, x, y):
        return x and y
    def name(self):
        return self.username
    def full(self):
        return self.full_name
    def tru(self):
        return True
    def no_tru(self):
        return not True
    def tup(self, a, b):
        return a, b
    def lst(self, a):
        return [a]
    def star(self, a):
        return [*a]
    def idx(self, rows):
        return rows[1]
    def attr(self, rows):
        return rows.first
    def strv(self):
        return "open"
    def strv2(self):
        return "opened"
    def cmp(self, n):
        return n == 1
    def notcall(self, n):
        return not is_ok(n)
    def negcall(self, n):
        return -size(n)
    def local(self, n):
        out = make(2)
        return out
    def wrapped(self, n):
        return str(make(1))
    def chain(self, n):
        return make(1).value
    def awaitd(self, n):
        return await make(1)
    def none2(self):
        return [None]
    def none3(self):
        return None, 1
    def cmpnone(self, x):
        return x is None
    def fdefault(self, x):
        return x.get("a", None)
    def lam(self):
        return lambda: True
    def two(self, x):
        if x:
            return 1
        return 2
    def comp(self, xs):
        return [x for x in xs]
""",
    },
    {
        "a.ts": """
class Box {
  neg() { return -1; }
  inv(n: boolean) { return !n; }
  mk() { return make(2); }
  async aw() { return await make(2); }
  tern(x: number) { return x > 0 ? 1 : -1; }
  plus(x: number) { return x + 2; }
  arrow = (x: number) => x * 2;
  nn() { return undefined; }
  opt(a: any) { return a?.b; }
  tpl(a: string) { return `a ${a}`; }
  obj(a: string) { return { a }; }
  nw() { return new Foo(1); }
  arr() { return [1, 2]; }
  eq(a: number) { return a === 1; }
  thisv() { return this.userName; }
}
""",
        "b.go": """
package b
func Neg() int { return -1 }
func Inv(n bool) bool { return !n }
func Mk() int { return make2(2) }
func Two() (int, error) { return 0, nil }
func Ptr() *Foo { return &Foo{a: 1} }
func Err() (int, error) { return 0, errors.New("bad") }
func Wrap(e error) error { return fmt.Errorf("x: %w", e) }
func Idx(a []int) int { return a[1] }
""",
        "c.rs": """
fn neg() -> i32 { -1 }
fn inv(n: bool) -> bool { !n }
fn mk() -> i32 { make(2) }
fn okk() -> Result<i32, E> { Ok(1) }
fn errr() -> Result<i32, E> { Err(E::Bad) }
fn some(x: i32) -> Option<i32> { Some(x) }
fn none() -> Option<i32> { None }
fn q() -> Result<i32, E> { let v = make(2)?; Ok(v) }
fn iff(a: bool) -> i32 { if a { 1 } else { 2 } }
""",
        "d.rb": """
class Box
  def neg
    -1
  end
  def inv(n)
    !n
  end
  def mk
    make(2)
  end
  def mk2
    make 2
  end
  def sym
    :done
  end
  def strv
    "open"
  end
  def nilv
    nil
  end
  def q?
    @items.empty?
  end
  def nq?
    !@items.empty?
  end
  def notq
    not @items.empty?
  end
end
""",
        "E.java": """
class E {
  int neg() { return -1; }
  boolean inv(boolean n) { return !n; }
  int mk() { return make(2); }
  Foo nw() { return new Foo(1); }
  String s() { return "open"; }
  long big() { return 1L; }
  boolean eq(E o) { return this.id == o.id; }
  Object nul() { return null; }
}
""",
        "f.c": """
int neg(void) { return -1; }
int inv(int n) { return !n; }
int mk(void) { return make(2); }
char *nul(void) { return NULL; }
int hex(void) { return 0x10; }
int tern(int a) { return a ? 1 : 0; }
""",
        "g.kt": """
class G {
  fun neg() = -1
  fun inv(n: Boolean) = !n
  fun mk(): Int { return make(2) }
  fun expr(x: Int) = x + 2
  fun elvis(x: Int?) = x ?: 0
}
""",
        "h.swift": """
class H {
  func neg() -> Int { return -1 }
  func inv(_ n: Bool) -> Bool { !n }
  func mk() -> Int { make(with: 2) }
  func opt() -> Int? { nil }
}
""",
        "i.cs": """
class I {
  int Neg() => -1;
  bool Inv(bool n) => !n;
  int Mk() { return Make(2); }
  string S() => "open";
}
""",
        "j.py": """
def star(xs):
    return [x * 2 for x in xs]
def formatted(name):
    return f"hello {name}"
def opened(path):
    return open(path, "r")
def dictv(a):
    return {"a": a}
def user(self):
    return self.user_name
def cached(self):
    return self._cached_value
def tokens(self):
    return self._tokens
def res(self):
    result = compute(1)
    return result
def both(a):
    return a.x and a.y
def sub(a, b):
    return a - b
def call2(a):
    return make(1, a)
""",
    },
)
CLAIMS = (
    (0, "NOT_SUPPORTED", "Box.neg returns 1"),
    (0, "SUPPORTED", "Box.neg returns -1"),
    (0, "NOT_SUPPORTED", "Box.inv returns n"),
    (0, "SUPPORTED", "Box.inv returns not n"),
    (0, "NOT_SUPPORTED", "Box.mk returns make(1)"),
    (0, "SUPPORTED", "Box.mk returns make(2)"),
    (0, "SUPPORTED", "Box.mk returns the result of make"),
    (0, "NOT_SUPPORTED", "Box.mk returns the result of make(1)"),
    (0, "NOT_SUPPORTED", "Box.mk returns what make(1) returns"),
    (0, "NOT_SUPPORTED", "Box.mkname returns make(row)"),
    (0, "NOT_SUPPORTED", "Box.plus returns x + 1"),
    (0, "SUPPORTED", "Box.plus returns x + 2"),
    (0, "NOT_SUPPORTED", "Box.plus returns x"),
    (0, "NOT_SUPPORTED", "Box.minus returns `x`"),
    (0, "SUPPORTED", "Box.ident returns x"),
    (0, "NOT_SUPPORTED", "Box.ident returns `not x`"),
    (0, "SUPPORTED", "Box.cond returns `x`"),
    (0, "SUPPORTED", "Box.orr returns x"),
    (0, "NOT_SUPPORTED", "Box.andd returns x"),
    (0, "INCONCLUSIVE", "Box.name returns the name"),
    (0, "NOT_SUPPORTED", "Box.name returns `user`"),
    (0, "SUPPORTED", "Box.full returns full_name"),
    (0, "SUPPORTED", "Box.full returns the full name"),
    (0, "NOT_SUPPORTED", "Box.tru returns False"),
    (0, "NOT_SUPPORTED", "Box.no_tru returns True"),
    (0, "SUPPORTED", "Box.tup returns `(a, b)`"),
    (0, "NOT_SUPPORTED", "Box.star returns `a`"),
    (0, "NOT_SUPPORTED", "Box.idx returns `rows`"),
    (0, "NOT_SUPPORTED", "Box.idx returns rows[0]"),
    (0, "SUPPORTED", "Box.idx returns `rows[1]`"),
    (0, "NOT_SUPPORTED", "Box.attr returns `rows.last`"),
    (0, "SUPPORTED", 'Box.strv returns "open"'),
    (0, "NOT_SUPPORTED", 'Box.strv2 returns "open"'),
    (0, "NOT_SUPPORTED", "Box.cmp returns 1"),
    (0, "NOT_SUPPORTED", "Box.cmp returns `n`"),
    (0, "NOT_SUPPORTED", "Box.cmp returns `n == 2`"),
    (0, "NOT_SUPPORTED", "Box.notcall returns is_ok(n)"),
    (0, "NOT_SUPPORTED", "Box.notcall returns the result of is_ok(n)"),
    (0, "NOT_SUPPORTED", "Box.negcall returns the result of size"),
    (0, "NOT_SUPPORTED", "Box.local returns make(1)"),
    (0, "NOT_SUPPORTED", "Box.local returns the result of make(1)"),
    (0, "NOT_SUPPORTED", "Box.wrapped returns `make(1)`"),
    (0, "NOT_SUPPORTED", "Box.chain returns make(1)"),
    (0, "SUPPORTED", "Box.chain returns make(1).value"),
    (0, "SUPPORTED", "Box.awaitd returns make(1)"),
    (0, "SUPPORTED", "Box.awaitd returns the result of make"),
    (0, "NOT_SUPPORTED", "Box.cmpnone returns None"),
    (0, "INCONCLUSIVE", "Box.fdefault returns None"),
    (0, "SUPPORTED", "Box.two returns 1"),
    (0, "NOT_SUPPORTED", "Box.two returns 3"),
    (0, "NOT_SUPPORTED", "Box.comp returns x"),
    (0, "SUPPORTED", "Box.neg never returns 1"),
    (0, "SUPPORTED", "Box.mk never returns make(1)"),
    (0, "SUPPORTED", "Box.mk does not return the result of make(1)"),
    (0, "SUPPORTED", "Box.plus does not return x + 1"),
    (0, "SUPPORTED", "Box.no_tru never returns True"),
    (1, "NOT_SUPPORTED", "Box.neg in a.ts returns 1"),
    (1, "NOT_SUPPORTED", "a.ts::Box.neg returns 1"),
    (1, "SUPPORTED", "a.ts::Box.inv returns !n"),
    (1, "NOT_SUPPORTED", "a.ts::Box.mk returns make(1)"),
    (1, "SUPPORTED", "Box.aw returns make(2)"),
    (1, "NOT_SUPPORTED", "Box.aw returns make(1)"),
    (1, "SUPPORTED", "Box.tern returns -1"),
    (1, "SUPPORTED", "Box.plus returns x + 2"),
    (1, "NOT_SUPPORTED", "Box.plus returns x"),
    (1, "SUPPORTED", "Box.nn returns undefined"),
    (1, "NOT_SUPPORTED", "Box.opt returns a.c"),
    (1, "SUPPORTED", "Box.nw returns new Foo(1)"),
    (1, "SUPPORTED", "Box.nw returns a Foo"),
    (1, "NOT_SUPPORTED", "Box.nw returns new Bar(1)"),
    (1, "NOT_SUPPORTED", "Box.eq returns 1"),
    (1, "NOT_SUPPORTED", "Box.eq returns a === 2"),
    (1, "INCONCLUSIVE", "Box.thisv returns name"),
    (1, "SUPPORTED", "Box.thisv returns this.userName"),
    (1, "NOT_SUPPORTED", "Neg returns 1"),
    (1, "NOT_SUPPORTED", "Inv returns n"),
    (1, "NOT_SUPPORTED", "Mk returns make2(1)"),
    (1, "SUPPORTED", "Ptr returns a Foo"),
    (1, "SUPPORTED", "Ptr returns a pointer to Foo"),
    (1, "SUPPORTED", 'Err returns errors.New("bad")'),
    (1, "NOT_SUPPORTED", "Wrap returns e"),
    (1, "SUPPORTED", "Idx returns a[1]"),
    (1, "SUPPORTED", "c.rs::neg returns -1"),
    (1, "NOT_SUPPORTED", "c.rs::mk returns make(1)"),
    (1, "SUPPORTED", "okk returns 1"),
    (1, "NOT_SUPPORTED", "okk returns Ok(2)"),
    (1, "SUPPORTED", "errr returns E::Bad"),
    (1, "SUPPORTED", "some returns x"),
    (1, "NOT_SUPPORTED", "some returns Some(y)"),
    (1, "SUPPORTED", "q returns Ok(v)"),
    (1, "SUPPORTED", "iff returns 2"),
    (1, "NOT_SUPPORTED", "d.rb::Box.neg returns 1"),
    (1, "NOT_SUPPORTED", "d.rb::Box.inv returns n"),
    (1, "NOT_SUPPORTED", "d.rb::Box.mk returns make(1)"),
    (1, "NOT_SUPPORTED", "Box.mk2 returns make(1)"),
    (1, "NOT_SUPPORTED", "Box.sym returns :failed"),
    (1, "NOT_SUPPORTED", 'Box.strv returns "closed"'),
    (1, "SUPPORTED", "Box.q? returns @items.empty?"),
    (1, "NOT_SUPPORTED", "Box.nq? returns the result of @items.empty?"),
    (1, "NOT_SUPPORTED", "E.neg returns 1"),
    (1, "NOT_SUPPORTED", "E.inv returns n"),
    (1, "SUPPORTED", "E.nw returns a new Foo"),
    (1, "SUPPORTED", "E.big returns 1"),
    (1, "NOT_SUPPORTED", "E.big returns 2"),
    (1, "NOT_SUPPORTED", "E.eq returns this.id"),
    (1, "NOT_SUPPORTED", "f.c::neg returns 1"),
    (1, "SUPPORTED", "f.c::neg returns `-1`"),
    (1, "NOT_SUPPORTED", "f.c::mk returns make(1)"),
    (1, "SUPPORTED", "hex returns 0x10"),
    (1, "SUPPORTED", "f.c::tern returns 1"),
    (1, "NOT_SUPPORTED", "G.inv returns n"),
    (1, "SUPPORTED", "G.expr returns x + 2"),
    (1, "NOT_SUPPORTED", "G.expr returns x + 1"),
    (1, "SUPPORTED", "G.elvis returns 0"),
    (1, "NOT_SUPPORTED", "H.neg returns 1"),
    (1, "SUPPORTED", "H.inv returns !n"),
    (1, "NOT_SUPPORTED", "H.mk returns `make(with: 1)`"),
    (1, "SUPPORTED", "H.mk returns make"),
    (1, "NOT_SUPPORTED", "I.Inv returns n"),
    (1, "NOT_SUPPORTED", "star returns x"),
    (1, "NOT_SUPPORTED", "formatted returns name"),
    (1, "SUPPORTED", "opened returns open(path)"),
    (1, "NOT_SUPPORTED", "dictv returns `a`"),
    (1, "SUPPORTED", "user returns the user name"),
    (1, "SUPPORTED", "tokens returns the tokens"),
    (1, "SUPPORTED", "tokens returns its tokens"),
    (1, "SUPPORTED", "res returns the result of compute(1)"),
    (1, "SUPPORTED", "res returns result"),
    (1, "NOT_SUPPORTED", "both returns a.z"),
    (1, "NOT_SUPPORTED", "call2 returns make(2)"),
    (1, "SUPPORTED", "Box.plus returns x + 2 and never calls make"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
