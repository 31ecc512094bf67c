"""Literal texts: a short one says itself, for it may be the key of a table of functions."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import LETTER, Expression
from codewitness.syntax.flow.lexical import Handler, Reader
from codewitness.syntax.flow.parts import parts_of

_MAX_TEXT = 26  # bytes, with its quotes
_ENCODED = {"L": "wchar_t", "u8": "char8_t", "u": "char16_t", "U": "char32_t"}  # of C++
_PLAIN_TEXT = re.compile(r"""@?["']([\w./:+*-]+)["']""")


def text_literal(name: str) -> Handler:
    """A text; a short one may be a key of a table."""

    def read(reader: Reader, node: Node) -> Expression:
        reader.block(parts_of(node))
        return text_of(reader, node, name)

    return read


def text_of(reader: Reader, node: Node, name: str) -> Expression:
    """The value of a text, which says itself if it is short and plain."""
    if node.end_byte - node.start_byte > _MAX_TEXT:
        return ["t", name]
    found = _PLAIN_TEXT.fullmatch(reader.text(node))
    return ["t", name, f"={found[1]}"] if found is not None else ["t", name]


def encoded_text(reader: Reader, node: Node) -> Expression:
    """A text of C++, by the type that stands before it; one in pieces by that of the first."""
    if node.type == "concatenated_string":
        return encoded_text(reader, node.children[0]) if node.child_count else ["t", "char"]
    kind = _ENCODED.get(_before(reader, node))
    return text_literal("char")(reader, node) if kind is None else ["t", kind]


def letter(reader: Reader, node: Node) -> Expression:
    """A character of C++."""
    return ["t", LETTER, _ENCODED.get(_before(reader, node), "char")]


def _before(reader: Reader, node: Node) -> str:
    first = node.children[0] if node.child_count else node
    return reader.text(first).rstrip("\"'")
