"""A function that only declares another one, as for type checkers, is not spoken of."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "client.py": '''
import sys
from typing import TYPE_CHECKING, overload

class Client:
    if sys.version_info >= (3, 11) and TYPE_CHECKING:

        @overload
        def send(self, a: int) -> int: ...

        @overload
        def send(self, a: str) -> str: ...

    def send(self, a):
        return self.ask(a)

    if TYPE_CHECKING:

        def get(self, a: int) -> int: ...

        def post(self, a: int) -> int:
            """Send it."""

    else:

        def get(self, a):
            return self.ask(a)

        def post(self, a):
            return self.get(a)

    def ask(self, a):
        raise ValueError(a)

    @property
    def size(self): ...

    @size.setter
    def size(self, n):
        self._n = n

def early(a): ...

def early(a):
    return Client().get(a)

if not TYPE_CHECKING:
    def late(a):
        return early(a)
else:
    def late(a: int) -> int: ...

if sys.platform == "win32":
    def both(a):
        return early(a)
else:
    def both(a):
        return late(a)

class Alone:
    if TYPE_CHECKING:
        def get(self, a): ...
'''
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Client.get calls self.ask", "Client.send calls self.ask", "Client.post calls self.get"),
        *("Client.ask is called by Client.get", "early calls get", "late calls early"),
        *("Client.size is a property", "Client.size writes self._n"),
        "Client has exactly two methods that call self.ask",
    ],
    "CONTRADICTED": ["Client.get never calls self.ask", "late does not call early"],
    "NOT_SUPPORTED": ["Client.get calls self.send", "Alone.get calls `early`"],
    "INCONCLUSIVE": ["both calls early"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
