"""Edges of the graph that has followed all edits against those of one that is made from nothing."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.graph import Graph
from codewitness.engine.live_graph import LiveGraph, Source, files_of

if TYPE_CHECKING:
    from codewitness.engine.view import IndexView
    from codewitness.storage.compare import Difference

MAX_FILES = 200  # whose edges one audit compares, chosen at random
FILES_AT_ONCE = 8  # while which requests wait for the graph


class EdgeAudit:
    """Compares the edges of some files, some at each step.

    A graph that nobody has used before is made from nothing itself: its edges are but counted.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        chosen = random.sample(paths, MAX_FILES) if len(paths) > MAX_FILES else paths
        self._waiting = deque(sorted(chosen))
        self._clean: tuple[Mapping[str, Source], Graph] | None = None
        self._new: tuple[Graph, int] | None = None  # and how often its files had changed
        self.n_edges = 0

    @property
    def is_done(self) -> bool:
        """True if all files had their turn."""
        return not self._waiting

    def step(self, live: LiveGraph, view: IndexView) -> list[Difference]:
        """Compare the next files, as the view and the buffers have them now."""
        from codewitness.storage.compare import Difference

        taken = [self._waiting.popleft() for _ in range(min(FILES_AT_ONCE, len(self._waiting)))]
        found = []
        with live.with_sources(view) as (graph, sources):
            is_clean = self._is_new(graph)
            clean = graph if is_clean else self._made_anew(sources, live.own_package)
            for path in taken:
                due = edges_of(clean, path)
                there = due if is_clean else edges_of(graph, path)
                self.n_edges += due.total()
                if there != due:
                    missing, extra = (due - there).total(), (there - due).total()
                    found.append(Difference(path=path, table="edges", missing=missing, extra=extra))
            graph.tidy()
            if not is_clean:
                clean.tidy()
        return found

    def _is_new(self, graph: Graph) -> bool:
        """True for a graph that only this audit has used."""
        if graph.is_new:
            self._new = (graph, graph.n_changes)
        return self._new == (graph, graph.n_changes)

    def _made_anew(self, sources: Mapping[str, Source], own_package: str) -> Graph:
        if self._clean is None or not _are_same(self._clean[0], sources):
            graph = Graph(own_package)
            graph.update(files_of(sources))
            self._clean = (dict(sources), graph)
        return self._clean[1]


def edges_of(graph: Graph, path: str) -> Counter[tuple[object, ...]]:
    """All edges of the sites of a file, by what tells one from another."""
    file = graph.workspace.files.get(path)
    scopes = file.scopes if file is not None else ()
    return Counter(_told(edge) for scope in scopes for edge in graph.outgoing(scope))


def _told(edge: Edge) -> tuple[object, ...]:
    site = edge.caller.flow.sites[edge.site]
    start = edge.caller.node_start
    where = (edge.caller.key, start + site[2], start + site[3], edge.target)
    return (*where, edge.resolution, edge.external, edge.candidates, edge.is_implicit)


def _are_same(one: Mapping[str, Source], other: Mapping[str, Source]) -> bool:
    return one.keys() == other.keys() and all(one[path] is other[path] for path in one)
