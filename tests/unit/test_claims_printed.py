"""Names as they are printed, with hyphens of files; and recursion by way of a function inside."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "src/hono-base.ts": """
export class Hono {
  basePath(p: string) { return mergePath(p) }
  #dispatch(m: string) {
    if (m === 'HEAD') { return (async () => new Response(null, await this.#dispatch('GET')))() }
    return 1
  }
  walk(xs) { xs.forEach((x) => this.walk(x)) }
  flat() { return 1 }
  mergePath() { return 2 }
}
""",
        "src/router/trie-router/node.ts": """
export class Node { search(x) { this.hs.sort() } }
""",
        "pkg/re.py": """
def fact(n):
    return (lambda k: fact(k - 1))(n)
def plain(n):
    return n
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "hono-base.Hono.basePath calls mergePath",
        "router.trie-router.node.Node.search calls hs.sort",
        "`router.trie-router.node.Node.search` calls hs.sort",
        "does hono-base.Hono.basePath call mergePath?",
        "hono-base.Hono.flat never calls mergePath",
        "Hono.#dispatch calls itself",
        "Hono.#dispatch is recursive",
        "Hono.walk calls itself",
        "Hono.flat is not recursive",
    ],
    "NOT_SUPPORTED": [
        "hono-base.Hono.flat calls mergePath",
        "Hono.flat calls itself",
        "plain is recursive",
    ],
    "CONTRADICTED": [
        "Hono.#dispatch never calls itself",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
