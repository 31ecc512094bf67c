"""How many call a definition, by how that is known: a number that is right, or none.

A count has little time, since it is shown on the way. What can't be counted in it is counted in the
background, and found done by the next question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from codewitness.engine.ahead import MadeWay, OutOfTime
from codewitness.engine.cancel import CancelToken
from codewitness.engine.graph.edges import RANK, Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.call_graph import (
    CallGraph,
    constructors,
    possible_calls,
    says_something,
)
from codewitness.features.overridden import edges_through_bases
from codewitness.features.places import Reading
from codewitness.model.facts import FileFacts
from codewitness.model.freshness import State


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerCount:
    """Callers, each once, by the best way in which one of its calls is known.

    n_possible: calls of the same name of which nobody knows where they lead. is_whole: False while
    files are still missing from the index.
    """

    by_resolution: dict[Resolution, int]
    n_possible: int
    is_whole: bool

    @property
    def n_callers(self) -> int:
        """All of them."""
        return sum(self.by_resolution.values())

    def in_words(self) -> str:
        """`3 callers: 2 exact, 1 typed`."""
        kinds = ", ".join(f"{count} {one.value}" for one, count in self.by_resolution.items())
        words = f"{self.in_short()}: {kinds}" if kinds else self.in_short()
        if self.n_possible:
            calls = "call" if self.n_possible == 1 else "calls"
            words += f"; {self.n_possible} more {calls} of this name on what is not known"
        return words

    def in_short(self) -> str:
        """`3 callers`."""
        n_callers = self.n_callers
        what = "known caller" if self.n_possible else "caller"
        words = f"{n_callers or 'no'} {what}{'s' if n_callers != 1 else ''}"
        return words if self.is_whole else f"{words} so far"


def counted(snapshot: Snapshot, folder: Folder, key: str, seconds: float) -> CallerCount | None:
    """The callers of the definition with this key of the graph.

    None if there was not enough time, or if there is no such definition any more. What was counted
    once stands until a text changes: who asks about many definitions again and again, each of them
    in little time, gets all of them in the end.
    """
    live = folder.graph
    count = live.counts.of(key, folder)
    if not isinstance(count, CallerCount):
        count = None
        try:
            with live.soon(folder, snapshot.cancel, seconds) as graph:
                count = _counted_in(graph, snapshot, folder, key)
        except OutOfTime:
            again = replace(snapshot, cancel=CancelToken())  # whoever asked may be gone by then
            live.ahead.add(key, lambda more: _ahead(again, folder, key, more))
    return _so_far(count, snapshot) if count is not None else None


def _so_far(count: CallerCount, snapshot: Snapshot) -> CallerCount:
    is_whole = snapshot.freshness({}).state is not State.INDEXING
    return replace(count, is_whole=is_whole)


def _counted_in(graph: Graph, snapshot: Snapshot, folder: Folder, key: str) -> CallerCount | None:
    """The count by a graph of what the folder holds, kept for who asks next; None if it is gone."""
    live, scope = folder.graph, graph.workspace.scopes.get(key)
    if scope is None:
        return None
    related = CallGraph(graph, Reading(snapshot), folder)
    by_resolution, n_possible = _count(
        graph, scope, edges_through_bases(related, scope, graph.incoming)
    )
    count = CallerCount(by_resolution=by_resolution, n_possible=n_possible, is_whole=True)
    if graph.may_lack_callers(scope):
        live.counts.lacking.add(key)
    live.counts.by_key[key] = live.last_counts[key] = count
    return count


def last_counted(snapshot: Snapshot, folder: Folder, key: str) -> CallerCount | None:
    """The callers of a definition that is still there, as they were before the last edits."""
    count = folder.graph.last_counts.get(key)
    if not isinstance(count, CallerCount):
        return None
    source = Reading(snapshot).source(folder, key.partition("::")[0])
    analysis = source.analysis() if source is not None else None
    is_there = analysis is not None and key in keys_of(analysis.core)
    return _so_far(count, snapshot) if is_there else None


def key_of(facts: FileFacts, ordinal: int) -> str:
    """The key by which the graph knows a definition."""
    return keys_of(facts, ordinal + 1)[ordinal]


def keys_of(facts: FileFacts, n_first: int | None = None) -> list[str]:
    """The keys by which the graph knows the definitions of a file, or the first of them."""
    seen: Counter[str] = Counter()
    keys = []
    for definition in facts.definitions[:n_first]:
        name = definition.qualified_name
        again = seen[name]
        seen[name] += 1
        keys.append(f"{facts.path}::{name}" + (f"#{again}" if again else ""))
    return keys


def _ahead(snapshot: Snapshot, folder: Folder, key: str, seconds: float) -> bool:
    live = folder.graph
    try:
        with live.for_work(seconds) as graph:
            # Who has asked about other texts since then will ask for the number anew.
            if live.is_of(folder):
                _counted_in(graph, snapshot, folder, key)
    except MadeWay:
        raise
    except OutOfTime:
        return False
    return True


def _count(
    graph: Graph, scope: Scope, through_bases: Iterable[Edge]
) -> tuple[dict[Resolution, int], int]:
    best: dict[str, Resolution] = {}
    direct = map(graph.incoming, (scope, *constructors(scope)))
    for edge in chain(*direct, graph.by_name(scope), through_bases):
        graph.cells.check()
        known = best.get(edge.caller.key, edge.resolution)
        best[edge.caller.key] = min(known, edge.resolution, key=RANK.__getitem__)
    n_possible = sum(1 for _ in possible_calls(graph, scope)) if says_something(scope) else 0
    count = Counter(best.values())
    return {one: count[one] for one in Resolution if count[one]}, n_possible
