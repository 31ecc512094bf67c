"""What is said to be done in one arm of a `switch`, `match`, `when` or `case`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "t.ts": """
class T {
  pick(k: string) {
    switch (k) {
      case 'a': this.slow(k); break
      case 'b': this.put(k); return
      case 'c':
      case 'd': this.many(k); break
      default: this.read(k)
    }
  }
  fall(k: string) {
    switch (k) { case 'a': this.one(); case 'b': this.two(); break; default: this.no() }
  }
  plain(k = 'x') { this.run(k) }
}
""",
        "p.py": """
class P:
    def pick(self, k):
        match k:
            case "a":
                self.slow(k)
            case "b" | "c":
                self.put(k)
            case "d" if k.ok:
                self.extra(k)
            case _:
                self.read(k)
""",
        "c.c": """
void parse(int ch, int d) {
  opened(d);
  switch (ch) {
  case '[': push(1); break;
  case '{': push(2); break;
  case ',': use(3); break;
  case 'x': switch (d) { case 1: inner(); break; default: none(); } break;
  default: bad(ch);
  }
}
""",
        "k.kt": """
class K {
  fun pick(k: Kind) {
    when (k) {
      Kind.A -> slow(k)
      Kind.B, Kind.C -> put(k)
      is Foo -> foo(k)
      else -> read(k)
    }
  }
}
""",
        "r.rs": """
fn chosen(k: Kind) {
    match k {
        Kind::A => slow(k), Kind::B(x) if x > 3 => put(x), Kind::C { y } => see(y), _ => read(k)
    }
}
fn sized(n: u32) { match n { 0 => zero(), 3..=9 => mid(), other => big(other) } }
""",
        "u.rb": """
def ruled(k)
  case k
  when :a then slow(k)
  when :b, :c
    put(k)
  else
    read(k)
  end
end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("T.pick calls slow in the case of 'a'", "SUPPORTED"),
        ("T.pick calls slow in the case of 'b'", "CONTRADICTED"),
        ("T.pick never calls slow in the case of 'b'", "SUPPORTED"),
        ("T.pick never calls slow in the case of 'a'", "CONTRADICTED"),
        ("T.pick calls put in the 'a' case", "CONTRADICTED"),
        ("T.pick calls put for 'a'", "CONTRADICTED"),
        ("T.pick calls put for 'b'", "SUPPORTED"),
        ("T.pick calls put only for 'b'", "SUPPORTED"),
        ("T.pick calls put only for 'a'", "CONTRADICTED"),
        ("T.pick calls many for 'c'", "SUPPORTED"),
        ("T.pick calls slow by default", "CONTRADICTED"),
        ("T.pick never calls slow by default", "SUPPORTED"),
        ("T.pick calls read by default", "SUPPORTED"),
        ("T.pick calls slow in the default case", "CONTRADICTED"),
        ("T.pick calls put when k is 'a'", "CONTRADICTED"),
        ("T.fall calls two for 'a'", "INCONCLUSIVE"),
        ("T.fall calls two for 'b'", "SUPPORTED"),
        ("T.fall calls one for 'b'", "CONTRADICTED"),
        ("T.plain calls run by default", "SUPPORTED"),
        ("P.pick calls slow for 'a'", "SUPPORTED"),
        ("P.pick calls slow in the case of 'b'", "CONTRADICTED"),
        ("P.pick calls put for 'c'", "SUPPORTED"),
        ("P.pick calls extra for 'd'", "INCONCLUSIVE"),
        ("P.pick calls slow by default", "CONTRADICTED"),
        ("P.pick calls read by default", "SUPPORTED"),
        ("parse calls push in the case of ','", "CONTRADICTED"),
        ("parse calls push in case ','", "CONTRADICTED"),
        ("parse calls push only in the case of ','", "CONTRADICTED"),
        ("parse calls push in the case of '['", "SUPPORTED"),
        ("parse calls push only in the case of '['", "CONTRADICTED"),
        ("parse calls push in the case of ';'", "CONTRADICTED"),
        ("parse calls use only in the case of ','", "SUPPORTED"),
        ("parse calls opened in the case of ','", "INCONCLUSIVE"),
        ("parse calls inner in the case of 'x'", "SUPPORTED"),
        ("parse calls inner in the case of ','", "CONTRADICTED"),
        ("parse calls bad by default", "SUPPORTED"),
        ("parse calls push by default", "CONTRADICTED"),
        ("K.pick calls slow in the case of `Kind.A`", "SUPPORTED"),
        ("K.pick calls slow for Kind.B", "CONTRADICTED"),
        ("K.pick calls put for C", "SUPPORTED"),
        ("K.pick calls slow when kind is A", "SUPPORTED"),
        ("K.pick calls put when kind is A", "CONTRADICTED"),
        ("K.pick calls foo in the case of Foo", "SUPPORTED"),
        ("K.pick calls slow by default", "CONTRADICTED"),
        ("chosen calls slow for `Kind::A`", "SUPPORTED"),
        ("chosen calls put for `Kind::A`", "CONTRADICTED"),
        ("chosen calls put for `Kind::B`", "INCONCLUSIVE"),
        ("chosen calls see for `Kind::C`", "SUPPORTED"),
        ("sized calls big for 0", "CONTRADICTED"),
        ("sized calls big by default", "SUPPORTED"),
        ("ruled calls slow for :a", "SUPPORTED"),
        ("ruled calls put in the case of :a", "CONTRADICTED"),
        ("ruled calls put for :c", "SUPPORTED"),
        ("ruled calls put by default", "CONTRADICTED"),
    ],
)
def test_arms(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
