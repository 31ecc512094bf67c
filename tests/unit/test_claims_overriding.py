"""What a class comes from may be said elsewhere than where its methods are: in a header."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "Base.h": "@interface Base : NSObject\n- (void)install;\n@end\n",
        "Base.m": '#import "Base.h"\n@implementation Base\n- (void)install { }\n@end\n',
        "Base+Private.h": "@interface Base ()\n@end\n",
        "View.h": '#import "Base.h"\n@interface View : Base\n- (void)other;\n@end\n',
        "View.m": """
#import "View.h"
@interface View ()
@end
@implementation View
- (void)install { [super install]; }
- (void)other { }
@end
""",
        "One.cs": """namespace N;
abstract class Root { public abstract void Go(); public virtual void No() {} }
partial class Leaf { public override void Go() { } public void No() {} public void Own() {} }
""",
        "Two.cs": "namespace N;\npartial class Leaf : Root { }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("View.install overrides Base.install", "View.install overrides install"),
        *("Leaf.Go overrides Root.Go", "Leaf.No overrides Root.No"),
    ],
    "CONTRADICTED": [
        *("View.install does not override Base.install", "Leaf.No does not override Root.No"),
    ],
    "NOT_SUPPORTED": ["View.other overrides Base.other", "Leaf.Own overrides Root.Own"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_what_is_beyond_signals_is_named_as_it_was_said() -> None:
    assert "'is instantiated' is beyond" in verify(SNAPSHOT, "View is instantiated").summary
