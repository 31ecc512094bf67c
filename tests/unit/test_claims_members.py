"""What is said of methods that are not named is asked of each of them by itself."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCES = {
    "table.py": """
class Table:
    def __init__(self, ttl):
        self._ttl = ttl
        self._at = {}

    def add(self, key):
        self._at[key] = monotonic()
        if self._ttl is None:
            return
        self.clear()

    def clear(self):
        self._at.clear()

    def load(self, path):
        for one in json.load(path):
            raise ValueError(one)

class Run:
    @staticmethod
    def one():
        pass

    @property
    def two(self):
        return 2

    async def three(self):
        await begin()

    def four(self):
        try:
            yield 1
        except ValueError:
            pass

class Quiet:
    def a(self):
        log(1)

    def b(self):
        log(2)

class Bare:
    pass
""",
    "Shop.java": """
abstract class Shop {
  private int n;
  Shop() { this.n = 1; }
  abstract void open();
  static Shop make() { return new Shop(); }
  synchronized void sell(int k) { if (k < 0) throw new IllegalArgumentException("k"); this.n -= k; }
}
""",
    "cart.ts": """
export class Cart {
  private total = 0;
  async pay(): Promise<void> { await this.send(); }
  add(n: number): void { for (const x of [n]) { this.total += x; } }
}
""",
    "stack.go": """package stack

type Stack struct { items []int }

func (s *Stack) Push(n int) { s.items = append(s.items, n) }
func (s *Stack) Pop() int { if len(s.items) == 0 { panic("empty") }; return 0 }
""",
    "Pool.h": "class Pool {\npublic:\n  void grow();\n  void drop();\n};\n",
    "Pool.cpp": """#include "Pool.h"
void Pool::grow() { throw std::bad_alloc(); }
void Pool::drop() { for (int i = 0; i < 2; ++i) release(i); }
""",
}
SNAPSHOT = snapshot_of(SOURCES)
CLAIMS = {
    "SUPPORTED": [
        *("Run has a method that is async", "Run has a method that is a property"),
        *("Run has a method that is static", "Run has a static method"),
        *("Run has a method which catches ValueError", "Run has a method that yields"),
        *("Run has a method that never raises", "Run has a method decorated with staticmethod"),
        *("Table has a method that raises ValueError", "Table has a method raising ValueError"),
        *("Table has a method that has a loop", "Table has a method that calls json.load"),
        *("Table has a method which calls monotonic", "Table has a method that returns early"),
        *("Table has methods that raise ValueError", "class Table has a method that returns None"),
        *("at least one method of Table raises ValueError", "Table has no method that is async"),
        *("one of Table's methods raises ValueError", "some method of `Table` raises ValueError"),
        *("There is a method in Table that raises ValueError", "Table has no methods that yield"),
        *("Does `Table` have a method that raises ValueError?", "no method of Table is async"),
        *("none of Table's methods is async", "none of the methods of Table awaits anything"),
        *("Table: none of its methods yields", "Table has exactly one method that has a loop"),
        *("not every method of Table calls clear", "table.py has a function that awaits begin"),
        *("Quiet has two methods that call log", "every method of Quiet calls log"),
        *("Table has a method `load` that raises ValueError", "Bare has no method that raises"),
        *("Table has a method load that raises ValueError", "in Table, no method is async"),
        *("Shop has a method that throws IllegalArgumentException", "Shop has a static method"),
        *("Shop has a method that is abstract", "Shop has a method that writes this.n"),
        *("Shop has no method that has a loop", "Cart has a method that is async"),
        *("Cart has a method that has a loop", "Stack has a method that panics"),
        *("Stack has no method that has a loop", "Pool has a method that has a loop"),
        *("Pool has a method that throws std::bad_alloc", "Pool has no method that catches"),
    ],
    "CONTRADICTED": [
        *("Table has no method that raises ValueError", "Table has no method that has a loop"),
        *("no method of Table raises ValueError", "no method of Run is async"),
        *("Table does not have a method that raises ValueError", "Run has no static methods"),
        *("There is no method in Table that raises ValueError",),
        *("It is not the case that Table has a method that raises ValueError",),
        *("Quiet has at most one method that calls log", "Pool has no method that has a loop"),
        *("not every method of Quiet calls log", "Cart has no method that is async"),
    ],
    "NOT_SUPPORTED": [
        *("Table has a method that is async", "Table has a method that raises KeyError"),
        *("Table has a method that raises ValueError and yields", "Bare has a method that raises"),
        *("every method of Table calls clear", "Table has two methods that raise ValueError"),
        *("Cart has a method that catches", "Shop has a method that is async"),
        *("Run has a method that returns early", "at least one method of Quiet yields"),
    ],
    "INCONCLUSIVE": [
        *("Table has a method that is zealous", "Table has no method that is zealous"),
        *("no method of Table other than load raises ValueError",),
        *("Table has a method that inherits from Base", "Table.add has a method that raises"),
        *("Run calls begin and has a method that is async",),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ("Table has a method that raises ValueError", [18]),
        ("Table has a method that reads self._ttl", [9]),
        ("Table has a method that calls json.load", [17]),
        ("Quiet has two methods that call log", [40, 43]),
        ("Run has a method that is async", [29]),
    ],
)
def test_lines_are_those_of_what_does_it(claim: str, lines: list[int]) -> None:
    assert [one.line for one in verify(SNAPSHOT, claim).evidence] == lines
