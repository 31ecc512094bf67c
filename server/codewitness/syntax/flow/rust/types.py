"""Types of Rust. References count as what they lead to."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import Handler, Reader, either, nth
from codewitness.syntax.flow.parts import n_parts, parts_of

_MARKERS = ("Send", "Sync", "Unpin", "Sized", "Copy", "UnwindSafe", "RefUnwindSafe")


def _type_identifier(reader: Reader, node: Node) -> Expression:
    name = reader.text(node)
    return ["q", "this"] if name == "Self" else name


def _scoped_type(reader: Reader, node: Node) -> Expression:
    path = _type_path(reader, node.child_by_field_name("path"))
    name = reader.text(node.child_by_field_name("name"))
    return name if path is None else ["a", path, name]


def _type_path(reader: Reader, node: Node | None) -> Expression:
    if node is None:
        return None
    if node.type in ("scoped_identifier", "scoped_type_identifier"):
        return _scoped_type(reader, node)
    return reader.text(node) if node.type != "generic_type" else reader.type(node)


def _generic(reader: Reader, node: Node) -> Expression:
    arguments = node.child_by_field_name("type_arguments")
    given = [
        reader.type(child)
        for child in (parts_of(arguments) if arguments is not None else [])
        if child.type not in ("lifetime", "type_binding")
    ]
    if arguments is not None and not given:
        bound = reader.first(arguments, "type_binding")  # `Iterator<Item = T>`
        given = [reader.type(bound.child_by_field_name("type"))] if bound is not None else []
    return generic(reader.type(node.child_by_field_name("type")), given)


def _reference(reader: Reader, node: Node) -> Expression:
    return reader.type(node.child_by_field_name("type"))


def _array(reader: Reader, node: Node) -> Expression:
    element = node.child_by_field_name("element") or nth(node, 0)
    return ["G", ["t", "[]"], reader.type(element)]


def _tuple(reader: Reader, node: Node) -> Expression:
    if n_parts(node) == 1 and all(child.type != "," for child in node.children):
        return reader.type(nth(node, 0))  # `&(dyn Act + Send)`
    return ["G", ["t", "()"], *[reader.type(child) for child in parts_of(node)]]


def _trait(reader: Reader, node: Node) -> Expression:
    return reader.type(node.child_by_field_name("trait"))


def _bounds(reader: Reader, node: Node) -> Expression:
    """`dyn Fn(u8) + Send`: traits without methods say nothing of what is called."""
    found = [reader.type(child) for child in parts_of(node)]
    return either(one for one in found if one not in _MARKERS) or either(found)


def _function(reader: Reader, node: Node) -> Expression:
    listed = node.child_by_field_name("parameters")
    given = [reader.type(child) for child in parts_of(listed)] if listed is not None else []
    return ["F", reader.type(node.child_by_field_name("return_type")), *given]


TYPES: Mapping[str, Handler] = {
    "type_identifier": _type_identifier,
    "identifier": _type_identifier,
    "scoped_type_identifier": _scoped_type,
    "scoped_identifier": _scoped_type,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "reference_type": _reference,
    "pointer_type": _reference,
    "array_type": _array,
    "slice_type": _array,
    "tuple_type": _tuple,
    "dynamic_type": _trait,
    "abstract_type": _trait,
    "bounded_type": _bounds,
    "trait_bounds": _bounds,
    "function_type": _function,
    "primitive_type": lambda reader, node: ["t", reader.text(node)],
}
