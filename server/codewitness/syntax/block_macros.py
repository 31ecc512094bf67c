"""Blocks of C and its kin that a macro leads: `list_for_each(item, list) { … }`.

To the grammar they are a call with a block beside it. Whether the block is run again and again is
told by the macro's text where that stands in the same file, and else by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.model.text import Span

LANGUAGES = frozenset({"c", "cpp", "objc"})

_LED = re.compile(rb"\)\s*\{")
_NAME = re.compile(rb"([A-Za-z_]\w*)[ \t]*\Z")
_KEYWORDS = frozenset(
    {
        *(b"if", b"for", b"while", b"switch", b"catch", b"constexpr", b"noexcept", b"requires"),
        *(b"alignas", b"decltype", b"sizeof", b"return", b"__attribute__", b"__declspec", b"throw"),
    }
)
_LOOPING = re.compile(
    rb"(?i)for_?each|for_?all|(?:^|_)for(?:_|$)|(?:^|_)each(?:_|$)|loop|iterat|(?:^|_)iter(?:_|$)"
)
_EACH_ALONE = re.compile(rb"(?<![\w.>:@])(\w*(?i:for_?each)\w*)[ \t]*\(")
_BY_TEXT = re.compile(rb"\b(?:for|while)\b")
_USING = re.compile(rb"\b(?!if\b|switch\b)\w+[ \t]*\(|\bgoto\b")
_COMMENTS = re.compile(rb"/\*[\s\S]*?\*/|//[^\n]*")
_TOKENS = re.compile(
    rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|" + _COMMENTS.pattern + rb"|[{}()]"
)
_MAX_HEAD = 1_000
_MAX_BEFORE = 400


class Led(NamedTuple):
    """A block behind a macro: all of it, the block, and if it loops; None if that is not known."""

    whole: Span
    body: Span
    is_loop: bool | None


def led_blocks(raw: bytes, gap: Span) -> Iterator[Led]:
    """The blocks of a piece of code that macros lead."""
    for match in _LED.finditer(raw, gap.start, gap.end):
        name = _name_before(raw, match.start(), gap.start)
        if name is not None and _begins(raw, name.start):
            body = Span(match.end() - 1, _closing(raw, match.end() - 1))
            is_loop = _is_loop(raw, raw[name.start : name.end])
            yield Led(Span(name.start, body.end), body, is_loop)
    for match in _EACH_ALONE.finditer(raw, gap.start, gap.end):
        if _begins(raw, match.start()) and _is_loop(raw, match[1]):
            yield from _of_one_statement(raw, match)


def _of_one_statement(raw: bytes, match: re.Match[bytes]) -> Iterator[Led]:
    """`foreach (item, list) run(item);`, of one statement."""
    behind = _closing(raw, match.end() - 1)
    found = re.compile(rb"\s*(?=[\w*(])[^;{}]*;").match(raw, behind)
    if found is not None:
        start = found.end() - len(found[0].lstrip())
        yield Led(Span(match.start(), found.end()), Span(start, found.end()), is_loop=True)


def _name_before(raw: bytes, closing: int, first: int) -> Span | None:
    """The name before the brackets that close there; None of a keyword's and of none."""
    depth, at = 0, closing
    while at >= max(first, closing - _MAX_HEAD):
        depth += (raw[at] == ord(")")) - (raw[at] == ord("("))
        if depth == 0:
            break
        at -= 1
    found = _NAME.search(raw, max(first, at - _MAX_BEFORE), at) if depth == 0 else None
    if found is None or found[1] in _KEYWORDS:
        return None
    return Span(found.start(1), found.end(1))


def _begins(raw: bytes, start: int) -> bool:
    """True where a statement begins."""
    before = _COMMENTS.sub(b"", raw[max(start - _MAX_BEFORE, 0) : start]).rstrip()
    line = before[before.rfind(b"\n") + 1 :].lstrip()
    if before.endswith((b";", b"{", b"}", b")", b":")) and not before.endswith(b"::"):
        return True
    return line.startswith(b"#") or re.search(rb"(?:^|\W)(?:else|do)\Z", before) is not None


def _closing(raw: bytes, start: int) -> int:
    """Where the bracket that opens at `start` is closed."""
    depth = 0
    for token in _TOKENS.finditer(raw, start):
        depth += (token[0] in b"{(") - (token[0] in b"})")
        if depth <= 0:
            return token.end()
    return len(raw)


def _is_loop(raw: bytes, name: bytes) -> bool | None:
    """Whether a macro leads a loop: by its text, or by its name."""
    defined = re.search(
        rb"^[ \t]*#[ \t]*define[ \t]+" + name + rb"\([^()\n]*\)((?:\\\r?\n|[^\n\\]|\\.)*)",
        raw,
        re.MULTILINE,
    )
    if defined is not None and _BY_TEXT.search(defined[1]):
        return True
    if defined is not None and not _USING.search(defined[1]):
        return False
    return True if _LOOPING.search(name) else None
