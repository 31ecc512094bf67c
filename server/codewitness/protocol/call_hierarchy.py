"""LSP's call hierarchy requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from codewitness.engine.view import Snapshot
from codewitness.features import call_hierarchy
from codewitness.features.call_hierarchy import Call, Calls, Stale
from codewitness.features.hierarchy_items import Item
from codewitness.features.hierarchy_shapes import Shape
from codewitness.model.text import Encoding, Position, Span
from codewitness.protocol import convert

if TYPE_CHECKING:
    from codewitness.features.places import Place
    from codewitness.protocol.server import Server, Steps

CONTENT_MODIFIED = -32801
_SHAPES = {
    Shape.FILE: lsp.SymbolKind.File,
    Shape.MODULE: lsp.SymbolKind.Module,
    Shape.VARIABLE: lsp.SymbolKind.Variable,
}
_UNFINISHED = "not all {} of {} could be looked for in time; asked again it goes on from there"

Tell = Callable[[str], None]  # shows the user a message


def prepare(
    snapshot: Snapshot, params: lsp.CallHierarchyPrepareParams, _tell: Tell
) -> list[lsp.CallHierarchyItem] | None:
    """`textDocument/prepareCallHierarchy`."""
    place = convert.place_in_workspace(params.text_document.uri, snapshot)
    if place is None:
        return None
    at = Position(params.position.line, params.position.character)
    items = call_hierarchy.prepare(snapshot, *place, at)
    return [_item(one, snapshot.encoding) for one in items] or None


def incoming(
    snapshot: Snapshot, params: lsp.CallHierarchyIncomingCallsParams, tell: Tell
) -> list[lsp.CallHierarchyIncomingCall]:
    """`callHierarchy/incomingCalls`."""
    found = _found(snapshot, params.item, call_hierarchy.incoming)
    if not found.is_complete:
        tell(_UNFINISHED.format("callers", found.name))
    return [
        lsp.CallHierarchyIncomingCall(
            from_=_item(call.item, snapshot.encoding, _known(call, found)),
            from_ranges=_ranges(call.site_place, call.sites, snapshot.encoding),
        )
        for call in found.calls
    ]


def outgoing(
    snapshot: Snapshot, params: lsp.CallHierarchyOutgoingCallsParams, tell: Tell
) -> list[lsp.CallHierarchyOutgoingCall]:
    """`callHierarchy/outgoingCalls`."""
    found = _found(snapshot, params.item, call_hierarchy.outgoing)
    if not found.is_complete:
        tell(_UNFINISHED.format("callees", found.name))
    return [
        lsp.CallHierarchyOutgoingCall(
            to=_item(call.item, snapshot.encoding, _known(call, found)),
            from_ranges=_ranges(call.site_place, call.sites, snapshot.encoding),
        )
        for call in found.calls
    ]


def register(server: Server) -> None:
    """Answer these requests; before the capabilities are told."""
    for name, work in (
        (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare),
        (lsp.CALL_HIERARCHY_INCOMING_CALLS, incoming),
        (lsp.CALL_HIERARCHY_OUTGOING_CALLS, outgoing),
    ):
        server.feature(name)(_handler(name, work))


def _handler(name: str, work: Callable[[Snapshot, Any, Tell], Any]) -> Callable[..., Steps]:
    def handler(ls: Server, params: Any) -> Steps:
        def answered(snapshot: Snapshot, given: Any) -> Any:
            return work(snapshot, given, lambda message: ls.on_loop(ls.tell, message))

        return (yield from ls.dispatcher.run(name, answered, params, ls.protocol.msg_id))

    return handler


def _found(
    snapshot: Snapshot,
    item: lsp.CallHierarchyItem,
    find: Callable[[Snapshot, str, str], Calls],
) -> Calls:
    data = item.data
    if isinstance(data, dict):
        root, key = data.get("root"), data.get("key")
    else:  # as the client's converter left it
        root, key = getattr(data, "root", None), getattr(data, "key", None)
    if not isinstance(root, str) or not isinstance(key, str):
        raise JsonRpcInvalidParams("item.data: takes what prepareCallHierarchy has put there")
    try:
        return find(snapshot, root, key)
    except Stale as gone:
        message = f"this item is of an older text: {gone}; ask for the hierarchy anew"
        raise JsonRpcException(message, code=CONTENT_MODIFIED) from None


def _known(call: Call, among: Calls) -> str:
    """How a call is known; an item of a list that lacks some says that too."""
    word = call.resolution.value
    return word if among.is_complete else f"{word}, perhaps not all"


def _item(item: Item, encoding: Encoding, resolution: str = "") -> lsp.CallHierarchyItem:
    path = item.place.symbol.path
    detail = path if not resolution else f"[{resolution}]  {path}"  # a path is cut at its end
    if isinstance(item.kind, Shape):
        kind = _SHAPES[item.kind]
    else:
        kind = lsp.SymbolKind(convert.SYMBOL_KINDS[item.kind])
    return lsp.CallHierarchyItem(
        name=item.name,
        kind=kind,
        uri=convert.uri_in(item.place.folder, path),
        range=_range(item.place, item.whole, encoding),
        selection_range=_range(item.place, item.name_span, encoding),
        detail=detail,
        data={"root": item.root, "key": item.key},
    )


def _ranges(place: Place, spans: Sequence[Span], encoding: Encoding) -> list[lsp.Range]:
    return [_range(place, span, encoding) for span in spans]


def _range(place: Place, span: Span, encoding: Encoding) -> lsp.Range:
    shape = convert.range_of(place.text, span, encoding)
    return lsp.Range(start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"]))
