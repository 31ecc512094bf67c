"""Signals and definitions of the marked cases: what is observed is what is marked, both ways.

A second version of a file is read incrementally and must give the facts of a fresh reading.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from codewitness.model.changes import content_edit
from codewitness.model.facts import FileFacts
from codewitness.model.signals import Signals
from codewitness.model.text import Encoding, Text
from codewitness.syntax.classify import FileNames, all_signals, module_signals, signals_of
from codewitness.syntax.extract import Analysis, analyse, facts_in_part, parsed, reanalyse
from tests.support.markers import SIGNAL_FLAGS, Case, Mark, MarkKind, load_cases

CASES = load_cases("signals")
Seen = tuple[int, int, str]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}: {case.title}")
def test_case(case: Case) -> None:
    for path, versions in case.files.items():
        for version, source in enumerate(versions):
            analysis = _read(path, source)
            assert analysis.reading.language == case.language_by_path[path]
            check(case, path, version, analysis)
        for before, after in pairwise(versions):
            check_increment(path, before, after)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}: {case.title}")
def test_what_is_read_of_one_definition_is_what_all_of_the_file_says(case: Case) -> None:
    for path, versions in case.files.items():
        analysis = _read(path, versions[-1])
        tree = parsed(path, analysis.text)
        assert tree is not None
        assert module_signals(facts_in_part(path, tree, [-1])) == module_signals(analysis.core)
        names = FileNames.of(analysis.core)
        for ordinal in range(len(analysis.core.definitions)):
            part = facts_in_part(path, tree, [ordinal])
            of_part = signals_of(part, analysis.text, ordinal, FileNames.of(part))
            assert of_part == signals_of(analysis.core, analysis.text, ordinal, names)


def check(case: Case, path: str, version: int, analysis: Analysis) -> None:
    """Compare one version of a file with its marks."""
    assert not analysis.facts.problems, f"{path}: {analysis.facts.problems}"
    marks = case.marks_of(path, version, MarkKind.SIGNAL)
    if marks:
        expected = {(m.start_byte, m.end_byte, m.target) for m in marks if not m.is_flag}
        _compare(expected, _observed_items(analysis), case, analysis.text)
        assert _observed_flags(analysis) == _marked_flags(marks), case.title
    definitions = case.marks_of(path, version, MarkKind.DEF)
    if definitions:
        marked = {(m.start_byte, m.target) for m in definitions}
        assert _definitions(analysis.facts) == marked, case.title


def check_increment(path: str, before: str, after: str) -> None:
    """An edit from one version to the next gives what a fresh reading gives."""
    old = _read(path, before)
    text = Text.of(after)
    edit = content_edit(old.text, None, None, after, Encoding.UTF8)
    new = reanalyse(old, text, [edit])
    assert new is not None
    assert new.facts == _read(path, after).facts


def test_each_language_has_enough_marked_signals() -> None:
    from codewitness.syntax.registry import LANGUAGES

    counts = dict.fromkeys(LANGUAGES, 0)
    for case in CASES:
        for (path, _), marks in case.marks.items():
            counts[case.language_by_path[path]] += sum(m.kind is MarkKind.SIGNAL for m in marks)
    assert {name: n for name, n in counts.items() if n < 25} == {}


def _read(path: str, source: str) -> Analysis:
    analysis = analyse(path, Text.of(source))
    assert analysis is not None
    return analysis


def _observed_items(analysis: Analysis) -> set[Seen]:
    seen: set[Seen] = set()
    for _, signals in all_signals(analysis.facts, analysis.text):
        for kind, items in _kinds(signals).items():
            for item in items:
                assert analysis.text.slice(item.span) == item.text
                seen.add((item.span.start, item.span.end, kind))
    return seen


def _kinds(signals: Signals) -> dict[str, tuple]:
    return {
        "call.internal": signals.internal_calls,
        "call.external": signals.external_calls,
        "read": signals.attribute_reads,
        "write": signals.attribute_writes,
        "subscript": signals.subscripts,
        "parameter": signals.parameters_used,
        "raise": signals.raises,
        "handle": signals.handles,
    }


def _observed_flags(analysis: Analysis) -> set[tuple[int, str]]:
    flags: set[tuple[int, str]] = set()
    for ordinal, signals in all_signals(analysis.facts, analysis.text):
        at = analysis.facts.definitions[ordinal].name_span.start
        has = (signals.has_loop, signals.has_conditional, signals.has_try, signals.is_async)
        names = ("loop", "conditional", "try", "async")
        flags.update((at, name) for name, present in zip(names, has, strict=True) if present)
    return flags


def _marked_flags(marks: list[Mark]) -> set[tuple[int, str]]:
    assert {m.target for m in marks if m.is_flag} <= SIGNAL_FLAGS
    return {(m.start_byte, m.target) for m in marks if m.is_flag}


def _definitions(facts: FileFacts) -> set[tuple[int, str]]:
    return {(d.name_span.start, d.qualified_name) for d in facts.definitions}


def _compare(expected: set[Seen], observed: set[Seen], case: Case, text: Text) -> None:
    def shown(items: set[Seen]) -> list[str]:
        return [
            f"line {text.line_at(start) + 1}: {text.raw[start:end].decode()} = {kind}"
            for start, end, kind in sorted(items)
        ]

    assert (shown(expected - observed), shown(observed - expected)) == ([], []), (
        f"{case.source}: {case.title}: (marked but not observed, observed but not marked)"
    )
