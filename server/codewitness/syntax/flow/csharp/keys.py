"""Subscripts of C#: what a table holds under a key."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader, nth


def held_at(reader: Reader, base: Expression, listed: Node) -> Expression:
    """What the brackets `listed` take out of `base`."""
    inside = [nth(child, 0) or child for child in listed.named_children]
    given = [reader.value(child) for child in inside]
    is_one = len(given) == 1
    text = reader.text(nth(listed, 0)) if is_one else ""
    return keeping.element_at(base, given[0] if is_one else None, text)
