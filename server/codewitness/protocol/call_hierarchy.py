"""LSP's call hierarchy requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from codewitness.engine.view import Snapshot
from codewitness.features import call_hierarchy
from codewitness.features.call_hierarchy import Call, Item, Stale
from codewitness.model.text import Encoding, Position, Span
from codewitness.protocol import convert

if TYPE_CHECKING:
    from codewitness.features.places import Place
    from codewitness.protocol.server import Server, Steps

CONTENT_MODIFIED = -32801


def prepare(
    snapshot: Snapshot, params: lsp.CallHierarchyPrepareParams
) -> list[lsp.CallHierarchyItem] | None:
    """`textDocument/prepareCallHierarchy`."""
    place = convert.place_in_workspace(params.text_document.uri, snapshot)
    if place is None:
        return None
    at = Position(params.position.line, params.position.character)
    items = call_hierarchy.prepare(snapshot, *place, at)
    return [_item(one, snapshot.encoding) for one in items] or None


def incoming(
    snapshot: Snapshot, params: lsp.CallHierarchyIncomingCallsParams
) -> list[lsp.CallHierarchyIncomingCall]:
    """`callHierarchy/incomingCalls`."""
    return [
        lsp.CallHierarchyIncomingCall(
            from_=_item(call.item, snapshot.encoding, call.resolution.value),
            from_ranges=_ranges(call.site_place, call.sites, snapshot.encoding),
        )
        for call in _found(snapshot, params.item, call_hierarchy.incoming)
    ]


def outgoing(
    snapshot: Snapshot, params: lsp.CallHierarchyOutgoingCallsParams
) -> list[lsp.CallHierarchyOutgoingCall]:
    """`callHierarchy/outgoingCalls`."""
    return [
        lsp.CallHierarchyOutgoingCall(
            to=_item(call.item, snapshot.encoding, call.resolution.value),
            from_ranges=_ranges(call.site_place, call.sites, snapshot.encoding),
        )
        for call in _found(snapshot, params.item, call_hierarchy.outgoing)
    ]


def register(server: Server) -> None:
    """Answer these requests; before the capabilities are told."""
    for name, work in (
        (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare),
        (lsp.CALL_HIERARCHY_INCOMING_CALLS, incoming),
        (lsp.CALL_HIERARCHY_OUTGOING_CALLS, outgoing),
    ):
        server.feature(name)(_handler(name, work))


def _handler(name: str, work: Callable[[Snapshot, Any], Any]) -> Callable[..., Steps]:
    def handler(ls: Server, params: Any) -> Steps:
        return (yield from ls.dispatcher.run(name, work, params, ls.protocol.msg_id))

    return handler


def _found(
    snapshot: Snapshot,
    item: lsp.CallHierarchyItem,
    find: Callable[[Snapshot, str, str], list[Call]],
) -> list[Call]:
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


def _item(item: Item, encoding: Encoding, resolution: str = "") -> lsp.CallHierarchyItem:
    symbol = item.place.symbol
    detail = symbol.path if not resolution else f"{symbol.path}  [{resolution}]"
    return lsp.CallHierarchyItem(
        name=symbol.name,
        kind=lsp.SymbolKind(convert.SYMBOL_KINDS[symbol.kind]),
        uri=convert.uri_in(item.place.folder, symbol.path),
        range=_range(item.place, symbol.span, encoding),
        selection_range=_range(item.place, symbol.name_span, encoding),
        detail=detail,
        data={"root": item.root, "key": item.key},
    )


def _ranges(place: Place, spans: Sequence[Span], encoding: Encoding) -> list[lsp.Range]:
    return [_range(place, span, encoding) for span in spans]


def _range(place: Place, span: Span, encoding: Encoding) -> lsp.Range:
    shape = convert.range_of(place.text, span, encoding)
    return lsp.Range(start=lsp.Position(**shape["start"]), end=lsp.Position(**shape["end"]))
