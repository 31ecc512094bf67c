"""`Text` and `content_edit` against a slow model: a list of lines, and of characters in a line."""

import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from codewitness.model.changes import content_edit
from codewitness.model.text import Encoding, Position, Span, Text, TextEdit, apply_edits, encode

PIECES = ["a", "é", "𝒳", "\r", "\n", "\r\n", "\x0c", "\u2028", "\x85", "\v", "\x1c", "\u0301", "\0"]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
encodings = st.sampled_from(Encoding)
UNITS: dict[Encoding, Callable[[str], int]] = {
    Encoding.UTF8: lambda char: len(char.encode()),
    Encoding.UTF16: lambda char: len(char.encode("utf-16-le")) // 2,
    Encoding.UTF32: lambda char: 1,
}


def slow_lines(text: str) -> list[tuple[str, str]]:
    """Each line and what ends it, one character at a time."""
    lines = []
    line = ""
    chars = list(text)
    while chars:
        char = chars.pop(0)
        if char == "\r" and chars[:1] == ["\n"]:
            lines.append((line, char + chars.pop(0)))
            line = ""
        elif char in "\r\n":
            lines.append((line, char))
            line = ""
        else:
            line += char
    return [*lines, (line, "")]


def slow_starts(text: str) -> list[int]:
    starts = [0]
    for line, end in slow_lines(text)[:-1]:
        starts.append(starts[-1] + len((line + end).encode()))
    return starts


def slow_offset(text: str, position: Position, encoding: Encoding) -> int:
    lines = slow_lines(text)
    if position.line >= len(lines):
        return len(text.encode())
    offset = slow_starts(text)[position.line]
    room = position.character
    for char in lines[position.line][0]:
        room -= UNITS[encoding](char)
        if room < 0:
            break
        offset += len(char.encode())
    return offset


@st.composite
def text_and_edits(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
    """A text and edits by character of the text as it is then."""
    text = current = draw(texts)
    edits = []
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(current)))
        end = draw(st.integers(start, len(current)))
        new = draw(texts)
        edits.append((start, end, new))
        current = current[:start] + new + current[end:]
    return text, edits


def byte_edit(text: str, start: int, end: int, new: str) -> TextEdit:
    return TextEdit(Span(len(text[:start].encode()), len(text[:end].encode())), new.encode())


@given(text_and_edits())
@example(("\r\n", [(1, 1, "a")]))
@example(("\r", [(1, 1, "\n")]))
@example(("\ra\n", [(1, 2, "")]))
@example(("a\n\n", [(0, 1, "\r")]))
@example(("a\r\nb\r\nc", [(2, 3, "")]))
def test_edited_equals_a_fresh_text(case: tuple[str, list[tuple[int, int, str]]]) -> None:
    current, edits = case
    edited = Text.of(current)
    for start, end, new in edits:
        edited = edited.edited(byte_edit(current, start, end, new))
        current = current[:start] + new + current[end:]
        assert edited.raw == current.encode()
        assert edited.line_starts == Text(edited.raw).line_starts
        assert list(edited.line_starts) == slow_starts(current)
        assert edited == Text.of(current)
        assert edited.sha256 == Text.of(current).sha256


@given(text_and_edits())
def test_edits_of_bytes_may_part_a_line_end(case: tuple[str, list[tuple[int, int, str]]]) -> None:
    text, edits = case
    result = Text.of(text)
    for start, end, new in edits:
        span = Span(min(start, len(result)), min(end, len(result)))
        result = apply_edits(result, [TextEdit(span, new.encode())])
        assert result.line_starts == Text(result.raw).line_starts


@given(texts)
def test_lines(text: str) -> None:
    seen = Text.of(text)
    lines = slow_lines(text)
    assert seen.n_lines == len(lines)
    assert [seen.line_text(n) for n in range(seen.n_lines)] == [line for line, _ in lines]
    whole = [seen.slice(seen.line_span(n, with_end=True)) for n in range(seen.n_lines)]
    assert whole == [line + end for line, end in lines]
    assert "".join(whole) == text


@given(texts)
def test_line_at(text: str) -> None:
    seen = Text.of(text)
    for offset in range(len(seen) + 1):
        assert seen.line_at(offset) == sum(start <= offset for start in slow_starts(text)) - 1


@given(texts, encodings)
def test_round_trip_at_every_character(text: str, encoding: Encoding) -> None:
    seen = Text.of(text)
    for number, (line, _) in enumerate(slow_lines(text)):
        column, offset = 0, slow_starts(text)[number]
        for char in [*line, ""]:
            assert seen.position_of(offset, encoding) == Position(number, column)
            assert seen.offset_of(Position(number, column), encoding) == offset
            column, offset = column + UNITS[encoding](char), offset + len(char.encode())


@given(texts, encodings, st.integers(0, 15), st.integers(0, 30))
def test_any_position_is_an_offset(text: str, encoding: Encoding, line: int, column: int) -> None:
    position = Position(line, column)
    assert Text.of(text).offset_of(position, encoding) == slow_offset(text, position, encoding)


@given(texts, encodings)
def test_any_offset_is_a_position(text: str, encoding: Encoding) -> None:
    """One inside a character or a line end is the position of its start."""
    seen = Text.of(text)
    known = {slow_offset(text, Position(n, c), encoding) for n in range(13) for c in range(60)}
    for offset in range(len(seen) + 1):
        position = seen.position_of(offset, encoding)
        assert seen.offset_of(position, encoding) == max(o for o in known if o <= offset)


@given(texts, encodings)
def test_both_ends_of_a_span_at_once(text: str, encoding: Encoding) -> None:
    seen = Text.of(text)
    for start in range(len(seen) + 1):
        for end in range(start, len(seen) + 2):
            apart = seen.place_of(start, encoding), seen.place_of(end, encoding)
            assert seen.places_of(Span(start, end), encoding) == apart


def test_offsets_and_positions_beyond_the_text() -> None:
    text = Text.of("ab\r\ncd")
    assert text.position_of(-3, Encoding.UTF16) == Position(0, 0)
    assert text.position_of(99, Encoding.UTF16) == Position(1, 2)
    assert text.offset_of(Position(0, 99), Encoding.UTF16) == 2
    assert text.offset_of(Position(9, 0), Encoding.UTF16) == 6
    assert text.offset_of(Position(-1, -1), Encoding.UTF16) == 0
    assert text.position_of(3, Encoding.UTF16) == Position(0, 2)


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [
        (Encoding.UTF8, [0, 1, 1, 3, 3, 3, 3, 7, 8, 8]),
        (Encoding.UTF16, [0, 1, 3, 3, 7, 8, 8]),
        (Encoding.UTF32, [0, 1, 3, 7, 8, 8]),
    ],
)
def test_columns_inside_a_character(encoding: Encoding, columns: list[int]) -> None:
    text = Text.of("aé𝒳b")
    assert [text.offset_of(Position(0, c), encoding) for c in range(len(columns))] == columns


def test_only_three_line_ends() -> None:
    text = Text.of("a\x0cb\u2028c\x85d\u2029e\x1cf\vg")
    assert text.n_lines == 1
    assert Text.of("a\rb\nc\r\nd\n\re").n_lines == 6
    assert Text(b"").n_lines == 1
    assert Text(b"\n").n_lines == 2


@given(st.text(st.characters()))
def test_encode_takes_any_string(text: str) -> None:
    assert encode(text).decode("utf-8") == "".join(
        "\ufffd" if "\ud800" <= char <= "\udfff" else char
        for char in text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    )


def test_text_is_a_value() -> None:
    assert Text.of("a") == Text(b"a")
    assert hash(Text.of("a")) == hash(Text(b"a"))
    assert Text.of("a") != "a"
    assert Text.of("\ud835\udcb3") == Text.of("𝒳")


positions = st.builds(Position, st.integers(0, 14), st.integers(0, 20))


@given(texts, positions, positions, texts, encodings)
def test_change_of_a_range(
    text: str, start: Position, end: Position, new: str, encoding: Encoding
) -> None:
    first, last = sorted(slow_offset(text, place, encoding) for place in (start, end))
    edit = content_edit(Text.of(text), start, end, new, encoding)
    assert edit == TextEdit(Span(first, last), new.encode())
    assert Text.of(text).edited(edit) == Text(
        text.encode()[:first] + new.encode() + text.encode()[last:]
    )


def borders(text: str) -> set[int]:
    """Byte offsets between characters, none inside of CR LF."""
    return {
        len(text[:at].encode())
        for at in range(len(text) + 1)
        if text[at - 1 : at + 1] != "\r\n" or at == 0
    }


@given(text_and_edits())
@example(("é", [(0, 1, "è")]))  # their first byte is the same
@example(("𝒳", [(0, 1, "𝒴")]))
@example(("\u0129", [(0, 1, "é")]))  # their last byte is the same
@example(("a\r\n", [(2, 3, "")]))
@example(("a\n", [(1, 1, "\r")]))
@example(("aa", [(1, 1, "a")]))
def test_change_of_all_is_cut_to_what_differs(
    case: tuple[str, list[tuple[int, int, str]]],
) -> None:
    old = new = case[0]
    for start, end, piece in case[1]:
        new = new[:start] + piece + new[end:]
    edit = content_edit(Text.of(old), None, None, new, Encoding.UTF16)
    assert Text.of(old).edited(edit) == Text.of(new)
    start, end = edit.span.start, edit.span.end
    new_end = start + len(edit.replacement)
    assert {start, end} <= borders(old)
    assert {start, new_end} <= borders(new)
    raw, new_raw = old.encode(), new.encode()
    later = {b for b in borders(old) & borders(new) if start < b <= min(end, new_end)}
    assert not any(raw[start:b] == new_raw[start:b] for b in later), "prefix could be longer"
    earlier = {
        n
        for n in range(1, min(end, new_end) - start + 1)
        if end - n in borders(old) and new_end - n in borders(new)
    }
    assert not any(raw[end - n : end] == new_raw[new_end - n : new_end] for n in earlier)


def test_change_of_all_in_a_large_text() -> None:
    lines = [f"line {n}: é𝒳\r\n" for n in range(20_000)]
    old = Text.of("".join(lines))
    lines[12_345] = "line 12345: èY\r\n"
    edit = content_edit(old, None, None, "".join(lines), Encoding.UTF16)
    assert len(edit.replacement) < 10
    assert old.edited(edit) == Text.of("".join(lines))


@pytest.mark.parametrize("new", ["", "a", "abc\n"])
def test_change_of_all_to_the_same(new: str) -> None:
    edit = content_edit(Text.of(new), None, None, new, Encoding.UTF16)
    assert edit == TextEdit(Span(len(new), len(new)), b"")


def test_half_a_range_means_all() -> None:
    edit = content_edit(Text.of("ab"), Position(0, 0), None, "x", Encoding.UTF16)
    assert edit == TextEdit(Span(0, 2), b"x")


def test_an_edit_of_a_long_text_is_fast() -> None:
    text = Text.of("x = call(a, b)  # some words\n" * 20_000)
    edit = TextEdit(Span(len(text) // 2, len(text) // 2), b"y")
    assert text.n_lines == 20_001
    fastest = float("inf")
    for _ in range(20):
        started = time.perf_counter()
        assert text.edited(edit).n_lines == 20_001
        fastest = min(fastest, time.perf_counter() - started)
    assert fastest < 0.01  # about 0.4 ms; the rest is for a busy machine
