"""What a session was, from its records: figures, and a summary as Markdown without any model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from codewitness.model.records import (
    ChangeRecord,
    DecisionRecord,
    ErrorRecord,
    EventRecord,
    LessonRecord,
    Record,
    SessionRecord,
)

MAX_LISTED = 20  # of one kind in a summary
MAX_EFFECTS = 4  # of one change


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionReport:
    """A session and what belongs to it. `seconds` counts up to `now` while it is under way."""

    session: SessionRecord
    seconds: float
    changes: tuple[ChangeRecord, ...]
    errors: tuple[ErrorRecord, ...]
    decisions: tuple[DecisionRecord, ...]
    lessons: tuple[LessonRecord, ...]
    commits: tuple[EventRecord, ...]

    @property
    def is_active(self) -> bool:
        """True until the session has ended."""
        return not self.session.ended

    @property
    def files(self) -> tuple[str, ...]:
        """Files that were touched, in the order of their first change."""
        return tuple(dict.fromkeys(one.path for one in self.changes))

    @property
    def errors_fixed(self) -> tuple[ErrorRecord, ...]:
        """Errors of this session that have a confirmed solution."""
        return tuple(one for one in self.errors if one.is_resolved)


def report(session: SessionRecord, records: Iterable[Record], now: str) -> SessionReport:
    """The report of one session."""
    own = [
        one
        for one in records
        if one.session == session.id
        or (isinstance(one, ErrorRecord) and session.id in one.sessions)
    ]
    return SessionReport(
        session=session,
        seconds=max(seconds_between(session.timestamp, session.ended or now), 0.0),
        changes=tuple(one for one in own if isinstance(one, ChangeRecord)),
        errors=tuple(one for one in own if isinstance(one, ErrorRecord)),
        decisions=tuple(one for one in own if isinstance(one, DecisionRecord)),
        lessons=tuple(one for one in own if isinstance(one, LessonRecord)),
        commits=tuple(one for one in own if isinstance(one, EventRecord) and one.what == "commit"),
    )


def seconds_between(start: str, end: str) -> float:
    """Seconds from one time to another, both ISO 8601."""
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def markdown(found: SessionReport, said: str = "") -> str:
    """What was done, why, what broke and how it was mended, what was decided, what is open.

    `said` is what whoever ended the session said about it; it comes first.
    """
    session = found.session
    parts = [f"# {session.description}", _facts(found)]
    if said:
        parts.append(said)
    parts += [
        _section("Changes", [_change(one) for one in found.changes]),
        _section("Commits", [one.text.splitlines()[0] for one in found.commits if one.text]),
        _section("Errors and fixes", [_error(one) for one in found.errors]),
        _section("Decisions", [_decision(one) for one in found.decisions]),
        _section("Lessons", [one.lesson for one in found.lessons]),
        _section("Open ends", _open_ends(found)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(found: SessionReport) -> str:
    session = found.session
    state = "under way" if found.is_active else "ended"
    if session.success is not None and session.ended:
        state = "succeeded" if session.success else "did not succeed"
        n_open = len(_open_errors(found))
        state += (
            f", with {amount(n_open, 'error')} still open" if session.success and n_open else ""
        )
    about = [f"{session.timestamp[:16].replace('T', ' ')}, {shown_time(found.seconds)}, {state}"]
    if session.branch:
        about.append(f"branch `{session.branch}`")
    if session.tags:
        about.append("tags " + ", ".join(session.tags))
    counts = [
        amount(len(found.files), "file"),
        f"{amount(len(found.errors), 'error')} ({len(found.errors_fixed)} fixed)",
        amount(len(found.decisions), "decision"),
    ]
    return f"{'; '.join(about)}. {', '.join(counts)}."


def _section(title: str, lines: list[str]) -> str:
    if not lines:
        return ""
    shown = [f"- {line}" for line in lines[:MAX_LISTED]]
    if len(lines) > MAX_LISTED:
        shown.append(f"- … and {len(lines) - MAX_LISTED} more")
    return f"## {title}\n\n" + "\n".join(shown)


def _change(one: ChangeRecord) -> str:
    line = f"`{one.path}` ({one.action.value})"
    if one.reason:
        line += f": {one.reason}"
    if one.effects:
        line += " [" + "; ".join(one.effects[:MAX_EFFECTS]) + "]"
    return line


def _error(one: ErrorRecord) -> str:
    place = f" in `{one.path}`" + (f" line {one.line}" if one.line else "") if one.path else ""
    times = f", {one.frequency} times" if one.frequency > 1 else ""
    kind = "candidate: " if one.is_candidate else ""
    fix = f" Fixed: {one.solution}" if one.is_resolved and one.solution else ""
    return f"{kind}**{one.error_type}**: {first_line(one.message)}{place}{times}.{fix}"


def _decision(one: DecisionRecord) -> str:
    line = f"**{one.decision}**: {one.rationale}"
    return f"{line} (superseded)" if one.superseded_by else line


def _open_ends(found: SessionReport) -> list[str]:
    open_errors = [f"{one.error_type}: {first_line(one.message)}" for one in _open_errors(found)]
    to_review = [
        f"decision not reviewed: {one.decision}"
        for one in found.decisions
        if not one.reviewed and not one.superseded_by and one.confidence < 0.5
    ]
    return open_errors + to_review


def _open_errors(found: SessionReport) -> list[ErrorRecord]:
    return [one for one in found.errors if not one.is_resolved and not one.is_candidate]


def amount(number: int, what: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {what}{'s' if number != 1 else ''}"


def first_line(text: str, most: int = 160) -> str:
    """The first line of a text, cut to `most` characters."""
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= most else line[: most - 1] + "…"


def shown_time(seconds: float) -> str:
    """A duration for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
