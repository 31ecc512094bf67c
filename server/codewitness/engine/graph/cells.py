"""Cells: values that depend on each other, worked out for what is asked, and forgotten on change.

Each cell's value is a set that its rule makes of other cells' values, and that only grows while
cells settle. So the least solution is reached, whatever was asked first. A cell remembers who read
it: when it grows they are worked out again, when it is dropped they are dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any

Key = tuple[Any, ...]
Values = frozenset[Any]

NONE: Values = frozenset()
# Too many to tell apart: whatever is done with one of them may be anything as well.
ANYTHING: Values = frozenset([("?",)])
MAX_VALUES = 60  # of one cell; with more nothing is known of it
MAX_DEPTH = 40  # of rules that wait for each other; deeper ones take turns
_LISTS = frozenset(
    {"in", "bases", "mro", "sub", "t"}
)  # rules whose values are no values of expressions


def _is_anything(values: Values) -> bool:
    return len(values) > MAX_VALUES or ("?",) in values


class Cell:
    """One value, and the cells that were made with it."""

    __slots__ = ("is_queued", "readers", "values")

    def __init__(self) -> None:
        self.values: Values = NONE
        self.readers: set[Key] = set()
        self.is_queued = False


class Cells:
    """All cells of one graph. `rules` makes a cell's values, by the first word of its key."""

    def __init__(self, rules: dict[str, Callable[..., Iterable[Hashable]]]) -> None:
        self._rules = rules
        self._cells: dict[Key, Cell] = {}
        self._inputs: dict[Key, set[Key]] = {}
        self._current: Key | None = None
        self._queue: deque[Key] = deque()
        self._depth = 0
        self.check: Callable[[], None] = lambda: None

    def __len__(self) -> int:
        return len(self._cells)

    def settle(self, key: Key) -> Values:
        """The settled values of a cell, for a question from outside or from a later stratum.

        Of a cell that is asked from within a rule it is a reader's as any other, but what it
        depends on must not depend on the asking cell.
        """
        cell = self._cells.get(key)
        if cell is None or cell.is_queued:
            queue, self._queue = self._queue, deque()
            current, self._current = self._current, None
            try:
                self.get(key)
                self._drain()
            except BaseException:
                self.clear()  # what is half settled must not be taken for settled
                raise
            finally:
                self._queue, self._current = queue, current
            cell = self._cells[key]
        if self._current is not None:
            cell.readers.add(self._current)
        return cell.values

    def get(self, key: Key) -> Values:
        """The values of a cell as far as they are known; whoever reads it is told of more."""
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = Cell()
            if self._current is not None:
                cell.readers.add(self._current)
            if self._depth < MAX_DEPTH:
                self._run(key, cell)
            else:
                cell.is_queued = True
                self._queue.append(key)
        elif self._current is not None:
            cell.readers.add(self._current)
        return cell.values

    def note(self, *source: Hashable) -> None:
        """The rule that runs depends on this piece of the facts."""
        if self._current is not None:
            readers = self._inputs.get(source)
            if readers is None:
                readers = self._inputs[source] = set()
            readers.add(self._current)

    def drop(self, sources: Iterable[Key]) -> int:
        """Forget all that depends on these pieces of the facts; gives how many cells that were."""
        stack: list[Key] = []
        for source in sources:
            stack += self._inputs.pop(source, ())
        n_dropped = 0
        while stack:
            cell = self._cells.pop(stack.pop(), None)
            if cell is not None:
                n_dropped += 1
                stack += cell.readers
        return n_dropped

    def clear(self) -> None:
        """Forget everything."""
        self._cells.clear()
        self._inputs.clear()

    def _run(self, key: Key, cell: Cell) -> None:
        outer, self._current = self._current, key
        self._depth += 1
        try:
            values = cell.values.union(self._rules[key[0]](*key[1:]))
            if len(values) > 1 and key[0] not in _LISTS and _is_anything(values):
                values = ANYTHING
        finally:
            self._current = outer
            self._depth -= 1
        if values != cell.values:
            cell.values = values
            for reader in cell.readers:
                known = self._cells.get(reader)
                if known is not None and not known.is_queued:
                    known.is_queued = True
                    self._queue.append(reader)

    def _drain(self) -> None:
        self.check()
        n_steps = 0
        while self._queue:
            key = self._queue.popleft()
            cell = self._cells.get(key)
            if cell is not None:
                cell.is_queued = False
                self._run(key, cell)
            n_steps += 1
            if n_steps % 256 == 0:
                self.check()
