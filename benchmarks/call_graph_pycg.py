"""Score the call graph against programs with known edges.

    python benchmarks/call_graph_pycg.py FOLDER [--verbose]

FOLDER holds small Python projects, each a folder with a `callgraph.json` that maps qualified names
of callers to those of their callees, as the micro-benchmark of PyCG does (Salis et al., "PyCG:
Practical Call Graph Generation in Python", ICSE 2021; the folder `micro-benchmark/snippets` of its
repository). Edges within the project are compared, pair by pair. A program is complete if no edge
is false and sound if none is missing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.facts import Kind
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

Edges = set[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Score:
    """Edges of one program: those found and true, found and false, and missing."""

    true: Edges
    false: Edges
    missing: Edges


def main() -> None:
    """Print the scores of all programs together, and what is wrong in which."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="projects with a callgraph.json")
    parser.add_argument("--verbose", action="store_true", help="name each wrong edge")
    arguments = parser.parse_args()
    if arguments.folder is None:
        print("give a folder of programs: it is not part of this project; see --help")
        return
    scores = {path: score(path) for path in programs(arguments.folder)}
    for path, one in scores.items():
        if arguments.verbose:
            for word, edges in (("false", one.false), ("missing", one.missing)):
                for caller, callee in sorted(edges):
                    print(f"{path.relative_to(arguments.folder)}: {word}: {caller} -> {callee}")
    n_true, n_false, n_missing = (
        sum(len(getattr(one, part)) for one in scores.values())
        for part in ("true", "false", "missing")
    )
    print(
        f"{len(scores)} programs, complete {sum(not one.false for one in scores.values())}, "
        f"sound {sum(not one.missing for one in scores.values())}; edges: {n_true} true, "
        f"{n_false} false, {n_missing} missing; precision {n_true / max(n_true + n_false, 1):.3f}, "
        f"recall {n_true / max(n_true + n_missing, 1):.3f}"
    )


def programs(folder: Path) -> Iterator[Path]:
    """The folders of programs, in order."""
    yield from sorted(path.parent for path in folder.rglob("callgraph.json"))


def score(folder: Path) -> Score:
    """One program."""
    known = json.loads((folder / "callgraph.json").read_text("utf-8"))
    own = {name.partition(".")[0] for name, callees in known.items() if callees}
    expected = {
        (caller, callee)
        for caller, callees in known.items()
        for callee in callees
        if callee.partition(".")[0] in own and not caller.startswith("<")
    }
    found = {edge for edge in edges_of(folder) if edge[1].partition(".")[0] in own}
    return Score(expected & found, found - expected, expected - found)


def edges_of(folder: Path) -> Edges:
    """Edges between the functions of a folder, by the names that the benchmark gives them."""
    graph = Graph()
    files: dict[str, File | None] = {}
    for path in folder.rglob("*.py"):
        relative = path.relative_to(folder).as_posix()
        text = Text.of(path.read_text("utf-8"))
        analysis = analyse(relative, text, keep=False)
        if analysis is not None:
            files[relative] = file_of(analysis.core, text.sha256)
    graph.update(files)
    found: Edges = set()
    for edge in graph.all_edges():
        target = graph.workspace.scopes.get(edge.target) if edge.target is not None else None
        if target is not None and target.is_callable:  # it has no edges to classes
            found.add((name_of(edge.caller), name_of(target)))
    return found


def name_of(scope: Scope) -> str:
    """`module.Class.method`; lambdas are numbered in the scope around them."""
    parts: list[str] = []
    at = scope
    while at.parent is not None:
        lambdas = [one for one in at.parent.children if one.kind is Kind.LAMBDA]
        is_lambda = at.kind is Kind.LAMBDA
        parts.append(f"<lambda{lambdas.index(at) + 1}>" if is_lambda else at.name)
        at = at.parent
    return ".".join([scope.file.module, *reversed(parts)])


if __name__ == "__main__":
    main()
