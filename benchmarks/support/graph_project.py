"""The texts of a project and the graph of its calls, by the places that other tools tell."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

Place = tuple[str, int, int]  # path, line from 1, column from 0 in UTF-16 units

_KNOWN = frozenset((Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED))


def sources(
    root: Path, endings: tuple[str, ...], names: frozenset[str], skipped: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Paths and texts of the files with these endings or names, but of skipped folders."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if skipped & {*inside.parts} or not path.is_file():
            continue
        if path.suffix in endings or path.name in names:
            try:
                yield inside.as_posix(), path.read_text("utf-8")
            except UnicodeDecodeError:
                print(f"left out, no UTF-8: {inside}")


class Project:
    """The texts of a project and the graph of its calls."""

    def __init__(self, texts: Iterator[tuple[str, str]]) -> None:
        self.texts = {path: Text.of(source) for path, source in texts}
        files = {}
        for path, text in self.texts.items():
            analysis = analyse(path, text, keep=False)
            if analysis is not None:
                files[path] = file_of(analysis.core, text.sha256)
        self.graph = Graph()
        self.graph.update(files)
        self._starts: dict[str, list[int]] = {}

    def place(self, path: str, byte: int) -> Place:
        """Line and column of a byte."""
        raw = self.texts[path].raw
        starts = self._starts.get(path)
        if starts is None:
            starts = [0, *(at + 1 for at, char in enumerate(raw) if char == ord("\n"))]
            self._starts[path] = starts
        line = bisect_right(starts, byte) - 1
        before = raw[starts[line] : byte].decode("utf-8", "replace")
        return path, line + 1, len(before.encode("utf-16-le")) // 2

    def edges(self, *, implicit: bool = False) -> dict[Place, set[Place]]:
        """Names of the definitions that each place is known to call, by calls that are written.

        With `implicit`, by those that are not.
        """
        found: dict[Place, set[Place]] = {}
        for edge in self.graph.all_edges():
            site = edge.caller.flow.sites[edge.site]
            if edge.is_implicit is not implicit:
                continue
            start = edge.caller.node_start + site[2]
            targets = found.setdefault(self.place(edge.caller.file.path, start), set())
            if edge.target is not None and edge.resolution in _KNOWN:
                targets.add(self._name(self.graph.workspace.scopes[edge.target]))
        return found

    def candidates(self) -> dict[Place, set[Place]]:
        """Names of the definitions of which each place may call one or another."""
        found: dict[Place, set[Place]] = {}
        for edge in self.graph.all_edges():
            start = edge.caller.node_start + edge.caller.flow.sites[edge.site][2]
            keys = {*edge.candidates, *([edge.target] if edge.target else [])}
            names = {self._name(self.graph.workspace.scopes[key]) for key in keys}
            found.setdefault(self.place(edge.caller.file.path, start), set()).update(names)
        return found

    def _name(self, scope: Scope) -> Place:
        return self.place(scope.file.path, scope.name_start)


def report(kinds: Counter[str], shown: Mapping[str, Sequence[Any]], n_shown: int) -> None:
    """Print how many calls are of each kind, precision and recall, and examples of some kinds."""
    n_false = sum(n for kind, n in kinds.items() if kind.startswith("false"))
    n_missing = sum(n for kind, n in kinds.items() if kind.startswith("missing"))
    print("| | calls |\n|---|--:|")
    for kind in sorted(kinds):
        print(f"| {kind} | {kinds[kind]:,} |")
    print(f"\nprecision {kinds['agree'] / max(kinds['agree'] + n_false, 1):.4f}", end=", ")
    print(f"recall {kinds['agree'] / max(kinds['agree'] + n_missing, 1):.4f}")
    for kind, examples in shown.items():
        for example in examples[:n_shown]:
            print(kind, *example)
