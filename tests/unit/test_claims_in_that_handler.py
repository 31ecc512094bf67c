"""`catches E without logging`, `falls back to f when x`, `rejects sizes below 10`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "m.py": """
def listen(client):
    try:
        client.receive()
        log.debug("got")
    except OSError:
        pass
    except ValueError as e:
        log.error(e)


def grow(p, n):
    if n > 64:
        return malloc(n)
    for x in p:
        if x.full:
            return x
    return malloc(n)


def sized_so(size):
    if size < 10:
        raise ValueError(size)
    return size
""",
}
CLAIMS = {
    "SUPPORTED": (
        "listen catches OSError without logging",
        "listen swallows OSError without logging it",
        "grow falls back to malloc when n is larger than 64",
        "grow falls back to malloc if n > 64",
        "sized_so rejects sizes below 10",
        "sized_so rejects a size under 10",
        "sized_so rejects values less than 10",
    ),
    "CONTRADICTED": (
        "listen catches ValueError without logging",
        "grow falls back to malloc only when n is larger than 64",
        "grow never falls back to malloc when n is larger than 64",
    ),
    "INCONCLUSIVE": (
        "listen catches OSError and logs it",
        "sized_so rejects sizes below 20",
        "sized_so rejects sizes above 10",
        "sized_so rejects size 3",
        "sized_so rejects a size over 10",
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
