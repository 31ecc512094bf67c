"""Types as TypeScript writes them."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import MAKER, Expression
from codewitness.syntax.flow.lexical import Handler, Reader, inner_type, nth, type_name, union
from codewitness.syntax.flow.parts import n_parts, parts_of


def _generic(reader: Reader, node: Node) -> Expression:
    base = reader.type(node.child_by_field_name("name"))
    return applied(reader, base, node.child_by_field_name("type_arguments"))


def applied(reader: Reader, base: Expression, arguments: Node | None) -> Expression:
    """A generic type with its arguments."""
    if base is None or arguments is None:
        return base
    return ["G", base, *[reader.type(child) for child in parts_of(arguments)]]


def _array(reader: Reader, node: Node) -> Expression:
    element = inner_type(reader, node)
    return None if element is None else ["G", ["t", "[]"], element]


def _tuple(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "()"], *[reader.type(child) for child in parts_of(node)]]


def _tuple_part(reader: Reader, node: Node) -> Expression:
    return reader.type(node.child_by_field_name("type") or nth(node, 0))


def _intersection(reader: Reader, node: Node) -> Expression:
    return ["&", *[reader.type(child) for child in parts_of(node)]]


def function_type(reader: Reader, node: Node) -> Expression:
    """What a signature takes and gives; `...x: T` is `["*", T]`."""
    parameters = node.child_by_field_name("parameters")
    types: list[Expression] = []
    for child in parts_of(parameters) if parameters else []:
        if child.type in ("required_parameter", "optional_parameter"):
            kind = reader.type(child.child_by_field_name("type"))
            pattern = child.child_by_field_name("pattern")
            is_rest = pattern is not None and pattern.type == "rest_pattern"
            types.append(["*", kind] if is_rest and kind is not None else kind)
    return ["F", reader.type(node.child_by_field_name("return_type")), *types]


def constructor_type(reader: Reader, node: Node) -> Expression:
    """`new () => T`: whatever makes a T."""
    made = reader.type(node.child_by_field_name("type"))
    return None if made is None else ["G", ["t", MAKER], made]


def _query(reader: Reader, node: Node) -> Expression:
    target = nth(node, 0)
    value = None if target is None else reader.value(target)
    return None if value is None else ["q", value]


def _lookup(reader: Reader, node: Node) -> Expression:
    base, key = reader.type(nth(node, 0)), nth(node, 1)
    if base is not None and key is not None and key.type == "index_type_query":
        return ["e", base, "keyof"] if reader.type(nth(key, 0)) == base else None
    name = reader.text(key).strip("'\"")
    if base is None or not name.isidentifier() or key is None or key.type != "literal_type":
        return ["e", base] if base is not None and reader.text(key) == "number" else None
    return ["a", base, name]


def _object(reader: Reader, node: Node) -> Expression:
    found: list[Expression] = ["O", reader.new_id()]
    maker: Expression = None
    for child in parts_of(node):
        if child.type == "construct_signature":
            maker = constructor_type(reader, child)
            continue
        name = reader.text(child.child_by_field_name("name"))
        if child.type == "property_signature":
            found += (name, reader.type(child.child_by_field_name("type")))
        elif child.type == "method_signature":
            found += (name, function_type(reader, child))
        elif child.type == "index_signature":
            found += ("[]", reader.type(child.child_by_field_name("type")))
        elif child.type == "call_signature":
            found += ("()", function_type(reader, child))
    return found if maker is None else maker if len(found) < 3 else ["&", found, maker]


def _predefined(reader: Reader, node: Node) -> Expression:
    name = reader.text(node)
    return None if name in ("any", "unknown", "never", "void") else ["t", name]


def _predicate(reader: Reader, node: Node) -> Expression:
    name = reader.text(node.child_by_field_name("name"))
    return ["P", name, reader.type(node.child_by_field_name("type"))]


def _union(reader: Reader, node: Node) -> Expression:
    """Of all members; the first of them holds the ones before, a thousand deep in some."""
    if not (n_parts(node) and parts_of(node)[0].type == "union_type"):
        return union(reader, node)
    layers = [node]
    while (inner := nth(layers[-1], 0)) is not None and inner.type == "union_type":
        layers.append(inner)
    first = union(reader, layers.pop())
    known = first[1:] if isinstance(first, list) and first[:1] == ["u"] else [first]
    for layer in reversed(layers):
        known += [reader.type(child) for child in parts_of(layer)[1:]]
    known = [part for part in known if part is not None]
    return ["u", *known] if len(known) > 1 else (known[0] if known else None)


def _literal(reader: Reader, node: Node) -> Expression:
    child = nth(node, 0)
    kind = "" if child is None else child.type
    return {"string": ["t", "string"], "number": ["t", "number"]}.get(kind)


TYPES: Mapping[str, Handler] = {
    "type_annotation": inner_type,
    "type_predicate_annotation": inner_type,
    "asserts_annotation": inner_type,
    "asserts": inner_type,
    "type_predicate": _predicate,
    "constructor_type": constructor_type,
    "parenthesized_type": inner_type,
    "readonly_type": inner_type,
    "optional_type": _tuple_part,
    "rest_type": _tuple_part,
    "required_parameter": _tuple_part,
    "optional_parameter": _tuple_part,
    "type_identifier": type_name,
    "identifier": type_name,
    "nested_type_identifier": type_name,
    "nested_identifier": type_name,
    "member_expression": type_name,
    "predefined_type": _predefined,
    "literal_type": _literal,
    "this_type": lambda _reader, _node: "this",
    "generic_type": _generic,
    "array_type": _array,
    "tuple_type": _tuple,
    "union_type": _union,
    "intersection_type": _intersection,
    "function_type": function_type,
    "object_type": _object,
    "type_query": _query,
    "lookup_type": _lookup,
    "constraint": inner_type,
    "default_type": inner_type,
}
