"""Words of how, where and whether that no line shows leave open what holds without them."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.py": """
class Store:
    def save(self, x):
        self.db.insert(x)
    def tell(self, ev):
        if ev not in self.ignore:
            self.cond.notify_all()
    def both(self, n):
        self.alpha(n)
        self.beta(n)
    def caught(self, n):
        try:
            self.alpha(n)
        except KeyError:
            pass
        self.beta(n)
    def ended(self, n):
        try:
            self.alpha(n)
        finally:
            self.beta(n)
    async def waits(self, n):
        await self.alpha(n)
    def lazy(self):
        if self.db is None:
            self.db = connect()
    def cached(self, x):
        self.cache.insert(x.copy())
    def sorts(self, rows):
        rows.sort()
    def gives(self, rows):
        return sorted(rows)
    def local(self, given):
        overrides = given.pop()
        return overrides
    def kept(self, given):
        self.overrides = given
    def filled(self, given):
        overrides = {}
        overrides["a"] = given
        return overrides
    def alpha(self, n):
        raise KeyError
    def beta(self, n):
        pass
class Bus:
    def begin(self):
        pass
    def inner(self):
        self.own()
    def own(self):
        pass
""",
        "f.m": """
@implementation Files
- (NSString *)name:(NSString *)oldFiles { return [oldFiles stringByDeletingPathExtension]; }
- (void)drop { [self.manager removeItemsAtPath:self.oldFiles]; }
@end
""",
        "q.py": """
from m import Bus
class X:
    def go(self):
        b = Bus()
        b.begin()
""",
        "w.m": """
@implementation Files
- (void)later {
    dispatch_async(self.queue, ^{
        [self sweep];
    });
}
- (void)sweep {
    drop();
}
@end
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
Store.gives sorts in place
Store.local mutates the overrides
Files.name deletes old files
Files.name deletes old files synchronously
Store.save calls insert lazily
Store.save inserts x asynchronously
Store.save calls insert periodically
Store.save periodically calls insert
Store.save calls insert as a fallback
Store.save calls insert concurrently
Store.save calls insert optionally
Store.save calls insert recursively
Store.save calls insert atomically
Store.save inserts x into the cache
Store.save calls insert with a copy of x
Store.tell never calls notify_all for ignored events
Store.both calls beta even if alpha fails
Store.both calls beta even when alpha raises
Store.both calls everything but beta
Bus.begin is only called externally
Bus.begin is only called directly
Bus.begin is only called lazily
""",
    "SUPPORTED": """
Store.sorts sorts in place
Store.kept mutates the overrides
Store.filled mutates the overrides
Files.drop removes the old files
Store.save simply calls insert
Store.save calls insert silently
Store.save calls insert
Store.cached inserts x into the cache
Store.cached calls insert with a copy of x
Store.lazy lazily calls connect
Store.waits calls alpha asynchronously
Store.caught calls beta even if alpha fails
Store.ended calls beta even if alpha fails
Store.both calls alpha and beta one after the other
Store.both calls alpha and beta in sequence
Bus.own is only called internally
Bus.own is only called from the same class
Bus.own is only called from its own module
""",
    "CONTRADICTED": """
Store.tell never calls notify_all
Bus.begin is only called internally
Bus.begin is only called from the same class
Bus.begin is only called within its own module
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, text in CLAIMS.items() for claim in text.strip().splitlines()],
)
def test_manners(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
