"""Records in the shapes of the protocol."""

from __future__ import annotations

from pathlib import Path

from codewitness.engine.recording.encoding import camel
from codewitness.engine.recording.patterns import Pattern
from codewitness.engine.recording.reports import SessionReport, first_line
from codewitness.engine.view import Folder
from codewitness.features.decisions import DecisionNow, overall
from codewitness.features.errors import FoundError, RecordedError
from codewitness.features.standing_claims import ClaimStanding
from codewitness.model.records import (
    Anchor,
    ChangeRecord,
    ErrorRecord,
    EventRecord,
    Frame,
    LessonRecord,
    Record,
    SessionRecord,
    kind_of,
)
from codewitness.platform.places import uri_of_path
from codewitness.protocol.convert import Json, uri_in


def session_name(one: SessionRecord) -> Json:
    """What a session is known by."""
    return {
        "id": one.id,
        "description": one.description,
        "startTime": one.timestamp,
        "user": one.user,
        "branch": one.branch,
    }


def session(found: SessionReport) -> Json:
    """A session with its figures."""
    one = found.session
    return {
        **_common(one),
        "description": one.description,
        "tags": list(one.tags),
        "startTime": one.timestamp,
        "endTime": one.ended or None,
        "isActive": found.is_active,
        "duration": round(found.seconds, 3),
        "success": one.success,
        "summary": one.summary or None,
        "filesTouched": list(found.files),
        "errorsMet": [error.id for error in found.errors],
        "errorsFixed": [error.id for error in found.errors_fixed],
        "decisions": [decision.id for decision in found.decisions],
        "lessons": [lesson.id for lesson in found.lessons],
        "counts": {
            "changes": len(found.changes),
            "files": len(found.files),
            "errors": len(found.errors),
            "errorsFixed": len(found.errors_fixed),
            "decisions": len(found.decisions),
            "lessons": len(found.lessons),
            "commits": len(found.commits),
        },
        "commit": one.commit or None,
    }


def change(one: ChangeRecord, folder: Folder) -> Json:
    """A change of a file."""
    return {
        **_common(one),
        **_file(one.path, folder),
        "action": one.action.value,
        "reason": one.reason,
        "diff": one.diff,
        "effects": list(one.effects),
        "relatedFiles": list(one.related_files),
        "lineRange": list(one.lines) or None,
        "commit": one.commit or None,
        "anchors": [anchor(each, folder) for each in one.anchors],
    }


def error(one: ErrorRecord, folder: Folder) -> Json:
    """An error."""
    anchors = [anchor(each, folder) for each in one.anchors]
    return {
        **_common(one),
        "errorType": one.error_type,
        "message": one.message,
        "stackTrace": one.stack_trace,
        **_file(one.path, folder),
        "lineNumber": one.line or None,
        "solution": one.solution or one.former_solution or None,
        "candidateSolution": one.candidate_solution or None,
        "screenshot": one.screenshot or None,
        "frequency": one.frequency,
        "lastSeen": one.last_seen or one.timestamp,
        "resolved": one.is_resolved,
        "resolvedAt": one.resolved_at or None,
        "reopenedAt": one.reopened_at or None,
        "candidate": one.is_candidate,
        "tags": list(one.tags),
        "sessions": list(one.sessions),
        "frames": [_frame(each, folder) for each in one.frames],
        "anchor": anchors[0] if anchors else None,
        "anchors": anchors,
    }


def recorded_error(found: RecordedError, folder: Folder) -> Json:
    """An error just recorded, with others like it."""
    return {
        **error(found.record, folder),
        "known": found.is_known,
        "similar": [found_error(each, folder) for each in found.similar],
    }


def found_error(found: FoundError, folder: Folder) -> Json:
    """An error that fits, and why."""
    return {
        "error": error(found.record, folder),
        "score": round(found.score, 4),
        "why": list(found.why),
    }


def decision(found: DecisionNow, folder: Folder) -> Json:
    """A decision with the standing of each claim."""
    one = found.record
    return {
        **_common(one),
        "decision": one.decision,
        "rationale": one.rationale,
        "alternatives": list(one.alternatives),
        "impact": one.impact,
        "tags": list(one.tags),
        "relatedFiles": list(one.related_files),
        "confidence": one.confidence,
        "reviewed": one.reviewed,
        "claims": [_claim(each) for each in found.claims],
        "standing": overall(found).value,
        "supersedes": one.supersedes or None,
        "supersededBy": one.superseded_by or None,
        "supersededReason": one.superseded_reason or None,
        "anchors": [anchor(each, folder) for each in one.anchors],
    }


def _claim(one: ClaimStanding) -> Json:
    found: Json = {"text": one.text, "verdict": one.verdict, "standing": one.standing.value}
    more = {"readAs": one.read_as, "why": one.why}
    return {**found, **{name: said for name, said in more.items() if said}}


def lesson(one: LessonRecord, folder: Folder) -> Json:
    """A lesson."""
    return {
        **_common(one),
        "lesson": one.lesson,
        "tags": list(one.tags),
        "anchors": [anchor(each, folder) for each in one.anchors],
    }


def event(one: EventRecord) -> Json:
    """Something that happened."""
    return {
        **_common(one), "what": one.what, "text": one.text, "key": one.key,
        "files": list(one.paths),
    }  # fmt: skip


def pattern(one: Pattern) -> Json:
    """Something that recurs."""
    found: Json = {"what": one.what, "count": one.count, "examples": list(one.examples)}
    if one.said:
        found["said"] = list(one.said)
    return {**found, "detail": one.detail} if one.detail else found


def node(one: Record) -> Json:
    """A record in a graph: its kind, and what it says in one line."""
    names = ("description", "decision", "lesson", "reason", "message", "text")
    said = next((text for name in names if (text := getattr(one, name, ""))), "")
    return {
        "id": one.id,
        "type": kind_of(one).value,
        "title": first_line(said),
        "timestamp": one.timestamp,
    }


def anchor(one: Anchor, folder: Folder) -> Json:
    """What a record is tied to, where it was last seen."""
    return {
        "symbol": one.qualified_name,
        "kind": one.kind,
        **_file(one.path, folder),
        "line": one.line,
        "lost": one.is_lost,
    }


def _common(one: Record) -> Json:
    names = ("id", "timestamp", "user", "project", "branch", "source", "updated")
    found: Json = {camel(name): getattr(one, name) for name in names}
    return {
        "type": kind_of(one).value,
        **found,
        "source": one.source.value,
        "sessionId": one.session or None,
        "updated": one.updated or None,
    }


def _file(path: str, folder: Folder) -> Json:
    """`file` as in the record, and its URI if it is in the folder."""
    if not path:
        return {"uri": None, "file": None}
    if Path(path).is_absolute():
        return {"uri": uri_of_path(Path(path)), "file": path}
    return {"uri": uri_in(folder, path), "file": path}


def _frame(one: Frame, folder: Folder) -> Json:
    return {
        "path": one.path,
        "line": one.line or None,
        "function": one.function,
        "own": bool(one.own_path),
        "uri": uri_in(folder, one.own_path) if one.own_path else None,
    }
