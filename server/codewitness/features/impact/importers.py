"""Imports by name that find nothing now: of a definition that is gone, or known by another name.

As with calls, they are those that led to it in the graph as it was, are still written in the text
of now, and lead to no definition there. What imports a module alone, or all of it, names nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.graph.files import Scope
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph
from codewitness.features.places import Reading
from codewitness.model.flow import form
from codewitness.model.text import Span, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenImport:
    """The imported name in the text of now."""

    path: str
    text: Text
    span: Span


@dataclass(frozen=True, slots=True)
class OldImport:
    """A scope, the name that it has for what it imports, and the name that it imports."""

    scope: str
    local: str
    module: str
    name: str


def importing(graph: CallGraph, scope: Scope) -> Iterator[OldImport]:
    """What imports a definition of a file's top level by its name."""
    if scope.parent is not None and scope.parent.ordinal >= 0:
        return
    for one in graph.graph.workspace.mentioning(scope.name):
        if one.file.path == scope.file.path:
            continue
        for found in _imports(one, scope.name):
            if scope.key in graph.meant_by(one, found.local):
                yield found


def broken(
    graph: CallGraph, reading: Reading, folder: Folder, old: Sequence[OldImport]
) -> tuple[BrokenImport, ...]:
    """Those that are still written and lead nowhere."""
    found: dict[tuple[str, Span], BrokenImport] = {}
    for one in old:
        scope = graph.graph.workspace.scopes.get(one.scope)
        if scope is None or one not in _imports(scope, one.name):
            continue
        if graph.meant_by(scope, one.local):
            continue  # it is there by another way, or what it has become is known by the old name
        source = reading.source(folder, scope.file.path)
        parsed = source.parsed() if source is not None else None
        if source is None or parsed is None:
            graph.is_complete = False
            continue
        for span in parsed.imported_names(one.name, one.module):
            path = scope.file.path
            found[path, span] = BrokenImport(path=path, text=source.text, span=span)
    return tuple(sorted(found.values(), key=lambda one: (one.path, one.span)))


def _imports(scope: Scope, name: str) -> Iterator[OldImport]:
    for target, value in scope.flow.binds:
        if form(value) == "m" and len(value) == 3 and value[2] == name:
            local = target[1] if form(target) == "g" else target
            if isinstance(local, str):
                yield OldImport(scope.key, local, value[1], name)
