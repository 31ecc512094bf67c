"""`calls f only once`, where `once.Do`, `dispatch_once` or `call_once` runs what calls it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.m": """
@implementation K
+ (id)shared {
  static id one = nil;
  static dispatch_once_t token;
  dispatch_once(&token, ^{
    one = [[self alloc] init];
  });
  return one;
}
@end
""",
    "b.go": """package b

func (l *L) Get() *T {
	l.once.Do(func() {
		l.t = build()
	})
	return l.t
}

func (l *L) Twice() *T {
	l.once.Do(func() {
		l.t = build()
		l.t = build()
	})
	return l.t
}

func (l *L) Other() *T {
	l.pool.Do(func() {
		l.t = build()
	})
	return l.t
}
""",
    "c.cpp": """
T& S::get() {
  std::call_once(flag_, [this] { t_ = build(); });
  return t_;
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "L.Get calls build only once",
        "L.Get calls build once",
        "S.get calls build only once",
        "+[K shared] calls init only once",
    ),
    "CONTRADICTED": ("L.Twice calls build only once",),
    "INCONCLUSIVE": (
        "L.Get calls build exactly once",
        "L.Get never calls build more than once",
        "L.Other calls build only once",
    ),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
