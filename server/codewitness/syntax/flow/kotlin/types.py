"""Types of Kotlin."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import RECEIVER, Expression
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import Handler, Reader, inner_type
from codewitness.syntax.flow.parts import parts_of

TYPES_OF_TYPES = (
    "user_type",
    "nullable_type",
    "function_type",
    "parenthesized_type",
    "not_nullable_type",
)


def _user_type(reader: Reader, node: Node) -> Expression:
    found: Expression = None
    for child in parts_of(node):
        if child.type == "type_identifier":
            name = reader.text(child)
            found = name if found is None else ["a", found, name]
        elif child.type == "type_arguments":
            found = generic(found, [inner_type(reader, one) for one in parts_of(child)])
    return found


def _function_type(reader: Reader, node: Node) -> Expression:
    listed = reader.first(node, "function_type_parameters")
    given = [reader.type(child) for child in parts_of(listed)] if listed is not None else []
    on = reader.first(node, "receiver_type")
    if on is not None:
        given.insert(0, ["G", ["t", RECEIVER], type_of(reader, on)])
    return ["F", reader.type(parts_of(node)[-1]), *given]


def _parameter_type(reader: Reader, node: Node) -> Expression:
    return type_of(reader, node)


TYPES: Mapping[str, Handler] = {
    "user_type": _user_type,
    "nullable_type": inner_type,
    "not_nullable_type": inner_type,
    "parenthesized_type": inner_type,
    "type_projection": inner_type,
    "parameter": _parameter_type,
    "function_type": _function_type,
    "type_identifier": lambda reader, node: reader.text(node),
}


def type_of(reader: Reader, node: Node) -> Expression:
    """The type among the children of a node."""
    kind = reader.first(node, *TYPES_OF_TYPES)
    return None if kind is None else reader.type(kind)
