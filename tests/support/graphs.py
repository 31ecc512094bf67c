"""A call graph of a few files written in a test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.facts import FileFacts
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse


def file_in_graph(path: str, source: str) -> File:
    """One file as the graph takes it."""
    return file_of(*_facts(path, source))


@lru_cache(maxsize=4096)  # a case is read by several tests
def _facts(path: str, source: str) -> tuple[FileFacts, str]:
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    assert analysis is not None
    return analysis.core, text.sha256


def graph_of(sources: Mapping[str, str]) -> Graph:
    """The graph of these files."""
    graph = Graph()
    graph.update({path: file_in_graph(path, source) for path, source in sources.items()})
    return graph


def name_of(scope: Scope) -> str:
    """`module.qualified`, or the module for its top level."""
    return f"{scope.file.module}.{scope.qualified_name}".rstrip(".")


def shown(graph: Graph, edge: Edge) -> str:
    """`caller -> callee [resolution]`."""
    if edge.target is not None:
        callee = name_of(graph.workspace.scopes[edge.target])
    else:
        callee = edge.external or "?"
    return f"{name_of(edge.caller)} -> {callee} [{edge.resolution.value}]"


def all_edges(graph: Graph) -> set[str]:
    """Every edge, as `shown`."""
    return {shown(graph, edge) for edge in graph.all_edges()}
