"""JavaScript: names that are put together, `this["visit" + kind]`, as far as they are written."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import LIKENESS, Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of

_MAX_ENDS = 40  # characters; a longer one is no name
# Two letters at least: of less too much might be meant.
_ENDS = re.compile(r"[\w$]*[A-Za-z][\w$]*[A-Za-z][\w$]*")


def put_together(reader: Reader, node: Node | None) -> Expression:
    """A text of which it is known how it begins and ends; None for any other."""
    while node is not None and node.type == "parenthesized_expression":
        node = next(iter(parts_of(node)), None)
    if node is None:
        return None
    if node.type == "template_string":
        begin, end = _ends_of_template(reader, node)
    elif node.type == "binary_expression":
        begin, end = _first_text(reader, node), _text(reader, node.child_by_field_name("right"))
    else:
        return None
    is_name = len(begin + end) <= _MAX_ENDS and _ENDS.fullmatch(begin + end) is not None
    return [LIKENESS, begin, end] if is_name else None


def _ends_of_template(reader: Reader, node: Node) -> tuple[str, str]:
    parts = [child for child in parts_of(node) if child.type == "template_substitution"]
    if not parts:
        return "", ""
    text = reader.text(node)
    begins = parts[0].start_byte - node.start_byte
    behind = node.end_byte - parts[-1].end_byte
    raw = text.encode()
    return raw[1:begins].decode(), raw[len(raw) - behind : -1].decode()


def _first_text(reader: Reader, node: Node) -> str:
    """How `"a" + b + c` begins; nothing if it is no sum of texts, or with no text."""
    if node.type != "binary_expression":
        return _text(reader, node)
    left = node.child_by_field_name("left")
    is_sum = reader.text(node.child_by_field_name("operator")) == "+"
    return _first_text(reader, left) if is_sum and left is not None else ""


def _text(reader: Reader, node: Node | None) -> str:
    return reader.text(node)[1:-1] if node is not None and node.type == "string" else ""
