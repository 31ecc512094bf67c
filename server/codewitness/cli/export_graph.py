"""The call graph as objects to export: one for each caller and callee, with all sites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codewitness.engine.graph.edges import Edge
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.call_graph import site_span
from codewitness.features.places import Reading
from codewitness.model.facts import join_name
from codewitness.model.text import Encoding, Text


def graph_objects(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    """Every edge of every folder, caller by caller."""
    reading = Reading(snapshot)
    for folder in snapshot.folders:
        with folder.graph.at(folder, snapshot.cancel) as graph:
            texts = _Texts(reading, folder)
            for path in sorted(graph.workspace.files):
                for scope in graph.workspace.files[path].scopes:
                    yield from _of_scope(graph, scope, texts)
                graph.tidy()


class _Texts:
    """Texts of one folder as the graph has read them."""

    def __init__(self, reading: Reading, folder: Folder) -> None:
        self._reading = reading
        self._folder = folder
        self._lines: dict[str, Text | None] = {}

    def of(self, scope: Scope) -> Text | None:
        path = scope.file.path
        if path not in self._lines:
            source = self._reading.source(self._folder, path)
            is_same = source is not None and source.text.sha256 == scope.file.sha256
            self._lines[path] = source.text if source is not None and is_same else None
        return self._lines[path]


def _of_scope(graph: Graph, scope: Scope, texts: _Texts) -> Iterator[dict[str, Any]]:
    text = texts.of(scope)
    if text is None:
        return
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for edge in graph.outgoing(scope):
        callee = graph.workspace.scopes.get(edge.target) if edge.target is not None else None
        written = text.slice(site_span(edge))
        key = (edge.target or edge.external or written, edge.resolution.value, written)
        one = found.get(key)
        if one is None:
            one = found[key] = _object(edge, scope, callee, written, texts)
        at = text.position_of(site_span(edge).start, Encoding.UTF16)
        one["sites"].append({"line": at.line + 1, "column": at.character})
    yield from found.values()


def _object(
    edge: Edge, caller: Scope, callee: Scope | None, written: str, texts: _Texts
) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "caller": _symbol(caller, texts),
        "callee": None if callee is None else _symbol(callee, texts),
        "calleeText": written,
        "sites": [],
        "resolution": edge.resolution.value,
    }
    if edge.external:
        shape["external"] = edge.external
    if edge.candidates:
        shape["candidates"] = list(edge.candidates)
    if edge.is_implicit:
        shape["implicit"] = True
    return shape


def _symbol(scope: Scope, texts: _Texts) -> dict[str, Any]:
    text = texts.of(scope)
    is_top = scope.ordinal < 0 or text is None
    return {
        "qualifiedName": join_name(scope.file.module, scope.qualified_name),
        "path": scope.file.path,
        "line": 0 if is_top or text is None else text.line_at(scope.name_start) + 1,
    }
