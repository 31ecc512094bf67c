"""Values of Swift that are made of others: arrays, tuples, choices."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader, either


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
    return either([reader.value(child) for child in node.named_children])


def array(reader: Reader, node: Node) -> Expression:
    """`[a, b]`."""
    return ["L", "[]", reader.new_id(), *[reader.value(c) for c in node.named_children]]


def dictionary(reader: Reader, node: Node) -> Expression:
    """`[a: b, c: d]`."""
    reader.values(node.children_by_field_name("key"))
    values = [reader.value(child) for child in node.children_by_field_name("value")]
    return keeping.display(reader, values)


def tuple_value(reader: Reader, node: Node) -> Expression:
    """`(a, b)`."""
    values = [reader.value(c) for c in node.named_children]
    return values[0] if len(values) == 1 else ["L", "()", reader.new_id(), *values]
