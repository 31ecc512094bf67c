"""`returns the errors`, `returns a key`, `returns only if x`: what is returned, and where else."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
class Y:
    def five(self):
        return 5
    def err(self, e):
        return self.errors
    def cls(self):
        return Box
    def fn(self):
        return self.run
    def par(self, parameters):
        return parameters
    def rows(self):
        return [r for r in self.rows if r.ok]
    def none(self):
        self.go()
    def name(self):
        return self.method_name
    def exc(self):
        return ValueError("x")
    def attr(self, xs):
        if xs:
            return self.fields
        return []
""",
        "a2.py": """
class Z:
    def only(self, k):
        if k in self.items:
            return self.items[k]
        return None
    def guarded(self, k):
        if k in self.items:
            return self.items[k]
        raise KeyError(k)
    def early(self, k):
        if not k:
            return
        self.go(k)
    def early2(self, k):
        if not k:
            return
        if self.closed:
            return
        self.go(k)
    def loop(self):
        while True:
            if self.done:
                return
            self.step()
    def loop2(self):
        while True:
            if self.done:
                return
            if self.closed:
                break
            self.step()
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Y.err returns errors
Y.err returns the errors
Y.par returns parameters
Y.par returns the parameters
Y.name returns the method name
Y.five returns a value
Y.five returns something
Y.attr returns the fields if xs is set
Y.attr returns the fields only if xs is set
Z.guarded returns only if k is in self.items
Z.early returns early only if k is not set
Z.early returns early if k is not set
Z.loop returns only if self.done is set
Z.loop returns only when self.done
""",
    "NOT_SUPPORTED": """
Y.five returns a class
Y.five returns a method
Y.none returns something
Y.none returns a value
Y.none returns only errors
""",
    "INCONCLUSIVE": """
Y.five returns errors
Y.five returns the errors
Y.five returns an exception
Y.five returns only exceptions
Y.five returns a parameter
Y.five returns the parameters
Y.err returns only errors
Y.err returns only the errors
Y.cls returns a class
Y.exc returns an exception
Y.attr returns only the fields if xs is set
Y.attr returns only the fields
Y.five returns a field
Y.five returns an attribute
Y.five returns an argument
Y.five returns arguments
Y.five always returns errors
Y.five returns errors when self.x is set
Z.only returns only if k is in self.items
Z.early returns only if k is not set
Z.early2 returns early only if k is not set
Z.early2 returns early only if self.closed
Z.loop2 returns only when self.done
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
