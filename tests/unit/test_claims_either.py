"""Conditions of a claim that join several things: either is so, both are, neither is."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "A.java": """
class A {
  String all(String key) {
    if (one == null && two == null)
      return null;
    return "a";
  }
  String any(String key) {
    if (one == null || two == null)
      return null;
    return "a";
  }
  void loads(Object key) {
    Entry entry = find(key);
    if (entry == null) {
      load(key);
    } else {
      entry.getValue();
    }
  }
}
""",
    "v.rs": """
impl V {
    pub fn drop_at(&mut self, index: usize) -> Option<T> {
        if index >= self.len() {
            None
        } else {
            self.drain(index..index + 1).next()
        }
    }
}
""",
    "box.py": """
class Box:
    def acquire(self):
        while True:
            with self.cache.transact():
                if self.free():
                    return
            time.sleep(1)

    def empties(self):
        for k in self.keys:
            self.remove_object(k)

    def once(self):
        self.remove_object(1)

    def runs(self, result, value, state):
        if result is None and value is None and state == "closed":
            return None
        self.process(result)
        return result

    def tells(self):
        if self.change is not None:
            self.notify_observer(self.change)
        self.notify_storage_observers()
""",
}
CLAIMS = (
    ("SUPPORTED", "A.any returns null if either one or two is null"),
    ("SUPPORTED", "A.any returns null if one is null or two is null"),
    ("SUPPORTED", "A.any returns null if both one and two are null"),
    ("SUPPORTED", "A.any returns null only if one or two is null"),
    ("CONTRADICTED", "A.any returns null only if one is null"),
    ("CONTRADICTED", "A.any returns null if neither one nor two is null"),
    ("SUPPORTED", 'A.any returns "a" if neither one nor two is null'),
    ("SUPPORTED", 'A.any returns "a" unless one or two is null'),
    ("CONTRADICTED", 'A.any returns "a" if either one or two is null'),
    ("SUPPORTED", "A.any returns early if either one or two is null"),
    ("INCONCLUSIVE", "A.all returns null if either one or two is null"),
    ("INCONCLUSIVE", "A.all returns null if one is null or two is null"),
    ("INCONCLUSIVE", "A.all returns early if either one or two is null"),
    ("SUPPORTED", "A.all returns null if both one and two are null"),
    ("SUPPORTED", "A.all returns null only if both one and two are null"),
    ("SUPPORTED", 'A.all returns "a" unless both one and two are null'),
    ("INCONCLUSIVE", 'A.all returns "a" unless either one or two is null'),
    ("CONTRADICTED", "A.all returns null unless one is null"),
    # A verb that is called by its own name is not done by another call.
    ("INCONCLUSIVE", "A.loads loads the value unless entry is null"),
    # What is compared with a size is compared with how it is asked for.
    ("CONTRADICTED", "V.drop_at drains if index is not less than len"),
    ("SUPPORTED", "V.drop_at drains if index is less than len"),
    ("CONTRADICTED", "V.drop_at drains unless index is less than len"),
    # To come back is to return, with a value or without.
    ("CONTRADICTED", "Box.acquire never returns from inside the loop"),
    ("SUPPORTED", "Box.acquire returns from inside the loop"),
    ("CONTRADICTED", "Box.acquire only returns outside the loop"),
    ("INCONCLUSIVE", "Box.empties removes at most one object"),
    ("SUPPORTED", "Box.once removes at most one object"),
    (
        "SUPPORTED",
        'Box.runs returns None if result is None, value is None and state is "closed"',
    ),
    (
        "CONTRADICTED",
        'Box.runs calls process if result is None, value is None and state is "closed"',
    ),
    ("CONTRADICTED", "Box.tells notifies the observer even if change is None"),
    ("SUPPORTED", "Box.tells calls notify_storage_observers even if change is None"),
)


@pytest.mark.parametrize(("status", "claim"), CLAIMS)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
