"""What is handed to a function of the project that always runs it is done: `locked { x = 0 }`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "Box.swift": """
final class Box {
    var total = 0
    let lock = NSLock()

    func atomic<T>(_ action: () -> T) -> T {
        lock.lock()
        defer { lock.unlock() }
        return action()
    }
    func unlessEmpty(_ action: () -> Void) {
        if total > 0 {
            action()
        }
    }
    func keep(_ action: @escaping () -> Void) {
        handlers.append(action)
    }
    func clear() {
        atomic {
            total = 0
            sweep()
        }
    }
    func rest() { unlessEmpty { total = 0 } }
    func later() { keep { total = 0 } }
}
""",
    "box.ts": """
class Store {
  locked(work: () => void) {
    this.mutex.lock();
    try {
      work();
    } finally {
      this.mutex.unlock();
    }
  }
  async later(work: () => void) {
    await this.ready;
    work();
  }
  two(first: () => void, second: () => void) {
    first();
    this.handlers.push(second);
  }
  clear() { this.locked(() => { this.rows.clear(); }); }
  clearLater() { this.later(() => { this.rows.clear(); }); }
  clearTwo() { this.two(() => { this.rows.clear(); }, () => { this.rows.sweep(); }); }
}
""",
    "box.go": """
package box

type Bag struct {
	count   int
	closers []func()
}

func (b *Bag) withLock(fn func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fn()
}

func (b *Bag) onClose(fn func()) {
	b.closers = append(b.closers, fn)
}

func (b *Bag) Reset() {
	b.withLock(func() {
		b.count = 0
		b.sweep()
	})
}

func (b *Bag) ResetLater() {
	b.onClose(func() {
		b.count = 0
	})
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Box.clear` sets `total` to 0", "SUPPORTED"),
        ("`Box.clear` leaves `total` unchanged", "CONTRADICTED"),
        ("`Box.clear` calls sweep", "SUPPORTED"),
        ("`Box.clear` itself calls sweep", "NOT_SUPPORTED"),
        ("`Box.clear` calls lock", "NOT_SUPPORTED"),
        ("`Box.rest` sets `total` to 0", "INCONCLUSIVE"),
        ("`Box.later` sets `total` to 0", "INCONCLUSIVE"),
        ("`Store.clear` clears `this.rows`", "SUPPORTED"),
        ("`Store.clear` never calls clear", "CONTRADICTED"),
        ("`Store.clearLater` clears `this.rows`", "NOT_SUPPORTED"),
        ("`Store.clearTwo` calls sweep", "INCONCLUSIVE"),
        ("`Bag.Reset` sets b.count to 0", "SUPPORTED"),
        ("`Bag.Reset` calls sweep", "SUPPORTED"),
        ("`Bag.ResetLater` sets b.count to 0", "NOT_SUPPORTED"),
    ],
)
def test_what_is_run_by_what_it_is_handed_to(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
