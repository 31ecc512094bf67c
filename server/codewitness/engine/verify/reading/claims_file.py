"""A file of claims: one a line, in Markdown or plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

CLAIMS_FILE = ".codewitness/claims.md"  # of a workspace folder

_FENCE = re.compile(r"\s*(```|~~~)")
_NO_CLAIM = re.compile(r"\s*(?:#|//|\||>|---|===|$)")
_OPENED = r"(?:^|(?<=\s))<!--"  # not the one of a text in back-ticks
_COMMENT = re.compile(rf"{_OPENED}.*?(?:-->|$)")
_UNENDED = re.compile(rf"{_OPENED}(?!.*-->)")
_LINE_END = re.compile(r"\r\n?|\n")  # as editors count lines
_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")


class ClaimLine(NamedTuple):
    """A claim and its 1-based line."""

    line: int
    text: str


def claim_lines(text: str) -> Iterator[ClaimLine]:
    """The claims of a file; headings, quotes, comments, tables and code are none."""
    is_fenced = is_commented = False
    for number, whole in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        rest = whole.partition("-->")[2] if is_commented else whole
        is_commented = (is_commented and "-->" not in whole) or bool(
            not is_fenced and _UNENDED.search(rest)
        )
        line = rest if is_fenced else _COMMENT.sub("", rest)
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif not is_fenced and not _NO_CLAIM.match(line):
            bullet = _BULLET.match(line)
            if claim := line[bullet.end() if bullet else 0 :].strip():
                yield ClaimLine(number, claim)
