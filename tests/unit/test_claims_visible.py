"""Who may see a member: words of its header before its name, which may be a part of them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "c.java": """
class Jav {
  protected void prot() { }
  public void pub() { }
  private void priv() { }
  void pack() { }
  public static void stat() { }
  private Jav() { }
  @Override protected void over() { }
  /** protected once */
  public void doc() { }
  public final Map<String, Protected> gen() { return 1; }
}
""",
        "c.ts": """
class Tsc {
  protected prot() { return 1 }
  private priv() { return 1 }
  plain() { return 1 }
  public pub() { return 1 }
  static stat() { return 1 }
  protected async go() { }
  protected get size() { return 1 }
  #hash() { return 1 }
}
export function fn() { return 1 }
""",
        "k.cs": """
class CS { protected void Prot() {}
  public void Q() {}
  internal void R() {}
  protected internal void S() {}
  private protected void Tp() {}
  void U() {} }
""",
        "k.cpp": """
class CP { public: void a1() {} protected: void b1() {} private: void c1() {} };
struct SP { void a2() {} };
""",
        "k.rb": """
class Rub
  def plain
    @x = 1 if ok?(2)
  end
  protected
  def prot
    1
  end
end
""",
        "k.swift": """
class SW { fileprivate func a3() {}
  public func pub() {}
  func c3() {}
  private func priv() {}
  open func op() {} }
""",
        "k.kt": """
class KT { protected fun prot() {} ; fun b4() {}; internal fun inter() {}; private fun d4() {} }
""",
    }
)
CLAIMS = {
    "CONTRADICTED": """
Jav.prot is public
Jav.priv is public
Jav.prot is private
Jav.over is public
Jav.doc is protected
Jav.gen is protected
Tsc.prot is public
Tsc.go is public
Tsc.size is public
Tsc.priv is public
Tsc.prot is private
Tsc.#hash is public
CS.Prot is public
CS.R is public
CS.S is public
CS.Tp is public
CS.U is public
CP.b1 is public
CP.c1 is public
Rub.prot is public
SW.a3 is public
SW.priv is public
KT.prot is public
KT.inter is public
""",
    "SUPPORTED": """
Jav.pub is public
Jav.prot is protected
Jav.prot is not public
Jav.stat is static
Jav.stat is public
Jav.over is protected
Jav.doc is public
Jav.gen is public
Tsc.size is protected
Tsc.priv is private
Tsc.plain is public
Tsc.pub is public
Tsc.prot isn't public
Tsc.stat is static
CS.Q is public
CP.a1 is public
SP.a2 is public
Rub.plain is public
Rub.prot is protected
SW.pub is public
KT.b4 is public
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
