"""If needed, only when required: any condition, unless that is the name of what is asked."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "Ex.java": """
class Ex {
  void end(boolean required) { flush(); if (required) { tx.commit(); } }
  void end2(boolean required) { flush(); tx.commit(); }
  void end3(boolean required) { flush(); if (!required) { tx.commit(); } }
  void end4(Tx t, boolean required) { flush(); if (t.required) { tx.commit(); } }
  void end5() { boolean forced = ask(); flush(); if (forced) { tx.commit(); } }
  void end6() { flush(); if (this.forced) { tx.commit(); } }
}
""",
    "ex.py": """
class Px:
    def end(self, required):
        flush()
        if required:
            tx.commit()
    def endn(self, required):
        flush()
        if not required:
            tx.commit()
    def both(self, required):
        flush()
        if required:
            tx.commit()
        else:
            tx.commit()
""",
    "ex.ts": """
class Tx {
  end(required: boolean) { flush(); if (required) { tx.commit(); } }
  endn(required: boolean) { flush(); if (required) { return; } tx.commit(); }
}
""",
    "ex.go": """
package p
func End(required bool) { flush(); if required { tx.Commit() } }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
Ex.end calls tx.commit only if required is true
Ex.end calls tx.commit only if required
Ex.end calls tx.commit only when required is true
Ex.end calls tx.commit only when required
Ex.end calls tx.commit if required
Ex.end calls tx.commit when required is true
Ex.end only calls tx.commit if required is true
Ex.end only calls tx.commit if required
Ex.end only calls tx.commit when required
Ex.end3 calls tx.commit only if required is false
Ex.end3 calls tx.commit unless required
Ex.end3 calls tx.commit only if not required
Ex.end4 calls tx.commit only if required is true
Ex.end5 calls tx.commit only if forced is true
Ex.end5 calls tx.commit only if forced
Ex.end6 calls tx.commit only if forced is set
Px.end calls tx.commit only if required is true
Px.end calls tx.commit only if required
Px.end calls tx.commit only when required
Px.end calls tx.commit only if required is truthy
Px.endn calls tx.commit unless required
Tx.end calls tx.commit only if required
Tx.end calls tx.commit only if required is true
Tx.endn calls tx.commit only if required is false
Tx.endn calls tx.commit unless required
End calls tx.Commit only if required
End calls tx.Commit only if required is true
Ex.end conditionally calls tx.commit
Ex.end4 calls tx.commit only if needed
Ex.end4 calls tx.commit if needed
Ex.end calls tx.commit only conditionally
If required, Ex.end calls tx.commit
Ex.end calls tx.commit if needed and calls flush
Does Ex.end call tx.commit if required?
Ex.end calls tx.commit only if required.
""",
    "CONTRADICTED": """
Ex.end calls tx.commit unless required is true
Ex.end calls tx.commit unless required
Ex.end calls tx.commit only if required is false
Ex.end calls flush only if required is true
Ex.end2 calls tx.commit only if required is true
Ex.end2 calls tx.commit only if required
Ex.end3 calls tx.commit only if required
Px.end calls tx.commit unless required
Px.endn calls tx.commit only if required
Px.both calls tx.commit only if required
Tx.endn calls tx.commit only if required
Ex.end never calls tx.commit if required
Ex.end doesn't call tx.commit when required
Ex.end2 calls tx.commit if necessary
Ex.end2 calls tx.commit only if necessary
Px.both never calls tx.commit if needed
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
