"""What chooses without a conditional leaves open whether there is a condition."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "w.swift": """class W {
    func each(rows: [Int]) { for row in rows where row > 3 { put(row) } }
    func tern(a: Int) -> Int { return a > 3 ? 1 : 2 }
    func nilc(a: Int?) -> Int { return a ?? 2 }
    func andy(a: Bool) -> Bool { return a && b() }
    func opt(a: Foo?) { a?.go() }
    func plain(a: Foo?) { self.go() }
    func wh(a: Foo) { while a.more { a.go() } }
    func swi(a: Foo) { switch a { case .x: go()
 default: stay() } }
    func gua(a: Foo?) { guard let b = a else { return }
 b.go() }
}
""",
        "p.py": """def comp(rows):
    return [r for r in rows if r > 3]
def tern(a):
    return 1 if a else 2
def andy(a):
    return a and b()
""",
        "r.rs": """fn m(a: Option<u8>) -> u8 { match a { Some(n) => n, None => 0 } }
fn q(a: Option<u8>) -> Option<u8> { let b = a?; Some(b) }
fn fi(a: Vec<u8>) -> Vec<u8> { a.into_iter().filter(|x| *x > 3).collect() }
""",
        "c.c": """int tern(int a) { return a > 3 ? 1 : 2; }
int andy(int a) { return a > 3 && b(a); }
int pp(int a) {
#ifdef X
  a = 3;
#endif
  return a;
}
""",
        "r.rb": """class R
  def unl(a)
    go unless a
  end
  def sel(a)
    a.select { |x| x > 3 }
  end
  def orr(a)
    @a ||= go
  end
  def tern(a)
    a ? 1 : 2
  end
end
""",
        "g.go": """package g
func sel(c chan int) { select { case <-c: go1()
default: go2() } }
""",
        "k.kt": """fun el(a: Int?): Int { return a ?: 2 }
fun wh(a: Int): Int { return when (a) { 1 -> 2
 else -> 3 } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
`W.opt` has no condition
`W.plain` has no condition
`q` has no condition
`fi` has no condition
`R.sel` has no condition
`c.tern` has no if
`W.each` has no if
""",
    "CONTRADICTED": """
`W.swi` has no condition
`W.gua` has no condition
`m` has no condition
`R.unl` has no condition
`k.wh` has no condition
""",
    "INCONCLUSIVE": """
`W.each` has no condition
`W.each` has no conditional
`W.each` never branches
`W.tern` has no condition
`W.nilc` has no condition
`W.andy` has no condition
`W.wh` has no condition
`p.comp` has no condition
`p.tern` has no condition
`p.andy` has no condition
`c.tern` has no condition
`c.andy` has no condition
`pp` has no condition
`R.orr` has no condition
`R.tern` has no condition
`sel` has no condition
`el` has no condition
`c.tern` has a conditional
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in lines.split("\n") if claim],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
