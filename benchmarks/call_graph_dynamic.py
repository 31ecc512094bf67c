"""Compare the call graph of a Python package with the calls that really happened in its tests.

    python benchmarks/call_graph_dynamic.py FOLDER TRACE [--verbose] [--extra N] [--beside FOLDER]

FOLDER is the package as it was imported, TRACE what `benchmarks/support/call_tracer.py` wrote of a
run of its tests there. Edges are pairs of functions. Recall is the share of those that ran which
the graph has; its other edges are not false by that, since tests do not run all. Of those whose
both ends ran, --extra prints some at random (the seed is fixed), to be read. --beside adds folders
of code that uses the package, its tests for example: the graph then knows what they pass to it.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codewitness.engine.graph.edges import Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.facts import Kind
from codewitness.model.flow import form, last_name
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

KNOWN = (Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED)
Pair = tuple[str, str]  # keys of caller and callee


@dataclass(frozen=True, slots=True)
class Sources:
    """Texts by path, and the graph over them. Paths of the package begin with `prefix`."""

    graph: Graph
    texts: dict[str, str]
    prefix: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An edge that ran: how, and [line, end line, column, end column] of the place."""

    pair: Pair
    how: str
    place: list[int]


def main() -> None:
    """Print recall by how the callee was reached, and what is missing by its cause."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="the package")
    parser.add_argument("trace", type=Path, nargs="?", help="what ran")
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="code that uses it")
    parser.add_argument("--verbose", action="store_true", help="name each missing edge")
    parser.add_argument("--extra", type=int, default=0, help="edges to print that did not run")
    arguments = parser.parse_args()
    if arguments.trace is None:
        print(
            "give a package and a trace of its tests: neither is part of this project; see --help"
        )
        return
    sources = read(arguments.folder, arguments.beside)
    trace = json.loads(arguments.trace.read_text("utf-8"))
    seen, n_unplaced = place(sources, trace)
    edges = static_edges(sources)
    report(sources, seen, edges, n_unplaced)
    missing = [one for one in seen if one.pair not in edges[0]]
    causes = Counter(cause(sources, one) for one in missing)
    print("missing: " + ", ".join(f"{n} {word}" for word, n in causes.most_common()))
    if arguments.verbose:
        for one in missing:
            print(f"{cause(sources, one)}: {told(sources, one)}")
    ran = {key for function in trace["ran"] for key in found(sources, function)}
    extra(sources, edges[0], {one.pair for one in seen}, ran, arguments.extra)


def read(folder: Path, beside: Iterable[Path]) -> Sources:
    """The graph of a package and of what is beside it."""
    graph = Graph()
    texts: dict[str, str] = {}
    files = {}
    for root in (folder, *beside):
        for path in sorted(root.rglob("*.py")):
            relative = path.relative_to(root.parent).as_posix()
            texts[relative] = path.read_text("utf-8")
            text = Text.of(texts[relative])
            analysis = analyse(relative, text, keep=False)
            if analysis is not None:
                files[relative] = file_of(analysis.core, text.sha256)
    graph.update(files)
    return Sources(graph, texts, f"{folder.name}/")


def static_edges(sources: Sources) -> tuple[dict[Pair, Edge], set[Pair]]:
    """Edges that are known, and pairs that a call by name alone may mean."""
    known: dict[Pair, Edge] = {}
    candidates: set[Pair] = set()
    for edge in sources.graph.all_edges():
        if edge.resolution in KNOWN and edge.target is not None:
            known.setdefault((edge.caller.key, edge.target), edge)
        candidates |= {(edge.caller.key, one) for one in edge.candidates}
    return known, candidates


def place(sources: Sources, trace: dict[str, Any]) -> tuple[list[Seen], int]:
    """The edges of a trace by keys of the graph, and how many ends it does not know."""
    seen: dict[tuple[Pair, str], Seen] = {}
    n_unplaced = 0
    for caller, callee, how, where in trace["edges"]:
        ends = [found(sources, one) for one in (caller, callee)]
        if len(ends[0]) != 1 or len(ends[1]) != 1:
            n_unplaced += 1
            continue
        pair = (ends[0][0], ends[1][0])
        seen[pair, how] = Seen(pair=pair, how=how, place=where)
    best: dict[Pair, Seen] = {}
    for one in seen.values():  # a pair counts once, by how it is plainest
        if one.pair not in best or ORDER.index(group(one)) < ORDER.index(group(best[one.pair])):
            best[one.pair] = one
    return list(best.values()), n_unplaced


def found(sources: Sources, function: list[Any]) -> list[str]:
    """Keys of the definitions that a function of a trace may be."""
    path, name, line = function
    file = sources.graph.workspace.files.get(sources.prefix + path)
    if file is None:
        return []
    if name == "<module>":
        return [file.top.key]
    text = sources.texts[file.path]
    at = {
        one.key: text.encode()[: one.name_start].count(b"\n") + 1
        for one in file.scopes[1:]
        if name_of(one) == name
    }
    at = {key: own for key, own in at.items() if line >= 0 or own <= -line}
    if name.endswith("<lambda>"):
        return [key for key, own in at.items() if own == line]
    if line < 0:  # within it
        return [key for key, own in at.items() if own == max(at.values(), default=0)][:1]
    later = [own for own in at.values() if own >= line]
    return [key for key, own in at.items() if later and own == min(later)][:1]


def name_of(scope: Scope) -> str:
    """`Class.method` as Python has it, without `<locals>`."""
    parts: list[str] = []
    at = scope
    while at.parent is not None:
        parts.append("<lambda>" if at.kind is Kind.LAMBDA else at.name)
        at = at.parent
    return ".".join(reversed(parts))


ORDER = ("call", "class", "instance", "wrapped", "implicit", "through C")


def group(seen: Seen) -> str:
    """How an edge that ran is counted."""
    if seen.how.startswith("through "):
        return "through C"
    return seen.how if seen.how in ORDER else "implicit"


def report(
    sources: Sources,
    seen: list[Seen],
    edges: tuple[dict[Pair, Edge], set[Pair]],
    n_unplaced: int,
) -> None:
    """Recall in all and by group."""
    known, candidates = edges
    print(f"{len(sources.texts)} files, {len(known)} known edges; {n_unplaced} ends not found")
    written = [one for one in seen if group(one) in ORDER[:4]]
    for word in ("written", "all", *ORDER):
        some = {"written": written, "all": seen}.get(word)
        some = [one for one in seen if group(one) == word] if some is None else some
        if not some:
            continue
        n_known = sum(one.pair in known for one in some)
        n_named = sum(one.pair in candidates and one.pair not in known for one in some)
        by = Counter(known[one.pair].resolution.value for one in some if one.pair in known)
        print(
            f"{word:>10}: {len(some):5} ran, {n_known:5} known, recall {n_known / len(some):.3f}, "
            f"{n_named} more by name alone; {dict(by)}"
        )


def cause(sources: Sources, seen: Seen) -> str:
    """What the graph says at the place of an edge that it does not have."""
    if group(seen) != "call":
        return group(seen)
    caller = sources.graph.workspace.scopes[seen.pair[0]]
    at = _callee_end(sources.texts[caller.file.path], seen.place)
    sites = [
        index
        for index, site in enumerate(caller.flow.sites)
        if caller.node_start + site[3] == at or caller.node_start + site[2] == at
    ]
    edges = [edge for index in sites for edge in sources.graph.of(caller, index)]
    if not edges:
        return "no site"
    targets = [edge.target for edge in edges if edge.resolution in KNOWN and edge.target]
    if any(is_override(sources.graph, seen.pair[1], one) for one in targets):
        base = caller.flow.sites[sites[0]][1]
        is_own = form(base) == "a" and last_name(base[1]) in ("self", "cls")
        return "an override, of the same object" if is_own else "an override"
    if targets:
        return "something else"
    return min(edge.resolution.value for edge in edges)


def is_override(graph: Graph, method: str, of: str) -> bool:
    """True if a method overrides another one."""
    own, above = graph.workspace.scopes[method], graph.workspace.scopes[of]
    if own.parent is None or above.parent is None or own.name != above.name:
        return False
    is_below = ("C", above.parent.key) in graph.names.mro(own.parent.key)
    return own.parent.is_class and above.parent.is_class and is_below


def _callee_end(text: str, where: list[int]) -> int:
    """Byte at which the callee of the call at a place ends; -1 if there is none."""
    for node in ast.walk(_tree(text)):
        if isinstance(node, ast.Call):
            own = [node.lineno, node.end_lineno, node.col_offset, node.end_col_offset]
            if own == where:
                lines = text.encode().splitlines(keepends=True)
                above = sum(map(len, lines[: (node.func.end_lineno or 1) - 1]))
                return above + (node.func.end_col_offset or 0)
    return -1


_TREES: dict[int, ast.Module] = {}


def _tree(text: str) -> ast.Module:
    if id(text) not in _TREES:
        _TREES[id(text)] = ast.parse(text)
    return _TREES[id(text)]


def told(sources: Sources, seen: Seen) -> str:
    """An edge with its line."""
    caller = sources.graph.workspace.scopes[seen.pair[0]]
    line = sources.texts[caller.file.path].splitlines()[seen.place[0] - 1].strip()
    return f"{seen.pair[0]}:{seen.place[0]} -> {seen.pair[1]} [{seen.how}] {line[:100]}"


def extra(
    sources: Sources, known: dict[Pair, Edge], seen: set[Pair], ran: set[str], n_printed: int
) -> None:
    """Edges between functions that both ran, but not so."""
    # A class runs when it is defined, and not where it is called.
    scopes = sources.graph.workspace.scopes
    known = {pair: edge for pair, edge in known.items() if not scopes[pair[1]].is_class}
    others = sorted(
        pair for pair in known if pair not in seen and pair[0] in ran and pair[1] in ran
    )
    n_both = sum(pair[0] in ran and pair[1] in ran for pair in known)
    print(f"{n_both} known edges between functions that ran, {len(others)} of them did not")
    random.seed(5)
    for pair in random.sample(others, min(n_printed, len(others))):
        edge = known[pair]
        text = sources.texts[edge.caller.file.path]
        start = edge.caller.node_start + edge.caller.flow.sites[edge.site][2]
        number = text.encode()[:start].count(b"\n")
        line = text.splitlines()[number].strip()
        word = " implicit" if edge.is_implicit else ""
        print(f"  {pair[0]}:{number + 1} -> {pair[1]} [{edge.resolution.value}{word}] {line[:100]}")


if __name__ == "__main__":
    main()
