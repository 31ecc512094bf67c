"""`if realloc fails`, `if data is NULL`: not shown by a condition that asks for another thing."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.c": """
int buf_add(struct buf *b, const char *s) {
  if (b == NULL || s == NULL) return -1;
  char *p = realloc(b->data, b->cap * 2);
  if (!p) { return -2; }
  b->data = p;
  return 0;
}
void buf_free(struct buf *b) {
  if (!b) return;
  free(b->data);
}
""",
    "b.py": """
class S:
    def get(self, key):
        found = self.table.get(key)
        if found is None:
            return "none"
        self.lock.touch()
        return found
    def plain(self, user):
        if not user:
            return 0
        return self.limit
""",
}
CLAIMS = {
    "SUPPORTED": (
        "buf_add returns -2 if realloc fails",
        "buf_add returns -1 if b is NULL",
        "buf_free does nothing if b is NULL",
        'S.get returns "none" if the key is missing',
        "S.plain returns 0 if the user is missing",
    ),
    "INCONCLUSIVE": (
        "buf_add returns -1 if realloc fails",
        "buf_free does nothing if data is NULL",
        'S.get returns "none" if the lock is missing',
        "S.plain returns 0 if the limit is missing",
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
