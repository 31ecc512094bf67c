"""Literal texts: a short one says itself, for it may be the key of a table of functions."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Handler, Reader

_MAX_TEXT = 26  # bytes, with its quotes
_PLAIN_TEXT = re.compile(r"""@?["']([\w./:+*-]+)["']""")


def text_literal(name: str) -> Handler:
    """A text; a short one may be a key of a table."""

    def read(reader: Reader, node: Node) -> Expression:
        reader.block(node.named_children)
        return text_of(reader, node, name)

    return read


def text_of(reader: Reader, node: Node, name: str) -> Expression:
    """The value of a text, which says itself if it is short and plain."""
    if node.end_byte - node.start_byte > _MAX_TEXT:
        return ["t", name]
    found = _PLAIN_TEXT.fullmatch(reader.text(node))
    return ["t", name, f"={found[1]}"] if found is not None else ["t", name]
