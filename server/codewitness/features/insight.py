"""`session.projectContext`, `analyzePatterns`, `graph`: what the records say taken together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from codewitness.engine.recording import patterns
from codewitness.engine.recording.context import Context, Section, fitted
from codewitness.engine.recording.graph import Edge, around, edges
from codewitness.engine.recording.patterns import Pattern
from codewitness.engine.recording.reports import first_line, report, shown_time
from codewitness.engine.recording.word_search import scores_by_words
from codewitness.features.decisions import DecisionNow, DecisionQuery, decisions
from codewitness.features.memory_scope import MemoryScope, under_way, unknown
from codewitness.features.standing_claims import Standing
from codewitness.model.facts import Kind
from codewitness.model.records import (
    ChangeRecord,
    ErrorRecord,
    LessonRecord,
    Record,
    SessionRecord,
)

_Kind = TypeVar("_Kind", bound=Record)

MAX_SAMPLED = 60  # files whose text is looked at for habits
_IMPORT = re.compile(
    r"^\s*(?:from\s+([\w.]+)\s+import|import\s+(?:static\s+)?([\w.]+)|use\s+(\w+)::"
    r"|.*?(?:from|require\()\s*[\"']([^\"'./][^\"']*)[\"'])",
    re.MULTILINE,
)
_PYTHON_HEADER = re.compile(r"^\s*(?:async )?def (\w+)\((.*?)\)(.*?):\s*$", re.MULTILINE)
_STYLES = (
    ("snake_case", re.compile(r"_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+_*")),
    ("camelCase", re.compile(r"_*[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+")),
    ("PascalCase", re.compile(r"_*(?:[A-Z][a-z0-9]*)+")),
    ("lowercase", re.compile(r"_*[a-z][a-z0-9]*_*")),
)


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
    ]
    name = scope.memory.scope.project.rpartition("/")[2]
    return fitted(name, [one for one in found if one.lines], level, max_tokens)


def analyze_patterns(scope: MemoryScope, *, since: str, limit: int) -> Patterns:
    """What recurs in the records since a time, and in the code as it is."""
    records = [
        one
        for one in scope.memory.records().values()
        if scope.sees(one) and (one.updated or one.timestamp) >= since
    ]
    errors = [one for one in records if isinstance(one, ErrorRecord)]
    changes = [one for one in records if isinstance(one, ChangeRecord)]
    texts = list(_sampled(scope))
    return Patterns(
        errors=patterns.recurring_errors(errors, limit),
        files=patterns.hot_files(records, limit),
        methods=patterns.hot_methods(records, limit),
        together=patterns.changed_together(changes, limit),
        naming=patterns.tally(_names(scope), limit),
        typing=patterns.tally(_annotations(texts), limit),
        testing=patterns.tally(_tests(scope), limit),
        libraries=patterns.tally(_libraries(scope, texts), limit),
    )


def record_graph(scope: MemoryScope, start: str, hops: int) -> tuple[list[Record], list[Edge]]:
    """Records within some hops of one (by default all), and how they are connected."""
    by_id = {id_: one for id_, one in scope.memory.records().items() if scope.sees(one)}
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
        f"{len(found.files)} files, {len(found.errors)} errors)"
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
    records = [one for one in scope.memory.records().values() if scope.sees(one)]
    return [
        f"{one.what}: {one.count} changes and errors" for one in patterns.hot_files(records, 20)
    ]


def _code(scope: MemoryScope) -> list[str]:
    view = scope.folder.view
    if not view.files:
        return []
    languages = patterns.tally(((one.language, one.path) for one in view.symbols), 5)
    shown = ", ".join(f"{one.what} ({one.count} definitions)" for one in languages)
    return [f"{len(view.files)} files: {shown}"]


def _newest(scope: MemoryScope, wanted: type[_Kind]) -> list[_Kind]:
    return scope.records(wanted)[::-1]


def _names(scope: MemoryScope) -> Iterator[tuple[str, str]]:
    for one in scope.folder.view.symbols:
        if one.kind is Kind.LAMBDA or one.name.startswith(("<", "__")):
            continue
        style = next((name for name, form in _STYLES if form.fullmatch(one.name)), "other")
        sort = "functions" if one.kind.is_callable else "types"
        yield f"{one.language} {sort}: {style}", one.qualified_name


def _sampled(scope: MemoryScope) -> Iterator[tuple[str, str]]:
    """Paths and texts of some files, spread over the folder."""
    paths = sorted(scope.folder.view.files)
    for path in paths[:: max(len(paths) // MAX_SAMPLED, 1)][:MAX_SAMPLED]:
        scope.snapshot.cancel.check()
        if (source := scope.source(path)) is not None:
            yield path, source.text.raw.decode("utf-8", "replace")


def _annotations(texts: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for path, text in texts:
        if path.endswith(".py"):
            for found in _PYTHON_HEADER.finditer(text):
                typed = "->" in found[3] or re.search(r"\w\s*:\s*\w", found[2])
                yield f"python functions {'with' if typed else 'without'} types", found[1]


def _tests(scope: MemoryScope) -> Iterator[tuple[str, str]]:
    for path in scope.folder.view.files:
        name = path.rpartition("/")[2]
        if re.search(r"(?:^test_|_test\.|\.test\.|\.spec\.|Tests?\.\w+$|_spec\.rb$)", name):
            yield f"test files *.{name.rpartition('.')[2]}", path


def _libraries(scope: MemoryScope, texts: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    own = {path.split("/")[0].partition(".")[0] for path in scope.folder.view.files}
    for path, text in texts:
        used = {next(filter(None, found), "") for found in _IMPORT.findall(text)}
        for name in {re.split(r"[./]", one)[0] if one[:1] != "@" else one for one in used} - own:
            if name:
                yield name, path
