"""Conditions in the headers of C++'s templates, which the grammar reads wrongly, taken out.

Of `template <typename T, std::enable_if_t<..., int> = 0>` what comes after the first comma that
stands before such a condition is blanked: lengths and lines stay as they are.
"""

from __future__ import annotations

import re

_HEADER = re.compile(rb"\btemplate\s*<")
_TOKEN = re.compile(rb"//[^\n]*|/\*[\s\S]*?\*/|->|<=|>=|&&|[<>(),;{}]")
_CONDITION = re.compile(rb"\b\w*(?i:enable_if)|\(&\)\s*\[|\bis_detected|\brequires\b|\bREQUIRES\b")
_MAX_LENGTH = 3_000


def without_conditions(raw: bytes) -> bytes:
    """The text with no condition in a template's header."""
    if _CONDITION.search(raw) is None:
        return raw
    out = bytearray(raw)
    for match in _HEADER.finditer(raw):
        end, commas = _bounds(raw, match.end())
        if end is None or (condition := _CONDITION.search(raw, match.end(), end)) is None:
            continue
        before = [comma for comma in commas if comma < condition.start()]
        if before:
            out[before[-1] : end] = re.sub(rb"[^\r\n]", b" ", raw[before[-1] : end])
    return bytes(out)


def _bounds(raw: bytes, start: int) -> tuple[int | None, list[int]]:
    """Where a header's last bracket is, and the commas that part its parameters."""
    depth, inner = 1, 0
    commas: list[int] = []
    for token in _TOKEN.finditer(raw, start, start + _MAX_LENGTH):
        text = token[0]
        if text in b";{}":
            return None, []
        if text in b"()":
            inner += 1 if text == b"(" else -1
        elif text == b"<":
            depth += 1
        elif text == b">" and not inner:
            depth -= 1
            if not depth:
                return token.start(), commas
        elif text == b"," and depth == 1 and not inner:
            commas.append(token.start())
    return None, []
