"""What is taken out of a container, by a method whose name says what it takes."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "A.java": """
class A {
  void query(Key key) { try { run(); } finally { localCache.removeObject(key); } }
  void lru(Key key) { keyMap.remove(key); delegate.removeObject(key); }
  void row(Key key) { rowStore.deleteRow(key); cache.evictItem(key); }
  void adds(Key key) { localCache.putObject(key, 1); itemList.addItem(key); }
  void clears() { localCache.clear(); localOutputParameterCache.clear(); }
  void none(Key key) { localCache.getObject(key); }
}
""",
    "b.py": """
class B:
    def query(self, key):
        self.localCache.remove_object(key)
    def q2(self, key):
        self.local_cache.remove_object(key)
    def none(self, key):
        self.local_cache.get(key)
""",
    "c.ts": """
class C {
  query(key) { this.localCache.removeItem(key) }
  store(key) { localStorage.removeItem(key); sessionStorage.setItem(key, 1) }
}
""",
    "d.go": """
package p
func (c *Cx) Query(key string) { c.localCache.RemoveItem(key); delete(c.keyMap, key) }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": """
A.query removes the key from localCache
A.query removes the key from localCache in a finally block
A.query removes key from localCache
A.lru removes the key from keyMap
A.lru removes the key from delegate
A.row removes the key from rowStore
A.row deletes the key from rowStore
A.row evicts the key from cache
A.adds adds the key to itemList
A.adds puts the key in localCache
A.none never removes the key from localCache
A.clears clears localCache
B.query removes the key from localCache
B.query removes the key from self.localCache
B.q2 removes the key from self.local_cache
B.q2 removes the key from local_cache
B.q2 removes the key from the local cache
C.query removes the key from localCache
C.query removes the key from this.localCache
C.store removes the key from localStorage
Cx.Query removes the key from localCache
Cx.Query deletes the key from keyMap
""",
    "CONTRADICTED": """
A.query never removes the key from localCache
""",
    "NOT_SUPPORTED": """
A.none removes the key from localCache
A.adds removes the key from localCache
B.none removes the key from self.local_cache
C.store removes the key from sessionStorage
""",
    "INCONCLUSIVE": """
B.q2 removes the key from the far cache
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
