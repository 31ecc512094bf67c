"""Incremental equals rebuild: after any edits the facts are those of a fresh reading.

Set CODEWITNESS_EXAMPLES to a number to try that many random histories of each language.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.engine.documents import Document
from codewitness.model.text import Span, Text, TextEdit, apply_edits
from codewitness.syntax import parse
from codewitness.syntax.extract import Analysis, analyse, reanalyse, settled
from codewitness.syntax.registry import LANGUAGES
from tests.support.edits import Operation
from tests.support.examples import random_histories
from tests.support.sources import LONG_PATHS, Source, long_source, sources_by_language

N_THREADS = 4

numbers = st.integers(0, 1 << 16)
operations = st.builds(Operation, numbers, numbers, numbers, numbers)
steps = st.lists(st.lists(operations, min_size=1, max_size=3), min_size=1, max_size=6)


def fresh(path: str, text: Text) -> Analysis:
    analysis = analyse(path, text)
    assert analysis is not None
    return analysis


def as_large_file() -> AbstractContextManager[object]:
    """Large files are parsed afresh only once typing rests; here all files count as large."""
    return mock.patch.object(parse, "FRESH_BYTES", 0)


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
    @random_histories(20)
    @given(st.sampled_from(sources_by_language()[language]), steps, st.booleans())
    def histories(source: Source, history: list[list[Operation]], is_large: bool) -> None:
        with as_large_file() if is_large else nullcontext():
            check_history(source, history)

    histories()


@pytest.mark.parametrize("path", LONG_PATHS)
def test_a_small_edit_reuses(path: str) -> None:
    source = long_source(path, 4, 30)
    text = Text.of(source.text)
    analysis = fresh(source.path, text)
    assert not analysis.core.problems

    @random_histories(5)
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


@random_histories(15)
@given(st.data())
def test_documents_read_at_any_time(data: st.DataObject) -> None:
    """Versions are read in any order, or never, and by several threads at once."""
    language = data.draw(st.sampled_from(LANGUAGES))
    source = data.draw(st.sampled_from(sources_by_language()[language][:5]))
    original = Text.of(source.text)
    document = Document("/w", source.path, "file:///w/x", 0, original)
    versions = [document]
    for number, step in enumerate(data.draw(steps), 1):
        document = document.edited(number, edits_of(step, document.text, original))
        versions.append(document)
        if data.draw(st.booleans()):
            check_document(data.draw(st.sampled_from(versions)))
    with ThreadPoolExecutor(N_THREADS) as pool:
        order = data.draw(st.permutations(versions))
        list(pool.map(check_document, order))


def check_document(document: Document) -> None:
    analysis, _ = document.settled()
    assert analysis is not None
    check_same(analysis, fresh(document.path, document.text))


def test_a_large_file_of_c_with_macros_is_not_parsed_afresh_at_each_key() -> None:
    body = "".join(f"API int run{n}(int a) {{\n  return a + {n};\n}}\n" for n in range(2_000))
    text = Text.of(f"#define API\nLIST_HEAD(items)\n{body}")
    analysis = fresh("large.c", text)
    names = [one.name for one in analysis.core.definitions]
    at = text.raw.index(b"return a + 1000;")
    with mock.patch.object(parse, "parse", side_effect=AssertionError("all was parsed")):
        for letter in b"call();":
            edit = TextEdit(Span(at, at), bytes([letter]))
            text, at = apply_edits(text, [edit]), at + 1
            newer = reanalyse(analysis, text, [edit])
            assert newer is not None
            analysis = newer
    assert not analysis.is_settled
    assert [one.name for one in analysis.core.definitions] == names
    check_same(settled(analysis), fresh("large.c", text))


def test_places_that_are_masked_are_told_to_the_tree_as_they_are() -> None:
    raw = b"if (a) {\n  b();\r\n}\n\nc();\n"
    places = [*range(len(raw))]
    tree = mock.Mock()
    parse._mask(tree, raw, places[::-1])
    told = [
        (at, at + 1, at + 1, *(parse._point(raw, one) for one in (at, at + 1, at + 1)))
        for at in places
    ]
    assert [call.args for call in tree.edit.call_args_list] == told
