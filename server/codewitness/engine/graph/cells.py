"""Cells: values that depend on each other, worked out for what is asked, and forgotten on change.

Each cell's value is a set that its rule makes of other cells' values, and that only grows while
cells settle. So the least solution is reached, whatever was asked first. Some rules give less once
they know more; what they gave too early is taken back at the end. A cell remembers who read it:
when it grows they are worked out again, when it is dropped they are dropped.

An **outcome** is made of cells by somebody else, who keeps it by a number (`Links`). Cells that
only it needed are not kept with it: what they had read remembers the outcome's number instead. When
all cells are forgotten to give memory back, `Traces` still tell what outcomes rest on.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Set
from typing import TypeVar

from codewitness.engine.graph.nodes import NONE, Cell, Key, Node, Values
from codewitness.engine.graph.paused import Paused, PausedSettles
from codewitness.engine.graph.spare import spare_cells
from codewitness.engine.graph.traces import Trace, Traces, trace_of

__all__ = ["ANYTHING", "NONE", "Cell", "Cells", "Key", "Node", "Read", "Values", "limited"]

_Made = TypeVar("_Made")

# Too many to tell apart: whatever is done with one of them may be anything as well.
ANYTHING: Values = frozenset([("?",)])
MAX_VALUES = 60  # of one cell; with more nothing is known of it
MAX_OUTSIDE = 150  # of those from outside, which are many where a program says little of its types
MAX_DEPTH = 40  # of rules that wait for each other; deeper ones take turns
MAX_TIGHTENED = 4  # times that values of one cell are taken back
_LISTS = frozenset(
    {"in", "cs", "dw", "oh", "bases", "mro", "mt", "sub", "bes", "ov", "fs", "dn", "fo"}
)  # rules whose values are no values of expressions
# Rules of what is told by names alone: few values that everything reads, and that read no others.
_DECLARED = frozenset({"sv", "sb", "sm", "bases", "mro", "mt", "sub", "bes", "fs", "dn"})
_LEAST_PRUNED = 64  # outcomes of one node, before those that are gone are taken out


def _is_anything(values: Values) -> bool:
    if len(values) > MAX_VALUES:
        n_own = sum(value[0] != "X" for value in values)
        if n_own > MAX_VALUES or len(values) - n_own > MAX_OUTSIDE:
            return True
    return ("?",) in values


def limited(values: Values) -> Values:
    """The same values, or that it may be anything if they are too many to tell apart."""
    return ANYTHING if len(values) > 1 and _is_anything(values) else values


Read = tuple[Node, Cell | None]  # what was read, and by which cell


class Cells:
    """All cells of one graph. `rules` makes a cell's values, by the first word of its key."""

    def __init__(self, rules: dict[str, Callable[..., Iterable[Hashable]]]) -> None:
        self._rules = rules
        self._cells: dict[Key, Cell] = {}
        self._inputs: dict[str, dict[str, Node]] = {}  # pieces of the facts, by kind and name
        self._same: dict[Values, Values] = {}
        self._current: Cell | None = None
        self._queue: deque[Cell] = deque()
        self._depth = 0
        self._loose: dict[Cell, Values] = {}  # cells with more than their rules give by now
        self._reads: list[Read] | None = None  # while an outcome is made
        self._created: list[Cell] = []  # since the question from outside that is being answered
        self.outcomes: set[int] = set()  # those that are still good
        self._traces = Traces()
        self._paused = PausedSettles()
        self.gone: set[int] = set()  # those that are no more, for whoever keeps them
        self._n_outcomes = 0
        self._n_kept = 0  # cells that were left when values were forgotten last
        self._n_gone = 0  # cells that went since readers were looked through
        self.check: Callable[[], None] = lambda: None

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def n_new(self) -> int:
        """How many there are more than when values were forgotten last."""
        return len(self._cells) - self._n_kept

    def settle(self, key: Key) -> Values:
        """The settled values of a cell, for a question from outside or from a later stratum.

        Of a cell that is asked from within a rule it is a reader's as any other, but what it
        depends on must not depend on the asking cell.
        """
        cell = self._cells.get(key)
        if cell is None or cell.is_queued:
            cell = self._settled(key)
        reader = self._current
        if reader is None:
            if cell.last is not self._reads:
                self._note_from_outside(cell)
        elif cell.last is not reader:
            self._note_reader(cell, reader)
        return cell.values

    def _settled(self, key: Key) -> Cell:
        """A cell that has settled by itself, whatever else is settling."""
        queue, loose = self._queue, self._loose
        if queue or loose:  # of what settles around it
            self._queue, self._loose = deque(), {}
        current, self._current = self._current, None
        n_created = len(self._created)
        resumed = self._resume(key) if self._paused else []
        try:
            if key not in self._cells:
                self._make(key)
            self._drain()
            self._tighten()
        except BaseException:
            self._pause(key, [*resumed, *self._created[n_created:]])
            del self._created[n_created:]
            self._queue.clear()
            self._loose.clear()
            raise
        finally:
            self._queue, self._current, self._loose = queue, current, loose
            if self._reads is None and not self._depth:
                del self._created[n_created:]
        return self._cells[key]

    def get(self, key: Key) -> Values:
        """The values of a cell as far as they are known; whoever reads it is told of more.

        From outside of all rules nobody could be told: there it is the same as `settle`.
        """
        cell = self._cells.get(key)
        current = self._current
        if current is None:
            if cell is None or cell.is_queued:
                return self.settle(key)
            if cell.last is not self._reads:
                self._note_from_outside(cell)
            return cell.values
        if cell is None:
            cell = self._make(key)
        elif cell.last is current:
            return cell.values
        cell.last = current
        if cell.readers is None:
            cell.readers = current
        else:
            cell.add(current)
        if self._reads is not None and (current.is_local or cell.is_local):
            self._reads.append((cell, current))
        return cell.values

    def _make(self, key: Key) -> Cell:
        """A cell that was not there, run before it has a reader: who asks need not be told."""
        cell = self._cells[key] = Cell(key)
        self._created.append(cell)
        if self._depth < MAX_DEPTH:
            self._run(cell)
        else:
            cell.is_queued = True
            self._queue.append(cell)
        return cell

    @property
    def is_noting(self) -> bool:
        """True while something is made that rests on what is read."""
        return self._current is not None or self._reads is not None

    def note(self, kind: str, name: str = "") -> None:
        """The rule that runs depends on this piece of the facts."""
        reader, reads = self._current, self._reads
        if reader is None and reads is None:
            return
        try:
            node = self._inputs[kind][name]
        except KeyError:
            node = self._inputs.setdefault(kind, {})[name] = Node()
        if reader is None:
            if node.last is not reads and not self._depth:
                node.last = reads
                reads.append((node, None))  # type: ignore[union-attr]
        elif node.last is not reader:
            node.last = reader
            if reads is not None and reader.is_local:
                reads.append((node, reader))  # most are spare: `_fold` tells it who is left
            else:
                node.add(reader)

    def _note_from_outside(self, node: Node) -> None:
        """What is made rests on a node itself."""
        reads = self._reads
        if reads is not None and not self._depth and node.last is not reads:
            node.last = reads
            reads.append((node, None))

    def _note_reader(self, cell: Cell, reader: Cell) -> None:
        cell.last = reader
        cell.add(reader)
        if self._reads is not None and (reader.is_local or cell.is_local):
            self._reads.append((cell, reader))

    def noted(self, kind: str) -> set[str]:
        """The names of all pieces of facts of one kind that something rests on."""
        return {*self._inputs.get(kind, ()), *self._traces.noted(kind)}

    def drop(self, sources: Iterable[Key]) -> int:
        """Forget all that depends on these pieces of the facts; gives how many cells that were."""
        stack: list[Cell] = []
        sources = [(one[0], one[1] if len(one) > 1 else "") for one in sources]
        self._end(self._traces.drop(sources))
        for kind, name in sources:
            node = self._inputs.get(kind, {}).pop(name, None)
            if node is not None:
                stack += self._left(node)
        n_dropped = 0
        while stack:
            cell = stack.pop()
            if not cell.is_gone:
                n_dropped += 1
                stack += self._left(cell)
                self._remove(cell)
        self._n_gone += n_dropped
        if self._n_gone > len(self._cells):
            self._look_through_readers()
        return n_dropped

    def clear(self) -> None:
        """Forget everything."""
        self._forget_paused()
        self._cells.clear()
        self._inputs.clear()
        self._same.clear()
        self._traces.clear()
        self.gone |= self.outcomes
        self.outcomes.clear()

    def forget(self) -> None:
        """Give the memory of values back. Outcomes stay, and go when what they rest on does."""
        self._forget_paused()
        inputs = {
            (k, name): one for k, table in self._inputs.items() for name, one in table.items()
        }
        self._traces.add(trace_of(inputs, self._cells.values(), self.outcomes), self.outcomes)
        gone = [cell for key, cell in self._cells.items() if key[0] not in _DECLARED]
        while gone:  # what has read something that is forgotten is so too
            cell = gone.pop()
            if not cell.is_gone:
                gone.extend(cell.all_readers())
                self._remove(cell)
        for node in self._nodes():
            node.outcomes = None
        self._look_through_readers()
        self._same = {cell.values: cell.values for cell in self._cells.values()}
        self._n_kept = len(self._cells)

    def _trace(self) -> Trace:
        inputs = {(k, name): n for k, table in self._inputs.items() for name, n in table.items()}
        return trace_of(inputs, self._cells.values(), self.outcomes)

    def _nodes(self) -> Iterator[Node]:
        yield from self._cells.values()
        for table in self._inputs.values():
            yield from table.values()

    def traced(self) -> tuple[Trace, dict[int, int]]:
        """What all outcomes rest on, under new numbers from 1, and these by the old ones."""
        self._forget_paused()
        numbers = {one: n for n, one in enumerate(sorted(self.outcomes), 1)}
        return self._traces.with_trace(self._trace(), numbers), numbers

    def restore(self, trace: Trace) -> None:
        """Take over outcomes in place of all that there is."""
        self.clear()
        self.gone.clear()
        self._traces.add(trace, self.outcomes)
        self.outcomes = set(trace.made)
        self._n_outcomes = max(self.outcomes, default=0)

    def _remove(self, cell: Cell) -> None:
        """A cell is no more; who still has it sees that."""
        if self._cells.get(cell.key) is cell:  # another may be in the place of one put aside
            del self._cells[cell.key]
        cell.is_gone = True
        cell.readers = cell.outcomes = cell.last = None
        cell.values = NONE

    def _look_through_readers(self) -> None:
        """Take out readers that are gone, and pieces of the facts that nothing rests on."""
        self._n_gone = 0
        for cell in self._cells.values():
            cell.keep(_is_there)
        for kind, table in self._inputs.items():
            for node in table.values():
                node.keep(_is_there)
            self._inputs[kind] = {
                name: node
                for name, node in table.items()
                if node.readers is not None or node.outcomes is not None
            }

    def outcome(self, make: Callable[[], _Made]) -> tuple[int, _Made]:
        """What `make` makes of cells, and its number, which is in `outcomes` while it is good."""
        reads = self._reads = []
        try:
            made = make()
            number = self._n_outcomes = self._n_outcomes + 1
            self.outcomes.add(number)
            self._fold(number, reads, self._created)
        except BaseException:
            _add_readers(reads)
            raise
        finally:
            self._reads = None
            self._created.clear()
        return number, made

    def _fold(self, number: int, reads: list[Read], created: list[Cell]) -> None:
        """Put an outcome in the place of the cells that nobody else will ask for."""
        spare = spare_cells(reads, created)
        seen: set[Node] = set()
        fewer: set[Node] = set()
        left: list[Read] = []
        for read in reads:
            node, reader = read
            if reader is not None and reader not in spare:
                left.append(read)
            elif node not in spare:
                if reader is not None and type(node) is Cell:
                    node.discard(reader)
                    fewer.add(node)
                if node not in seen:
                    seen.add(node)
                    node.last = None
                    known = node.outcomes
                    if type(known) is array and len(known) & (len(known) + 1):
                        known.append(number)  # as most times: see `_note_outcome`
                    else:
                        self._note_outcome(node, number)
        _add_readers(left)
        for node in fewer:
            node.shrink()
        self._sort_out(created, spare)

    def _sort_out(self, created: Iterable[Cell], spare: Set[Node]) -> None:
        """Remove what is spare; what is left of other cells of one scope shares its values."""
        for cell in created:
            if cell in spare:
                self._remove(cell)
            elif cell.is_local and not cell.is_gone:
                cell.values = self._same.setdefault(cell.values, cell.values)

    def _pause(self, key: Key, cells: Iterable[Cell]) -> None:
        """What is half settled must not be taken for settled: it is put aside until it is asked."""
        half = Paused.of(cells, self._queue, self._loose)
        for cell in half.cells:
            if self._cells.get(cell.key) is cell:
                del self._cells[cell.key]
        for cell in self._paused.put(key, half, is_outermost=not self._depth):
            self._remove(cell)

    def _resume(self, key: Key) -> list[Cell]:
        """Go on where a settling was interrupted, unless its cells were made anew meanwhile."""
        if (half := self._paused.take(key)) is None:
            return []
        cells = half.there()
        if any(cell.key in self._cells for cell in cells):
            for cell in cells:
                self._remove(cell)
            return []
        for cell in cells:
            self._cells[cell.key] = cell
        self._queue.extend(half.queue)
        self._loose.update(half.loose)
        return cells

    def _forget_paused(self) -> None:
        for cell in self._paused.clear():
            self._remove(cell)

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

    def _left(self, node: Node) -> Iterable[Cell]:
        """The readers of what is dropped; its outcomes are good no more."""
        self._end(node.all_outcomes())
        return node.all_readers()

    def _end(self, outcomes: Iterable[int]) -> None:
        """These are good no more."""
        if gone := self.outcomes.intersection(outcomes):
            self.outcomes -= gone
            self.gone |= gone

    def _run(self, cell: Cell) -> None:
        outer, self._current = self._current, cell
        self._depth += 1
        key = cell.key
        try:
            made = frozenset(self._rules[key[0]](*key[1:]))
            values = cell.values | made if cell.values else made
            if len(values) > 1 and key[0] not in _LISTS:
                values = limited(values)
        except BaseException:
            if not cell.is_queued:  # it is to be run again, if anybody goes on from here
                cell.is_queued = True
                self._queue.append(cell)
            raise
        finally:
            self._current = outer
            self._depth -= 1
        if len(values) > len(made) and values is not ANYTHING:
            self._loose[cell] = made
        elif self._loose:
            self._loose.pop(cell, None)
        if values != cell.values:
            self._set(cell, values)

    def _set(self, cell: Cell, values: Values) -> None:
        """These are its values now, which its readers are to see."""
        if self._reads is None or not cell.is_local:  # of the others few are left: see `_fold`
            values = self._same.setdefault(values, values)
        cell.values = values
        for reader in cell.all_readers():
            if not reader.is_queued and not reader.is_gone:
                reader.is_queued = True
                self._queue.append(reader)

    def _drain(self) -> None:
        self.check()
        queue, n_steps = self._queue, 0
        while queue:
            cell = queue.popleft()
            if not cell.is_gone:
                cell.is_queued = False
                self._run(cell)
            n_steps += 1
            if n_steps % 256 == 0:
                self.check()

    def _tighten(self) -> None:
        """Take back what rules gave before they knew all that they read, and would give no more.

        So what was asked first makes no difference.
        """
        if not self._loose:
            return
        n_times: Counter[Cell] = Counter()
        while self._loose:
            loose = [(one, one.values - made) for one, made in self._loose.items()]
            self._loose.clear()
            for cell, lost in loose:
                n_times[cell] += 1
                if not cell.is_gone and n_times[cell] <= MAX_TIGHTENED:
                    self._take_back(cell, lost)
            self._drain()

    def _take_back(self, cell: Cell, lost: Values) -> None:
        """Take values from a cell and from all that may have them from it, to be worked out again.

        Cells that give them to each other would else keep them. As in *delete and rederive*: A.
        Gupta, I. S. Mumick, V. S. Subrahmanian, Maintaining Views Incrementally (1993).
        """
        for one in cell.having(lost):
            self._set(one, one.values - lost)
            if one is not cell and not one.is_queued:
                one.is_queued = True
                self._queue.append(one)


def _is_there(cell: Cell) -> bool:
    return not cell.is_gone


def _add_readers(reads: Iterable[Read]) -> None:
    """Tell pieces of the facts who has read them and stays."""
    for node, reader in reads:
        if reader is not None and type(node) is Node:
            node.add(reader)
