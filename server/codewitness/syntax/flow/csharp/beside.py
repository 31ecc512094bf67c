"""The type that is declared beside `new(...)`, which names none."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader

_TRANSPARENT = frozenset(
    [
        "arrow_expression_clause",
        "parenthesized_expression",
        "conditional_expression",
        "switch_expression_arm",
        "switch_expression",
    ]
)
_FUNCTIONS = frozenset(
    [
        *("method_declaration", "local_function_statement", "lambda_expression"),
        *("operator_declaration", "conversion_operator_declaration"),
    ]
)

_COLLECTION, _IMPLICIT = "collection_expression", "implicit_object_creation_expression"


def declared_beside(reader: Reader, node: Node) -> Expression:
    """The type of the variable, field or result that `new(...)` is for; None if it is not told."""
    parent = node.parent
    while parent is not None and (parent.type in _TRANSPARENT or _is_default(parent)):
        parent = parent.parent
    if (listed := _listed(parent)) is not None:
        return _of_elements(reader, listed)
    if parent is not None and parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        if parent.parent is not None and parent.parent.type == "initializer_expression":
            return _of_field(reader, left, parent.parent.parent)
        return _as_assigned(reader, left)
    if parent is not None and parent.type in ("return_statement", "block"):
        while parent is not None and parent.type not in _FUNCTIONS:
            parent = parent.parent
    if parent is not None and parent.type in _FUNCTIONS:
        # The fields have other names in methods than in local functions.
        declared = parent.child_by_field_name("returns") or parent.child_by_field_name("type")
        return None if parent.type == "lambda_expression" else reader.type(declared)
    if parent is not None and parent.type == "variable_declarator" and parent.parent is not None:
        return reader.type(parent.parent.child_by_field_name("type"))
    if parent is not None and parent.type == "property_declaration":
        return reader.type(parent.child_by_field_name("type"))
    return None


def is_given(node: Node) -> bool:
    """True for an argument."""
    parent = node.parent
    while parent is not None and parent.type in _TRANSPARENT:
        parent = parent.parent
    return parent is not None and parent.type == "argument"


def _listed(parent: Node | None) -> Node | None:
    """The `{ ... }` or `[...]` in which `new(...)` is an element, or a value under its key."""
    if parent is not None and parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        if left is None or left.type != "element_binding_expression":
            return None
        parent = parent.parent
    while parent is not None and parent.type in ("expression_element", "collection_element"):
        parent = parent.parent
    is_listed = parent is not None and parent.type in ("initializer_expression", _COLLECTION)
    return parent if is_listed else None


def _of_elements(reader: Reader, listed: Node) -> Expression:
    """What a collection holds by its type, which stands before it or is declared beside it."""
    around = listed.parent
    if around is None or around.type == "initializer_expression":
        return None
    if around.type in ("object_creation_expression", "array_creation_expression"):
        kind = reader.type(around.child_by_field_name("type"))
    else:
        kind = declared_beside(reader, around if around.type == _IMPLICIT else listed)
    return kind[-1] if isinstance(kind, list) and kind[0] == "G" else None


def _is_default(node: Node) -> bool:
    """True for `a ?? b`."""
    return node.type == "binary_expression" and any(c.type == "??" for c in node.children)


def _of_field(reader: Reader, left: Node | None, made: Node | None) -> Expression:
    """The type of a property of an object that is made: `new Foo { Bar = new(1) }`."""
    if left is None or left.type != "identifier" or made is None:
        return None
    kind = reader.type(made.child_by_field_name("type"))
    if made.type == _IMPLICIT:
        kind = declared_beside(reader, made)
    return None if kind is None else ["q", ["a", ["y", kind, None], reader.text(left)]]


def _as_assigned(reader: Reader, left: Node | None) -> Expression:
    """The type of the variable, field or property that is assigned."""
    if left is not None and left.type == "identifier":
        return ["q", reader.name(reader.text(left))]
    if left is None or left.type != "member_access_expression":
        return None
    owner, name = left.child_by_field_name("expression"), left.child_by_field_name("name")
    first = owner or left.children[0]
    is_own = reader.text(first) == "this"
    base = "this" if is_own else reader.name(reader.text(first))
    is_plain = is_own or first.type == "identifier"
    return ["q", ["a", base, reader.text(name)]] if is_plain else None
