"""`codewitness.status`: what is known of each folder, and how the server does."""

from __future__ import annotations

from collections import Counter

from codewitness import __version__
from codewitness.engine.audit_counts import AuditCounts
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.status import FolderStatus, status
from codewitness.model.records import kind_of
from codewitness.platform.journal import JournalUnusable
from codewitness.protocol import convert, inside
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json
from codewitness.protocol.searching import NO_FOLDER


def status_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.status`: the first folder at the top, all of them under `folders`."""
    arguments.finish()
    answer = status(snapshot)
    folders = [_folder_status(folder) for folder in answer.folders]
    first = folders[0] if folders else {"workspace": None, "state": NO_FOLDER}
    return {
        "version": __version__,
        **first,
        "folders": folders,
        "requests": inside.requests(snapshot),
        "log": snapshot.log_path,
        "freshness": convert.freshness(answer.freshness),
    }


def _folder_status(one: FolderStatus) -> Json:
    folder, store, edges = one.folder, one.folder.store, one.folder.graph.figures()
    return {
        "workspace": folder.uri,
        "state": one.stage.value,
        "files": {
            "indexed": one.n_indexed,
            "total": one.n_total,
            "failed": [{"uri": f.uri, "problem": f.problem} for f in one.failed],
            "failedByReason": dict(one.n_failed),
        },
        "chunks": one.counts.get("chunks", 0),
        "symbols": one.counts.get("symbols", 0),
        "callSites": one.counts.get("call_sites", 0),
        "edges": dict(edges.by_resolution),
        "edgesCounted": {"files": edges.n_counted, "of": edges.n_files},
        "languages": dict(one.languages),
        "embedder": folder.embedder.name if folder.embedder is not None else None,
        "reranker": folder.reranker.name if folder.reranker.objection() is None else None,
        "storage": {
            "uri": store.uri if store is not None else None,
            "bytes": one.size_bytes,
            "versions": one.versions,
            "role": "writer" if folder.is_writer else "reader",
        },
        "memory": _remembered(folder),
        "watching": inside.watching(folder),
        "indexer": inside.indexer(folder),
        "waitingBuffers": len(folder.waiting_buffers()),
        "correctedReadings": folder.view.n_differed,
        "audit": _audit_counts(folder.audit),
        "lastIndexing": dict(folder.view.figures),
        "notes": list(one.notes),
    }


def _audit_counts(counts: AuditCounts) -> Json:
    return {
        "checks": counts.checks,
        "differences": counts.differences,
        "repaired": counts.repaired,
        "last": counts.last,
    }


def _remembered(folder: Folder) -> Json:
    """Records by type that this user has of a folder's project, for the status."""
    if folder.memories is None:
        return {}
    try:
        records = folder.memories.open(folder.memories.scope()).records().values()
    except (JournalUnusable, OSError) as error:
        return {"problem": str(error)}
    return dict(sorted(Counter(kind_of(record).value for record in records).items()))


COMMANDS = {"codewitness.status": status_command}
