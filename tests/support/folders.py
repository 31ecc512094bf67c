"""A workspace folder with its index in this process, and what its tables hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from codewitness.engine.ports import DISK
from codewitness.engine.session import OpenFolder, Session
from codewitness.protocol.folders import make_folder, start
from codewitness.protocol.settings import Settings

SECONDS = 200.0


@contextmanager
def running(
    root: Path, *, embedder: str = "static", follow_disk: bool = False, watch: str = "auto"
) -> Iterator[tuple[Session, OpenFolder]]:
    """A session with the index of `root`, brought up to date once."""
    session = Session()
    folder = make_folder(root, Settings(embedder=embedder, index_watch=watch))
    session.folders.append(folder)
    stop = start(folder, follow_disk=follow_disk)
    try:
        settle(folder)
        yield session, folder
    finally:
        stop(SECONDS)


def settle(folder: OpenFolder) -> None:
    """Look at the disk and write all that waits."""
    folder.indexer.rescan().result(SECONDS)


def table_rows(folder: OpenFolder, layer: str = DISK) -> dict[str, list[dict[str, Any]]]:
    """All rows of a layer by table, in a fixed order, without times of files."""
    store = folder.indexer.store
    assert store is not None
    paths = {row.path for row in store.files() if row.layer == layer}
    batches = store.rows_of(sorted(paths), layer)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in ("files", "chunks", "symbols", "call_sites", "signals"):
        rows = getattr(batches, name).to_pylist()
        for row in rows:
            row.pop("mtime_ns", None)
            if row.get("vector") is not None:
                row["vector"] = [round(float(one), 3) for one in row["vector"]]
        found[name] = sorted(rows, key=repr)
    return found
