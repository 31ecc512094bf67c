"""Types and declarators of C, C++ and Objective-C. Pointers count as what they lead to."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import Handler, Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of

_NAMES = frozenset(("identifier", "field_identifier", "type_identifier"))
_NULLABILITY = ("nonnull", "null_unspecified")  # which the grammar takes for types
# Types of a container of the library that are, or lead to, what it holds.
_OF_ELEMENTS = (
    *("iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator"),
    *("reference", "const_reference", "value_type", "pointer", "const_pointer"),
)
_CONTAINERS = frozenset(
    (
        *("vector", "deque", "list", "forward_list", "array", "set", "multiset", "map"),
        *("multimap", "unordered_set", "unordered_map", "unordered_multimap", "span"),
    )
)


def declared(
    reader: Reader, declarator: Node | None, kind: Expression
) -> tuple[Node | None, Expression]:
    """The name that a declarator declares, and its type, given the type that stands before it."""
    own = kind
    at = declarator
    for _ in range(20):
        if at is None or at.type in _NAMES:
            return at, own
        if at.type in ("function_declarator", "abstract_function_declarator"):
            own = ["F", own, *_parameter_types(reader, at.child_by_field_name("parameters"))]
        elif at.type in ("array_declarator", "abstract_array_declarator"):
            own = ["G", ["t", "[]"], own]
        elif at.type == "init_declarator" and at.child_by_field_name("declarator") is None:
            return None, own
        inside = at.child_by_field_name("declarator")
        if inside is None:
            inside = next(
                (c for c in parts_of(at) if c.type in _NAMES or c.type.endswith("declarator")),
                None,
            )
        at = inside
    return None, own


def has_operators(reader: Reader) -> bool:
    """True for C++, where operators may be those of a class."""
    return "unary_expression" in reader.grammar.values


def named_in(declarator: Node | None) -> Node | None:
    """The function declarator within a declarator."""
    at = declarator
    for _ in range(20):
        if at is None or at.type == "function_declarator":
            return at
        at = at.child_by_field_name("declarator") or next(
            (c for c in parts_of(at) if c.type.endswith("declarator")), None
        )
    return None


def _parameter_types(reader: Reader, listed: Node | None) -> list[Expression]:
    found = []
    for child in parts_of(listed) if listed is not None else []:
        if child.type in ("parameter_declaration", "optional_parameter_declaration"):
            kind = type_of(reader, child)
            found.append(declared(reader, child.child_by_field_name("declarator"), kind)[1])
    return [] if found == [["t", "void"]] and not _takes_pointer(listed) else found


def _takes_pointer(listed: Node | None) -> bool:
    """True for `(void *)`, which counts as what it leads to."""
    taken = parts_of(listed) if listed is not None else []
    return any(child.child_by_field_name("declarator") is not None for child in taken)


def type_of(reader: Reader, node: Node | None) -> Expression:
    """The type that a declaration or a name of a type begins with."""
    if node is None:
        return None
    kind = node.child_by_field_name("type")
    if kind is not None:
        return reader.type(kind)
    for child in parts_of(node):
        found = reader.type(child)
        if found is not None and found not in _NULLABILITY:
            return found
    return None


def _qualified(reader: Reader, node: Node) -> Expression:
    scope = node.child_by_field_name("scope")
    last = reader.type(node.child_by_field_name("name"))
    if scope is None:
        return last
    base: Expression = reader.text(scope)
    if scope.type == "template_type":
        base = reader.text(scope.child_by_field_name("name"))
        if last in _OF_ELEMENTS and base in _CONTAINERS:
            return ["e", reader.type(scope)]
    return _under(base, last)


def _under(base: Expression, last: Expression) -> Expression:
    if isinstance(last, str):
        return ["a", base, last]
    if isinstance(last, list) and last[0] == "G":
        return ["G", _under(base, last[1]), *last[2:]]
    if isinstance(last, list) and last[0] == "a":
        return ["a", _under(base, last[1]), last[2]]
    if isinstance(last, list) and last[0] == "e":
        return ["e", _under(base, last[1])]
    return None


def _template(reader: Reader, node: Node) -> Expression:
    arguments = node.child_by_field_name("arguments")
    given = [reader.type(child) for child in parts_of(arguments)] if arguments else []
    return generic(reader.text(node.child_by_field_name("name")), given)


def _descriptor(reader: Reader, node: Node) -> Expression:
    kind = type_of(reader, node)
    shape = node.child_by_field_name("declarator")
    own = declared(reader, shape, kind)[1] if shape is not None else kind
    is_pointer = shape is not None and shape.type == "abstract_pointer_declarator"
    if is_pointer and own == kind and own is not None and has_operators(reader):
        return ["&", own]  # the same type, and a pointer to it
    return own


def _type_name(reader: Reader, node: Node) -> Expression:
    """A type in brackets; a block's is `void (^)(int)`."""
    shape = next((c for c in parts_of(node) if c.type.startswith("abstract_")), None)
    return declared(reader, shape, type_of(reader, node))[1]


def _specifier(reader: Reader, node: Node) -> Expression:
    """`struct list`; one with a body is a definition of its own, unless a field has it alone."""
    name = node.child_by_field_name("name")
    if name is not None:
        return reader.type(name)
    body = node.child_by_field_name("body")
    around = node.parent
    is_of_field = around is not None and around.type == "field_declaration"
    if not is_of_field or around is None or not around.child_by_field_name("declarator"):
        return None
    fields: list[Expression] = []
    for child in parts_of(body) if body is not None else []:
        kind = type_of(reader, child) if child.type == "field_declaration" else None
        for declarator in child.children_by_field_name("declarator") if kind is not None else []:
            own, told = declared(reader, declarator, kind)
            fields += (reader.text(own), told)
    return ["O", reader.new_id(), *fields] if fields else None


def _generic(reader: Reader, node: Node) -> Expression:
    """Objective-C's `NSArray<Item *>`."""
    names = parts_of(node)
    return generic(reader.text(names[0]), [reader.type(child) for child in names[1:]])


def _typedefed(reader: Reader, node: Node) -> Expression:
    """`id<P>` is a P; of `id`, `BOOL` and the like nothing is known."""
    listed = reader.first(node, "protocol_reference_list")
    if listed is not None and n_parts(listed):
        return reader.text(parts_of(listed)[0])
    return None


TYPES: Mapping[str, Handler] = {
    "type_identifier": lambda reader, node: reader.text(node),
    "identifier": lambda reader, node: reader.text(node),
    "namespace_identifier": lambda reader, node: reader.text(node),
    "qualified_identifier": _qualified,
    "template_type": _template,
    "type_descriptor": _descriptor,
    "type_name": _type_name,
    "struct_specifier": _specifier,
    "union_specifier": _specifier,
    "enum_specifier": _specifier,
    "class_specifier": _specifier,
    "generic_specifier": _generic,
    "typedefed_specifier": _typedefed,
    "primitive_type": lambda reader, node: ["t", reader.text(node)],
    "sized_type_specifier": lambda reader, node: ["t", reader.text(node)],
    "dependent_type": lambda reader, node: reader.type(nth(node, 0)),
}
