"""Compare the call graph of Ruby with the calls that really happened.

    python benchmarks/call_graph_dynamic_ruby.py FOLDER TRACE... [--verbose] [--extra N]

FOLDER is the source, TRACE what `benchmarks/support/call_tracer.rb` wrote while its tests ran. An
edge is a line that calls and a method that runs, by its line. Recall is the share of those that ran
which the graph has, an alias counting as what it calls. An *override* is a method below one that
the graph has there. Of its edges at lines that called something, to methods that ran, but not so,
--extra prints some at random (the seed is fixed), to be read.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from pathlib import Path

from codewitness.engine.graph.edges import Edge, Resolution
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

KNOWN = (Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED)
Place = tuple[str, int]  # path and line, from 1
Pair = tuple[Place, Place]  # a line that calls, and a method


class Project:
    """The graph of a folder, and where each edge of it leads from and to."""

    def __init__(self, root: Path) -> None:
        self.graph = Graph()
        self.texts: dict[str, bytes] = {}
        files = {}
        for path in sorted(root.rglob("*.rb")):
            relative = path.relative_to(root).as_posix()
            text = Text.of(path.read_text("utf-8", "replace"))
            if (analysis := analyse(relative, text, keep=False)) is not None:
                files[relative] = file_of(analysis.core, text.sha256)
                self.texts[relative] = text.raw
        self.graph.update(files)
        scopes = self.graph.workspace.scopes.values()
        self.methods: dict[str, Place] = {
            one.key: self.place(one.file.path, one.name_start) for one in scopes if one.parent
        }
        self.known: dict[Pair, Edge] = {}
        self.named: set[Pair] = set()
        self._read_edges()
        self._go_through_aliases()

    def place(self, path: str, offset: int) -> Place:
        """The line of a byte."""
        return path, self.texts[path][:offset].count(b"\n") + 1

    def line(self, place: Place) -> str:
        """What stands there."""
        return self.texts[place[0]].split(b"\n")[place[1] - 1].decode("utf-8", "replace").strip()

    def _read_edges(self) -> None:
        for edge in self.graph.all_edges():
            site, start = edge.caller.flow.sites[edge.site], edge.caller.node_start
            for offset in (site[2], site[3]):
                at = self.place(edge.caller.file.path, start + offset)
                if edge.resolution in KNOWN and edge.target in self.methods:
                    self.known[at, self.methods[edge.target or ""]] = edge
                self.named |= {(at, self.methods[one]) for one in edge.candidates}

    def _go_through_aliases(self) -> None:
        """A call of an alias runs the method that it is another name for."""
        behind = defaultdict(list)
        for at, method in self.known:
            behind[at].append(method)
        for at, method in [*self.known, *self.named]:
            if self.line(method).startswith("alias"):
                for old in behind[method]:
                    if (at, method) in self.known:
                        self.known.setdefault((at, old), self.known[at, method])
                    self.named.add((at, old))


def main() -> None:
    """Print recall, what is missing, and edges that did not run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="the source")
    parser.add_argument("traces", type=Path, nargs="*", help="what ran")
    parser.add_argument("--verbose", action="store_true", help="name each missing edge")
    parser.add_argument("--extra", type=int, default=0, help="edges to print that did not run")
    arguments = parser.parse_args()
    if not arguments.traces:
        print("give a folder and a trace of its tests: neither is part of this project; see --help")
        return
    project = Project(arguments.folder.resolve())
    seen: dict[Pair, str] = {}
    ran: set[Place] = set()
    for path in arguments.traces:
        trace = json.loads(path.read_text("utf-8"))
        seen |= {((a, n), (b, m)): name for a, n, b, m, name in trace["edges"]}
        ran |= {(path, line) for path, line in trace["ran"]}
    kinds = {pair: kind(project, pair, name) for pair, name in seen.items()}
    report(Counter(kinds.values()))
    for pair, word in sorted(kinds.items()) if arguments.verbose else ():
        if word != "known":
            at, method = pair
            print(f"{word}: {at[0]}:{at[1]} -> {method[0]}:{method[1]} | {project.line(at)[:100]}")
    extra(project, seen, ran, arguments.extra)


def kind(project: Project, pair: Pair, name: str) -> str:
    """What the graph has of an edge that ran."""
    at, method = pair
    if pair in project.known:
        return "known"
    if pair in project.named:
        return "by name"
    if method not in project.methods.values():
        return "made at run time"
    scopes = project.graph.workspace.scopes
    others = [edge.target or "" for (there, _), edge in project.known.items() if there == at]
    return "override" if any(scopes[one].name == name for one in others) else "missing"


def report(counts: Counter[str]) -> None:
    """Recall, without methods that no text defines."""
    n_all = sum(counts.values()) - counts["made at run time"]
    n_known, n_named = counts["known"], counts["by name"]
    print(", ".join(f"{n} {word}" for word, n in counts.most_common()))
    if n_all:
        print(f"recall {n_known / n_all:.3f}, with those by name {(n_known + n_named) / n_all:.3f}")


def extra(project: Project, seen: dict[Pair, str], ran: set[Place], n_printed: int) -> None:
    """Edges at lines that called something, to methods that ran, but not so."""
    lines = {at for at, _ in seen}
    both = [pair for pair in project.known if pair[0] in lines and pair[1] in ran]
    others = sorted(pair for pair in both if pair not in seen)
    print(f"{len(both)} known edges at such lines to methods that ran, {len(others)} did not")
    random.seed(5)
    for at, method in random.sample(others, min(n_printed, len(others))):
        word = project.known[at, method].resolution.value
        print(f"  {at[0]}:{at[1]} -> {method[0]}:{method[1]} [{word}] {project.line(at)[:100]}")


if __name__ == "__main__":
    main()
