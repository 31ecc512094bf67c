"""Macros beside which the parser of C and C++ gives up, found by the errors of a first tree.

`Set* known_ GUARDED_BY(mutex_);`, `void API Pool::post(...)`, `local int run(...)`: what such words
stand for is often defined in another file, but the grammar tells that they can be no names there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

_ARGUMENTS = rb"(?:[ \t]*\((?:[^()]|\((?:[^()]|\([^()]*\)){0,99}+\)){0,399}+\))?+"
_CAPITALS = rb"(?:__\w+|[A-Z_][A-Z0-9_]{2,}+(?!\w))"
_MACROS = re.compile(rb"\s*+(?:" + _CAPITALS + _ARGUMENTS + rb"\s*+){1,3}")
_WORD = re.compile(rb"\s*+[A-Za-z_]\w*+\s*")
# What comes after a declarator and its attributes.
_END = re.compile(rb"[;={,)\[:]|const\b|override\b|final\b|noexcept\b")
_BEFORE = re.compile(rb"(?<![\w.>:\"'#])(" + _CAPITALS + rb")\s*+\Z")
# `local` of `local int run(`, before a type anywhere, before a name if it begins the line.
_SPECIFIERS = rb"(?:(?:static|extern|inline)[ \t]+)*"
_PART_OF_TYPE = rb"(?:(?:const|inline|unsigned|signed|long|short)[ \t]+)*\Z"
_AT_TYPE = re.compile(
    rb"(?:^|[\n;{}(])[ \t]*" + _SPECIFIERS + rb"([a-z_]\w*)[ \t]+" + _PART_OF_TYPE
)
_AT_NAME = re.compile(rb"(?:^|\n)" + _SPECIFIERS + rb"([a-z_]\w*)[ \t]+" + _PART_OF_TYPE)
# `API` of `int API run(`, behind a type after which an end is missed
_BETWEEN = re.compile(rb"[ \t]*+(" + _CAPITALS + rb")[ \t]*+(?=\*|\w+[ \t]*\()")
# The first of three words of which the last two were taken for a name without its `::`
_OF_THREE = re.compile(rb"(?:^|\n)[ \t]*" + _SPECIFIERS + rb"([A-Za-z_]\w*)\s+[A-Za-z_]\w*\s*\Z")
# Before a name that is no type's these tell that one has to come.
_NO_MACRO = frozenset(
    b"NULL TRUE FALSE EOF const static extern inline struct union enum typedef return else case "
    b"unsigned signed long short register volatile namespace using template typename class new "
    b"public private protected goto throw delete sizeof operator auto friend virtual".split()
)
_TYPES = re.compile(
    rb"\s*+(?:const\s+)?(?:void|int|char|unsigned|signed|long|short|float|double|bool)\b"
)
_LINE = 400


def without_strays(raw: bytes, root: Node, is_bold: bool) -> bytes:
    """`raw`, of which `root` is the tree, with the macros at its errors blanked.

    If that is bold, also with words that may be macros for what they stand between.
    """
    out = bytearray(raw)
    for node in _errors(root):
        span = _stray(raw, node) or (_possible_stray(raw, node) if is_bold else None)
        if span is not None:
            out[slice(*span)] = re.sub(rb"[^\r\n]", b" ", raw[slice(*span)])
    return bytes(out)


def _errors(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            yield node
        if node.has_error:
            stack.extend(node.children)


def _stray(raw: bytes, node: Node) -> tuple[int, int] | None:
    start, end = node.byte_range
    if node.is_error and (own := _MACROS.fullmatch(raw, start, end)):
        return None if own[0].strip() in _NO_MACRO else (start, end)
    if (node.is_missing or _WORD.fullmatch(raw, start, end)) and (
        (after := _MACROS.match(raw, end, end + _LINE)) and _END.match(raw, after.end())
    ):
        return after.span()
    if raw[start : start + _LINE].lstrip()[:1] == b"(":
        return None  # what is before is the name of something
    before = raw[max(0, start - _LINE) : start]
    return _placed(_BEFORE.search(before), start - len(before))


def _possible_stray(raw: bytes, node: Node) -> tuple[int, int] | None:
    start, end = node.byte_range
    if node.is_missing and (between := _BETWEEN.match(raw, end)):
        return between.span(1)
    before = raw[max(0, start - _LINE) : start]
    if node.is_missing and node.type == "::":
        return _placed(_OF_THREE.search(before), start - len(before))
    pattern = _AT_TYPE if _TYPES.match(raw, start) else _AT_NAME
    return _placed(pattern.search(before), start - len(before))


def _placed(match: re.Match[bytes] | None, start: int) -> tuple[int, int] | None:
    if match is None or match[1] in _NO_MACRO:
        return None
    return start + match.start(1), start + match.end(1)
