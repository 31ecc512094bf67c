"""`over all rows` and `over every row` say what a loop goes over, and no loop within a loop."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "k.py": """class K:
    def keyed(self, rows):
        for k in rows.keys():
            print(k)

    def starred(self, *args):
        for one in args:
            print(one)

    def named(self, rows):
        for key in rows:
            print(key)

    def plain(self, rows):
        for row in rows:
            print(row)

    def held(self):
        for row in self.items:
            print(row)

    def entered(self, entries):
        for one in entries:
            print(one)
""",
        "k.go": """package k

func (c *Cache) Reset() {
	for _, shard := range c.shards {
		shard.reset()
	}
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Cache.Reset loops over all shards
Cache.Reset loops over all the shards
Cache.Reset loops over all of the shards
Cache.Reset loops over all c.shards
Cache.Reset iterates over every shard
Cache.Reset iterates over each shard
Cache.Reset goes through every single shard
Cache.Reset calls reset over all shards
K.keyed loops over the keys
K.keyed loops over all keys
K.named loops over each key
K.plain loops over every row
K.held loops over all items
K.starred loops over the args
K.entered iterates over every entry
""",
    "CONTRADICTED": """
Cache.Reset never loops over all shards
Cache.Reset never iterates over every shard
""",
    "INCONCLUSIVE": """
Cache.Reset loops over all keys
Cache.Reset loops over the keys
Cache.Reset loops over the values
K.plain loops over the keys
K.plain loops over each key
K.plain never loops over the keys
K.held loops over the parameters
K.held loops over the values
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
