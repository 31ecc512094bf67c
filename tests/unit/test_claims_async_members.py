"""Methods that are async, denied of a class: `has no async methods`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.py": """
class Aaa:
    async def go(self): pass
    def stay(self): pass
class Bbb:
    def stay(self): pass
    def other(self):
        async def inner(): pass
        return inner
class Ddd(Unknown):
    def stay(self): pass
async def top(): pass
def fun():
    async def inner(): pass
    return inner
def fun2(): pass
""",
        "a.ts": """
class Tss { async go() { await f() } stay() { return 1 } }
class Tsb { stay() { return 1 } prom() { return new Promise(f) } }
""",
        "b.kt": """class Kot { suspend fun go() { f() }
 fun stay() { } }
class Kob { fun stay() { } }
""",
        "c.cs": """
class Css { async Task Go() { await F(); } void Stay() {} }
class Csb { void Stay() {} }
""",
    }
)
CLAIMS = {
    "CONTRADICTED": """
Aaa has no async methods
Aaa has no asynchronous methods
Aaa does not have any async methods
Aaa defines no async methods
Aaa contains no async functions
Aaa has no async method
does Aaa have no async methods?
Tss has no async methods
Kot has no async methods
Css has no async methods
r.py has no async functions
Aaa doesn't have async methods
there is no async method in Aaa
none of Aaa's methods is async
Aaa lacks async methods
""",
    "SUPPORTED": """
Bbb has no async methods
Aaa has async methods
Aaa has an async method
Bbb has no asynchronous methods
Bbb does not have any async methods
Bbb defines no async methods
Tsb has no async methods
Kob has no async methods
Csb has no async methods
Aaa has no static methods
Bbb doesn't have async methods
Aaa has exactly one async method
none of the methods of Bbb is async
""",
    "NOT_SUPPORTED": """
Bbb has async methods
Bbb has an async method
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
