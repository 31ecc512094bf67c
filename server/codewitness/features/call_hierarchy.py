"""LSP's call hierarchy: items at a place in the text, and who calls them or what they call.

An item names its definition by the graph's key, so it outlives edits elsewhere. If its definition
is no longer there, `Stale` says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.call_graph import CallGraph, call_graph
from codewitness.features.hierarchy_calls import callees, callers
from codewitness.features.hierarchy_items import Item, Items, Owner
from codewitness.features.hierarchy_shapes import ECMA, is_held
from codewitness.features.places import Place, Reading
from codewitness.model.text import Position, Span
from codewitness.syntax.prototypes import LANGUAGES as PROTOTYPES
from codewitness.syntax.registry import is_read_in_depth

_NAME = re.compile(rb"[\w\x80-\xff$]+")
_STUB = re.compile(rb"[ \t]*(?:async[ \t]+)?def[ \t]+([\w\x80-\xff]+)")
# Words of JavaScript and TypeScript that stand for the definition that begins there.
_KEYWORDS = frozenset({b"function", b"class", b"async", b"get", b"set"})


class Stale(RuntimeError):
    """The definition that an item stands for is no longer there."""


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
        if file is not None and not is_read_in_depth(file.language):
            return []  # an empty list of callers would say that there are none
        source = reading.source(folder, path)
        if file is None or source is None or source.text.sha256 != file.sha256:
            return []
        at = source.text.offset_of(position, snapshot.encoding)
        items = Items(graph)
        owners = dict.fromkeys(_owners_at(items, file, at, source.text.raw))
        return [item for owner in owners if (item := items.item(owner)) is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """`is_complete` is False if not all that might be meant could be looked at so far."""

    name: str
    calls: tuple[Call, ...]
    is_complete: bool


def incoming(snapshot: Snapshot, root: str, key: str) -> Calls:
    """Who calls an item's definition; of calls known by name alone those that can mean no other."""
    folder = _folder(snapshot, root)
    with call_graph(Reading(snapshot), folder) as graph:
        items = Items(graph)
        owner = _owner(items, key)
        found = _Gathered(items)
        for one in callers(items, owner):
            found.add(one.caller, one.caller.scope, one.span, one.resolution)
        return found.calls(owner.declared or owner.scope.name, graph.is_complete)


def outgoing(snapshot: Snapshot, root: str, key: str) -> Calls:
    """What an item's definition calls in the workspace."""
    folder = _folder(snapshot, root)
    with call_graph(Reading(snapshot), folder) as graph:
        items = Items(graph)
        owner = _owner(items, key)
        found = _Gathered(items)
        for one in callees(items, owner):
            found.add(one.callee, owner.scope, one.span, one.resolution, one.alias)
        return found.calls(owner.scope.name, graph.is_complete)


@dataclass(slots=True)
class _Group:
    """Calls of one item while they are gathered; `names` are those by which it is called."""

    item: Item
    site_place: Place
    resolution: Resolution
    sites: set[Span] = field(default_factory=set)
    names: set[str] = field(default_factory=set)


class _Gathered:
    """Calls by the item that calls or is called."""

    def __init__(self, items: Items) -> None:
        self.items = items
        self.groups: dict[Owner, _Group | None] = {}

    def add(
        self, other: Owner, caller: Scope, span: Span, resolution: Resolution, alias: str = ""
    ) -> None:
        """One more call."""
        if other not in self.groups:
            item = self.items.item(other)
            place = self.items.graph.place_of(caller)
            is_read = item is not None and place is not None
            self.groups[other] = _Group(item, place, resolution) if is_read else None  # type: ignore[arg-type]
        if (group := self.groups[other]) is not None:
            group.resolution = min(group.resolution, resolution, key=RANK.__getitem__)
            group.sites.add(span)
            group.names.add(alias)

    def calls(self, name: str, is_complete: bool) -> Calls:
        """All of them, by where they are: the graph finds first what was linked first."""
        found = [
            Call(
                item=group.item.called(*group.names),
                resolution=group.resolution,
                site_place=group.site_place,
                sites=tuple(sorted(group.sites)),
            )
            for group in self.groups.values()
            if group is not None
        ]
        found.sort(key=lambda one: (one.site_place.symbol.path, one.sites[0]))
        return Calls(name=name, calls=tuple(found), is_complete=is_complete)


def _owner(items: Items, key: str) -> Owner:
    owner = items.by_key(key)
    if owner is None:
        raise Stale(f"{key.rpartition('::')[2]} is no longer there")
    return owner


def _folder(snapshot: Snapshot, root: str) -> Folder:
    for folder in snapshot.folders:
        if str(folder.root) == root:
            return folder
    raise Stale("its workspace folder is no longer open")


def _owners_at(items: Items, file: File, at: int, raw: bytes) -> Iterator[Owner]:
    for scope in file.scopes[1:]:
        if scope.name_start <= at <= scope.name_end and scope.name_end > scope.name_start:
            yield from _declared(items, scope)
            return
    found = list(_called_at(items, file, at)) or list(_meant_at(items.graph, file, at, raw))
    found = found or list(items.overloaded_at(file, at)) or list(_stubbed_at(file, at, raw))
    if found:
        for scope in found:
            yield from _declared(items, scope)
        return
    yield from items.variables_at(file.top, at)
    yield from _declared_at(items, file, at)
    if file.language in ECMA:
        yield from _begun_at(items, file, at, raw)


def _stubbed_at(file: File, at: int, raw: bytes) -> Iterator[Scope]:
    """The function whose `@overload` of Python has its name at an offset: the next so named."""
    stub = _STUB.match(raw, raw.rfind(b"\n", 0, at) + 1) if file.language == "python" else None
    if stub is not None and stub.start(1) <= at <= stub.end(1):
        name = stub[1].decode("utf-8", "replace")
        after = (one for one in file.scopes[1:] if one.name == name and one.node_start > at)
        if (found := min(after, key=lambda one: one.node_start, default=None)) is not None:
            yield found


def _declared(items: Items, scope: Scope) -> Iterator[Owner]:
    """The item of a definition; of a function that is declared more than once those of all."""
    keys = items.graph.graph.declared_with(scope) if scope.ordinal >= 0 else [scope.key]
    for key in keys:
        yield items.of_scope(items.first_declaration(items.scopes[key]))


def _declared_at(items: Items, file: File, at: int) -> Iterator[Owner]:
    """The function that a prototype, or a call of what no file defines, names at an offset."""
    names = [
        one.name
        for one in items.prototypes(file.top)
        if one.name_span.start <= at <= one.name_span.end
    ]
    for scope in file.scopes if file.language in PROTOTYPES and not names else ():
        for index, site in enumerate(scope.flow.sites):
            if site[0] in "co" and site[2] <= at - scope.node_start <= site[3]:
                edges = items.graph.graph.of(scope, index)
                names += [edge.name_outside for edge in edges if edge.name_outside]
                names += [site[1]] if site[0] == "o" and isinstance(site[1], str) else []
    for name in names[:1]:
        if (owner := items.declared(file, name)) is not None:
            yield owner


def _called_at(items: Items, file: File, at: int) -> Iterator[Scope]:
    """What is called by, or is the value of, the name at an offset."""
    graph = items.graph.graph
    for scope in file.scopes:
        for index, site in enumerate(scope.flow.sites):
            if site[0] in "chnrpxdb" and site[2] <= at - scope.node_start <= site[3]:
                edges = graph.of(scope, index)
                targets = [edge.target for edge in edges if edge.target is not None]
                written = str(site[1]) if isinstance(site[1], str) else ""
                for key in (*targets, *graph.named_at(scope, index)):
                    shown = items.of_callee(items.scopes[key], written)
                    yield items.scopes[key] if shown is None else shown


def _meant_at(graph: CallGraph, file: File, at: int, raw: bytes) -> Iterable[Scope]:
    """What a name at an offset is by declaration: an import, a class, a function."""
    start = at
    while start > 0 and _NAME.fullmatch(raw[start - 1 : start]):
        start -= 1
    match = _NAME.match(raw, start)
    if match is None:
        return
    name = match[0].decode("utf-8", "replace")
    around = [scope for scope in file.scopes if scope.node_start <= start]
    scope = max(around, key=lambda one: (one.node_start, one.ordinal), default=file.top)
    for key in graph.graph.meant_by(scope, name):
        yield graph.graph.workspace.scopes[key]


def _begun_at(items: Items, file: File, at: int, raw: bytes) -> Iterator[Owner]:
    """The definition that a word such as `function` begins, with a name or without; the file."""
    match = _NAME.match(raw, at)
    if at == 0:
        yield Owner(file.top)
    elif match is not None and match[0] in _KEYWORDS:
        for scope in file.scopes[1:]:
            if scope.node_start == at or (is_held(scope) and scope.name_start == at):
                yield items.of_scope(scope)
                return
