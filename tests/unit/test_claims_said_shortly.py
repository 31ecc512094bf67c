"""What is said shortly: the same done to another, acronyms, both of two, `?` and `?.`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "b.py": """class B:
    def load(self):
        self.remove_bom()
        self.parse_json()
        self.set_ttl(3)
        for row in self.rows:
            print(row)

    def end(self):
        self.client.close()
        self.channel.close()

    def guard(self):
        with self.lock:
            self.run()

    def guards(self):
        self.read_lock.acquire()
        self.write_lock.acquire()
""",
        "i.rs": """impl Iter {
    fn read(self) -> Result<Map, Error> {
        let line = self.next()?;
        let mut map = Map::new();
        map.insert(line);
        Ok(map)
    }
    fn skip(&mut self) {
        self.lines.consume(3);
    }
    fn path() -> Self {
        Self::with_path("./.env")
    }
    fn made() -> Map {
        Map::new()
    }
}
""",
        "p.js": """function check(retries) { if (retries < 0) { throw new TypeError('no'); } }
async function runIt(input, options) {
  options.signal?.throwIfAborted();
  return input();
}
""",
        "s.swift": """func execute(in lock: NSLock, block: () -> Void) {
    lock.lock()
    block()
}

class S {
    func copy() { execute(in: itemLock) { status = match() } }
    func later() { executor.execute { match() } }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
B.load removes the BOM
B.load removes the BOM before it loops
B.load parses the JSON
B.load sets the TTL
B.end closes self.client before self.channel
B.guards locks both locks
Iter.made never consumes three bytes
Iter.path never uses src/.env
S.copy calls match
""",
    "CONTRADICTED": """
B.load never removes the BOM
B.end closes self.channel before self.client
S.copy never calls match
""",
    "NOT_SUPPORTED": """
Iter.made returns early
S.later calls match
""",
    "INCONCLUSIVE": """
B.load removes the CSV
B.guard locks both locks
B.guard takes both locks
Iter.read returns early
Iter.read never returns early
check accepts undefined
runIt checks options.signal
Iter.skip consumes three bytes
Iter.skip never consumes three bytes
Iter.path uses ./.env as path
Iter.path never uses ./.env
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
