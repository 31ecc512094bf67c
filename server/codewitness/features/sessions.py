"""`codewitness.session.start`, `end`, `status`, `resume`, `list`: coding sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from codewitness.engine.memory import Changes
from codewitness.engine.recording.reports import SessionReport, markdown, report
from codewitness.features.capture import note_commits
from codewitness.features.memory_scope import MemoryScope, under_way, unknown
from codewitness.features.places import BadRequest
from codewitness.model.records import SessionRecord


def start_session(scope: MemoryScope, description: str, tags: Sequence[str]) -> SessionReport:
    """Begin a session; later records belong to it until it ends."""
    session = SessionRecord(
        **scope.stamp("ses"),
        description=description,
        tags=tuple(tags),
        commit=scope.memories.commit(),
    )
    with scope.memory.changing() as changes:
        session = changes.put(session, now=_when_it_counts(scope, changes, session.timestamp))
    return _report(scope, session)


def end_session(
    scope: MemoryScope, session_id: str, *, success: bool | None, said: str
) -> SessionReport:
    """End a session, by default the one under way; its summary is kept with it."""
    note_commits(scope)
    now = scope.memory.clock.now()
    with scope.memory.changing() as changes:
        session = _wanted(scope, list(changes.all(SessionRecord)), session_id)
        if session.ended:
            raise BadRequest(f"sessionId: this session ended at {session.ended}; resume it first")
        session = replace(session, ended=now, success=success)
        found = _report(scope, session)
        session = changes.put(replace(session, summary=markdown(found, said)), now=now)
    return _report(scope, session)


def resume_session(scope: MemoryScope, session_id: str) -> SessionReport:
    """Go on with a session that has ended, or make one under way the one that records go to."""
    with scope.memory.changing() as changes:
        session = _wanted(scope, list(changes.all(SessionRecord)), session_id)
        now = scope.memory.clock.now()
        later = _when_it_counts(scope, changes, now)
        session = changes.put(replace(session, ended=""), now=later or now)
    return _report(scope, session)


def session_status(scope: MemoryScope, session_id: str) -> SessionReport | None:
    """One session, by default the one under way; None if there is none."""
    sessions = scope.records(SessionRecord)
    if not session_id and under_way(sessions) is None:
        return None
    return _report(scope, _wanted(scope, sessions, session_id))


def others_under_way(scope: MemoryScope, session_id: str) -> list[SessionRecord]:
    """Sessions that go on beside this one, the newest first: what is recorded is not theirs."""
    seen = [one for one in scope.records(SessionRecord) if not one.ended and one.id != session_id]
    return sorted(seen, key=lambda one: one.timestamp, reverse=True)


def list_sessions(scope: MemoryScope, *, limit: int, since: str) -> list[SessionReport]:
    """Sessions, the newest first."""
    sessions = [one for one in scope.records(SessionRecord) if one.timestamp >= since]
    newest = sorted(sessions, key=lambda one: one.timestamp, reverse=True)
    return [_report(scope, one) for one in newest[:limit]]


def _when_it_counts(scope: MemoryScope, changes: Changes, now: str) -> str:
    """A time after that of the session that counts so far, if it is not before `now`; else empty.

    Clocks are set back, and what is begun after that is the session that records go to.
    """
    before = under_way(one for one in changes.all(SessionRecord) if scope.sees(one))
    last = (before.updated or before.timestamp) if before is not None else ""
    if last < now:
        return ""
    later = datetime.fromisoformat(last) + timedelta(milliseconds=1)
    return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _wanted(
    scope: MemoryScope, sessions: Sequence[SessionRecord], session_id: str
) -> SessionRecord:
    seen = [one for one in sessions if scope.sees(one)]
    if session_id:
        for session in seen:
            if session.id == session_id:
                return session
        raise unknown("sessionId", "session", session_id)
    found = under_way(seen)
    if found is None:
        raise BadRequest("sessionId: no session is under way; start one, or name one")
    return found


def _report(scope: MemoryScope, session: SessionRecord) -> SessionReport:
    return report(session, scope.memory.records().values(), scope.memory.clock.now())
