"""`codewitness.session.*` and `codewitness.memory.*`: argument, feature, answer."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from codewitness.engine.recording.reports import SessionReport, markdown
from codewitness.engine.view import Snapshot
from codewitness.features.capture import note_commits
from codewitness.features.changes import ChangeInput, track_change
from codewitness.features.decisions import (
    DecisionInput,
    DecisionQuery,
    decisions,
    record_decision,
    record_lesson,
    update_decision,
)
from codewitness.features.errors import (
    ErrorInput,
    ErrorQuery,
    record_error,
    resolve_error,
    search_errors,
)
from codewitness.features.insight import analyze_patterns, project_context, record_graph
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest
from codewitness.features.sessions import (
    end_session,
    list_sessions,
    others_under_way,
    resume_session,
    session_status,
    start_session,
)
from codewitness.features.standing_claims import Standing
from codewitness.features.transfer import delete_records, export_lines, import_lines
from codewitness.model.records import Action
from codewitness.platform.journal import JournalUnusable
from codewitness.platform.places import data_folder
from codewitness.platform.text_files import is_there, read_lines, write_lines
from codewitness.protocol import convert, records
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.cannot_now import CannotNow
from codewitness.protocol.convert import Json
from codewitness.protocol.memory_arguments import MemoryArguments
from codewitness.protocol.reported import report_diagnostics_

log = logging.getLogger(__name__)

Command = Callable[[Snapshot, Arguments], Any]
Work = Callable[[Snapshot, MemoryArguments], Json]

MAX_LISTED = 500
MAX_RECORD = 20_000_000  # characters of a line that is imported


class Level(StrEnum):
    """How much a project's context tells."""

    BRIEF = "brief"
    DETAILED = "detailed"
    COMPREHENSIVE = "comprehensive"


def start(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.start`."""
    description, tags = given.required("description"), given.texts("tags")
    scope = MemoryScope.of(snapshot, given.asking())
    return _begun(scope, start_session(scope, description, tags))


def end(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.end`."""
    session_id, said = given.optional("sessionId"), given.optional("summary")
    success = given.flag("success")
    scope = MemoryScope.of(snapshot, given.asking())
    return records.session(end_session(scope, session_id, success=success, said=said))


def status(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.status`."""
    session_id = given.optional("sessionId")
    scope = MemoryScope.of(snapshot, given.asking())
    try:
        note_commits(scope)
    except (JournalUnusable, OSError) as error:  # what has been noted can be told all the same
        log.warning("memory: commits can't be noted: %s", error)
    found = session_status(scope, session_id)
    if found is None:
        return {"id": None, "isActive": False}
    shown = records.session(found)
    return {**shown, "overview": markdown(found)} if found.is_active else shown


def resume(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.resume`."""
    session_id = given.required("sessionId")
    scope = MemoryScope.of(snapshot, given.asking())
    return _begun(scope, resume_session(scope, session_id))


def _begun(scope: MemoryScope, found: SessionReport) -> Json:
    others = others_under_way(scope, found.session.id)
    return {**records.session(found), "alsoUnderWay": [records.session_name(one) for one in others]}


def list_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.list`."""
    limit, since = given.raw.whole("limit", 20, 1, MAX_LISTED), given.time("since")
    scope = MemoryScope.of(snapshot, given.asking())
    found = list_sessions(scope, limit=limit, since=since)
    return {"sessions": [records.session(one) for one in found]}


def track(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.trackFileChange`."""
    action = given.needed_word("action", Action)
    path = given.path if action is Action.DELETE else given.present_path
    change = ChangeInput(
        path=path("uri", is_needed=True),
        action=action,
        reason=given.required("reason"),
        diff=given.optional("diff"),
        related_files=given.files("relatedFiles"),
        lines=given.lines("lineRange"),
    )
    scope = MemoryScope.of(snapshot, given.asking(session=given.optional("sessionId")))
    return records.change(track_change(scope, change), scope.folder)


def record_error_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.recordError`."""
    trace, picture = given.optional("stackTrace"), given.picture()
    is_told = bool(trace.strip() or picture)
    if not is_told and not any(given.raw.value(one) for one in ("errorType", "message")):
        raise BadRequest(
            "errorType: takes a type, with a message, or give a stack trace that says both"
        )
    needed = given.optional if is_told else given.required
    error = ErrorInput(
        error_type=needed("errorType"),
        message=needed("message"),
        stack_trace=trace,
        picture=picture,
        path=given.present_path("uri"),
        line=given.raw.whole("lineNumber", 0, 1, 10**7),
        solution=given.optional("solution"),
        tags=given.texts("tags"),
    )
    scope = MemoryScope.of(snapshot, given.asking(session=given.optional("sessionId")))
    return records.recorded_error(record_error(scope, error), scope.folder)


def resolve_error_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.resolveError`."""
    error_id, solution = given.required("errorId"), given.optional("solution")
    scope = MemoryScope.of(snapshot, given.asking())
    return records.error(resolve_error(scope, error_id, solution), scope.folder)


def search_errors_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.searchErrors`."""
    query = ErrorQuery(
        text=given.optional("query"),
        error_type=given.optional("errorType"),
        stack_trace=given.optional("stackTrace"),
        symbol=given.symbol("symbol"),
        resolved=given.flag("resolved"),
        limit=given.raw.whole("limit", 5, 1, MAX_LISTED),
    )
    scope = MemoryScope.of(snapshot, given.asking())
    found = search_errors(scope, query)
    return {
        "results": [records.found_error(one, scope.folder) for one in found],
    }


def record_decision_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.recordDecision`."""
    decision = DecisionInput(
        decision=given.required("decision"),
        rationale=given.required("rationale"),
        alternatives=given.texts("alternatives"),
        impact=given.optional("impact"),
        tags=given.texts("tags"),
        related_files=given.files("relatedFiles"),
        symbols=given.symbols("symbols"),
        confidence=given.raw.number("confidence", 1.0, 0.0, 1.0),
        reviewed=given.flag("reviewed") or False,
        claims=given.sentences("claims"),
        supersedes=given.optional("supersedes"),
    )
    scope = MemoryScope.of(snapshot, given.asking(session=given.optional("sessionId")))
    return records.decision(record_decision(scope, decision), scope.folder)


def update_decision_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.updateDecision`."""
    decision_id = given.required("decisionId")
    reason, reviewed = given.optional("supersededReason"), given.flag("reviewed")
    claims = given.sentences("claims") if given.raw.value("claims") is not None else None
    scope = MemoryScope.of(snapshot, given.asking())
    found = update_decision(
        scope, decision_id, superseded_reason=reason, claims=claims, reviewed=reviewed
    )
    return records.decision(found, scope.folder)


def record_lesson_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.recordLesson`."""
    lesson, tags, symbols = given.required("lesson"), given.texts("tags"), given.symbols("symbols")
    scope = MemoryScope.of(snapshot, given.asking(session=given.optional("sessionId")))
    return records.lesson(record_lesson(scope, lesson, tags, symbols), scope.folder)


def decisions_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.decisions`."""
    standing = given.raw.value("standing")
    query = DecisionQuery(
        symbol=given.symbol("symbol"),
        path=given.path("uri"),
        text=given.optional("query"),
        standing=None if standing is None else given.raw.word("standing", Standing.HOLDS),
        limit=given.raw.whole("limit", 100, 1, MAX_LISTED),
    )
    scope = MemoryScope.of(snapshot, given.asking())
    found = decisions(scope, query)
    return {
        "decisions": [records.decision(one, scope.folder) for one in found],
    }


def project_context_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.projectContext`."""
    focus = given.optional("focus")
    level = given.raw.word("level", Level.DETAILED)
    max_tokens = given.raw.whole("maxTokens", 0, 50, 100_000)
    scope = MemoryScope.of(snapshot, given.asking())
    found = project_context(scope, focus=focus, level=level.value, max_tokens=max_tokens or None)
    return {
        "markdown": found.markdown,
        "sections": [{"title": one.title, "lines": list(one.lines)} for one in found.sections],
        "tokens": found.tokens,
    }


def analyze_patterns_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.analyzePatterns`."""
    since, limit = given.time("since"), given.raw.whole("limit", 10, 1, MAX_LISTED)
    scope = MemoryScope.of(snapshot, given.asking())
    found = analyze_patterns(scope, since=since, limit=limit)
    return {
        "recurringErrors": [records.pattern(one) for one in found.errors],
        "hotFiles": [records.pattern(one) for one in found.files],
        "hotMethods": [records.pattern(one) for one in found.methods],
        "changedTogether": [records.pattern(one) for one in found.together],
        "naming": [records.pattern(one) for one in found.naming],
        "typing": [records.pattern(one) for one in found.typing],
        "testing": [records.pattern(one) for one in found.testing],
        "libraries": [records.pattern(one) for one in found.libraries],
    }


def graph_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.session.graph`."""
    start, hops = given.optional("id"), given.raw.whole("hops", 1, 1, 3)
    scope = MemoryScope.of(snapshot, given.asking())
    nodes, found = record_graph(scope, start, hops)
    return {
        "nodes": [records.node(one) for one in nodes],
        "edges": [
            {"from": edge.start, "relation": edge.relation.value, "to": edge.end} for edge in found
        ],
    }


def export_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.memory.export`."""
    path = given.own_file("path")
    scope = MemoryScope.of(snapshot, given.asking())
    if not path.parent.is_dir() and not path.is_relative_to(data_folder()):
        raise BadRequest(f"path: there is no folder {path.parent.name[:100]!r} to write to")
    lines = list(export_lines(scope))
    try:
        write_lines(path, [line for _, line in lines])
    except OSError as error:
        raise CannotNow(
            f"path: {path.name[:100]} can't be written: {error.strerror}",
            code="export-failed",
            hint="name another file, or see that there is space left",
        ) from error
    counts = Counter(kind for kind, _ in lines)
    return {"path": str(path), "records": dict(counts), "total": len(lines)}


def import_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.memory.import`."""
    path = given.own_file("path")
    scope = MemoryScope.of(snapshot, given.asking())
    if not is_there(path):
        raise BadRequest(f"path: there is no file {path.name}")
    found = import_lines(scope, read_lines(path, MAX_RECORD))
    return {
        "added": dict(found.added),
        "updated": found.updated,
        "unchanged": found.unchanged,
        "total": sum(found.added.values()) + found.updated + found.unchanged,
    }


def delete_(snapshot: Snapshot, given: MemoryArguments) -> Json:
    """`codewitness.memory.delete`."""
    ids = given.texts("ids")
    if not ids:
        raise BadRequest("ids: takes a list of record ids, it is missing or empty")
    scope = MemoryScope.of(snapshot, given.asking())
    deleted, missing = delete_records(scope, ids)
    return {"deleted": dict(deleted), "total": sum(deleted.values()), "missing": missing}


def _answering(work: Work) -> Command:
    def answer(snapshot: Snapshot, arguments: Arguments) -> Json:
        try:
            found = work(snapshot, MemoryArguments.of_memory(arguments, snapshot))
            return {**found, "freshness": convert.freshness_so_far(snapshot)}
        except (JournalUnusable, OSError) as error:
            what = error.strerror if isinstance(error, OSError) else str(error)
            raise CannotNow(
                f"the memory can't be used: {what or type(error).__name__}",
                code="memory-failed",
                hint="see that the user's data folder can be written and has space left",
            ) from error

    return answer


COMMANDS: dict[str, Command] = {
    f"codewitness.{name}": _answering(work)
    for name, work in {
        "session.start": start,
        "session.end": end,
        "session.status": status,
        "session.resume": resume,
        "session.list": list_,
        "session.trackFileChange": track,
        "session.recordError": record_error_,
        "session.resolveError": resolve_error_,
        "session.reportDiagnostics": report_diagnostics_,
        "session.searchErrors": search_errors_,
        "session.recordDecision": record_decision_,
        "session.updateDecision": update_decision_,
        "session.recordLesson": record_lesson_,
        "session.decisions": decisions_,
        "session.projectContext": project_context_,
        "session.analyzePatterns": analyze_patterns_,
        "session.graph": graph_,
        "memory.export": export_,
        "memory.import": import_,
        "memory.delete": delete_,
    }.items()
}
