"""Names in other files that find nothing now: of a definition that is gone, or has another name.

As with calls, they are those that led to it in the graph as it was, are still written in the text
of now, and lead to no definition there: names in imports, and names after that of a module
(`except errors.Full`). What imports a module alone, or all of it, names nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.graph.files import Scope
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, span_at
from codewitness.features.places import Reading
from codewitness.model.flow import Expression, form, last_name
from codewitness.model.text import Span, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenImport:
    """The name in the text of now."""

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


@dataclass(frozen=True, slots=True)
class OldRead:
    """A scope, and what is read in it: the name of a definition after that of its module."""

    scope: str
    read: Expression


OldName = OldImport | OldRead


def importing(graph: CallGraph, scope: Scope) -> Iterator[OldName]:
    """What imports a definition of a file's top level by its name, or reads it from its module."""
    if scope.parent is not None and scope.parent.ordinal >= 0:
        return
    for one in graph.graph.workspace.mentioning(scope.name):
        if one.file.path == scope.file.path:
            continue
        for found in _imports(one, scope.name):
            if scope.key in graph.meant_by(one, found.local):
                yield found
        for index, read in _reads(one, scope.name):
            if scope.key in graph.graph.named_at(one, index):
                yield OldRead(one.key, read)


def broken(
    graph: CallGraph, reading: Reading, folder: Folder, old: Sequence[OldName]
) -> tuple[BrokenImport, ...]:
    """Those that are still written and lead nowhere."""
    found: dict[tuple[str, Span], BrokenImport] = {}
    for one in old:
        scope = graph.graph.workspace.scopes.get(one.scope)
        if scope is None:
            continue
        path = scope.file.path
        source = reading.source(folder, path)
        parsed = source.parsed() if source is not None else None
        if source is None or parsed is None:
            graph.is_complete = False
            continue
        spans: Iterable[Span] = ()
        if isinstance(one, OldRead):
            spans = _read_in_vain(graph, scope, one)
        elif _is_in_vain(graph, scope, one):
            spans = parsed.imported_names(one.name, one.module)
        for span in spans:
            found[path, span] = BrokenImport(path=path, text=source.text, span=span)
    return tuple(sorted(found.values(), key=lambda one: (one.path, one.span)))


def _is_in_vain(graph: CallGraph, scope: Scope, one: OldImport) -> bool:
    """False if it is there by another way, or what it has become is known by the old name."""
    return one in _imports(scope, one.name) and not graph.meant_by(scope, one.local)


def _read_in_vain(graph: CallGraph, scope: Scope, one: OldRead) -> list[Span]:
    return [
        span_at(scope, index)
        for index, read in _reads(scope, last_name(one.read))
        if read == one.read and not graph.graph.named_at(scope, index)
    ]


def _reads(scope: Scope, name: str) -> Iterator[tuple[int, Expression]]:
    for index in scope.sites_of(name):
        site = scope.flow.sites[index]
        if site[0] == "r" and form(site[1]) == "a":
            yield index, site[1]


def _imports(scope: Scope, name: str) -> Iterator[OldImport]:
    for target, value in scope.flow.binds:
        if form(value) == "m" and len(value) == 3 and value[2] == name:
            local = target[1] if form(target) == "g" else target
            if isinstance(local, str):
                yield OldImport(scope.key, local, value[1], name)
