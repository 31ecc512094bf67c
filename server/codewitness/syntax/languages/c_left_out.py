"""The calls in a branch of `#else` that can't stand beside the first one.

    #if A
      if (one(x)) {
    #else
      if (two(x)) {
    #endif

Of two heads of one block only the first can be parsed. What the other calls is called as well, in
another build, so its calls are kept as statements of their own: `      two(x); `.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PART = rb"[A-Za-z_]\w*"
_CALL = re.compile(
    rb"(?P<skipped>//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?"
    rb"|^[ \t]*\#(?:[^\n\\]|\\[\s\S])*)"
    rb"|(?<![\w.])(?:" + _PART + rb"\s*(?:->|\.|::)\s*)*(?P<name>" + _PART + rb")[ \t]*\("
    rb"|(?P<message>\[)",
    re.MULTILINE,
)
_PIECE = re.compile(
    rb"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?"
    rb"|(?P<directive>^[ \t]*\#)|(?P<bracket>[()\[\]{};])",
    re.MULTILINE,
)
_NO_CALLS = frozenset(b"if while for switch return sizeof catch defined alignof decltype".split())
# What a call can stand behind; behind another word, or a `*`, a name is declared.
_BEFORE_CALL = re.compile(rb"(?:^|[(\[,;{}=!?:|<+%)-]|&&|\b(?:return|else|do|throw))\s*\Z")
_BEFORE_MESSAGE = re.compile(rb"(?:^|[(\[,;{}=!?:|<+%*-]|&&|\b(?:return|else|do))\s*\Z")
_OF_HEAD = re.compile(rb"\s*(?:const\b\s*)?[{:](?!:)")
_IN_BODY = re.compile(rb"(?:\)|\b(?:else|do|try))\s*\{")


def is_in_body(kept: bytes) -> bool:
    """True if a statement can stand after what is kept, which opens the body of something."""
    opened = kept.rfind(b"{")
    return opened >= 0 and _IN_BODY.search(kept, max(0, opened - 400), opened + 1) is not None


def calls_alone(piece: bytes) -> bytes:
    """A piece of C with nothing left but its calls, each with a `;` behind it."""
    out = bytearray(re.sub(rb"[^\r\n]", b" ", piece))
    for start, end in _calls(piece):
        if piece[end : end + 1] not in (b"", b"\r", b"\n"):
            out[start:end] = piece[start:end]
            out[end] = ord(";")
    return bytes(out)


def _calls(piece: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while (match := _CALL.search(piece, at)) is not None:
        at = match.end()
        if match["skipped"] or match["name"] in _NO_CALLS:
            continue
        before = piece[max(0, match.start() - 40) : match.start()]
        behind = _BEFORE_MESSAGE if match["message"] else _BEFORE_CALL
        end = _closing(piece, match.end() - 1) if behind.search(before) else None
        if end is not None and not _OF_HEAD.match(piece, end):
            yield match.start(), end
            at = end


def _closing(piece: bytes, start: int) -> int | None:
    """Where the bracket at `start` is closed; None if it is not, or if a statement is in it."""
    depth = 0
    for match in _PIECE.finditer(piece, start):
        bracket = match["bracket"]
        if match["directive"] or (bracket and bracket in b"{};"):
            return None
        if bracket:
            depth += 1 if bracket in b"([" else -1
            if depth == 0:
                return match.end()
    return None
