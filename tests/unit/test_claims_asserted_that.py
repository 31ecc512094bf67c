"""`asserts that x`: what an assertion asks is compared, in languages where it is a call."""

from __future__ import annotations

import pytest

from codewitness.features.verify.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "As.m": """@implementation As
- (void)put:(id)key model:(id)model {
    NSParameterAssert(key != nil);
    NSAssert([model isKindOfClass:[Row class]], @"bad, %@", model);
    NSAssert(count > 0, @"none");
}
- (void)plain:(id)key { use(key); }
@end
""",
        "Sw.swift": """class Sw {
  func put(_ n: Int, _ s: String?) {
    precondition(n > 0, "none, at all")
    assert(s != nil)
  }
  func makeURL() -> URL? {
    func own() -> URL? {
      return url.scheme == nil ? configuration.baseURL : url
    }
    return own()
  }
}
""",
        "Cs.cs": """class Cs {
  void Put(int n, string s) {
    Debug.Assert(n > 0, "none");
    Debug.Assert(s != null);
  }
}
""",
        "V.java": """class V {
  void a(int n, String s) {
    ensure(n > 0);
    validate(s);
    log.warn("n is bad", n);
  }
  void b(int n) { if (n <= 0) throw new E(); }
  void c(String s) { if (s == null) return; use(s); }
}
""",
        "r.rb": """class R
  def a(n)
    assert n > 0
  end
end
""",
        "Kn.kt": """class Kn {
  fun put(n: Int, s: String?) {
    require(n > 0) { "none" }
    requireNotNull(s)
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
As.put:model: asserts that key is not nil
As.put:model: asserts that count is positive
As.put:model: asserts something
Sw.put asserts that n is positive
Sw.put asserts that s is not nil
Sw.makeURL falls back to configuration.baseURL
Cs.Put asserts that n is positive
Kn.put asserts that s is not null
V.b checks that n is positive
V.c checks that s is not null
R.a asserts that n is positive
""",
    "CONTRADICTED": """
As.put:model: asserts that key is nil
As.put:model: never asserts that key is not nil
As.put:model: never asserts anything
Sw.put asserts that s is nil
Sw.makeURL never falls back to configuration.baseURL
Cs.Put asserts that s is null
Kn.put asserts that s is null
V.c never checks that s is null
R.a asserts that n is negative
""",
    "INCONCLUSIVE": """
As.put:model: asserts that model is not nil
As.plain: asserts that key is not nil
Sw.put asserts that n is less than 10
Cs.Put asserts that other is null
V.a ensures that n is less than 10
V.a ensures that other is null
V.a validates that s is null
V.a warns that s is null
V.b checks that n is 7
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, lines in CLAIMS.items() for claim in said(lines)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
