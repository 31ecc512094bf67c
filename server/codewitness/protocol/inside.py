"""What the status tells of the server at work: requests, and what the writer of an index does."""

from __future__ import annotations

from codewitness.engine.view import Folder, Snapshot
from codewitness.protocol.convert import Json


def requests(snapshot: Snapshot) -> Json:
    """Each kind of request since the server started."""
    return {
        kind: {
            "count": figures.n_requests,
            "errors": figures.n_errors,
            "cancelled": figures.n_cancelled,
            "p50Ms": round(figures.p50_ms, 1),
            "p95Ms": round(figures.p95_ms, 1),
        }
        for kind, figures in snapshot.requests.figures().items()
    }


def indexer(folder: Folder) -> Json:
    """What the writer has read and written since the server started."""
    work = folder.throughput
    seconds = max(work.seconds, 0.001)
    return {
        "files": work.n_files,
        "buffers": work.n_buffers,
        "chunks": work.n_chunks,
        "seconds": round(work.seconds, 3),
        "chunksPerSecond": round(work.n_chunks / seconds),
    }


def watching(folder: Folder) -> Json:
    """How changes on disk are noticed."""
    found = folder.watching
    return {
        "by": found.by.value,
        "detail": found.detail,
        "client": found.has_client,
        "changed": found.n_changed,
    }
