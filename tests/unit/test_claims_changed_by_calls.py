"""Claims about what calls change: atomics, collections, memory, and what is handed by address."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "pool.go": """package pool

import "sync/atomic"

func (p *Pool) Up() {
	atomic.AddInt32(&p.n, 1)
	defer atomic.AddInt32(&p.n, -1)
}

func (p *Pool) Set(rdy int) {
	atomic.StoreInt32(&p.state, Connected)
	if rdy > 0 {
		atomic.StoreInt64(&p.stamp, 7)
	}
	p.done.Store(true)
	p.end = p.start.Add(timeout)
}

func (p *Pool) Ask() error {
	if atomic.LoadInt32(&p.state) == 1 {
		return ErrStopped
	}
	if p.done.Load() {
		return ErrDone
	}
	return nil
}

func (p *Pool) Hand(b []byte, s cipher.Stream, key []byte) {
	fill(&p.n)
	copy(b, "x")
	s.XORKeyStream(key, key)
}
""",
    "cache.m": """@implementation Cache
- (void)drop:(NSString *)key
{
    [_costs removeObjectForKey:key];
    [self.dates setObject:key forKey:key];
    [_items enumerateKeysAndObjectsUsingBlock:^(id k, id v, BOOL *stop) {
        [self go:k];
    }];
    [_names objectForKey:key];
}
@end
""",
    "scan.c": """#include <string.h>
int scan(char *buf, size_t n, struct ctx *c) {
    int rc;
    memset(buf, 0, n);
    fill(&c->state);
    snprintf(c->name, 10, "x");
    memset(c->mark, 1, n);
    show(c->seen);
    return rc;
}
""",
    "lane.rs": """impl Lane {
    fn go(&mut self) {
        let mut old = Vec::new();
        mem::swap(&mut old, &mut self.conns);
        fill(&mut self.last);
        self.n.fetch_add(1, Ordering::Relaxed);
        show(&self.name);
    }
}
""",
    "list.hpp": """class List {
    void go() {
        items_.erase(items_.begin());
        count_.fetch_sub(1);
        std::sort(names_.begin(), names_.end());
        names_.size();
    }
};
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("Pool.Up increments p.n", "SUPPORTED", {6}),
        ("Pool.Up decrements p.n", "SUPPORTED", {7}),
        ("Pool.Up never writes p.n", "CONTRADICTED", {6, 7}),
        ("Pool.Set sets p.state to Connected", "SUPPORTED", {11}),
        ("Pool.Set updates stamp only if rdy is positive", "SUPPORTED", {12, 13}),
        ("Pool.Set always updates p.stamp", "CONTRADICTED", {13}),
        ("Pool.Set sets p.done to true", "SUPPORTED", {15}),
        ("Pool.Set never modifies p.start", "SUPPORTED", set()),
        ("Pool.Set never sets p.start", "SUPPORTED", set()),
        ("Pool.Ask returns ErrStopped when state is 1", "SUPPORTED", {20, 21}),
        ("Pool.Ask returns ErrStopped if p.state is not 1", "CONTRADICTED", {21}),
        ("Pool.Ask returns ErrDone only if p.done is set", "SUPPORTED", {23, 24}),
        ("Pool.Ask never writes p.state", "SUPPORTED", set()),
        ("Pool.Hand never writes p.n", "INCONCLUSIVE", set()),
        ("Pool.Hand sets p.n", "INCONCLUSIVE", set()),
        ("Pool.Hand never modifies b", "CONTRADICTED", {31}),
        ("Pool.Hand modifies key", "SUPPORTED", {32}),
        ("Pool.Hand never writes p.state", "SUPPORTED", set()),
        ("Cache.drop: leaves _costs untouched", "CONTRADICTED", {4}),
        ("Cache.drop: never modifies dates", "CONTRADICTED", {5}),
        ("Cache.drop: never modifies _items", "SUPPORTED", set()),
        ("Cache.drop: never modifies _names", "SUPPORTED", set()),
        ("Cache.drop: enumerates _items", "SUPPORTED", {6}),
        ("Cache.drop: enumerates _costs", "NOT_SUPPORTED", set()),
        ("Cache.drop: has no loop", "INCONCLUSIVE", set()),
        ("scan never modifies buf", "CONTRADICTED", {4}),
        ("scan clears buf", "SUPPORTED", {4}),
        ("scan clears c->mark", "NOT_SUPPORTED", set()),
        ("scan modifies c->name", "SUPPORTED", {6}),
        ("scan never sets c->state", "INCONCLUSIVE", set()),
        ("scan never modifies c->seen", "SUPPORTED", set()),
        ("scan does not modify n", "SUPPORTED", set()),
        ("Lane.go never modifies self.conns", "CONTRADICTED", {4}),
        ("Lane.go modifies self.last", "INCONCLUSIVE", set()),
        ("Lane.go increments n", "SUPPORTED", {6}),
        ("Lane.go never modifies self.name", "SUPPORTED", set()),
        ("List::go never modifies items_", "CONTRADICTED", {3}),
        ("List::go decrements count_", "SUPPORTED", {4}),
        ("List::go modifies names_", "SUPPORTED", {5}),
    ],
)
def test_what_calls_change(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
