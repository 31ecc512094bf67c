"""Compare the call graph of JavaScript or TypeScript with the calls that really happened.

    python benchmarks/call_graph_dynamic_js.py FOLDER TABLE CALLS... [--verbose] [--extra N]

FOLDER is the source as it was written; TABLE and CALLS are what `benchmarks/support/call_tracer.js`
wrote of a copy of it and of a run of its tests. Edges are pairs of functions. Recall is the share
of those that ran which the graph has. Of its edges between functions that both ran, but not so,
--extra prints some at random (the seed is fixed), to be read.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codewitness.engine.graph.edges import Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

KNOWN = (Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED)
ENDINGS = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json")
Pair = tuple[str, str]  # keys of caller and callee


@dataclass(slots=True)
class Sources:
    """The graph of a folder, its texts, and where the lines of each begin, in UTF-16 units."""

    graph: Graph = field(default_factory=Graph)
    texts: dict[str, str] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)  # of scopes, by key

    def scope_at(self, path: str, place: int) -> Scope | None:
        """The innermost definition, or the module, around a character that UTF-16 units count."""
        file = self.graph.workspace.files.get(path)
        if file is None:
            return None
        text = self.texts[path]
        byte = len(text.encode("utf-16-le")[: 2 * place].decode("utf-16-le", "replace").encode())
        around = [
            scope
            for scope in file.scopes
            if scope.ordinal >= 0 and scope.node_start <= byte < self.ends[scope.key]
        ]
        return max(around, key=lambda one: one.node_start, default=file.top)

    def line_start(self, path: str, line: int) -> int:
        """Where a line begins, in UTF-16 units."""
        lines = self.texts[path].split("\n")[:line]
        return sum(len(one.encode("utf-16-le")) // 2 + 1 for one in lines)


@dataclass(frozen=True, slots=True)
class Seen:
    """An edge that ran: how, and the line of the place."""

    pair: Pair
    how: str
    line: int


def main() -> None:
    """Print recall by how the callee was reached, and what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="the source")
    parser.add_argument("table", type=Path, nargs="?", help="its functions")
    parser.add_argument("calls", type=Path, nargs="*", help="what ran")
    parser.add_argument("--verbose", action="store_true", help="name each missing edge")
    parser.add_argument("--extra", type=int, default=0, help="edges to print that did not run")
    arguments = parser.parse_args()
    if not arguments.calls:
        print("give a folder and a trace of its tests: neither is part of this project; see --help")
        return
    sources = read(arguments.folder)
    functions = json.loads(arguments.table.read_text("utf-8"))["functions"]
    seen, ran = place(sources, functions, list(lines_of(arguments.calls)))
    known, candidates = static_edges(sources)
    report(seen, known, candidates)
    if arguments.verbose:
        for one in sorted(seen.values(), key=lambda one: one.pair):
            if one.pair not in known:
                print(told(sources, one, candidates))
    extra(sources, known, seen, ran, arguments.extra)


def read(folder: Path) -> Sources:
    """The graph of a folder."""
    sources = Sources()
    files, outlines = {}, {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in ENDINGS or "node_modules" in path.parts or path.is_dir():
            continue
        relative = path.relative_to(folder).as_posix()
        text = Text.of(path.read_text("utf-8"))
        analysis = analyse(relative, text, keep=False)
        if analysis is not None:
            sources.texts[relative] = path.read_text("utf-8")
            files[relative] = file_of(analysis.core, text.sha256)
            outlines[relative] = analysis.core.definitions
    sources.graph.update(files)
    for path, definitions in outlines.items():
        for scope in files[path].scopes[1:]:
            sources.ends[scope.key] = definitions[scope.ordinal].node_span.end
    return sources


def lines_of(paths: list[Path]) -> Iterator[Any]:
    """What all processes wrote."""
    for path in paths:
        yield from (json.loads(line) for line in path.read_text("utf-8").splitlines() if line)


def place(
    sources: Sources, functions: list[list[Any]], lines: list[Any]
) -> tuple[dict[Pair, Seen], set[str]]:
    """The edges of a run by keys of the graph, and the functions that ran."""
    keys: dict[int, str] = {}
    for number, (path, offset) in enumerate(functions):
        if (scope := sources.scope_at(path, offset)) is not None:
            keys[number] = scope.key
    seen: dict[Pair, Seen] = {}
    ran: set[str] = set()
    for line in lines:
        if isinstance(line, dict):
            ran |= {keys[one] for one in line["ran"] if one in keys}
            continue
        number, how, path, row, column = line
        if path not in sources.texts or number not in keys:  # a test beside the source
            continue
        caller = sources.scope_at(path, sources.line_start(path, row) + column)
        if caller is None or caller.is_class:  # a constructor that nobody has written
            continue
        pair = (caller.key, keys[number])
        if pair not in seen or how == "call":  # a pair counts once, by how it is plainest
            seen[pair] = Seen(pair, how, row + 1)
    return seen, ran


def static_edges(sources: Sources) -> tuple[dict[Pair, Edge], set[Pair]]:
    """Edges that are known, and pairs that a call by name alone may mean."""
    known: dict[Pair, Edge] = {}
    candidates: set[Pair] = set()
    for edge in sources.graph.all_edges():
        if edge.resolution in KNOWN and edge.target is not None:
            known.setdefault((edge.caller.key, made_by(sources, edge.target)), edge)
        candidates |= {(edge.caller.key, one) for one in edge.candidates}
    return known, candidates


def made_by(sources: Sources, key: str) -> str:
    """The constructor of a class, if it has one: it is what runs."""
    scope = sources.graph.workspace.scopes[key]
    if not scope.is_class:
        return key
    return next((one.key for one in scope.children if one.name == "constructor"), key)


def report(seen: dict[Pair, Seen], known: dict[Pair, Edge], candidates: set[Pair]) -> None:
    """Recall in all and by group."""
    for word, some in (
        ("called", [one for one in seen.values() if one.how == "call"]),
        ("through", [one for one in seen.values() if one.how != "call"]),
        ("all", list(seen.values())),
    ):
        n_known = sum(one.pair in known for one in some)
        n_named = sum(one.pair in candidates and one.pair not in known for one in some)
        by = Counter(known[one.pair].resolution.value for one in some if one.pair in known)
        share = n_known / len(some) if some else 1.0
        print(
            f"{word:>8}: {len(some):5} ran, {n_known:5} known, recall {share:.3f}, "
            f"{n_named} more by name alone; {dict(by)}"
        )


def told(sources: Sources, one: Seen, candidates: set[Pair]) -> str:
    """A missing edge with its line."""
    caller = sources.graph.workspace.scopes[one.pair[0]]
    line = sources.texts[caller.file.path].split("\n")[one.line - 1].strip()
    word = "by name" if one.pair in candidates else "missing"
    return f"{word}: {one.pair[0]}:{one.line} -> {one.pair[1]} [{one.how}] {line[:100]}"


def extra(
    sources: Sources, known: dict[Pair, Edge], seen: dict[Pair, Seen], ran: set[str], n: int
) -> None:
    """Edges between functions that both ran, but not so."""
    both = sorted(pair for pair in known if pair[0] in ran and pair[1] in ran)
    others = [pair for pair in both if pair not in seen]
    print(f"{len(both)} known edges between functions that ran, {len(others)} of them did not")
    random.seed(5)
    for pair in random.sample(others, min(n, len(others))):
        edge = known[pair]
        text = sources.texts[edge.caller.file.path]
        start = edge.caller.node_start + edge.caller.flow.sites[edge.site][2]
        number = text.encode()[:start].count(b"\n")
        line = text.split("\n")[number].strip()
        print(f"  {pair[0]}:{number + 1} -> {pair[1]} [{edge.resolution.value}] {line[:100]}")


if __name__ == "__main__":
    main()
