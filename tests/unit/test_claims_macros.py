"""Macros that take arguments may do what they name, wherever they are used."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "box.c": """
#define CHECK(x) do { \\
  if (!(x)) fail(__LINE__); \\
} while (0)
#define BOX(v) box_value((v), 1)
#define OUTER(v) BOX(v)
static void fail(int line) { abort(); }
static int box_value(int v, int k) { return v + k; }
static int idle(int v) { return v; }
int use(int a) { CHECK(a > 0); return 1; }
int outer(int a) { return OUTER(a); }
int plain(int a) { return idle(a); }
""",
        "Base.m": """
#define NotImplemented() \\
    @throw [NSException exceptionWithName:NSInternalInconsistencyException \\
                                   reason:@"x" userInfo:nil]
@implementation Base
- (void)install { NotImplemented(); }
- (void)other { [self install]; }
@end
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("plain never calls fail", "Base.other never raises", "plain calls idle"),
        *("use calls CHECK", "plain never calls box_value"),
    ],
    "INCONCLUSIVE": [
        *("use never calls fail", "use calls fail", "fail is never called"),
        *("box_value is never called", "outer never calls box_value", "box_value has no callers"),
        *("Base.install never raises", "Base.install raises"),
        "Base.install raises NSInternalInconsistencyException",
    ],
    "CONTRADICTED": ["idle is never called"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


BRANCHES = """int next(int a) { return a; }
int both(int b, int c) { return b; }
int fit(int a) {
  return both(
#if X
  a
#else
  next(a)
#endif
  , 2);
}
int see(int a) {
#if X
  if (a) {
#else
  if (next(a)) {
#endif
    both(a, a);
  }
}
"""


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("fit calls next", "INCONCLUSIVE"),
        ("fit never calls next", "INCONCLUSIVE"),
        ("fit is the only one to call next", "INCONCLUSIVE"),
        ("fit calls both", "SUPPORTED"),
        ("fit never calls see", "SUPPORTED"),
        ("see calls next", "SUPPORTED"),
        ("see never calls next", "CONTRADICTED"),
        ("next has no callers", "CONTRADICTED"),
        ("next is called by fit", "INCONCLUSIVE"),
        ("next is called by see", "SUPPORTED"),
        ("next is only called by see", "INCONCLUSIVE"),
    ],
)
def test_what_stands_in_a_branch_that_is_not_read_may_be_called(claim: str, status: str) -> None:
    assert verify(snapshot_of({"fit.c": BRANCHES}), claim).status == status
