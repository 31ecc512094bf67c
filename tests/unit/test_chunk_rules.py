"""What holds of the chunks of any text: nothing is dropped in silence, and names stay the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codewitness.model.facts import ChunkKind, FileFacts
from codewitness.model.text import Span, Text, TextEdit, apply_edits
from codewitness.syntax.chunk import MAX_CHUNK_BYTES
from codewitness.syntax.registry import GENERIC, LANGUAGES, TEXT
from tests.support.edits import PIECES
from tests.support.examples import random_histories
from tests.support.sources import Source, sources_by_language
from tests.unit.test_incremental import edits_of, fresh, operations

EXTENSIONS = sorted(
    extensions[0] for extensions in (*GENERIC.values(), *TEXT.values()) if extensions
)
LINES = (
    *PIECES,
    "# Heading\n",
    "Title\n=====\n",
    "[section]\n",
    "key: value\n",
    "```py\n",
    "<div class='a'>é</div>\n",
    "function name() { body; }\n",
    "word " * 300,
    "a = b * c\n" * 600,
)


def check_chunks(facts: FileFacts, text: Text) -> None:
    """The rules that hold of every file."""
    assert_all_covered(facts, text)
    ids = [chunk.id for chunk in facts.chunks]
    assert len(set(ids)) == len(ids)
    for chunk in facts.chunks:
        assert 0 <= chunk.span.start < chunk.span.end <= len(text)
        assert chunk.definition < len(facts.definitions)
        assert chunk.text


def assert_all_covered(facts: FileFacts, text: Text) -> None:
    at = 0
    missing: list[str] = []
    for span in [*sorted(chunk.span for chunk in facts.chunks), Span(len(text), len(text))]:
        gap = text.raw[at : span.start] if span.start > at else b""
        if any(byte > 0x7F or chr(byte).isalnum() for byte in gap):
            missing.append(gap.decode("utf-8", "replace"))
        at = max(at, span.end)
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_definitions_cover_their_file(language: str) -> None:
    for source in sources_by_language()[language]:
        text = Text.of(source.text)
        check_chunks(fresh(source.path, text).facts, text)

    @random_histories(20)
    @given(st.sampled_from(sources_by_language()[language]), st.lists(operations, max_size=4))
    def edited(source: Source, step: list) -> None:
        original = Text.of(source.text)
        text = apply_edits(original, edits_of(step, original, original))
        check_chunks(fresh(source.path, text).facts, text)

    edited()


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_other_files_are_covered(extension: str) -> None:
    @random_histories(4)
    @given(st.lists(st.sampled_from(LINES), max_size=12))
    def texts(lines: list[str]) -> None:
        text = Text.of("".join(lines))
        facts = fresh(f"folder/file.{extension}", text).facts
        check_chunks(facts, text)
        for chunk in facts.chunks:
            assert len(chunk.text.encode()) <= MAX_CHUNK_BYTES + len(chunk.text)

    texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edit_elsewhere_keeps_identities(language: str) -> None:
    """A line above, or within another definition, changes no chunk's identity but its own."""
    sources = sources_by_language()[language]

    @random_histories(10)
    @given(st.sampled_from(sources), st.integers(0, 1 << 16), st.sampled_from(["\n", " ", "\n\n"]))
    def edited(source: Source, at: int, piece: str) -> None:
        text = Text.of(source.text)
        before = fresh(source.path, text).facts
        offset = text.line_starts[at % text.n_lines]
        newer = text.edited(TextEdit(Span(offset, offset), piece.encode()))
        after = fresh(source.path, newer).facts
        if before.problems or after.problems or _shape(before) != _shape(after):
            return
        kept = {chunk.id for chunk in after.chunks}
        for chunk in before.chunks:
            is_own = chunk.definition >= 0 and chunk.kind is not ChunkKind.CLASS
            if is_own and not chunk.span.start <= offset <= chunk.span.end:
                assert chunk.id in kept

    edited()


def _shape(facts: FileFacts) -> list[tuple[str, str, int]]:
    return [
        (definition.kind, definition.name, definition.parent) for definition in facts.definitions
    ]


CALLBACKS = """\
export class Runner {
  kept = rows.map((row) => weigh(row))
  run(command) {
    return new Promise((done) => {
      const child = spawn(command)
      child.on('exit', () => { try { done(child.code) } catch (e) { throw new Lost(e) } })
      const later = () => { named() }
    })
  }
  other(list) { return list.length }
}
describe('it', () => { test('a', () => { expect(1) }) })
"""


def test_what_functions_without_a_name_do_counts_for_what_they_stand_in() -> None:
    facts = fresh("a.js", Text.of(CALLBACKS)).facts

    def tagged(tag: str) -> list[str]:
        return [one.name for one in facts.chunks if tag in one.tags]

    for tag in ("calls:spawn", "calls:on", "calls:done", "reads:child.code", "raises:Lost"):
        assert tagged(tag) == ["run"], tag
    assert tagged("calls:named") == ["later"]  # which has a name, and a chunk
    assert tagged("calls:weigh") == ["Runner"]
    assert tagged("calls:expect") == tagged("calls:test") == ["a"]
    assert tagged("param:list") == ["other"]
    assert tagged("param:done") == []  # what a callback takes is its own
    assert tagged("reads:list.length") == ["other"]
