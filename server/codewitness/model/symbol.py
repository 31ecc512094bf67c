"""Symbols: definitions as the index knows them, found by name without opening their file."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct

from codewitness.model.facts import Kind
from codewitness.model.text import Span

# The span, that of the name, and the lines where the definition begins, ends and has its name.
PLACES = Struct("<7i")


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A definition of the workspace. `path` is relative to the root, lines are 0-based.

    `ordinal` is the definition's index in its file; spans are UTF-8 bytes of the text whose
    sha256 the file's row names. `places` holds them and the lines: a large folder has hundreds of
    thousands of symbols, all in memory, of which a question looks at few, and as values of their
    own seven numbers take five times as much.
    """

    name: str
    qualified_name: str
    container: str
    kind: Kind
    language: str
    path: str
    ordinal: int
    places: bytes = PLACES.pack(*(0,) * 7)

    @property
    def span(self) -> Span:
        """All of the definition."""
        start, end, *_ = PLACES.unpack(self.places)
        return Span(start, end)

    @property
    def name_span(self) -> Span:
        """Its name."""
        _, _, start, end, *_ = PLACES.unpack(self.places)
        return Span(start, end)

    @property
    def start_line(self) -> int:
        """The line where it begins."""
        return _number(self.places, 4)

    @property
    def end_line(self) -> int:
        """The line where it ends."""
        return _number(self.places, 5)

    @property
    def name_line(self) -> int:
        """The line of its name."""
        return _number(self.places, 6)


def packed_places(span: Span, name_span: Span, lines: tuple[int, int, int]) -> bytes:
    """What `Symbol.places` holds; the lines are those of start, end and name."""
    return PLACES.pack(*span, *name_span, *lines)


def _number(places: bytes, index: int) -> int:
    number: int = PLACES.unpack(places)[index]
    return number
