"""What is one of several: what may be raised, and what is returned where it may not be there."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCES = {
    "Raise.kt": """
class K {
  fun either(e: Exception?) { throw e ?: IllegalStateException("x") }
  fun arms(x: Int) { throw when (x) { 1 -> IOException(); else -> Oops.Bad() } }
}
""",
    "raised.py": """
def either(e):
    raise e or ValueError("x")
""",
    "Raised.cs": """
class C {
  void Either(bool e) { throw e ? new ArgumentException() : new InvalidOperationException("x"); }
  void Arms(int x) { throw x switch { 1 => new ArgumentException(), _ => new FormatException() }; }
}
""",
    "Raised.java": """
class J {
  void either(Exception e) { throw e != null ? new IllegalStateException(e) : new BadCase(); }
  void cast(Exception e) { throw (RuntimeException) e; }
  void made(Exception e) { throw Faults.of(e); }
}
""",
    "raised.rb": """
class R
  def either(e)
    raise e || ArgumentError.new("x")
  end
  def kinds(e)
    raise(e ? TypeError : ArgumentError, "x")
  end
end
""",
    "Raised.swift": """
class S {
  func either(_ e: Error?) throws { throw e ?? Fault.bad }
  func arms(_ e: Bool) throws { throw e ? Fault.bad : Other.worse }
}
""",
    "Null.kt": """
class N {
  fun safe(s: String?): String? = s?.trim()
  fun instead(s: String?): String = s?.trim() ?: ""
  fun given(s: String?): Int { return use(s?.trim()) }
  fun cast(s: Any): String? = s as? String
  fun compared(s: String?): Boolean = s?.trim() == ""
}
""",
    "Null.swift": """
class W {
  func alone() -> Int? { nil }
  var computed: Int? { nil }
  var both: Int? { get { nil } set { x = 1 } }
  var sum: Int { x + 1 }
  func safe(_ s: S?) -> Int? { s?.count }
  func instead(_ s: S?) -> Int { s?.count ?? 0 }
  func tried(_ s: S) -> Int? { try? s.load() }
  func arms(_ s: S) -> Int? { if s.a { nil } else { 1 } }
}
""",
    "null.rb": """
class B
  def safe(s)
    s&.count
  end
  def instead(s)
    s&.count || 0
  end
end
""",
    "Null.cs": """
class D { object Cast(object o) { return o as S; } int Sum(S s) { return s?.Sum ?? 0; } }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": [
        *("K.either throws IllegalStateException", "K.arms throws IOException"),
        *("K.arms throws Oops.Bad", "raised.py::either raises ValueError"),
        *("C.Either throws ArgumentException", "C.Either throws InvalidOperationException"),
        *("C.Arms throws FormatException", "J.either throws IllegalStateException"),
        *("J.either throws BadCase", "R.either raises ArgumentError", "R.kinds raises TypeError"),
        *("S.either throws Fault.bad", "S.either throws Fault", "S.arms throws Other"),
        *("N.instead never returns null", "N.given never returns null"),
        *("N.compared never returns null", "W.alone returns nil", "W.computed returns nil"),
        *("W.sum never returns nil", "W.instead never returns nil", "W.arms returns nil"),
        *("B.instead never returns nil", "D.Sum never returns null"),
    ],
    "CONTRADICTED": [
        *("K.either never throws IllegalStateException", "J.either never throws BadCase"),
        *("W.alone never returns nil", "W.computed never returns nil", "W.both never returns nil"),
    ],
    "NOT_SUPPORTED": [
        *("K.arms throws Worse", "C.Either throws IOException", "J.either throws IOException"),
        *("S.arms throws Third", "R.kinds raises KeyError"),
    ],
    "INCONCLUSIVE": [
        *("K.either throws IOException", "K.either never throws IOException"),
        *("raised.py::either raises KeyError", "J.cast throws IOException"),
        *("J.made never throws IOException", "N.safe never returns null", "N.safe returns null"),
        *("N.cast never returns null", "W.safe never returns nil", "W.tried never returns nil"),
        *("B.safe never returns nil", "D.Cast never returns null"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
