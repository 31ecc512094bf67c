"""LSP's call hierarchy: items at a place in the text, and who calls them or what they call.

An item names its definition by the graph's key, so it outlives edits elsewhere. If its definition
is no longer there, `Stale` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.call_graph import CallGraph, Related, call_graph
from codewitness.features.places import Place, Reading
from codewitness.model.text import Position, Span

_NAME = re.compile(rb"[\w\x80-\xff$]+")


class Stale(RuntimeError):
    """The definition that an item stands for is no longer there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One definition; `key` finds it again in the folder `root`."""

    place: Place
    root: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A caller or a callee, and where the calls are."""

    item: Item
    resolution: Resolution
    site_place: Place
    sites: tuple[Span, ...]


def prepare(snapshot: Snapshot, root: str, path: str, position: Position) -> list[Item]:
    """What a name at a position stands for: a definition, or what is called or read there."""
    folder = _folder(snapshot, root)
    reading = Reading(snapshot)
    with call_graph(reading, folder) as graph:
        file = graph.graph.workspace.files.get(path)
        source = reading.source(folder, path)
        if file is None or source is None or source.text.sha256 != file.sha256:
            return []
        at = source.text.offset_of(position, snapshot.encoding)
        keys = dict.fromkeys(_keys_at(graph, file, at, source.text.raw))
        return [item for key in keys if (item := _item(graph, key)) is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """`is_complete` is False if there was not enough time to look at all that might be meant."""

    name: str
    calls: tuple[Call, ...]
    is_complete: bool


def incoming(snapshot: Snapshot, root: str, key: str) -> Calls:
    """Who calls an item's definition; of calls known by name alone those that can mean no other."""
    return _calls(snapshot, root, key, CallGraph.callers)


def outgoing(snapshot: Snapshot, root: str, key: str) -> Calls:
    """What an item's definition calls in the workspace."""
    return _calls(snapshot, root, key, CallGraph.callees)


def _calls(
    snapshot: Snapshot,
    root: str,
    key: str,
    find: Callable[[CallGraph, Scope, Resolution], list[Related]],
) -> Calls:
    folder = _folder(snapshot, root)
    with call_graph(Reading(snapshot), folder) as graph:
        scope = graph.graph.workspace.scopes.get(key)
        if scope is None:
            raise Stale(f"{key.rpartition('::')[2]} is no longer there")
        found = []
        for related in find(graph, scope, Resolution.AMBIGUOUS):
            other = graph.scope_of(related.place) if related.place is not None else None
            item = _item(graph, other.key) if other is not None else None
            if item is not None:
                found.append(
                    Call(
                        item=item,
                        resolution=related.resolution,
                        site_place=related.site_place,
                        sites=tuple(sorted(related.sites)),
                    )
                )
        return Calls(name=scope.name, calls=tuple(found), is_complete=graph.is_complete)


def _folder(snapshot: Snapshot, root: str) -> Folder:
    for folder in snapshot.folders:
        if str(folder.root) == root:
            return folder
    raise Stale("its workspace folder is no longer open")


def _item(graph: CallGraph, key: str) -> Item | None:
    scope = graph.graph.workspace.scopes.get(key)
    place = graph.place_of(scope) if scope is not None else None
    return None if place is None else Item(place=place, root=str(graph.folder.root), key=key)


def _keys_at(graph: CallGraph, file: File, at: int, raw: bytes) -> Iterator[str]:
    for scope in file.scopes[1:]:
        if scope.name_start <= at <= scope.name_end and scope.name_end > scope.name_start:
            yield scope.key
            return
    found = list(_called_at(graph, file, at))
    yield from found or _meant_at(graph, file, at, raw)


def _called_at(graph: CallGraph, file: File, at: int) -> Iterator[str]:
    """What is called by, or is the value of, the name at an offset."""
    for scope in file.scopes:
        for index, site in enumerate(scope.flow.sites):
            if site[0] in "chnrdb" and site[2] <= at - scope.node_start <= site[3]:
                edges = graph.graph.of(scope, index)
                yield from (edge.target for edge in edges if edge.target is not None)
                yield from graph.graph.named_at(scope, index)


def _meant_at(graph: CallGraph, file: File, at: int, raw: bytes) -> Iterable[str]:
    """What a name at an offset is by declaration: an import, a class, a function."""
    start = at
    while start > 0 and _NAME.fullmatch(raw[start - 1 : start]):
        start -= 1
    match = _NAME.match(raw, start)
    if match is None:
        return
    name = match[0].decode("utf-8", "replace")
    around = [scope for scope in file.scopes if scope.node_start <= start]
    scope = max(around, key=lambda one: one.node_start, default=file.top)
    yield from graph.graph.meant_by(scope, name)
