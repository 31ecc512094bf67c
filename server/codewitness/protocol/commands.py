"""The custom commands: one table of name, argument and answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from codewitness import __version__
from codewitness.engine.audit_counts import AuditCounts
from codewitness.engine.look import with_disk
from codewitness.engine.ports import Reranking
from codewitness.engine.view import Folder, Snapshot, Stage
from codewitness.features.signals import signals
from codewitness.features.status import FolderStatus, status
from codewitness.model.freshness import State
from codewitness.model.query import DEFAULT_LIMIT, MAX_LIMIT, Filters, Query, SearchMode
from codewitness.protocol import convert, inside
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.conversation_commands import CONVERSATION_COMMANDS
from codewitness.protocol.convert import Json
from codewitness.protocol.dispatch import CannotNow
from codewitness.protocol.memory_commands import MEMORY_COMMANDS, remembered
from codewitness.protocol.verify import claim_json, verify_command
from codewitness.syntax.registry import GENERIC, LANGUAGES, TEXT

if TYPE_CHECKING:
    from codewitness.features.search_results import Result

Command = Callable[[Snapshot, Arguments], Any]

DEFAULT_TIMEOUT_MS = 10_000
MAX_TIMEOUT_MS = 600_000
NO_FOLDER = "no workspace folder is open"
MEMORY_TYPES = ("code", "decision", "lesson", "error", "conversation")


def search_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.search`."""
    query = parse_query(arguments)
    wanted = arguments.texts("memoryTypes")
    arguments.check("memoryTypes", _is_memory_types, "a list of " + ", ".join(MEMORY_TYPES))
    arguments.finish()
    if wanted and "code" not in wanted:
        return {
            "results": [],
            "reranker": {"used": False, "reason": "nothing to rerank"},
            "notes": ["only code is remembered in this version"],
            "freshness": convert.freshness(snapshot.freshness({})),
        }
    _refuse_unopened(snapshot)
    verdict = None
    if query.mode is SearchMode.VERIFY:
        # The claim's verdict, and the code that its words find.
        verdict = claim_json(query.text, snapshot)
        query = replace(query, mode=SearchMode.HYBRID)
    # It brings pyarrow, and initialize is answered before that is imported.
    from codewitness.features.search import search

    answer = search(snapshot, query)
    return {
        "results": [_result(result, snapshot) for result in answer.results],
        "reranker": _reranker(answer.reranking),
        "notes": list(answer.notes) if snapshot.folders else [NO_FOLDER],
        **({} if verdict is None else {"verdict": verdict}),
        "freshness": convert.freshness(answer.freshness),
    }


def _reranker(reranking: Reranking) -> Json:
    if reranking.used:
        return {"used": True, "name": reranking.name}
    return {"used": False, "reason": reranking.reason}


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


def parse_query(arguments: Arguments) -> Query:
    """The query of a search from its argument."""
    arguments.check("languages", _are_languages, "a list of language names, such as python or tsx")
    return Query(
        text=arguments.text("query"),
        mode=arguments.word("mode", SearchMode.HYBRID),
        limit=arguments.whole("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
        min_relevance=arguments.number("minRelevance", 0.0, 0.0, 1.0),
        filters=Filters(
            languages=arguments.texts("languages"),
            paths=arguments.texts("paths"),
            include_tags=arguments.texts("includeTags"),
            exclude_tags=arguments.texts("excludeTags"),
            calls=arguments.texts("calls"),
            accesses=arguments.texts("accesses"),
            subscripts=arguments.texts("subscripts"),
        ),
        domain_boosts=arguments.factors("domainBoosts"),
        rerank=arguments.flag("rerank", True),
    )


# Commands that only read a snapshot. Those that wait for the writer are in `protocol.waiting`.
COMMANDS: dict[str, Command] = {
    "codewitness.search": search_command,
    "codewitness.signals": signals_command,
    "codewitness.status": status_command,
    **MEMORY_COMMANDS,
    **CONVERSATION_COMMANDS,
    "codewitness.verify": verify_command,
}


def is_settled(folder: Folder) -> bool:
    """True if all that this server knows of the folder is in its tables or in memory."""
    return folder.view.stage is Stage.READY


def fresh(snapshot: Snapshot) -> Json:
    """The answer of `codewitness.waitForFresh` for this snapshot."""
    found = with_disk(snapshot).freshness({})
    return {"fresh": found.state is State.FRESH, "freshness": convert.freshness(found)}


def _refuse_unopened(snapshot: Snapshot) -> None:
    for folder in snapshot.folders:
        if folder.view.stage is Stage.FAILED:
            raise CannotNow(
                f"the index of {folder.root.name} can't be used: {folder.view.failure}",
                code="index-failed",
                hint="run `codewitness doctor`, then restart the server",
            )


def _result(result: Result, snapshot: Snapshot) -> Json:
    encoding = snapshot.encoding
    found = result.symbol
    return {
        "symbol": convert.symbol_in(result.folder, found, result.text, encoding) if found else None,
        "uri": convert.uri_in(result.folder, result.path),
        "range": convert.range_of(result.text, result.span, encoding),
        "snippet": result.snippet,
        "score": round(result.ranked.score, 6),
        "scores": {
            **{name: round(part, 6) for name, part in result.ranked.parts.items()},
            **({} if result.ranked.rerank is None else {"rerank": round(result.ranked.rerank, 6)}),
            "boosts": dict(result.ranked.boosts),
        },
        "tags": list(result.tags),
        "signals": (
            convert.signals(result.signals, result.text, encoding) if result.signals else None
        ),
        "memoryType": "code",
    }


def _folder_status(one: FolderStatus) -> Json:
    folder, store = one.folder, one.folder.store
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
        "edges": {},
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


def _are_languages(given: Any) -> bool:
    known = {*LANGUAGES, *GENERIC, *TEXT}
    words = [given] if isinstance(given, str) else given
    return isinstance(words, list) and all(word in known for word in words)


def _is_memory_types(given: Any) -> bool:
    words = [given] if isinstance(given, str) else given
    return isinstance(words, list) and all(word in MEMORY_TYPES for word in words)
