"""Cells: values that depend on each other, worked out for what is asked, and forgotten on change.

Each cell's value is a set that its rule makes of other cells' values, and that only grows while
cells settle. So the least solution is reached, whatever was asked first. A cell remembers who read
it: when it grows they are worked out again, when it is dropped they are dropped.

An **outcome** is made of cells by somebody else, who keeps it by a number (`Links`). Cells that
only it needed are not kept with it: what they had read remembers the outcome's number instead.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from sys import getsizeof
from typing import Any, TypeVar

Key = tuple[Any, ...]
Values = frozenset[Any]
_Made = TypeVar("_Made")

NONE: Values = frozenset()
# Too many to tell apart: whatever is done with one of them may be anything as well.
ANYTHING: Values = frozenset([("?",)])
MAX_VALUES = 60  # of one cell; with more nothing is known of it
MAX_DEPTH = 40  # of rules that wait for each other; deeper ones take turns
_LISTS = frozenset(
    {"in", "bases", "mro", "sub", "bes", "t", "ov"}
)  # rules whose values are no values of expressions
# Rules about one scope or site, whose cells nobody else reads as a rule.
_LOCAL = frozenset({"t", "s", "r", "bd", "va", "sb", "p", "el", "en", "it", "kb", "kp", "kn"})
_EMPTY_SET_BYTES = getsizeof(set())
_LEAST_PRUNED = 64  # outcomes of one node, before those that are gone are taken out


def _is_anything(values: Values) -> bool:
    return len(values) > MAX_VALUES or ("?",) in values


class Node:
    """Something that cells and outcomes are made of: who has read it."""

    __slots__ = ("outcomes", "readers")

    def __init__(self) -> None:
        self.readers: Key | set[Key] | None = None
        self.outcomes: int | array[int] | None = None

    def add(self, reader: Key) -> None:
        """Note a cell as a reader."""
        known = self.readers
        if known is None:
            self.readers = reader
        elif type(known) is set:
            known.add(reader)
        elif known != reader:
            self.readers = {known, reader}  # type: ignore[arg-type]

    def discard(self, reader: Key) -> None:
        """This cell is no more."""
        known = self.readers
        if type(known) is set:
            known.discard(reader)
        elif known == reader:
            self.readers = None

    def shrink(self) -> None:
        """Take no more memory than the readers need that are left; a set keeps what it had."""
        known = self.readers
        if type(known) is set:
            if len(known) < 2:
                self.readers = next(iter(known), None)
            elif getsizeof(known) > _EMPTY_SET_BYTES + 80 * len(known):
                self.readers = set(known)

    def all_readers(self) -> Iterable[Key]:
        """The keys of all cells that have read it."""
        known = self.readers
        if known is None:
            return ()
        return known if type(known) is set else (known,)  # type: ignore[return-value]


class Cell(Node):
    """One value, and the cells that were made with it."""

    __slots__ = ("is_queued", "values")

    def __init__(self) -> None:
        super().__init__()
        self.values: Values = NONE
        self.is_queued = False


Read = tuple[Key, Node, Key | None]  # what was read, and by which cell


class Cells:
    """All cells of one graph. `rules` makes a cell's values, by the first word of its key."""

    def __init__(self, rules: dict[str, Callable[..., Iterable[Hashable]]]) -> None:
        self._rules = rules
        self._cells: dict[Key, Cell] = {}
        self._inputs: dict[Key, Node] = {}
        self._same: dict[Values, Values] = {}
        self._current: Key | None = None
        self._queue: deque[Key] = deque()
        self._depth = 0
        self._reads: list[Read] | None = None  # while an outcome is made
        self._created: list[Key] = []  # since the question from outside that is being answered
        self.outcomes: set[int] = set()  # those that are still good
        self.gone: set[int] = set()  # those that are no more, for whoever keeps them
        self._n_outcomes = 0
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
            n_created = len(self._created)
            try:
                self.get(key)
                self._drain()
            except BaseException:
                self._undo(n_created)
                raise
            finally:
                self._queue, self._current = queue, current
                if self._reads is None and not self._depth:
                    del self._created[n_created:]
            cell = self._cells[key]
        self._note_read(key, cell)
        return cell.values

    def get(self, key: Key) -> Values:
        """The values of a cell as far as they are known; whoever reads it is told of more."""
        cell = self._cells.get(key)
        is_new = cell is None
        if cell is None:
            cell = self._cells[key] = Cell()
            self._created.append(key)
        if self._current is not None:
            cell.add(self._current)
            if self._reads is not None:
                self._reads.append((key, cell, self._current))
        if is_new:
            if self._depth < MAX_DEPTH:
                self._run(key, cell)
            else:
                cell.is_queued = True
                self._queue.append(key)
        return cell.values

    @property
    def is_noting(self) -> bool:
        """True while something is made that rests on what is read."""
        return self._current is not None or self._reads is not None

    def note(self, *source: Hashable) -> None:
        """The rule that runs depends on this piece of the facts."""
        if self._current is None and self._reads is None:
            return
        node = self._inputs.get(source)
        if node is None:
            node = self._inputs[source] = Node()
        self._note_read(source, node)

    def _note_read(self, key: Key, node: Node) -> None:
        if self._current is not None:
            node.add(self._current)
            if self._reads is not None:
                self._reads.append((key, node, self._current))
        elif self._reads is not None and not self._depth:
            self._reads.append((key, node, None))

    def drop(self, sources: Iterable[Key]) -> int:
        """Forget all that depends on these pieces of the facts; gives how many cells that were."""
        stack: list[Key] = []
        for source in sources:
            node = self._inputs.pop(source, None)
            if node is not None:
                stack += self._left(node)
        n_dropped = 0
        while stack:
            cell = self._cells.pop(stack.pop(), None)
            if cell is not None:
                n_dropped += 1
                stack += self._left(cell)
        return n_dropped

    def clear(self) -> None:
        """Forget everything."""
        self._cells.clear()
        self._inputs.clear()
        self._same.clear()
        self.gone |= self.outcomes
        self.outcomes.clear()

    def outcome(self, make: Callable[[], _Made]) -> tuple[int, _Made]:
        """What `make` makes of cells, and its number, which is in `outcomes` while it is good."""
        self._reads = []
        try:
            made = make()
            number = self._n_outcomes = self._n_outcomes + 1
            self.outcomes.add(number)
            self._fold(number, self._reads, self._created)
        finally:
            self._reads = None
            self._created.clear()
        return number, made

    def _fold(self, number: int, reads: list[Read], created: list[Key]) -> None:
        """Put an outcome in the place of the cells that nobody else will ask for."""
        spare = _spare(reads, created)
        seen: dict[int, Node] = {}
        for key, node, reader in reads:
            if key not in spare and (reader is None or reader in spare):
                if reader is not None:
                    node.discard(reader)
                if id(node) not in seen:
                    seen[id(node)] = node
                    self._note_outcome(node, number)
        for node in seen.values():
            node.shrink()
        for key in spare:
            self._cells.pop(key, None)

    def _undo(self, n_created: int) -> None:
        """What is half settled must not be taken for settled."""
        for key in self._created[n_created:]:
            self._cells.pop(key, None)
        self._queue.clear()

    def _note_outcome(self, node: Node, number: int) -> None:
        known = node.outcomes
        if known is None:
            node.outcomes = number
            return
        if isinstance(known, int):
            known = node.outcomes = array("I", (known,))
        known.append(number)
        size = len(known)
        if size >= _LEAST_PRUNED and not size & (size - 1):
            node.outcomes = array("I", (one for one in known if one in self.outcomes))

    def _left(self, node: Node) -> Iterator[Key]:
        """The readers of what is dropped; its outcomes are good no more."""
        if (made := node.outcomes) is not None:
            gone = self.outcomes.intersection((made,) if isinstance(made, int) else made)
            self.outcomes -= gone
            self.gone |= gone
        yield from node.all_readers()

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
            cell.values = self._same.setdefault(values, values)
            for reader in cell.all_readers():
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


def _spare(reads: list[Read], created: list[Key]) -> set[Key]:
    """Of these cells those that are of one scope alone, and that no other kind of cell rests on."""
    spare = {key for key in created if key[0] in _LOCAL}
    read_by: dict[Key, list[Key]] = {}
    for key, _, reader in reads:
        if key in spare and reader is not None:
            read_by.setdefault(reader, []).append(key)
    waiting = [reader for reader in read_by if reader not in spare]
    while waiting:
        for key in read_by.get(waiting.pop(), ()):
            if key in spare:
                spare.discard(key)
                waiting.append(key)
    return spare
