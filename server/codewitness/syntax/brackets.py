"""Brackets that are not closed, or close nothing: what typing leaves for a moment.

A grammar takes all that follows an open bracket for its inside, so that one `{` too many moves
every later definition into the one that is typed in. People indent as they nest, however: a closing
bracket at the start of a line belongs to a statement that begins in the same column. So the bracket
is found that has no partner. With a blank in its place the rest of the file reads as it did before.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor, QueryError

from codewitness.syntax.queries_loader import language

_PAIRS = {"{": "}", "(": ")", "[": "]"}
_CLOSING = {closing: opening for opening, closing in _PAIRS.items()}
# As grammars call them, some of them in strings.
_OPENING = {"{": "{", "(": "(", "[": "[", "${": "{", "#{": "{", "\\(": "(", "@(": "(", "@{": "{"}
_END = ";"
INDENTED = frozenset({"python"})  # a body without a line would be none
_MAX_UNPAIRED = 12  # with more it is no longer what somebody has just typed
_TAB = 4
_BLANK, _NO_BRACKET = 0x20, 0x09  # no other text that is parsed in place of one has tabs for it
_BRACKETS = frozenset(b"{}()[]")
_HEAD = re.compile(rb"([^\n]*) \{[ \t\r]*(?=\n|$)")  # the rest of a line that begins a body
_PARTNERS = frozenset(b")]")
_BRACKET = re.compile(rb"[{}()\[\]]")


class _Token(NamedTuple):
    kind: str
    at: int


class _Open(NamedTuple):
    """An open bracket, with the columns where its line and its statement begin."""

    kind: str
    at: int
    of_line: int
    of_statement: int


def unpaired(root: Node, raw: bytes, grammar: str) -> list[int]:
    """Offsets of the brackets of a tree with errors that have no partner; none if they are many."""
    tokens = _tokens(root, grammar)
    if _are_paired(tokens):
        return []
    alone = _Pairing(raw).alone(tokens)
    # Two that could be each other's are oddly indented, and no harm as they are; what closes an
    # opening of a form that is not known here, as Ruby's `%w(`, is none either.
    tokens = [_Token(chr(raw[at]), at) for at in alone]
    of_kinds = [[one for one in tokens if one.kind in pair] for pair in _PAIRS.items()]
    alone = sorted(at for some in of_kinds for at in _stack_of(some) if raw[at] not in b")]")
    return alone if len(alone) <= _MAX_UNPAIRED else []


def without(raw: bytes, places: list[int]) -> bytes:
    """`raw` with blanks at these offsets."""
    blanked = bytearray(raw)
    for at in places:
        blanked[at] = _NO_BRACKET
    return bytes(blanked)


def without_lines(raw: bytes, places: list[int]) -> bytes:
    """`raw` with blanks in place of what stands before these offsets in their lines, and there."""
    blanked = bytearray(raw)
    for at in places:
        start = raw.rfind(b"\n", 0, at) + 1
        kept = (byte if byte in b"\t\r}" else _BLANK for byte in raw[start : at + 1])
        blanked[start : at + 1] = bytes(kept)
    return without(bytes(blanked), places)


def with_partners(raw: bytes, places: list[int]) -> bytes:
    """`raw` with the partners of these `(` and `[` before the bodies that their lines begin.

    Each stands where a blank was; brackets whose lines begin none are blanked.
    """
    closed = bytearray(without(raw, places))
    for at in places:
        partner = _PAIRS.get(chr(raw[at]), "}")
        if partner != "}" and (head := _HEAD.match(raw, at + 1)) is not None:
            closed[at], closed[head.end(1)] = raw[at], ord(partner)
    return bytes(closed)


def left_out(root: Node, raw: bytes) -> list[int]:
    """Where `root` was parsed without a bracket, or with one that is not there, see `unpaired`."""
    parsed = given(root, raw)
    found: list[int] = []
    n_open = 0  # those that a language's own form of the text has
    for at in differences(raw, parsed):
        if parsed[at] in _PARTNERS and n_open:
            n_open -= 1
        elif (parsed[at] == _NO_BRACKET and raw[at] in _BRACKETS) or (
            parsed[at] in _PARTNERS and raw[at] == _BLANK
        ):
            found.append(at)
        n_open += parsed[at] in b"(["
    return found


def is_at_one(node: Node, raw: bytes) -> bool:
    """True if a bracket was left out within `node`, or behind it in its last line or the next."""
    root = node
    while (outer := root.parent) is not None:
        root = outer
    end = raw.find(b"\n", node.end_byte)
    last = raw.find(b"\n", end + 1) if end >= 0 else -1
    after = last if last >= 0 else len(raw)
    return any(node.start_byte <= at < after for at in left_out(root, raw))


def given(root: Node, raw: bytes) -> bytes:
    """What was parsed in place of `raw`; its first and last bytes may be in no tree."""
    start, end = root.start_byte, root.end_byte
    if not raw[:start].strip() and not raw[end:].strip():
        return raw[:start] + (root.text or b"") + raw[end:]
    around = raw[:start] + bytes([_BLANK]) * (end - start) + raw[end:]
    if not _BRACKET.sub(b"", around).strip():
        tokens = [_Token(match[0].decode(), match.start()) for match in _BRACKET.finditer(around)]
        around = without(around, _stack_of(tokens))
    return around[:start] + (root.text or b"") + around[end:]


def differences(one: bytes, other: bytes) -> list[int]:
    """Where two texts of one length differ; quick if that is in few places."""
    found: list[int] = []
    parts = [(0, min(len(one), len(other)))]
    while parts:
        start, end = parts.pop()
        if one[start:end] == other[start:end]:
            continue
        if end - start == 1:
            found.append(start)
        else:
            middle = (start + end) // 2
            parts += [(middle, end), (start, middle)]
    return found


class _Pairing:
    """Finds the partner of each bracket of one text."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.waiting: list[_Open] = []
        self.statement = -1  # column of the present statement; -1: it begins with the next token

    def alone(self, tokens: list[_Token]) -> list[int]:
        """Offsets of those without one, in order."""
        found: list[int] = []
        for token in tokens:
            if token.kind in _OPENING:
                self._open(token)
            elif token.kind == _END:
                self.statement = -1
            else:
                found += self._close(token)
        return sorted([*found, *(one.at for one in self.waiting)])

    def _open(self, token: _Token) -> None:
        column = self._column(token.at)
        if self.statement < 0:
            self.statement = self._first_column(token.at)
        self.waiting.append(_Open(_OPENING[token.kind], token.at, column, self.statement))
        if _OPENING[token.kind] == "{":
            self.statement = -1

    def _close(self, token: _Token) -> list[int]:
        """What `token` shows to have no partner: itself, or what was opened within."""
        number = self._partner(token)
        if number is None:
            return [token.at]
        inside = [one.at for one in self.waiting[number + 1 :]]
        end = self.raw.find(b"\n", token.at)
        goes_on = token.kind != "}" or self.raw[token.at + 1 : end if end >= 0 else None].strip()
        self.statement = self.waiting[number].of_statement if goes_on else -1
        del self.waiting[number:]
        return inside

    def _partner(self, token: _Token) -> int | None:
        kind = _CLOSING[token.kind]
        same = [number for number, one in enumerate(self.waiting) if one.kind == kind]
        if not same:
            return None
        if not self.raw[self.raw.rfind(b"\n", 0, token.at) + 1 : token.at].strip():
            column = self._column(token.at)
            for number in reversed(same):
                if column in (self.waiting[number].of_line, self.waiting[number].of_statement):
                    return number
            last = self.waiting[same[-1]]
            if max(last.of_line, last.of_statement) < column and last is self.waiting[-1]:
                return None
        return same[-1]

    def _first_column(self, at: int) -> int:
        """Of the first text behind the last bracket or semicolon before `at`."""
        before = max(self.raw.rfind(mark, 0, at) for mark in (b";", b"{", b"}"))
        start = before + 1
        while start < at and self.raw[start : start + 1].isspace():
            start += 1
        return self._column(start)

    def _column(self, at: int) -> int:
        start = self.raw.rfind(b"\n", 0, at) + 1
        line = self.raw[start : start + 200]
        blank = line[: len(line) - len(line.lstrip(b" \t"))]
        return len(blank.expandtabs(_TAB))


def _are_paired(tokens: list[_Token]) -> bool:
    return not _stack_of([one for one in tokens if one.kind != _END])


def _stack_of(tokens: list[_Token]) -> list[int]:
    """Offsets of the brackets that are left when each closing one has taken the last open one."""
    waiting: list[_Token] = []
    alone: list[int] = []
    for token in tokens:
        if token.kind in _OPENING:
            waiting.append(token)
        elif waiting and _OPENING[waiting[-1].kind] == _CLOSING[token.kind]:
            waiting.pop()
        else:
            alone.append(token.at)
    return sorted([*alone, *(one.at for one in waiting)])


def _tokens(root: Node, grammar: str) -> list[_Token]:
    """Brackets and semicolons in the order of the text; those in strings and comments are none."""
    found = QueryCursor(_query(grammar)).captures(root)
    nodes = (node for node in found.get("bracket", ()) if not node.is_missing)
    return sorted((_Token(node.type, node.end_byte - 1) for node in nodes), key=_offset)


def _offset(token: _Token) -> int:
    return token.at


@cache
def _query(grammar: str) -> Query:
    kinds = (*_OPENING, *_CLOSING, _END)
    written = (f'"{kind}"'.replace("\\", "\\\\") for kind in kinds)
    known = [kind for kind in written if _is_known(grammar, kind)]
    return Query(language(grammar), f"[{' '.join(known)}] @bracket")


def _is_known(grammar: str, kind: str) -> bool:
    try:
        Query(language(grammar), kind)
    except QueryError:
        return False
    return True
