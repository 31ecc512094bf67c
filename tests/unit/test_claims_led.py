"""Blocks of C, C++ and Objective-C that a macro leads: `list_each(xs, i) { … }`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.c": """
#define rows_of(l, i) for (int i = 0; i < l; i++)
#define if_some(l) if (l && l->n)
void walk(list *items) { rows_of(items, i) { if (i == 2) continue; use(i); } done(); }
void each(list *items) {
  struct row *r;
  /* all of them */
  list_for_each_entry(r, items, next) {
    use(r);
  }
  done();
}
void locked(list *items) { WITH_LOCK(items) { use(items); } done(); }
void maybe(list *items) { if_some(items) { use(items); } }
void plain(list *items) { start(items); { use(items); } }
void mixed(list *items) { WITH_LOCK(items) { use(items); } for (;;) { use(items); } }
""",
        "b.cpp": """
struct B { void all(const L& xs); void one(const L& xs); void bare(const L& xs); };
void B::all(const L& xs) { Q_FOREACH(auto x, xs) { use(x); } done(); }
void B::one(const L& xs) { SCOPED(xs) { use(xs); } auto f = [](int a) { return a; }; }
void B::bare(const L& xs) { foreach (const auto &x, xs) use(x); done(); }
""",
        "m.m": """
@implementation M
- (void)all:(id)items { my_foreach(items, x) { [self use]; } [self done]; }
- (void)one:(id)items { WITH_IT(items) { [self use]; } }
- (void)safe:(id)items { @synchronized(items) { [self use]; } }
@end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("a.walk calls use inside a loop", "SUPPORTED"),
        ("a.walk never calls use inside a loop", "CONTRADICTED"),
        ("a.walk calls use outside of a loop", "CONTRADICTED"),
        ("a.walk calls done inside a loop", "CONTRADICTED"),
        ("a.walk calls done after the loop", "SUPPORTED"),
        ("a.walk has no loop", "CONTRADICTED"),
        ("a.walk has a loop", "SUPPORTED"),
        ("a.walk loops over items", "SUPPORTED"),
        ("a.each calls use in a loop", "SUPPORTED"),
        ("a.each calls done in a loop", "CONTRADICTED"),
        ("a.each has no loop", "CONTRADICTED"),
        ("a.each has no for loop", "INCONCLUSIVE"),
        ("a.each loops over `items`", "SUPPORTED"),
        ("locked calls use in a loop", "INCONCLUSIVE"),
        ("locked never calls use in a loop", "INCONCLUSIVE"),
        ("locked calls use outside of a loop", "INCONCLUSIVE"),
        ("locked calls done in a loop", "CONTRADICTED"),
        ("locked has no loop", "INCONCLUSIVE"),
        ("locked has a loop", "INCONCLUSIVE"),
        ("locked calls use", "SUPPORTED"),
        ("locked always calls use", "INCONCLUSIVE"),
        ("locked always calls done", "SUPPORTED"),
        ("locked calls use exactly once", "INCONCLUSIVE"),
        ("maybe has no loop", "SUPPORTED"),
        ("maybe calls use in a loop", "CONTRADICTED"),
        ("plain has no loop", "SUPPORTED"),
        ("plain calls use in a loop", "CONTRADICTED"),
        ("mixed calls use in a loop", "SUPPORTED"),
        ("mixed has a loop", "SUPPORTED"),
        ("B::all calls use in a loop", "SUPPORTED"),
        ("B::all has no loop", "CONTRADICTED"),
        ("B::all calls done in a loop", "CONTRADICTED"),
        ("B::one calls use in a loop", "INCONCLUSIVE"),
        ("B::one has no loop", "INCONCLUSIVE"),
        ("B::bare calls use in a loop", "SUPPORTED"),
        ("B::bare calls done in a loop", "CONTRADICTED"),
        ("M.all calls `use` in a loop", "SUPPORTED"),
        ("M.all calls `done` in a loop", "CONTRADICTED"),
        ("M.all has no loop", "CONTRADICTED"),
        ("M.one calls `use` in a loop", "INCONCLUSIVE"),
        ("M.one has no loop", "INCONCLUSIVE"),
        ("M.safe has no loop", "SUPPORTED"),
        ("M.safe calls `use` in a loop", "CONTRADICTED"),
    ],
)
def test_led_by_a_macro(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
