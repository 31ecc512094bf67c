"""Rust's macros around whole items (`cfg_rt! { pub fn spawn() {} }`), as the parser can take them.

To the grammar the arguments of a macro are tokens, so that what stands in such a one would be no
definition. The macro's name and braces are blanked, with lengths and lines unchanged. By
convention `cfg_…!` and `feature!` give back the items that they are given.
"""

from __future__ import annotations

import re

_AROUND = re.compile(rb"^[ \t]*((?:\w+::)*(?:cfg_\w+|feature)!\s*)\{", re.MULTILINE)
_BEGINS = re.compile(
    rb"\{(?:\s|//[^\n]*\n|#!?\[[^\]]*\])*"
    rb"(?:pub\b|fn\b|impl\b|mod\b|use\b|struct\b|enum\b|trait\b|async\b|unsafe\b|const\b|static\b"
    rb"|type\b|extern\b|macro_rules!|if\s+#\[|cfg_\w+!)"
)
# What is skipped in search of a brace: comments, strings, characters; a lifetime is no string.
_PIECE = re.compile(
    rb"""//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|r(\#*)".*?"\1|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\[^']+)'|[{}]""",
    re.DOTALL,
)
_BRANCH = re.compile(rb"(?:else\s*)?(?:if\s*#\[(?:[^\[\]]|\[[^\]]*\])*\]\s*)?\Z")
_MOST_NESTED = 20


def prepare(raw: bytes) -> bytes:
    """Without the macros around items."""
    if b"cfg_" not in raw and b"feature!" not in raw:
        return raw
    out = bytearray(raw)
    for match in _AROUND.finditer(raw):
        opening = match.end() - 1
        if _BEGINS.match(raw, opening) is None:
            continue
        closing = _closing(raw, opening)
        if closing is None:
            continue
        _blank(out, match.start(1), opening + 1)
        _blank(out, closing, closing + 1)
        if match[1].strip().endswith(b"cfg_if!"):
            _branches(out, opening + 1, closing)
    return bytes(out)


def _closing(raw: bytes, opening: int) -> int | None:
    """Where the brace is closed that is opened at `opening`."""
    depth = 0
    for piece in _PIECE.finditer(raw, opening):
        if piece[0] in b"{}":
            depth += 1 if piece[0] == b"{" else -1
            if depth == 0:
                return piece.start()
    return None


def _branches(out: bytearray, start: int, end: int) -> None:
    """`if #[cfg(unix)] { … } else { … }`: the items of all branches."""
    at = start
    for _ in range(_MOST_NESTED):
        opening = out.find(b"{", at, end)
        if opening < 0:
            return
        head = bytes(out[at:opening])
        closing = _closing(bytes(out), opening)
        if closing is None or closing > end or _BRANCH.search(head.lstrip()) is None:
            return
        _blank(out, at, opening + 1)
        _blank(out, closing, closing + 1)
        at = closing + 1


def _blank(out: bytearray, start: int, end: int) -> None:
    out[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(out[start:end]))
