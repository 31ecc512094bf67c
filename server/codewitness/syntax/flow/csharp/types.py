"""Types of C#."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.csharp import tuples
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import Handler, Reader, inner_type, nth, type_name
from codewitness.syntax.flow.parts import n_parts, parts_of


def _generic(reader: Reader, node: Node) -> Expression:
    arguments = reader.first(node, "type_argument_list")
    given = [reader.type(child) for child in parts_of(arguments)] if arguments else []
    return generic(reader.text(nth(node, 0)), given)


def _qualified(reader: Reader, node: Node) -> Expression:
    outer = reader.type(node.child_by_field_name("qualifier"))
    last = reader.type(node.child_by_field_name("name"))
    if isinstance(last, str) and outer is not None:
        return ["a", outer, last]
    if isinstance(last, list) and last[0] == "G" and isinstance(last[1], str):
        return ["G", ["a", outer, last[1]], *last[2:]]
    return None


def _array(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "[]"], reader.type(node.child_by_field_name("type"))]


def type_name_node(node: Node) -> Node:
    """Where the last name of a type stands."""
    while n_parts(node) and node.type in (
        "qualified_name",
        "generic_name",
        "nullable_type",
    ):
        children = [c for c in parts_of(node) if c.type != "type_argument_list"]
        node = children[-1]
    return node


TYPES: Mapping[str, Handler] = {
    "identifier": lambda reader, node: reader.text(node),
    "qualified_name": _qualified,
    "alias_qualified_name": type_name,
    "generic_name": _generic,
    "nullable_type": inner_type,
    "ref_type": inner_type,
    "pointer_type": inner_type,
    "scoped_type": inner_type,
    "array_type": _array,
    "tuple_type": tuples.declared,
    "predefined_type": lambda reader, node: ["t", reader.text(node)],
    "type": inner_type,
    "primary_constructor_base_type": lambda reader, node: reader.type(nth(node, 0)),
}
