"""Model values to the shapes of the protocol, and back. UTF-16 exists here alone."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.find_symbol import Asked
from codewitness.features.places import BadRequest, Place
from codewitness.model.facts import Kind
from codewitness.model.freshness import Freshness
from codewitness.model.names import composed
from codewitness.model.signals import Signals
from codewitness.model.symbol import Symbol
from codewitness.model.text import Encoding, Position, Span, Text
from codewitness.platform.places import path_of_uri, uri_of_path

Json = dict[str, Any]

# LSP's numbers for kinds of symbols.
SYMBOL_KINDS = {
    Kind.FUNCTION: 12,
    Kind.METHOD: 6,
    Kind.CONSTRUCTOR: 9,
    Kind.PROPERTY: 7,
    Kind.LAMBDA: 12,
    Kind.CLASS: 5,
    Kind.INTERFACE: 11,
    Kind.STRUCT: 23,
    Kind.ENUM: 10,
    Kind.TRAIT: 11,
    Kind.UNION: 23,
    Kind.OBJECT: 19,
    Kind.MODULE: 2,
    Kind.NAMESPACE: 3,
    Kind.EXTENSION: 3,
    Kind.TYPE: 5,
    Kind.MACRO: 12,
}


def position(text: Text, offset: int, encoding: Encoding) -> Json:
    """An LSP position."""
    line, character = text.place_of(offset, encoding)
    return {"line": line, "character": character}


def range_of(text: Text, span: Span, encoding: Encoding) -> Json:
    """An LSP range."""
    (line, character), (last, end) = text.places_of(span, encoding)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": last, "character": end},
    }


def uri_in(folder: Folder, path: str) -> str:
    """URI of `path`: as the client spelt it if the buffer is open."""
    document = folder.document(path)
    return document.uri if document is not None else _uri_on_disk(folder.root, path)


@lru_cache(maxsize=4_096)
def _uri_on_disk(root: PurePath, path: str) -> str:
    below = Path(root) / path
    return uri_of_path(Path(os.path.normpath(below)) if path.startswith("../") else below)


def symbol(place: Place, encoding: Encoding) -> Json:
    """The shape `Symbol`."""
    return symbol_in(place.folder, place.symbol, place.text, encoding)


def symbol_in(folder: Folder, found: Symbol, text: Text, encoding: Encoding) -> Json:
    """The shape `Symbol` of a symbol whose spans refer to `text`."""
    return {
        "name": found.name,
        "qualifiedName": found.qualified_name,
        "kind": found.kind.value,
        "uri": uri_in(folder, found.path),
        "range": range_of(text, found.span, encoding),
        "selectionRange": range_of(text, found.name_span, encoding),
        "language": found.language,
        "container": found.container,
    }


def signals(found: Signals, text: Text, encoding: Encoding) -> Json:
    """The shape `Signals`."""

    def items(listed: Iterable[Any]) -> list[Json]:
        return [
            {"text": item.text, "range": range_of(text, item.span, encoding)} for item in listed
        ]

    return {
        "calls": {
            "internal": items(found.internal_calls),
            "external": items(found.external_calls),
        },
        "attributeReads": items(found.attribute_reads),
        "attributeWrites": items(found.attribute_writes),
        "subscripts": items(found.subscripts),
        "parametersUsed": items(found.parameters_used),
        "raises": items(found.raises),
        "handles": items(found.handles),
        "hasLoop": found.has_loop,
        "hasConditional": found.has_conditional,
        "hasTry": found.has_try,
        "isAsync": found.is_async,
        "lineCount": found.line_count,
    }


def freshness(found: Freshness) -> Json:
    """The shape `Freshness`."""
    shape: Json = {
        "state": found.state.value,
        "indexedFiles": found.indexed_files,
        "totalFiles": found.total_files,
        "documents": dict(found.documents),
    }
    if found.stale_paths:
        shape["staleFiles"] = list(found.stale_paths)
    if found.newer_on_disk:
        shape["newerOnDisk"] = list(found.newer_on_disk)
    return shape


def freshness_so_far(snapshot: Snapshot) -> Json:
    """The shape `Freshness` of an answer that is made of several readings, or of none."""
    return freshness(snapshot.freshness(snapshot.read))


def asked_symbol(given: object, snapshot: Snapshot) -> Asked:
    """What a request names: a string, or `{uri, position}`."""
    if isinstance(given, str) and given.strip():
        return Asked(name=composed(given.strip()))
    if isinstance(given, dict) and isinstance(given.get("uri"), str):
        at = given.get("position")
        if not isinstance(at, dict) or not all(_is_index(at.get(k)) for k in ("line", "character")):
            raise BadRequest("symbol.position: takes {line, character}, both from 0 on")
        root, path = place_of_uri(given["uri"], snapshot)
        return Asked(
            uri=given["uri"],
            root=root,
            path=path,
            position=Position(at["line"], at["character"]),
        )
    raise BadRequest("symbol: takes a name such as Class.method, or {uri, position}")


def place_of_uri(uri: str, snapshot: Snapshot) -> tuple[str, str]:
    """Root and relative path of a URI in one of the workspace's folders."""
    place = place_in_workspace(uri, snapshot)
    if place is None:
        hint = "" if "://" in uri else "; it takes a URI such as file:///home/ann/store/cart.py"
        raise BadRequest(f"uri: not a file of a workspace folder: {uri}{hint}")
    return place


def place_in_workspace(uri: str, snapshot: Snapshot) -> tuple[str, str] | None:
    """The same; None if it is in no folder of the workspace."""
    file = path_of_uri(uri)
    around = [one.root for one in snapshot.folders if file and file.is_relative_to(one.root)]
    if file is None or not around:
        return None
    root = max(around, key=lambda root: len(root.parts))
    return str(root), file.relative_to(root).as_posix()


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
