"""Heads of one class that stand in different branches of `#if`, joined to one.

    #if A
    class Worker : public Fast
    #else
    class Worker : public Slow
    #endif
    {

Which of them is compiled another build decides, so the class has the bases of both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEAD = re.compile(
    rb"\s*(?P<intro>(?:template\s*<[^{};]*>\s*)?(?:class|struct)\b[^:;{}()<>=]*?\b(?P<name>\w+)"
    rb"(?:\s+final)?\s*)(?P<bases>:(?!:)[^;{}()]*)?(?P<brace>\{)?\s*\Z"
)


def joined_heads(pieces: Sequence[bytes]) -> list[bytes] | None:
    """The pieces with one head in them, of the same lengths; None if they are none of a class."""
    heads = [_HEAD.match(piece) for piece in pieces]
    found = [one for one in heads if one is not None]
    if len(found) < len(pieces) or len(pieces) < 2:
        return None
    if len({(one["name"], one["brace"]) for one in found}) > 1:
        return None
    known: set[bytes] = set()
    made = []
    for number, head in enumerate(found):
        piece = bytearray(head[0])
        bases = (head["bases"] or b"").lstrip(b":").strip()
        if number:
            _blank(piece, *head.span("intro"))
        if bases in known or not bases:
            _blank(piece, *head.span("bases"))
        elif known:
            piece[head.start("bases")] = ord(",")
        known |= {bases} - {b""}
        if number < len(found) - 1:
            _blank(piece, *head.span("brace"))
        made.append(bytes(piece))
    return made


def _blank(piece: bytearray, start: int, end: int) -> None:
    if start >= 0:
        piece[start:end] = re.sub(rb"[^\r\n]", b" ", piece[start:end])
