"""Open the five tables of the index, or make them anew when what is there can't be used.

The index can be rebuilt from the files, so tables that are damaged, or that another version,
embedder or engine wrote, are dropped: all five, since their rows belong together. Other tables of
the same database are never touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from codewitness.storage.faults import IndexOutdated, IndexUnusable
from codewitness.storage.schema import TABLES, Stamp, difference, schemas, stamped

_DAMAGED = "damaged: "
_RUST_SOURCE = re.compile(r",? \S+\.rs(:\d+)*")


def open_tables(
    connection: Any, stamp: Stamp, afresh: str | None = None
) -> tuple[Mapping[str, Any], str | None]:
    """The five tables, made where missing, and why they had to be made anew if they had to.

    `afresh` is such a reason that the caller knows.
    """
    existing = _existing(connection)
    if not existing:
        return _create(connection, stamp), afresh
    tables, reason = _usable(connection, existing, stamp) if afresh is None else ({}, afresh)
    if reason is None:
        return tables, None
    for name in existing:
        connection.drop_table(name, ignore_missing=True)
    return _create(connection, stamp), reason


def open_tables_to_read(connection: Any, stamp: Stamp) -> Mapping[str, Any]:
    """The five tables as another process keeps them; raises `IndexUnusable`, changes nothing."""
    existing = _existing(connection)
    if not existing:
        raise IndexUnusable("there is no index yet")
    tables, reason = _usable(connection, existing, stamp)
    if reason is not None:
        raise (IndexUnusable if reason.startswith(_DAMAGED) else IndexOutdated)(reason)
    return tables


def _existing(connection: Any) -> list[str]:
    found: set[str] = set()
    token = None
    while True:
        page = connection.list_tables(page_token=token)
        found.update(page.tables)
        token = page.page_token
        if not token:
            return [name for name in TABLES if name in found]


def _create(connection: Any, stamp: Stamp) -> Mapping[str, Any]:
    return {
        name: connection.create_table(name, schema=stamped(schema, stamp))
        for name, schema in schemas(stamp.dimensions).items()
    }


def _usable(
    connection: Any, existing: list[str], stamp: Stamp
) -> tuple[Mapping[str, Any], str | None]:
    """The tables, or why they can't be used."""
    tables = {}
    expected = schemas(stamp.dimensions)
    for name in TABLES:
        if name not in existing:
            return {}, f"{_DAMAGED}{name}: missing"
        try:
            table = connection.open_table(name)
            schema = table.schema
            if reason := difference(schema, stamp):
                return {}, reason
            # Reads a little of every file of the table, so one that is lost or cut shows now.
            table.count_rows("layer IS NULL")
        except (RuntimeError, ValueError, OSError) as error:
            return {}, f"{_DAMAGED}{name}: {_in_short(error, connection)}"
        if not schema.remove_metadata().equals(expected[name]):
            return {}, f"{_DAMAGED}{name}: other columns than expected"
        tables[name] = table
    return tables, None


def _in_short(error: Exception, connection: Any) -> str:
    """The first line, without where the index lies and where in Rust it was noticed."""
    line = (str(error).splitlines() or [type(error).__name__])[0]
    where = str(connection.uri).strip("/") + "/"  # which is told without the first slash, too
    return _RUST_SOURCE.sub("", line).replace("/" + where, "").replace(where, "")[:200]


def bytes_of_tables(uri: str) -> int:
    """Bytes of the five tables in a folder."""
    folders = [Path(uri) / f"{name}.lance" for name in TABLES]
    return sum(
        _size(os.path.join(above, name))
        for folder in folders
        for above, _, names in os.walk(folder)
        for name in names
    )


def _size(file: str) -> int:
    """Bytes of a file; 0 if the writer has removed it since it was listed."""
    try:
        return os.stat(file).st_size
    except FileNotFoundError:
        return 0


def is_elsewhere(uri: str) -> bool:
    """True for an index that isn't on a disk of this machine."""
    return "://" in uri
