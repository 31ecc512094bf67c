"""The five tables of the index: their columns, and the stamp that says who may read them.

Every table has `path`, relative to its workspace folder, and `layer`: `disk`, or the id of the
server that holds the unsaved buffer. The stamp lies in the metadata of each table's schema, so it
is written in the same commit as the table itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

SCHEMA_VERSION = 3

DISK = "disk"

FILES = "files"
CHUNKS = "chunks"
SYMBOLS = "symbols"
CALL_SITES = "call_sites"
SIGNALS = "signals"
TABLES = (FILES, CHUNKS, SYMBOLS, CALL_SITES, SIGNALS)

MODULE_ORDINAL = -1  # the caller of top-level code

SIGNAL_LISTS = (
    "calls_internal",
    "calls_external",
    "attribute_reads",
    "attribute_writes",
    "subscripts",
    "parameters_used",
    "raises",
    "handles",
)

_KEY = "codewitness."

_PLACE = {"path": pa.utf8(), "layer": pa.utf8()}

_FILES = {
    **_PLACE,
    "language": pa.utf8(),
    "sha256": pa.utf8(),
    "size": pa.int64(),
    "mtime_ns": pa.int64(),
    "n_chunks": pa.int32(),
    "n_definitions": pa.int32(),
    "error_bytes": pa.int32(),
    "problems": pa.list_(pa.utf8()),
    "flow": pa.binary(),
}

_CHUNKS = {
    **_PLACE,
    "id": pa.utf8(),
    "kind": pa.utf8(),
    "name": pa.utf8(),
    "qualified_name": pa.utf8(),
    "parent": pa.utf8(),
    "language": pa.utf8(),
    "definition": pa.int32(),
    "start_byte": pa.int32(),
    "end_byte": pa.int32(),
    "start_line": pa.int32(),
    "end_line": pa.int32(),
    "sha256": pa.utf8(),
    "tags": pa.list_(pa.utf8()),
    "tag_keys": pa.list_(pa.utf8()),
    "shown_tags": pa.list_(pa.utf8()),
    "fts": pa.utf8(),
}

_SYMBOLS = {
    **_PLACE,
    "ordinal": pa.int32(),
    "name": pa.utf8(),
    "qualified_name": pa.utf8(),
    "container": pa.utf8(),
    "kind": pa.utf8(),
    "language": pa.utf8(),
    "span_start": pa.int32(),
    "span_end": pa.int32(),
    "name_start": pa.int32(),
    "name_end": pa.int32(),
    "start_line": pa.int32(),
    "end_line": pa.int32(),
    "name_line": pa.int32(),
}

_CALL_SITES = {
    **_PLACE,
    "caller_ordinal": pa.int32(),
    "caller": pa.utf8(),
    "callee": pa.utf8(),
    "name": pa.utf8(),
    "start_byte": pa.int32(),
    "end_byte": pa.int32(),
    "start_line": pa.int32(),
    "start_character": pa.int32(),
    "in_header": pa.bool_(),
}

_SIGNALS = {
    **_PLACE,
    "ordinal": pa.int32(),
    "qualified_name": pa.utf8(),
    "kind": pa.utf8(),
    "language": pa.utf8(),
    "start_line": pa.int32(),
    "end_line": pa.int32(),
    **{name: pa.list_(pa.utf8()) for name in SIGNAL_LISTS},
    **{f"{name}_at": pa.list_(pa.int32()) for name in SIGNAL_LISTS},
    "has_loop": pa.bool_(),
    "has_conditional": pa.bool_(),
    "has_try": pa.bool_(),
    "is_async": pa.bool_(),
    "line_count": pa.int32(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What made the rows: only an index of an equal stamp is read.

    `engine` is a fingerprint of the code that extracts facts; `dimensions` is 0 and `embedder`
    empty when there are no vectors.
    """

    embedder: str
    dimensions: int
    engine: str
    schema_version: int = SCHEMA_VERSION


def schemas(dimensions: int) -> dict[str, pa.Schema]:
    """The schema of each table; without an embedder (`dimensions` 0) chunks have no vectors."""
    chunks = dict(_CHUNKS)
    if dimensions:
        chunks["vector"] = pa.list_(pa.float16(), dimensions)
    columns = (_FILES, chunks, _SYMBOLS, _CALL_SITES, _SIGNALS)
    return {name: pa.schema(fields) for name, fields in zip(TABLES, columns, strict=True)}


def stamped(schema: pa.Schema, stamp: Stamp) -> pa.Schema:
    """`schema` with the stamp in its metadata."""
    return schema.with_metadata(
        {
            f"{_KEY}schema": str(stamp.schema_version),
            f"{_KEY}embedder": stamp.embedder,
            f"{_KEY}dimensions": str(stamp.dimensions),
            f"{_KEY}engine": stamp.engine,
        }
    )


def difference(schema: pa.Schema, stamp: Stamp) -> str | None:
    """Why a table of this schema can't serve a reader who expects `stamp`; None if it can."""
    found = _metadata(schema)
    label = found.get("schema", "")
    version = int(label) if label.isdecimal() else 0
    if version != stamp.schema_version:
        age = "older" if version < stamp.schema_version else "newer"
        return f"schema {version} is {age} than {stamp.schema_version}"
    for key, expected in (
        ("embedder", stamp.embedder),
        ("dimensions", str(stamp.dimensions)),
        ("engine", stamp.engine),
    ):
        if found.get(key, "") != expected:
            if key == "engine":  # a hash of the code, which tells nobody anything
                return "another version of codewitness made it"
            return f"{key} {found.get(key, '')!r} is not {expected!r}"
    return None


def _metadata(schema: pa.Schema) -> Mapping[str, str]:
    metadata: dict[bytes, bytes] = schema.metadata or {}
    return {
        key.decode().removeprefix(_KEY): value.decode("utf-8", "replace")
        for key, value in metadata.items()
        if key.startswith(_KEY.encode())
    }
