"""What an editor says has changed, as one edit of bytes."""

from __future__ import annotations

from codewitness.model.text import Encoding, Position, Span, Text, TextEdit, encode

_BLOCK = 4096  # bytes compared at once while looking for the first difference


def content_edit(
    text: Text, start: Position | None, end: Position | None, new: str, encoding: Encoding
) -> TextEdit:
    """The edit that puts `new` between `start` and `end`, or in place of all if one is missing.

    A replacement of all is cut down to what differs, so that what a parser has read of the rest
    stays good; the cut is never inside a character or a line end.
    """
    if start is None or end is None:
        return _differing_middle(text.raw, encode(new))
    first, last = sorted((text.offset_of(start, encoding), text.offset_of(end, encoding)))
    return TextEdit(Span(first, last), encode(new))


def _differing_middle(old: bytes, new: bytes) -> TextEdit:
    start = _common_prefix(old, new)
    while not (_is_border(old, start) and _is_border(new, start)):
        start -= 1
    tail = _common_prefix(old[start:][::-1], new[start:][::-1])
    while not (_is_border(old, len(old) - tail) and _is_border(new, len(new) - tail)):
        tail -= 1
    return TextEdit(Span(start, len(old) - tail), new[start : len(new) - tail])


def _common_prefix(left: bytes, right: bytes) -> int:
    """Number of bytes that both begin with; compared by blocks, the last one by halves."""
    limit = min(len(left), len(right))
    same, step = 0, _BLOCK
    while step and same < limit:
        end = min(same + step, limit)
        if left[same:end] == right[same:end]:
            same = end
        else:
            step //= 2
    return same


def _is_border(raw: bytes, offset: int) -> bool:
    """True unless `offset` is inside a UTF-8 character or between CR and LF."""
    if not 0 < offset < len(raw):
        return True
    return raw[offset] & 0xC0 != 0x80 and raw[offset - 1 : offset + 1] != b"\r\n"
