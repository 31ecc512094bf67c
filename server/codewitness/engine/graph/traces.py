"""What outcomes rest on once their cells are forgotten: who had read what, as numbers alone.

Values can be worked out again; what an outcome was made of can't be, short of making it anew. So
when cells are forgotten to give memory back, their readers are kept here: some bytes for each.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Key = tuple[Any, ...]

MAX_TRACES = 4  # that are looked at for each change; more are joined


class Trace:
    """The cells of one moment, as nodes 0 to n - 1.

    sources: the node of each piece of facts. first, to: the readers of node n are
    `to[first[n] : first[n + 1]]`. made_first, made: the outcomes that rest on it, likewise.
    is_gone: 1 for each node that is no more.
    """

    __slots__ = ("first", "is_gone", "made", "made_first", "sources", "to")

    def __init__(
        self, sources: dict[Key, int], readers: Iterable[Sequence[int]], made: Iterable[list[int]]
    ) -> None:
        self.sources = sources
        self.first, self.to = _joined(readers)
        self.made_first, self.made = _joined(made)
        self.is_gone = bytearray(len(self.first) - 1)

    @classmethod
    def of(cls, sources: dict[Key, int], *parts: array[int]) -> Trace:
        """The same of `first`, `to`, `made_first` and `made`."""
        trace = cls(sources, (), ())
        trace.first, trace.to, trace.made_first, trace.made = parts
        trace.is_gone = bytearray(len(trace.first) - 1)
        return trace

    @property
    def arrays(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """`first`, `to`, `made_first` and `made`."""
        return self.first, self.to, self.made_first, self.made

    def drop(self, sources: Iterable[Key]) -> set[int]:
        """Take out all that rests on these pieces of the facts; gives the outcomes among that."""
        stack = [n for key in sources if (n := self.sources.pop(key, None)) is not None]
        gone: set[int] = set()
        is_gone, first, to = self.is_gone, self.first, self.to
        made_first, made = self.made_first, self.made
        while stack:
            n = stack.pop()
            if not is_gone[n]:
                is_gone[n] = 1
                gone.update(made[made_first[n] : made_first[n + 1]])
                stack += to[first[n] : first[n + 1]]
        return gone


class Traces:
    """The traces of one graph, newest last."""

    def __init__(self) -> None:
        self._traces: list[Trace] = []

    def add(self, trace: Trace, good: set[int]) -> None:
        """Keep another one; `good` are the outcomes that still are."""
        self._traces.append(trace)
        if len(self._traces) > MAX_TRACES:
            self._traces = [joined(self._traces, {number: number for number in good})]

    def drop(self, sources: Sequence[Key]) -> set[int]:
        """The outcomes that rest on these pieces of the facts, which are taken out."""
        return set().union(*(trace.drop(sources) for trace in self._traces))

    def noted(self, kind: str) -> Iterable[str]:
        """The names of all pieces of facts of one kind that outcomes rest on."""
        return (key[1] for trace in self._traces for key in trace.sources if key[0] == kind)

    def clear(self) -> None:
        """Forget everything."""
        self._traces.clear()

    def with_trace(self, last: Trace, numbers: Mapping[int, int]) -> Trace:
        """All of them and another one as one, with other numbers of the outcomes, those alone."""
        return joined([*self._traces, last], numbers)


def joined(traces: Sequence[Trace], numbers: Mapping[int, int]) -> Trace:
    """One trace for several: of outcomes with a number in it now, under that."""
    from codewitness.engine.graph.joined_traces import joined_arrays  # numpy, not at every start

    arrays = [(*one.arrays, one.is_gone) for one in traces]
    places: dict[Key, list[int]] = {}
    base = 0
    for trace in traces:
        for key, n in trace.sources.items():
            places.setdefault(key, []).append(base + n)
        base += len(trace.first) - 1
    several = [nodes for nodes in places.values() if len(nodes) > 1]
    added = iter(range(base, base + len(several)))
    sources = {key: nodes[0] if len(nodes) == 1 else next(added) for key, nodes in places.items()}
    return Trace.of(sources, *joined_arrays(arrays, several, numbers))


def _joined(parts: Iterable[Sequence[int]]) -> tuple[array[int], array[int]]:
    first, every = array("I", (0,)), array("I")
    for part in parts:
        every.extend(part)
        first.append(len(every))
    return first, every


def trace_of(inputs: Mapping[Key, Any], cells: Iterable[Any], good: set[int]) -> Trace:
    """What these nodes know of their readers and outcomes.

    Meanwhile each cell has its number in the place of who noted it last.
    """
    nodes = [*cells, *inputs.values()]
    for n, node in enumerate(nodes):
        node.last = n
    sources = {key: node.last for key, node in inputs.items()}
    made = ([*filter(good.__contains__, node.all_outcomes())] for node in nodes)
    trace = Trace(sources, map(_readers, nodes), made)
    for node in nodes:
        node.last = None
    return trace


def _readers(node: Any) -> Sequence[int]:
    """The numbers of those that are there."""
    if (known := node.readers) is None:
        return ()
    if type(known) is set:
        return [one.last for one in known if not one.is_gone]
    return () if known.is_gone else (known.last,)
