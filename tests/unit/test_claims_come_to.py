"""Order and sums in freer words: before it recurses, after it has set x, between f and g."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "tree.c": """void release(tree *t, node *n) {
    while (n->rest--) {
        release(t, n->child);
    }
    free_node(n);
    t->count--;
}
""",
    "pool.rs": """impl Pool {
    fn put_back(&self, conn: Conn) {
        let broken = self.manager.has_broken(&conn);
        let mut internals = self.internals.lock();
        internals.push(conn);
    }
    fn written(&mut self, n: usize) {
        self.len += n;
    }
    fn resume(&mut self) {
        self.flag = true;
        self.read_frame();
        self.check_all();
    }
    fn skip(&self) {
        for one in self.all() {
            if one.old {
                continue;
            }
            self.keep(one);
        }
    }
    fn trim(&mut self) {
        if self.limit > 0 {
            self.remove_expired_objects();
        }
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("release calls free_node after it calls itself", "SUPPORTED", {3, 5}),
        ("release calls free_node before it recurses", "CONTRADICTED", {3, 5}),
        ("release calls free_node before recursing", "CONTRADICTED", {3, 5}),
        ("Pool.skip calls keep before it recurses", "NOT_SUPPORTED", set()),
        ("Pool.put_back calls has_broken before it takes the lock", "SUPPORTED", {3, 4}),
        ("Pool.put_back calls has_broken after taking the lock", "CONTRADICTED", {3, 4}),
        ("Pool.put_back calls has_broken before acquiring a lock", "SUPPORTED", {3, 4}),
        ("Pool.written adds n to self.len", "SUPPORTED", {8}),
        ("Pool.written adds x to self.len", "INCONCLUSIVE", set()),
        ("Pool.written never adds n to self.len", "CONTRADICTED", {8}),
        ("Pool.resume calls read_frame after it has set self.flag", "SUPPORTED", {11, 12}),
        ("Pool.resume calls read_frame before it has set self.flag", "CONTRADICTED", {11, 12}),
        ("Pool.resume calls check_all after it has called read_frame", "SUPPORTED", {12, 13}),
        ("Pool.put_back calls lock between has_broken and push", "SUPPORTED", {3, 4, 5}),
        ("Pool.put_back calls push between has_broken and lock", "CONTRADICTED", {4, 5}),
        ("Pool.skip continues if one.old is set", "SUPPORTED", {17, 18}),
        ("Pool.trim removes expired objects only if self.limit is positive", "SUPPORTED", {24, 25}),
        ("Pool.trim removes expired objects only if self.limit is 0", "CONTRADICTED", {25}),
    ],
)
def test_comes_to(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
