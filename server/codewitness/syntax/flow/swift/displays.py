"""Values of Swift that are made of others: arrays, tuples, choices."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader, either
from codewitness.syntax.flow.parts import n_parts, parts_of


def captured(reader: Reader, node: Node) -> Expression:
    """`[x = y]` before the parameters of a closure."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and value is not None:
        reader.let(reader.text(name), reader.value(value))
    return None


def ternary(reader: Reader, node: Node) -> Expression:
    """`a ? b : c`."""
    reader.value(node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("if_true"))
    return either((first, reader.value(node.child_by_field_name("if_false"))))


def coalescing(reader: Reader, node: Node) -> Expression:
    """`a ?? b`."""
    return either([reader.value(child) for child in parts_of(node)])


def array(reader: Reader, node: Node) -> Expression:
    """`[a, b]`."""
    return ["L", "[]", reader.new_id(), *[reader.value(c) for c in parts_of(node)]]


def dictionary(reader: Reader, node: Node) -> Expression:
    """`[a: b, c: d]`; of a long one its functions alone."""
    keys = [reader.value(child) for child in node.children_by_field_name("key")]
    values = [reader.value(child) for child in node.children_by_field_name("value")]
    functions = keeping.display(reader, values, keys=keys)
    if not values or len(values) > _MOST:
        return functions
    kinds = [["u", *(["q", one] for one in held)] for held in (keys, values)]
    return ["y", ["G", ["t", "Map"], *kinds], functions]


_MOST = 12  # values of a dictionary that are looked at


def literal_type(reader: Reader, node: Node | None) -> Expression:
    """`[User]` and `[Key: User]` in front of brackets, which the grammar takes for values."""
    if node is None:
        return None
    if node.type == "array_literal" and n_parts(node) == 1:
        return ["G", ["t", "[]"], literal_type(reader, parts_of(node)[0])]
    if node.type == "dictionary_literal" and n_parts(node) == 2:
        return ["G", ["t", "Map"], *(literal_type(reader, one) for one in parts_of(node))]
    text = reader.text(node)
    if node.type in ("simple_identifier", "navigation_expression") and _DOTTED.fullmatch(text):
        first, *rest = text.split(".")
        found: Expression = first
        for name in rest:
            found = ["a", found, name]
        return found
    return None


_DOTTED = re.compile(r"\w+(?:\.\w+)*")


def tuple_value(reader: Reader, node: Node) -> Expression:
    """`(a, b)`."""
    values = [reader.value(c) for c in parts_of(node)]
    return values[0] if len(values) == 1 else ["L", "()", reader.new_id(), *values]
