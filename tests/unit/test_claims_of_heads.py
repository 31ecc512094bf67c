"""What the head of a loop that counts goes over, and calls of what a call gives."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "h.cc": """
struct H {
  void each() { for (std::size_t i{0}; i < counts_.size(); ++i) { use(counts_, i); } }
  void bare() { for (int i = 0; i < counts_.size(); ++i) use(others_, i); }
  void until() { while (at != counts_.end()) use(others_, at); }
  void once() { do { use(others_); } while (more(counts_)); }
};
""",
    "L.java": """
class L {
  void each(int[] items) { for (int i = 0; i < items.length; i++) { use(i); } }
  void none(int[] items) { for (int i = 0; i < 10; i++) { use(items); } }
}
""",
    "g.go": """
package g

func Each(items []int) {
	for i := 0; i < len(items); i++ {
		use(i)
	}
}
""",
    "curried.js": """
function twice(a) {
    const r = make(a)(1, other(2));
    return make(r);
}
function chained(a) {
    return make(a)(1)(2);
}
""",
    "queue.ts": """
class Queue {
  dequeue() {
    const item = this.queue.shift();
    return item;
  }
}
""",
    "defaults.py": """
def throttle(count, sleep=time.sleep):
    return sleep(count)
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`H::each` loops over counts_", "SUPPORTED"),
        ("`H::each` loops over others_", "NOT_SUPPORTED"),
        ("`H::bare` iterates over counts_", "SUPPORTED"),
        ("`H::bare` iterates over others_", "NOT_SUPPORTED"),
        ("`H::until` loops over counts_", "SUPPORTED"),
        ("`H::until` loops over others_", "NOT_SUPPORTED"),
        ("`H::once` loops over others_", "NOT_SUPPORTED"),
        ("`L.each` loops over items", "SUPPORTED"),
        ("`L.none` loops over `items`", "NOT_SUPPORTED"),
        ("`Each` loops over items", "SUPPORTED"),
        ("twice calls make twice", "SUPPORTED"),
        ("twice calls make three times", "CONTRADICTED"),
        ("twice calls make(a)", "SUPPORTED"),
        ("chained calls make exactly once", "SUPPORTED"),
        ("`Queue.dequeue` takes an item", "NOT_SUPPORTED"),
        ("`Queue.dequeue` takes the first of them", "INCONCLUSIVE"),
        ("`Queue.dequeue` takes no parameters", "SUPPORTED"),
        ("`Queue.dequeue` takes an argument", "CONTRADICTED"),
        ("throttle takes no default for sleep", "CONTRADICTED"),
        ("throttle accepts a default value for sleep", "SUPPORTED"),
        ("throttle takes no default for count", "SUPPORTED"),
    ],
)
def test_heads_of_loops_and_what_calls_give(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
