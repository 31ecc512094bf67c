"""How many edges a graph has, by how they are known, as far as they have been counted.

Those of Python are counted as they are linked. Those of other languages are resolved when asked
for, so their files are counted one by one when nothing else is to be done; a file that changes is
counted anew, one whose callees alone have changed keeps its count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from codewitness.engine.graph.files import File
from codewitness.engine.graph.graph import Graph


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeFigures:
    """Edges by resolution, of `n_counted` of `n_files` files."""

    by_resolution: Mapping[str, int] = field(default_factory=dict)
    n_counted: int = 0
    n_files: int = 0


class EdgeCounts:
    """The counts of one graph. For whoever holds the graph."""

    def __init__(self) -> None:
        self._by_file: dict[str, Counter[str]] = {}
        self._waiting: dict[str, None] = {}

    def changed(self, files: Mapping[str, File | None], graph: Graph) -> None:
        """These files are now so; None for one that is gone."""
        for path, file in files.items():
            self._by_file.pop(path, None)
            self._waiting.pop(path, None)
            if file is not None and graph.typed.links(file.top):
                self._waiting[path] = None

    def count_one(self, graph: Graph) -> bool:
        """Count one file that waits; False if there is none."""
        path = next(iter(self._waiting), None)
        if path is None:
            return False
        del self._waiting[path]
        self._waiting[path] = None  # the last one, if it can't be counted now
        scopes = graph.workspace.files[path].scopes
        edges = (edge for scope in scopes for edge in graph.outgoing(scope))
        self._by_file[path] = Counter(edge.resolution.value for edge in edges)
        del self._waiting[path]
        graph.tidy()
        return True

    def figures(self, graph: Graph) -> EdgeFigures:
        """What has been counted until now."""
        total = Counter[str]()
        for one in self._by_file.values():
            total.update(one)
        total.update({one.value: count for one, count in graph.links.counts().items()})
        n_waiting = len(self._waiting) + len(set(_paths(graph.links.waiting)))
        n_files = len(graph.workspace.files)
        return EdgeFigures(
            by_resolution={one: count for one, count in total.items() if count},
            n_counted=n_files - n_waiting,
            n_files=n_files,
        )


def _paths(keys: Iterable[str]) -> Iterable[str]:
    return (key.partition("::")[0] for key in keys)
