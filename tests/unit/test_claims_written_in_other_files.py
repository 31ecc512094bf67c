"""Types of Swift with extensions in other files, and Kotlin's extension functions in a class."""

from __future__ import annotations

import pytest

from codewitness.features.verify.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Box.swift": """final class Box: Holder {
  var n = 0
  func put() { n = 1 }
}
struct Outer { struct Row { func a() { first() } } }
struct Twin { func a() { one() } }
""",
        "Box+Async.swift": """extension Box: Sendable {
  func wait() { group.wait() }
}
extension Outer.Row { func b() { second() } }
extension Row { func c() { third() } }
""",
        "All.swift": """extension Box where T: Sequence { func all() { go() } }
""",
        "demo/Twin.swift": """struct Twin { func b() { two() } }
extension Twin { func c() { three() } }
""",
        "Ext.kt": """package ext
internal object Naming {
    fun toName(s: String) = s.camelToSnake()
    fun String.camelToSnake(): String {
        return replace('_', '-')
    }
    class Inner {
        suspend fun <T> Flow<T>.go() { collect() }
    }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Box conforms to Holder
Box conforms to Sendable
Box calls group.wait
Box has a method named all
Outer.Row calls second
Outer never calls second
Box.swift::Twin never calls three
Naming.camelToSnake calls replace
Inner.go calls collect
Naming.camelToSnake is called only by toName
""",
    "CONTRADICTED": """
Box never calls go
Outer.Row never calls second
Outer.Row never calls first
Naming.camelToSnake never calls replace
""",
    "NOT_SUPPORTED": """
Outer.Row calls third
Box.swift::Twin calls three
""",
    "SUBJECT_NOT_FOUND": """
Naming.go calls collect
Nowhere.camelToSnake calls replace
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in said(lines)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
