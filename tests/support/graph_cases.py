"""Marked cases of the call graph: what is called at a place, and how that is known.

A marker `call ANCHOR -> TARGET [RESOLUTION]` stands for the edges of the call whose callee's name
is the anchor. TARGET is a definition, by a tail of its qualified name that tells it, among those of
the same file first, else of all. `path::Name` says in which file, `Name#2` means the second of
several with one name. Several targets are parted by commas; `?` says that nothing of the project
is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codewitness.engine.graph.edges import Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.model.facts import Kind
from tests.support.graphs import graph_of
from tests.support.markers import Case, Mark, MarkKind

Place = tuple[str, int]  # path, first byte of the callee's name
_KNOWN = frozenset((Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED))


@dataclass(frozen=True, slots=True)
class Found:
    """The edges of one place: targets by how they are known, and the word for a call without."""

    targets: dict[str, Resolution]
    without: Resolution | None


def graph_of_case(case: Case, version: int = 0) -> Graph:
    """The graph of a case's files; of a file with fewer versions the last."""
    sources = {
        path: versions[min(version, len(versions) - 1)] for path, versions in case.files.items()
    }
    return graph_of(sources)


def observed(graph: Graph) -> dict[Place, Found]:
    """All places with their edges."""
    edges: dict[Place, list[Edge]] = {}
    for edge in graph.all_edges():
        edges.setdefault(place_of(edge), []).append(edge)
    return {place: _found(own) for place, own in edges.items()}


def place_of(edge: Edge) -> Place:
    """Where the callee's name of an edge stands."""
    scope = edge.caller
    return scope.file.path, scope.node_start + scope.flow.sites[edge.site][2]


def _found(edges: list[Edge]) -> Found:
    targets = {
        edge.target: edge.resolution
        for edge in edges
        if edge.target is not None and edge.resolution in _KNOWN
    }
    others = [edge.resolution for edge in edges if edge.resolution not in _KNOWN]
    return Found(targets, others[0] if others else None)


def expected(case: Case, graph: Graph) -> Mapping[Place, tuple[set[str], list[Mark]]]:
    """Keys of the targets that are marked at each place, with the markers."""
    found: dict[Place, tuple[set[str], list[Mark]]] = {}
    for path in case.files:
        for mark in case.marks_of(path, -1, MarkKind.CALL):
            targets, marks = found.setdefault((path, mark.start_byte), (set(), []))
            marks.append(mark)
            for one in mark.target.split(","):
                if one.strip() != "?":
                    targets.add(target_of(graph, path, one.strip(), mark).key)
    return found


def target_of(graph: Graph, path: str, target: str, mark: Mark) -> Scope:
    """The definition that a marker names."""
    file, _, name = target.rpartition("::")
    plain, _, number = name.rpartition("#")
    if not number.isdigit():
        plain, number = name, ""
    all_scopes = [
        scope
        for one in graph.workspace.files.values()
        if one.path.endswith(file)
        for scope in one.scopes[1:]
        if f".{scope.qualified_name}".endswith(f".{plain}")
    ]
    exact = [scope for scope in all_scopes if scope.qualified_name == plain] or all_scopes
    found = [scope for scope in exact if file or scope.file.path == path] or exact
    if number:
        return found[int(number) - 1]
    proper = [scope for scope in found if scope.kind is not Kind.EXTENSION] or found
    shown = [scope.key for scope in proper]
    assert len(proper) == 1, f"{path}: {target!r} (line {mark.source_line}) means one of {shown}"
    return proper[0]


def differences(case: Case, graph: Graph) -> tuple[int, list[str], list[str]]:
    """How many edges are right, those that are missing, and those that are false."""
    seen, marked = observed(graph), expected(case, graph)
    n_right = 0
    missing: list[str] = []
    false: list[str] = []
    for place in sorted({*seen, *marked}):
        targets = set(seen[place].targets) if place in seen else set()
        wanted = marked[place][0] if place in marked else set()
        n_right += len(targets & wanted)
        missing += [f"{_shown(case, place)} -> {key}" for key in sorted(wanted - targets)]
        false += [f"{_shown(case, place)} -> {key}" for key in sorted(targets - wanted)]
    return n_right, missing, false


def wrong_words(case: Case, graph: Graph) -> list[str]:
    """Markers whose resolution is not what was found."""
    seen = observed(graph)
    wrong: list[str] = []
    for place, (_, marks) in expected(case, graph).items():
        found = seen.get(place)
        words = set() if found is None else {*found.targets.values()}
        if found is not None and not words and found.without is not None:
            words = {found.without}
        for mark in marks:
            if mark.tag is not None and mark.tag not in {word.value for word in words}:
                shown = sorted(word.value for word in words)
                wrong.append(f"{case.source}:{mark.source_line}: [{mark.tag}] is {shown}")
    return wrong


def _shown(case: Case, place: Place) -> str:
    path, start = place
    text = case.text(path, -1).encode()
    line = text[:start].count(b"\n")
    return f"{path}:{line + 1} `{text.decode().splitlines()[line].strip()}`"
