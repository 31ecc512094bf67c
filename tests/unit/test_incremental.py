"""Incremental equals rebuild: after any edits the facts are those of a fresh reading.

Set CODEWITNESS_EXAMPLES to a number to try that many random histories of each language.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.edits import Operation
from tests.support.sources import LONG_PATHS, Source, long_source, sources_by_language

from codewitness.engine.documents import Document
from codewitness.model.text import Span, Text, TextEdit, apply_edits
from codewitness.syntax.extract import Analysis, analyse, reanalyse, settled
from codewitness.syntax.parse import FRESH_BYTES
from codewitness.syntax.registry import LANGUAGES

WANTED = int(os.environ.get("CODEWITNESS_EXAMPLES", "0"))
N_THREADS = 4

numbers = st.integers(0, 1 << 16)
operations = st.builds(Operation, numbers, numbers, numbers, numbers)
steps = st.lists(st.lists(operations, min_size=1, max_size=3), min_size=1, max_size=6)


def random_histories(n_examples: int) -> settings:
    """The same histories each time, unless more are wanted than by default."""
    return settings(
        max_examples=WANTED or n_examples,
        derandomize=not WANTED,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def fresh(path: str, text: Text) -> Analysis:
    analysis = analyse(path, text)
    assert analysis is not None
    return analysis


def edits_of(step: list[Operation], text: Text, original: Text) -> list[TextEdit]:
    """The edits of one change, each in terms of the text that the one before it left."""
    found: list[TextEdit] = []
    for operation in step:
        edits = operation.edits(text, original)
        text = apply_edits(text, edits)
        found += edits
    return found


def check_history(source: Source, history: list[list[Operation]]) -> None:
    """Every version is read from the one before it, and compared with a fresh reading."""
    original = text = Text.of(source.text)
    analysis = fresh(source.path, text)
    for step in history:
        edits = edits_of(step, text, original)
        text = apply_edits(text, edits)
        newer = reanalyse(analysis, text, edits)
        assert newer is not None
        assert newer.text == text
        check_same(settled(newer), fresh(source.path, text))
        analysis = newer


def check_same(observed: Analysis, expected: Analysis) -> None:
    """Compared part by part, so that a failure is readable."""
    assert observed.core.problems == expected.core.problems
    assert observed.core.definitions == expected.core.definitions
    assert observed.core == expected.core
    assert observed.facts.chunks == expected.facts.chunks


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_edits(language: str) -> None:
    @random_histories(25)
    @given(st.sampled_from(sources_by_language()[language]), steps)
    def histories(source: Source, history: list[list[Operation]]) -> None:
        check_history(source, history)

    histories()


@pytest.mark.parametrize("path", LONG_PATHS)
def test_any_edits_of_a_large_file(path: str) -> None:
    source = large(path)

    @random_histories(2)
    @given(st.lists(st.lists(operations, min_size=1, max_size=2), min_size=1, max_size=4))
    def histories(history: list[list[Operation]]) -> None:
        check_history(source, history)

    histories()


@pytest.mark.parametrize("path", LONG_PATHS)
def test_a_small_edit_of_a_large_file_reuses(path: str) -> None:
    source = large(path)
    text = Text.of(source.text)
    analysis = fresh(source.path, text)
    assert not analysis.core.problems

    @random_histories(2)
    @given(st.integers(0, text.n_lines - 2), st.sampled_from(["\n", "    \n", "\t"]))
    def edits(line: int, piece: str) -> None:
        at = text.line_starts[line]
        edit = TextEdit(Span(at, at), piece.encode())
        newer = reanalyse(analysis, text.edited(edit), [edit])
        assert newer is not None
        if not newer.core.problems:
            assert newer.n_reused > len(newer.core.definitions) // 2
        check_same(settled(newer), fresh(source.path, newer.text))

    edits()


@random_histories(40)
@given(st.data())
def test_documents_read_at_any_time(data: st.DataObject) -> None:
    """Versions are read in any order, or never, and by several threads at once."""
    language = data.draw(st.sampled_from(LANGUAGES))
    source = data.draw(st.sampled_from(sources_by_language()[language]))
    original = Text.of(source.text)
    document = Document("/root", source.path, "file:///root/x", 0, original)
    versions = [document]
    for number, step in enumerate(data.draw(steps), 1):
        document = document.edited(number, edits_of(step, document.text, original))
        versions.append(document)
        if data.draw(st.booleans()):
            check_document(data.draw(st.sampled_from(versions)))
    with ThreadPoolExecutor(N_THREADS) as pool:
        order = data.draw(st.permutations(versions * 2))
        list(pool.map(check_document, order))


def check_document(document: Document) -> None:
    analysis, _ = document.settled()
    assert analysis is not None
    check_same(analysis, fresh(document.path, document.text))


def large(path: str) -> Source:
    """A file that isn't parsed afresh at each key."""
    n_functions = 2
    while len((source := long_source(path, n_functions, 90)).text.encode()) <= FRESH_BYTES:
        n_functions += 1
    return source
