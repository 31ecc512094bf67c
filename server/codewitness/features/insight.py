"""`session.projectContext`, `analyzePatterns`, `graph`: what the records say taken together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from codewitness.engine.recording import patterns
from codewitness.engine.recording.context import Context, Section, fitted
from codewitness.engine.recording.graph import Edge, around, edges
from codewitness.engine.recording.patterns import Pattern
from codewitness.engine.recording.reports import amount, first_line, report, shown_time
from codewitness.engine.recording.word_search import scores_by_words
from codewitness.features import habits
from codewitness.features.decisions import DecisionNow, DecisionQuery, decisions
from codewitness.features.memory_scope import MemoryScope, under_way, unknown
from codewitness.features.places_of_code import places_of_code
from codewitness.features.standing_claims import Standing
from codewitness.model.records import (
    ChangeRecord,
    ErrorRecord,
    LessonRecord,
    Record,
    SessionRecord,
)

_Kind = TypeVar("_Kind", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """What recurs, each with counts and examples; names and code habits are of the index."""

    errors: list[Pattern]
    files: list[Pattern]
    methods: list[Pattern]
    together: list[Pattern]
    naming: list[Pattern]
    typing: list[Pattern]
    testing: list[Pattern]
    libraries: list[Pattern]


def project_context(
    scope: MemoryScope, *, focus: str, level: str, max_tokens: int | None
) -> Context:
    """What to know before starting: sessions, decisions, errors, lessons, hot places."""
    found = [
        _section("Now", _now(scope), ""),
        _section("Decisions", [_decision(one) for one in _in_force(scope)], focus),
        _section("Open errors", _errors(scope, is_open=True), focus),
        _section("Lessons", [one.lesson for one in _newest(scope, LessonRecord)], focus),
        _section("Errors and how they were mended", _errors(scope, is_open=False), focus),
        _section("Recent sessions", _sessions(scope), focus),
        _section("Hot files", _hot(scope), focus),
        _section("Code", _code(scope), ""),
        _section("Where it is", places_of_code(scope.folder.view.symbols), focus),
    ]
    name = scope.memory.scope.project.rpartition("/")[2]
    return fitted(name, [one for one in found if one.lines], level, max_tokens)


def analyze_patterns(scope: MemoryScope, *, since: str, limit: int) -> Patterns:
    """What recurs in the records since a time, and in the code as it is."""
    records = [one for one in scope.every_record() if (one.updated or one.timestamp) >= since]
    errors = [one for one in records if isinstance(one, ErrorRecord)]
    changes = [one for one in records if isinstance(one, ChangeRecord)]
    texts = habits.texts_of_code(scope)
    return Patterns(
        errors=patterns.recurring_errors(errors, limit),
        files=patterns.hot_files(records, limit),
        methods=patterns.hot_methods(records, limit),
        together=patterns.changed_together(changes, limit),
        naming=patterns.tally(habits.naming(scope), limit),
        typing=patterns.tally(habits.typing(texts), limit),
        testing=patterns.tally(habits.testing(scope), limit),
        libraries=patterns.tally(habits.libraries(scope, texts), limit),
    )


def record_graph(scope: MemoryScope, start: str, hops: int) -> tuple[list[Record], list[Edge]]:
    """Records within some hops of one (by default all), and how they are connected."""
    by_id = {one.id: one for one in scope.every_record()}
    every = edges(by_id.values())
    if not start:
        return list(by_id.values()), list(every)
    if start not in by_id and not start.startswith(("file:", "method:")):
        raise unknown("id", "record", start)
    reached, used = around(every, start, hops)
    return [by_id[id_] for id_ in by_id if id_ in reached], sorted(used)


def _section(title: str, lines: Sequence[str], focus: str) -> Section:
    """With a focus, lines that have its words come first."""
    if focus and lines:
        scores = scores_by_words(focus, list(lines))
        order = sorted(range(len(lines)), key=lambda at: -scores[at])
        lines = [lines[at] for at in order]
    return Section(title=title, lines=tuple(lines))


def _now(scope: MemoryScope) -> list[str]:
    session = under_way(scope.records(SessionRecord))
    if session is None:
        return []
    found = report(session, scope.memory.records().values(), scope.memory.clock.now())
    return [
        f"session under way: {session.description} ({shown_time(found.seconds)}, "
        f"{amount(len(found.files), 'file')}, {amount(len(found.errors), 'error')})"
    ]


def _in_force(scope: MemoryScope) -> list[DecisionNow]:
    found = decisions(scope, DecisionQuery(limit=60))
    return [one for one in found if not one.record.superseded_by]


def _decision(one: DecisionNow) -> str:
    broken = [c.text for c in one.claims if c.standing is Standing.CONTRADICTED]
    line = f"{one.record.decision}: {first_line(one.record.rationale)}"
    return f"{line} (CONTRADICTED now: {'; '.join(broken)})" if broken else line


def _errors(scope: MemoryScope, *, is_open: bool) -> list[str]:
    found = []
    for one in sorted(_newest(scope, ErrorRecord), key=lambda one: -one.frequency):
        if one.is_resolved is is_open or one.is_candidate:
            continue
        where = f" in {one.path}" if one.path else ""
        times = f", {one.frequency} times" if one.frequency > 1 else ""
        fix = f"; {first_line(one.solution)}" if one.solution else ""
        if one.former_solution:
            fix = f"; came back, solved before by: {first_line(one.former_solution)}"
        found.append(f"{one.error_type}: {first_line(one.message)}{where}{times}{fix}")
    return found


def _sessions(scope: MemoryScope) -> list[str]:
    return [
        f"{one.timestamp[:10]} {one.description}"
        + ("" if one.success is None else " (succeeded)" if one.success else " (did not succeed)")
        for one in _newest(scope, SessionRecord)
        if one.ended
    ]


def _hot(scope: MemoryScope) -> list[str]:
    return [
        f"{one.what}: "
        + (f"{one.count} changes and errors" if one.count > 1 else "1 change or error")
        for one in patterns.hot_files(scope.every_record(), 20)
    ]


def _code(scope: MemoryScope) -> list[str]:
    view = scope.folder.view
    if not view.files:
        return []
    languages = patterns.tally(((one.language, one.path) for one in view.symbols), 5)
    shown = ", ".join(f"{one.what} ({one.count} definitions)" for one in languages)
    n_files = len(view.files)
    return [f"{n_files} file{'s' if n_files != 1 else ''}: {shown}"]


def _newest(scope: MemoryScope, wanted: type[_Kind]) -> list[_Kind]:
    return scope.records(wanted)[::-1]
