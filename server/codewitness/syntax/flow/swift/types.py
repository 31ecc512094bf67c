"""Types of Swift."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import Handler, Reader, inner_type
from codewitness.syntax.flow.parts import parts_of

TYPE_NODES = frozenset(
    [
        "user_type",
        "optional_type",
        "array_type",
        "dictionary_type",
        "tuple_type",
        "function_type",
        "metatype",
        "protocol_composition_type",
        "existential_type",
        "opaque_type",
        "implicitly_unwrapped_type",
    ]
)

_OF_TYPES = frozenset(("Type", "Protocol"))


def _user_type(reader: Reader, node: Node) -> Expression:
    found: Expression = None
    for child in parts_of(node):
        if child.type == "type_identifier":
            name = reader.text(child)
            own: Expression = ["q", "this"] if name == "Self" else name
            if found is not None and name in _OF_TYPES:
                found = ["q", ["T", found]]  # `Shape.Type`: a class itself
            else:
                found = own if found is None else ["a", found, name]
        elif child.type == "type_arguments":
            found = generic(found, [reader.type(one) for one in parts_of(child)])
    return found


def _dictionary(reader: Reader, node: Node) -> Expression:
    kinds = [reader.type(child) for child in parts_of(node)]
    return ["G", ["t", "Map"], *(kinds if len(kinds) == 2 else (None, None))]


def _tuple(reader: Reader, node: Node) -> Expression:
    kinds = [inner_type(reader, child) for child in parts_of(node)]
    return kinds[0] if len(kinds) == 1 else ["G", ["t", "()"], *kinds]


def _function(reader: Reader, node: Node) -> Expression:
    listed = node.child_by_field_name("params")
    given = [inner_type(reader, c) for c in parts_of(listed)] if listed is not None else []
    return ["F", reader.type(parts_of(node)[-1]), *given]


TYPES: Mapping[str, Handler] = {
    "user_type": _user_type,
    "type_identifier": lambda reader, node: reader.text(node),
    "optional_type": inner_type,
    "implicitly_unwrapped_type": inner_type,
    "existential_type": inner_type,
    "opaque_type": inner_type,
    "type_annotation": inner_type,
    "tuple_type_item": inner_type,
    "array_type": lambda reader, node: ["G", ["t", "[]"], inner_type(reader, node)],
    "dictionary_type": _dictionary,
    "tuple_type": _tuple,
    "function_type": _function,
    "protocol_composition_type": lambda reader, node: ["&", *map(reader.type, parts_of(node))],
}


def type_in(reader: Reader, node: Node | None) -> Expression:
    """The type among the children of a node."""
    kind = None if node is None else reader.first(node, *TYPE_NODES)
    return None if kind is None else reader.type(kind)
