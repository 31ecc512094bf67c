"""Claims about locks held by Ruby's blocks, and about what is put or zeroed without an `=`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "breaker.rb": """class Breaker
  def transition(state)
    @lock.synchronize { @state = state }
    @count = 0
  end

  def touch
    @lock.synchronize do
      @seen += 1
    end
  end

  def add(item)
    @list << item
    @bits = @bits << 1
    @here = class << self; self; end
  end
end
""",
    "table.c": """void wipe(struct table *t, int n) {
    memset(t->slots, 0, n);
    memset(t->marks, 255, n);
    fill(&t->rest, n);
}
""",
    "store.swift": """class Store {
    func subscribe(_ newState: State) {
        self.state = newState
        log(subscriptions)
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Breaker#transition changes @state while it holds @lock.", "SUPPORTED"),
        ("Breaker#transition changes @state without holding the lock.", "CONTRADICTED"),
        ("Breaker#transition changes @count without holding the lock.", "SUPPORTED"),
        ("Breaker#transition changes @count while holding the lock.", "CONTRADICTED"),
        ("Breaker#touch changes @seen without holding the lock.", "CONTRADICTED"),
        ("Breaker#touch changes @seen while it holds the lock.", "SUPPORTED"),
        ("wipe zeroes t->slots.", "SUPPORTED"),
        ("subscribe assigns newState to state.", "SUPPORTED"),
        ("subscribe assigns newState to state first", "SUPPORTED"),
        ("subscribe assigns newState to state before it calls log", "SUPPORTED"),
        ("subscribe never assigns newState to state", "CONTRADICTED"),
    ],
)
def test_it_is_settled(claim: str, status: str) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary


@pytest.mark.parametrize(
    "claim",
    [
        "Breaker#add never modifies @list.",
        "wipe zeroes t->marks.",
        "wipe zeroes t->rest.",
        "subscribe assigns newState to subscriptions.",
        "subscribe assigns subscriptions to state.",
    ],
)
def test_it_is_not_taken_for_true(claim: str) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value != "SUPPORTED", answer.summary


def test_a_shift_changes_nothing() -> None:
    files = {"a.rb": "class A\n  def f(n)\n    @out = @bits << n\n  end\nend\n"}
    answer = verify(snapshot_of(files), "A#f never modifies @bits.")
    assert answer.status.value != "CONTRADICTED", answer.summary


NAMED = {
    "table.rb": """class Table
  def shown(rows) rows.map(&:label) end
  def kept(rows) rows.map(&method(:keep)) end
  def keep(row) row end
end
""",
    "clock.m": """@implementation Clock
- (void)tick:(id)sender { }
- (void)start { [self performSelector:@selector(tick:) withObject:nil]; }
- (void)retry {
    [Timer scheduled:1 target:self selector:@selector(tick:) repeats:YES];
}
@end
""",
    "sort.go": """package p

func less(i, j int) bool { return i < j }

func (n *N) Run(a []int) {
	sort.Slice(a, less)
	other()
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Table#shown never calls label", "INCONCLUSIVE"),
        ("Table#shown calls label", "INCONCLUSIVE"),
        ("Table#kept never calls keep", "INCONCLUSIVE"),
        ("Table#kept never calls label", "SUPPORTED"),
        ("Table#shown never calls lab", "SUPPORTED"),
        ("Clock.start never calls tick:", "INCONCLUSIVE"),
        ("Clock.retry never calls tick:", "SUPPORTED"),
        ("Clock.retry never calls start", "SUPPORTED"),
        ("N.Run never calls less", "INCONCLUSIVE"),
        ("N.Run calls less before other", "INCONCLUSIVE"),
        ("N.Run never calls other", "CONTRADICTED"),
    ],
)
def test_what_is_named_to_others(claim: str, status: str) -> None:
    answer = verify(snapshot_of(NAMED), claim)
    assert answer.status.value == status, answer.summary


@pytest.mark.parametrize(
    "claim", ["Table#keep returns row.", "Table#keep never returns `row`.", "wipe zeroes t->slots."]
)
def test_a_full_stop_changes_nothing(claim: str) -> None:
    snapshot = snapshot_of({**FILES, **NAMED})
    assert verify(snapshot, claim).status == verify(snapshot, claim[:-1]).status
