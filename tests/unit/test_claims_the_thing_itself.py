"""Claims of the very thing: what is freed, marked, inherited from, called into, or raised by it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "pager.cs": """
class Pager {
  void Close() {
    process.StandardInput.Dispose();
    process.WaitForExit();
    process.Dispose();
  }
  void Part() { process.StandardInput.Dispose(); }
  [Obsolete]
  void Old() { A(); }
  [Test, Category("x")]
  void New() { A(); }
}
""",
        "table.h": "int ht_keys(Table *t);\nint ht_taken(Table *t);\n",
        "table.c": """
#include "table.h"
void ht_destroy(Table *table) {
    for (int i = 0; i < table->capacity; i++) {
        Entry *next = table->buckets[i];
        while (next) {
            table->mem_free(next);
        }
    }
    table->mem_free(table->buckets);
    table->mem_free(table);
}
void ht_part(Table *table) { free(table->buckets); }
int ht_other(Table *t) { return t->size; }
int ht_keys(Table *t) { return t->size; }
int ht_get(Table *t, void *key) {
    if (t->key_cmp(t, key) == 0) return 1;
    return ht_other(t);
}
int ht_taken(Table *t) { return t->size; }
void ht_init(Table *t) { t->key_cmp = ht_taken; }
""",
        "group.go": """
package group
func (w *Group) Wait() { w.done() }
func (e *Executor) stop(wg *Group) {
	waiterCtx, waiterCancel := context.WithCancel(context.Background())
	go func() { wg.Wait() }()
	<-waiterCtx.Done()
	waiterCancel()
}
func hand(f func()) { f() }
""",
        "lock.rs": """
#[derive(Debug, Clone)]
pub struct Lock { x: u8 }
impl Lock {
    #[inline]
    fn lock_shared(&self) { self.x(); }
    #[cold]
    #[inline(never)]
    fn slow(&self) { self.y(); }
}
""",
        "reader.kt": """
class Reader {
  fun readNode(p: P): N = inner(p)
  fun readAll(p: P) {
    while (true) { items += readNode(p) }
  }
  fun again(n: Int) { if (n > 0) again(n - 1) }
}
""",
        "policy.m": """
@implementation Policy
+ (instancetype)pin:(NSArray *)list {
    [NSException raise:NSInvalidArgumentException format:@"x %@", list];
    return nil;
}
- (void)other { [self raise]; NSLog(@"[NSException raise]"); }
@end
""",
        "vault.py": """
class Vault:
    def load(self, path, n):
        if n < 0:
            return None
        data = self.fetch(path)
        other = 3
        self.cache[path] = data
        self.rows.append(other)
        return data
    def plain(self):
        self.alpha()
        self.beta()
    def one(self):
        self.alpha()
""",
        "vault.rb": """
class Safe
  def load(p)
    fetch(p)
  end
  def open?
    true
  end
  def other
    open?
  end
end
""",
        "token.cpp": """
struct Line { void plain() { alpha(); beta(); } };
class header {}; class payload {};
class decoded : public header, public payload { void x(); };
class third : public header { void y(); };
class fourth : public other { void y(); };
struct Mac { void verify(const std::string& data) { sign(data); } };
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Pager.Close disposes the process
Pager.Close disposes the process after calling WaitForExit
Pager.Part disposes the standard input
Pager.Old is marked [Obsolete]
Pager.Old is decorated with `Obsolete`
Pager.New has the [Test] attribute
ht_destroy frees the table
ht_destroy frees the table after the buckets
ht_destroy frees the buckets before the table
ht_destroy frees table->buckets before table
ht_part frees the buckets
ht_get calls ht_other
ht_get never calls ht_keys
Lock::slow is marked #[cold]
Lock::slow is #[cold]
Lock::slow has the #[cold] attribute
Lock::slow is marked #[inline(never)]
Lock is marked #[derive(Debug)]
Reader.readAll recurses into readNode
Reader.again recurses
Reader.again recurses into itself
+[Policy pin:] raises an NSException
+[Policy pin:] raises NSInvalidArgumentException
+[Policy pin:] throws
-[Policy other] never raises
Vault.load stores the data in cache
Vault.load stores other in rows
Vault.load calls fetch only once
Vault.plain only calls alpha and beta
Vault.one only calls alpha
Line::plain calls alpha first
Line::plain calls beta last
is it true that Safe.load calls fetch?
is it true that Safe.other calls open?
decoded inherits from header and payload
decoded extends both header and payload
third inherits from header
fourth inherits from a base class
fourth does not inherit from header
""",
    "CONTRADICTED": """
Pager.Close disposes the process before waiting for its exit
Pager.Close disposes the process before calling WaitForExit
ht_destroy frees the table before the buckets
ht_destroy frees the table inside the loop
Lock::slow is not marked #[cold]
Reader.readAll doesn't recurse into readNode
+[Policy pin:] never raises
Vault.plain only calls alpha
Vault.plain calls nothing but beta
is it true that Safe.load never calls fetch?
third does not inherit from header
""",
    "NOT_SUPPORTED": """
Pager.New is marked [Obsolete]
Pager.Old has the [Test] attribute
ht_get calls ht_keys
Executor.stop calls wg.Wait
Lock::lock_shared is marked #[cold]
Lock::lock_shared is #[cold]
Lock::lock_shared is marked #[inline(never)]
Reader.readAll recurses into inner
Reader.again recurses into readNode
-[Policy other] raises an NSException
+[Policy pin:] raises NSRangeException
third inherits from header and payload
fourth inherits from header
""",
    "INCONCLUSIVE": """
Vault.load stores the path in rows
Vault.load never stores the data in cache
Vault.load calls fetch exactly once
Line::plain calls beta first
Line::plain calls alpha last
Pager.Part disposes the process
Pager.Part never disposes the process
Lock::slow is marked §
ht_part frees the table
ht_get calls ht_taken
ht_get never calls ht_taken
hand calls Group.Wait
Mac::verify takes constant time
Mac::verify runs in linear time
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
