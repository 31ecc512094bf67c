"""Conflicts of a merge: the marks that git leaves in a text, and the text of one side alone.

The side above stands for both: it is whole in itself, as both together seldom are.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.text import Span

_MARK = b"<<<<<<<"
_REGION = re.compile(
    rb"^<{7}(?:[ \t][^\r\n]*)?\r?\n"
    rb"(?P<above>(?:(?!<{7}|\|{7}|={7}|>{7})[^\n]*\n)*)"
    rb"(?:\|{7}(?:[ \t][^\r\n]*)?\r?\n(?:(?!<{7}|\|{7}|={7}|>{7})[^\n]*\n)*)?"
    rb"={7}\r?\n"
    rb"(?:(?!<{7}|\|{7}|={7}|>{7})[^\n]*\n)*"
    rb">{7}(?:[ \t][^\r\n]*)?\r?(?:\n|\Z)",
    re.MULTILINE,
)
_BLANKS = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


def may_have(raw: bytes) -> bool:
    """False if a text has no conflict; quick."""
    return _MARK in raw


def regions(raw: bytes) -> list[Span]:
    """Where a text has conflicts, from the first mark to the last."""
    return [Span(*match.span()) for match in _REGION.finditer(raw)] if may_have(raw) else []


def sides_above(raw: bytes) -> bytes:
    """`raw` with blanks in place of the marks and of all but the side above."""
    if not may_have(raw):
        return raw
    blanked = bytearray(raw)
    for match in _REGION.finditer(raw):
        for start, end in (
            (match.start(), match.start("above")),
            (match.end("above"), match.end()),
        ):
            blanked[start:end] = raw[start:end].translate(_BLANKS)
    return bytes(blanked)


def unread(root: Node, raw: bytes) -> list[Span]:
    """The conflicts of `raw` in which the side above alone was parsed."""
    found = []
    for one in regions(raw):
        parsed = (root.text or b"")[max(one.start - root.start_byte, 0) :][: len(_MARK)]
        if one.start < root.start_byte or one.start >= root.end_byte or not parsed.strip():
            found.append(one)
    return found
