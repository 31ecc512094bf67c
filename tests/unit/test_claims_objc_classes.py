"""Objective-C: a class is its interface, categories and implementation, in whichever files."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "include/Worker.h": """
@interface Worker : NSObject
@property (nonatomic, getter=isDone) BOOL done;
- (void)start;
@end
""",
        "src/Worker.m": """
@implementation Worker
- (void)start {
    drop();
}
- (BOOL)isDone {
    return _done;
}
- (void)take:(NSString *)key {
    drop();
}
@end
""",
        "src/Worker+More.m": """
@implementation Worker (More)
- (void)more {
    lift();
}
@end
""",
        "one/AppDelegate.m": """
@interface AppDelegate : Worker
@end
@implementation AppDelegate
- (void)go { lift(); }
@end
""",
        "two/AppDelegate.m": """
@interface AppDelegate : NSObject
@end
@implementation AppDelegate
- (void)go { drop(); }
@end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Worker inherits from NSObject", "SUPPORTED"),
        ("Worker inherits from UIView", "NOT_SUPPORTED"),
        ("Worker calls drop", "SUPPORTED"),
        ("Worker calls lift", "SUPPORTED"),
        ("Worker never calls lift", "CONTRADICTED"),
        ("Worker never calls heave", "SUPPORTED"),
        ("Worker has a method more", "SUPPORTED"),
        ("Worker has a property done", "SUPPORTED"),
        ("isDone is a property", "INCONCLUSIVE"),
        ("Worker.take: is a property", "CONTRADICTED"),
        ("AppDelegate calls lift", "INCONCLUSIVE"),
    ],
)
def test_classes(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
