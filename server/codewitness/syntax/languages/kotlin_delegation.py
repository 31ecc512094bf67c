"""Classes of Kotlin that delegate, as the grammar can take them: `class A : B by b {`.

The grammar takes the body of such a class for a closure that `b` is called with. So the delegate is
written as an argument of what it stands for, `class A : B(__=b){`, at the very same place; no name
of Kotlin is made of underscores alone. Where there is no room for it, the delegate is blanked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

_MARK = b"(__="
_HEAD = re.compile(rb"(?<![:.\w])(?:class|object)\b")
_TOKEN = re.compile(
    rb'"""[\s\S]*?"""+|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*[\s\S]*?\*/'
    rb"|->|[<>=!]=|\n\s*|[\w`]+|[(){}\[\]<>=;,]"
)
_COMMENT = re.compile(rb"//|/\*")
_BY = re.compile(rb"[ \t]by\s+(?=[^\s{])")
_PAIRS = {b"(": b")", b"[": b"]", b"<": b">"}
# These have braces of their own.
_OTHER = re.compile(rb"(?:object|if|when|try|fun)\b")
_ENDS = frozenset(b"= ; } val var fun class object interface typealias".split())


class _Delegate(NamedTuple):
    """Where the blank before `by` is, where the delegate ends, and where the body begins."""

    by: int
    end: int
    body: int


def as_argument(raw: bytes) -> bytes:
    """`raw` with the last delegate of each class written as an argument."""
    if _BY.search(raw) is None:
        return raw
    written = bytearray(raw)
    for head in _HEAD.finditer(raw):
        if (found := _last(raw, head.end())) is not None:
            _write(written, found)
    return bytes(written)


def delegate(node: Node) -> Node | None:
    """What an object of a class hands calls to, of one of the types that the class stands on."""
    if node.type == "explicit_delegation":
        return node.named_children[-1]
    arguments = node.named_children[-1] if node.type == "constructor_invocation" else None
    if arguments is None or not (arguments.text or b"").startswith(_MARK):
        return None
    return arguments.named_children[0].named_children[-1]


def _last(raw: bytes, start: int) -> _Delegate | None:
    """The delegate before the body of the class whose head goes on at `start`."""
    by, end, is_below = None, start, False
    for token in _outside_of_brackets(raw, start):
        text = token[0]
        if text[:1] == b"\n":
            is_below = by is not None and token.start() >= by.end()
            continue
        if text == b"{":
            return None if by is None else _Delegate(by.start(), end, token.start())
        if text in _ENDS or (is_below and raw[token.start() - 1] not in b".:"):
            return None
        is_below, end = False, token.end()
        if text == b",":
            by = None
        elif text == b"by":
            by = _BY.match(raw, token.start() - 1)
            if by is not None and _OTHER.match(raw, by.end()):
                return None
    return None


def _outside_of_brackets(raw: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """Words, marks and line ends from here on, with the last bracket in place of what it closes."""
    waiting: list[bytes] = []
    for token in _TOKEN.finditer(raw, start):
        text = token[0]
        if text in _PAIRS and (text != b"<" or raw[token.start() - 1 : token.start()].isalnum()):
            waiting.append(_PAIRS[text])
        elif text in waiting and (text != b">" or waiting[-1] == text):
            while waiting.pop() != text:
                pass
            if not waiting:
                yield token
        elif not waiting and text in (b")", b"]"):
            return
        elif not waiting and not text.startswith((b"//", b"/*")):
            yield token


def _write(written: bytearray, found: _Delegate) -> None:
    opening = found.by + len(_MARK) - 1
    comment = _COMMENT.search(written, found.end, found.body)
    until = found.body if comment is None else comment.start()
    closing = next((at for at in range(found.end, until) if written[at] in b" \t"), None)
    if closing is None or written[opening] not in b" \t":
        gap = written[found.by : found.end]
        written[found.by : found.end] = re.sub(rb"[^\r\n]", b" ", gap)
        return
    written[found.by : opening + 1] = _MARK
    written[closing] = ord(")")
