"""The custom commands: one table of name, argument and answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from codewitness import __version__
from codewitness.engine.audit_counts import AuditCounts
from codewitness.engine.look import with_disk
from codewitness.engine.view import Folder, Snapshot, Stage
from codewitness.features.signals import signals
from codewitness.features.status import FolderStatus, status
from codewitness.model.freshness import State
from codewitness.protocol import convert, inside
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.conversation_commands import CONVERSATION_COMMANDS
from codewitness.protocol.convert import Json
from codewitness.protocol.graph_commands import GRAPH_COMMANDS
from codewitness.protocol.lenses import LENS_COMMANDS
from codewitness.protocol.memory_commands import MEMORY_COMMANDS, remembered
from codewitness.protocol.searching import NO_FOLDER, search_command
from codewitness.protocol.verify import verify_command

if TYPE_CHECKING:
    pass

Command = Callable[[Snapshot, Arguments], Any]

DEFAULT_TIMEOUT_MS = 10_000
MAX_TIMEOUT_MS = 600_000


def signals_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.signals`."""
    asked = convert.asked_symbol(arguments.value("symbol"), snapshot)
    arguments.finish()
    answer = signals(snapshot, asked)
    if answer.place is None or answer.signals is None:
        return {
            "symbol": None,
            "candidates": [convert.symbol(one, snapshot.encoding) for one in answer.candidates],
            "signals": None,
            "tags": [],
            "freshness": convert.freshness(answer.freshness),
        }
    return {
        "symbol": convert.symbol(answer.place, snapshot.encoding),
        "signals": convert.signals(answer.signals, answer.place.text, snapshot.encoding),
        "tags": list(answer.tags),
        "freshness": convert.freshness(answer.freshness),
    }


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


# Commands that only read a snapshot. Those that wait for the writer are in `protocol.waiting`.
COMMANDS: dict[str, Command] = {
    "codewitness.search": search_command,
    "codewitness.signals": signals_command,
    "codewitness.status": status_command,
    **GRAPH_COMMANDS,
    **LENS_COMMANDS,
    **MEMORY_COMMANDS,
    **CONVERSATION_COMMANDS,
    "codewitness.verify": verify_command,
}


def is_settled(folder: Folder) -> bool:
    """True if all that this server knows of the folder is in its tables or in memory."""
    return folder.view.stage is Stage.READY


def fresh(snapshot: Snapshot) -> Json:
    """The answer of `codewitness.waitForFresh` for this snapshot."""
    found = with_disk(snapshot).freshness(snapshot.read)
    return {"fresh": found.state is State.FRESH, "freshness": convert.freshness(found)}


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
        "memory": remembered(folder),
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
