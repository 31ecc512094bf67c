"""Overloads that only call another of their name are not asked what that one does."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "s.cs": """
class S {
  public void Release(long n) {
    if (n == 0)
      return;
    _queue.Dequeue();
    _count += n;
  }
  public void Release() {
    Release(1);
  }
  public Task WaitAsync(Token t) {
    lock (_mutex) {
      if (_count != 0)
        --_count;
    }
    return done;
  }
  public Task WaitAsync() {
    return WaitAsync(Token.None);
  }
  public void Lock() => Lock(Token.None);
  public void Lock(Token t) {
    Wait(t);
    Make(t);
  }
  public void Two() { Two(1); Log(); }
  public void Two(int n) { Go(n); }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "S.Release returns early if n is 0",
        "S.WaitAsync decrements _count under the lock",
        "S.Lock calls Wait before Make",
    ),
    "CONTRADICTED": (
        "S.Release never calls Dequeue",
        "S.Release returns early unless n is 0",
        "S.WaitAsync never decrements _count",
    ),
    "INCONCLUSIVE": (
        "S.Release calls Release",
        "S.Two calls Go",
        "S.Release takes n",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
