"""What is fallen back to: values, arms for all else, and what is given if something is missing."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.py": """
def f1(d):
    return os.environ.get("K", "literal")
def f2(d):
    v = d.get("k")
    if v is None:
        v = "literal"
    return v
def f3(d):
    return d.get("k") or "literally"
def f4(d):
    if d == 1:
        return "a"
    return "literal"
def f5(d):
    if d == 1:
        return "a"
    elif d == 2:
        return "b"
    else:
        return "literal"
def f6(d):
    match d:
        case 1: return "a"
        case _: return "literal"
def f7(d="literal"):
    return d
def f8(d):
    return getattr(d, "name", "literal")
def f9(d):
    return next(iter(d), "literal")
def f10(d):
    if not d:
        return "literal"
    return d
def f11(d):
    log("literal")
    return d or other
""",
        "g.go": """
package g
func g1(v string) string { if v == "" { v = "literal" }; return v }
func g2(v int) string { switch v { case 1: return "a"; default: return "literal" } }
func g3(v string) string { if v == "" { return "other" }; return "literal" }
""",
        "k.kt": """
class Kot { fun k1(v: String?) = v ?: "literal"
 fun k2(v: Int) = when (v) { 1 -> "a"; else -> "literal" } }
""",
        "s.rs": """
fn r1(v: Option<&str>) -> &str { v.unwrap_or("literal") }
fn rr2(v: Option<&str>) -> &str { match v { Some(x) => x, None => "literal" } }
""",
        "w.swift": """
func s1(v: String?) -> String { return v ?? "literal" }
""",
        "k.rb": """
class Rub
  def r1(v) v || "literal" end
  def r2(h) h.fetch(:k, "literal") end
  def r3(h) h.fetch(:k) { "literal" } end
  def r4(v)
    v ||= "literal"
    v
  end
end
""",
        "c.cs": """
class Cs { string C1(string v) { return v ?? "literal"; }
 string C2(string v) { return string.IsNullOrEmpty(v) ? "literal" : v; } }
""",
        "t.ts": """
function t1(v) { return v || 'literal' }
function t2(v) { return v ?? `literal` }
function t3(v = "literal") { return v }
function t4(v) { return v ? v : 'literal' }
function t5(v) { return v ?? "literal text" }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
f1 falls back to "literal"
f2 falls back to "literal"
f6 falls back to "literal"
f8 falls back to "literal"
f9 falls back to "literal"
f10 falls back to "literal"
g1 falls back to "literal"
g2 falls back to "literal"
Kot.k1 falls back to "literal"
Kot.k2 falls back to "literal"
rr2 falls back to "literal"
s1 falls back to "literal"
Rub.r1 falls back to "literal"
Rub.r2 falls back to "literal"
Rub.r3 falls back to "literal"
Rub.r4 falls back to "literal"
Cs.C1 falls back to "literal"
Cs.C2 falls back to "literal"
t1 falls back to "literal"
t1 falls back to 'literal'
t2 falls back to "literal"
t4 falls back to "literal"
t5 falls back to "literal text"
t5 falls back to the "literal text" string
t1 falls back to the literal "literal"
f10 falls back to "literal" if d is empty
f2 falls back to "literal" when v is None
t1 defaults to "literal"
""",
    "NOT_SUPPORTED": """
f3 falls back to "literal"
f11 falls back to "literal"
t5 falls back to "literal"
f2 falls back to "other"
""",
    "INCONCLUSIVE": """
f11 never falls back to "literal"
g3 falls back to "other"
""",
    "CONTRADICTED": """
f10 never falls back to "literal"
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
