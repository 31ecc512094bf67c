"""`session.reportDiagnostics`: errors that other servers report, and the edits that ended them.

A report that persists while a session is under way becomes a candidate: an error that nobody has
confirmed. When it is gone after an edit of its file, that edit is its candidate solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from codewitness.engine.memory import Records
from codewitness.engine.published import Reported, Said, Seen
from codewitness.engine.recording.effects import effects
from codewitness.engine.recording.reports import seconds_between
from codewitness.features.capture import text_diff
from codewitness.features.errors import ErrorInput, add_error, drafted
from codewitness.features.memory_scope import MemoryScope, under_way
from codewitness.model.records import ErrorRecord, SessionRecord
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

PERSISTS_SECONDS = 10.0  # what goes away sooner was typing, not an error
MAX_SOLUTION = 4_000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownReport:
    """A report that was met before, and the error that it was."""

    reported: Reported
    record: ErrorRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOutcome:
    """What came of a report: new candidates, errors that an edit ended, and old acquaintances."""

    recorded: tuple[ErrorRecord, ...]
    mended: tuple[ErrorRecord, ...]
    known: tuple[KnownReport, ...]


def report_diagnostics(scope: MemoryScope, path: str, reports: Sequence[Reported]) -> ReportOutcome:
    """Take in all that is reported of a file now."""
    source = scope.source(path)
    text = source.text if source is not None else None
    published = scope.memories.published
    is_under_way = under_way(scope.records(SessionRecord)) is not None
    with published.turn:
        gone = published.report(path, reports, now=scope.memory.clock.now(), text=text)
        mended = tuple(_mended(scope, path, gone, text)) if is_under_way else ()
        recorded = tuple(_keep_persisting(scope, path, saved=False)) if is_under_way else ()
    return ReportOutcome(recorded=recorded, mended=mended, known=tuple(known_reports(scope, path)))


def keep_reports(scope: MemoryScope, path: str) -> None:
    """A file was saved: what is reported of it now has lasted."""
    if under_way(scope.records(SessionRecord)) is not None:
        with scope.memories.published.turn:
            list(_keep_persisting(scope, path, saved=True))


def _keep_persisting(scope: MemoryScope, path: str, *, saved: bool) -> Iterator[ErrorRecord]:
    """Record the reports of a file that have lasted: for a while, or until it was saved."""
    now = scope.memory.clock.now()
    ids: dict[Said, str] = {}
    for seen in scope.memories.published.of(path):
        lasts = saved or seconds_between(seen.since, now) >= PERSISTS_SECONDS
        if seen.record_id or not (lasts and seen.reported.is_error):
            continue
        given = ErrorInput(
            error_type=seen.reported.error_type,
            message=seen.reported.message,
            path=path,
            line=seen.reported.line,
            tags=("diagnostic",),
        )
        found = add_error(scope, replace(drafted(scope, given), is_candidate=True))
        ids[seen.reported.said] = found.record.id
        yield found.record
    scope.memories.published.recorded(path, ids)


def known_reports(scope: MemoryScope, path: str) -> Iterator[KnownReport]:
    """Reports of a file that say what an error with a known end said."""
    by_said = scope.memory.derived("said", _by_said)
    for seen in scope.memories.published.of(path):
        record = by_said.get(seen.reported.said)
        if record is not None and scope.sees(record):
            yield KnownReport(reported=seen.reported, record=record)


def _by_said(records: Records) -> Mapping[Said, ErrorRecord]:
    found: dict[Said, ErrorRecord] = {}
    for one in records.values():
        if isinstance(one, ErrorRecord) and (one.is_resolved or one.candidate_solution):
            said = Reported(error_type=one.error_type, message=one.message, line=0).said
            known = found.get(said)
            if known is None or not known.is_resolved or one.is_resolved:
                found[said] = one
    return found


def _mended(
    scope: MemoryScope, path: str, gone: Iterable[Seen], now: Text | None
) -> Iterator[ErrorRecord]:
    """Records of reports that are gone, with the edit since they came as candidate solution."""
    for seen in gone:
        before = seen.text
        if not seen.record_id or before is None or now is None or before == now:
            continue
        solution = _edit(path, before, now)
        with scope.memory.changing() as changes:
            record = changes.get(seen.record_id)
            if not isinstance(record, ErrorRecord) or record.is_resolved or not solution:
                continue
            if not record.former_solution:  # that has been confirmed once, an edit has not
                told = replace(record, candidate_solution=solution[:MAX_SOLUTION])
                yield changes.put(told, now=scope.memory.clock.now())


def _edit(path: str, before: Text, after: Text) -> str:
    """What an edit did: to methods and signals, and line by line."""
    old, new = analyse(path, before), analyse(path, after)
    said = effects(old, new) if old is not None and new is not None else ()
    return "\n".join([*said, text_diff(path, before, after)]).strip()
