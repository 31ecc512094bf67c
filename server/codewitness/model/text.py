"""Text as bytes, with positions in the three encodings that LSP knows.

A `Text` is immutable UTF-8; an edit gives a new one. Lines end at LF, CR LF and a lone CR, as LSP
defines them, and at nothing else: a form feed or U+2028 is an ordinary character.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from sys import byteorder
from typing import NamedTuple


class Encoding(StrEnum):
    """What one step of a column counts: bytes, 16-bit units or code points."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Span(NamedTuple):
    """Half-open UTF-8 byte range in one file. Invariant: 0 <= start <= end.

    A named tuple, as are the items of `ScopeFacts`: a project has a million of them.
    """

    start: int
    end: int

    def shifted(self, by: int) -> Span:
        """The same range, `by` bytes further on."""
        return Span(self.start + by, self.end + by)

    def contains(self, other: Span) -> bool:
        """True if `other` lies wholly within this range."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """0-based line; 0-based character in the units of some `Encoding`."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Bytes `span` of the old text are replaced by `replacement` (UTF-8)."""

    span: Span
    replacement: bytes


class Text:
    """Immutable UTF-8 text with its line starts. Equal texts compare equal by content."""

    __slots__ = ("__dict__", "_line_starts", "raw")

    def __init__(self, raw: bytes, line_starts: array[int] | None = None) -> None:
        self.raw = raw
        self._line_starts = line_starts

    @classmethod
    def of(cls, text: str) -> Text:
        """From a string; lone surrogates, which JSON can carry, become U+FFFD."""
        return cls(encode(text))

    def __len__(self) -> int:
        return len(self.raw)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    @cached_property
    def sha256(self) -> str:
        """Hex digest of the bytes."""
        return hashlib.sha256(self.raw).hexdigest()

    @property
    def line_starts(self) -> array[int]:
        """Byte offset of the start of each line; the first is 0."""
        if self._line_starts is None:
            self._line_starts = array("q", _starts(self.raw, 0, len(self.raw)))
        return self._line_starts

    @property
    def n_lines(self) -> int:
        """Number of lines; a text that ends with a line end has an empty last line."""
        return len(self.line_starts)

    def line_at(self, offset: int) -> int:
        """0-based line that holds the byte `offset`."""
        return bisect_right(self.line_starts, offset) - 1

    def line_span(self, line: int, *, with_end: bool = False) -> Span:
        """Bytes of the 0-based `line`, without its line end unless `with_end`."""
        starts = self.line_starts
        start = starts[line]
        end = starts[line + 1] if line + 1 < len(starts) else len(self.raw)
        if not with_end:
            while end > start and self.raw[end - 1] in b"\r\n":
                end -= 1
        return Span(start, end)

    def line_text(self, line: int) -> str:
        """Text of the 0-based `line` without its line end."""
        return self.slice(self.line_span(line))

    def slice(self, span: Span) -> str:
        """Text of `span`."""
        return self.raw[span.start : span.end].decode("utf-8", "replace")

    def part_of(self, span: Span, start: int, end: int) -> Span:
        """The bytes of the characters `start` to `end` of what `slice(span)` says."""
        said = self.slice(span)
        first = span.start + len(said[:start].encode())
        return Span(first, first + len(said[start:end].encode()))

    def offset_of(self, position: Position, encoding: Encoding) -> int:
        """Byte offset of `position`; beyond the line's or the text's end means that end."""
        if position.line >= self.n_lines:
            return len(self.raw)
        span = self.line_span(max(position.line, 0))
        line = self.raw[span.start : span.end]
        return span.start + _bytes_of_units(line, max(position.character, 0), encoding)

    def position_of(self, offset: int, encoding: Encoding) -> Position:
        """Position of the byte `offset`; inside a character or a line end, of its start."""
        return Position(*self.place_of(offset, encoding))

    def place_of(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Line and character of `position_of`: an answer with signals has hundreds of them."""
        offset = min(max(offset, 0), len(self.raw))
        starts = self.line_starts
        line = bisect_right(starts, offset) - 1
        start = starts[line]
        prefix = self.raw[start:offset]
        if prefix.isascii() and not prefix.endswith((b"\r", b"\n")):
            return line, len(prefix)  # whose end no character and no line end is around
        end = _character_start(self.raw, min(offset, self.line_span(line).end))
        return line, _units_of_bytes(self.raw[start:end], encoding)

    def places_of(self, span: Span, encoding: Encoding) -> tuple[tuple[int, int], tuple[int, int]]:
        """`place_of` the start and the end of a span, which most often are in one line."""
        raw, starts, (first, end) = self.raw, self.line_starts, span
        line = bisect_right(starts, first) - 1
        start = starts[line]
        if 0 <= first <= end <= len(raw) and raw.find(b"\n", start, end) < 0:
            prefix = raw[start:end]
            if prefix.isascii() and b"\r" not in prefix:
                return (line, first - start), (line, end - start)
        return self.place_of(first, encoding), self.place_of(end, encoding)

    def edited(self, edit: TextEdit) -> Text:
        """The text after `edit`. Only the lines around the edit are looked at again."""
        start, end = edit.span.start, edit.span.end
        old = memoryview(self.raw)  # whose slices are no copies
        raw = b"".join((old[:start], edit.replacement, old[end:]))
        return Text(raw, _spliced(self.line_starts, raw, edit))


class Reworded(Text):
    """A text of which some spans are read in other words; bytes and lines are as they are.

    One of two that lie in each other is read where a slice has it whole: the outer one, if it has.
    """

    __slots__ = ("_edits", "_spans", "_starts")

    def __init__(self, text: Text, edits: Mapping[Span, str]) -> None:
        super().__init__(text.raw, text.line_starts)
        self._edits = edits
        self._spans = sorted(edits, key=lambda one: (one.start, -one.end))
        self._starts = [one.start for one in self._spans]

    def slice(self, span: Span) -> str:
        """What `span` says in those words."""
        at, pieces = span.start, list[bytes]()
        for one in self._read(span):
            pieces += [self.raw[at : one.start], self._edits[one].encode()]
            at = one.end
        return b"".join((*pieces, self.raw[at : span.end])).decode("utf-8", "replace")

    def part_of(self, span: Span, start: int, end: int) -> Span:
        """As of any text; other words stand where all of what they say stands."""
        return Span(self._byte(span, start), self._byte(span, end, is_end=True))

    def _byte(self, span: Span, at: int, *, is_end: bool = False) -> int:
        """Where the character `at` of what `span` says stands; with `is_end`, where it ends."""
        byte = span.start
        for one in (*self._read(span), Span(span.end, span.end)):
            said = self.raw[byte : one.start].decode("utf-8", "replace")
            if at < len(said) + is_end:
                return byte + len(said[:at].encode())
            told = len(self._edits.get(one, ""))
            at, byte = at - len(said), one.end
            if at < told + is_end:
                return one.end if is_end else one.start
            at -= told
        return span.end

    def _read(self, span: Span) -> Iterator[Span]:
        """The spans in it that are read in other words."""
        at = span.start
        first = bisect_left(self._starts, span.start)
        last = bisect_left(self._starts, span.end, first)
        for one in self._spans[first:last]:
            if at <= one.start and one.end <= span.end:
                yield one
                at = one.end


def encode(text: str) -> bytes:
    """UTF-8 bytes of `text`, lone surrogates replaced by U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return paired.encode("utf-8")


def apply_edits(text: Text, edits: Iterable[TextEdit]) -> Text:
    """The text after `edits`, one after the other."""
    for edit in edits:
        text = text.edited(edit)
    return text


def _bytes_of_units(line: bytes, units: int, encoding: Encoding) -> int:
    if encoding is Encoding.UTF8:
        return _character_start(line, min(units, len(line)))
    if line.isascii():
        return min(units, len(line))
    text = line.decode("utf-8", "replace")
    if encoding is Encoding.UTF32:
        return len(text[:units].encode("utf-8"))
    done = 0
    for index, char in enumerate(text):
        width = 2 if ord(char) > 0xFFFF else 1
        if done + width > units:
            return len(text[:index].encode("utf-8"))
        done += width
    return len(line)


def _character_start(raw: bytes, offset: int) -> int:
    while 0 < offset < len(raw) and raw[offset] & 0xC0 == 0x80:
        offset -= 1
    return offset


def _units_of_bytes(prefix: bytes, encoding: Encoding) -> int:
    if encoding is Encoding.UTF8 or prefix.isascii():
        return len(prefix)
    text = prefix.decode("utf-8", "replace")
    if encoding is Encoding.UTF32:
        return len(text)
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


def _starts(raw: bytes, start: int, end: int) -> list[int]:
    """`start`, and the byte after each line end from there to `end`."""
    piece = raw[start:end]
    lines = piece.splitlines(keepends=True)  # of bytes: at CR LF, LF and CR alone
    starts = list(accumulate(map(len, lines), initial=start))
    if piece and piece[-1] not in b"\r\n":
        starts.pop()
    return starts


def _spliced(starts: array[int], raw: bytes, edit: TextEdit) -> array[int]:
    # CR and LF on both sides of the edit may join to one line end or come apart, so the
    # scan begins a byte before it and ends at the first old line start beyond a byte after it.
    shift = len(edit.replacement) - (edit.span.end - edit.span.start)
    first = bisect_right(starts, max(edit.span.start - 1, 0)) - 1
    rest = bisect_right(starts, edit.span.end + 1)
    scan_to = starts[rest] + shift if rest < len(starts) else len(raw)
    new = starts[:first]
    new.fromlist(_starts(raw, starts[first], scan_to))
    if rest < len(starts):
        new.pop()  # `scan_to`, which follows a line end and is the first of the rest
        new.extend(_shifted(starts[rest:], shift))
    return new


def _shifted(starts: array[int], by: int) -> array[int]:
    # One sum of long numbers is twice as fast as a sum per line, and this is done at each key.
    # Nothing is carried from one start to the next: none becomes negative or needs its last bit.
    delta = int.from_bytes(abs(by).to_bytes(8, byteorder) * len(starts), byteorder)
    old = int.from_bytes(starts.tobytes(), byteorder)
    new = old + delta if by > 0 else old - delta
    return array("q", new.to_bytes(8 * len(starts), byteorder))
