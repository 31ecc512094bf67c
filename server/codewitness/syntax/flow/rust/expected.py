"""Rust: the type that a call is to give, by where it stands: `let a: Row = Default::default()`."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of

_DEFAULT = frozenset(("Default::default", "std::default::Default::default"))
_INTO = "into"
_MADE_OF = frozenset(("collect", "parse", "sum", "product", _INTO))  # by a trait of what they give
_GIVING_WHOLE = frozenset(("unwrap", "expect", "unwrap_or_default"))
_FUNCTIONS = frozenset(("function_item", "closure_expression"))
ARGUMENT: Expression = ["T", None]  # the type of a parameter, which only its function tells


def default_callee(reader: Reader, node: Node, function: Node) -> Expression:
    """`Default::default` as the function of the type that it is to make; None if it is not told."""
    if reader.text(function) not in _DEFAULT:
        return None
    kind = _expected(reader, node)
    return None if kind is None else ["a", kind if kind == ARGUMENT else ["T", kind], "default"]


def made_type(reader: Reader, node: Node, function: Node) -> list[Expression]:
    """The type that `collect()` and the like give, as it is declared there."""
    name = reader.text(function.child_by_field_name("field"))
    if name not in _MADE_OF:
        return []
    kind = _expected(reader, node, is_whole=name == _INTO)
    return [] if kind in (None, ARGUMENT) else [kind]


def _expected(reader: Reader, node: Node, *, is_whole: bool = True) -> Expression:
    """The type; None if nothing tells it. What is not `is_whole` may stand in a result still."""
    at, parent = node, node.parent
    while parent is not None and _gives_on(reader, at, parent, is_whole=is_whole):
        at, parent = parent, parent.parent
    if parent is None:
        return None
    if parent.type in ("let_declaration", "const_item", "static_item"):
        return _plain(reader, parent.child_by_field_name("type"))
    if parent.type in ("field_initializer", "base_field_initializer"):
        return _of_field(reader, parent)
    if parent.type == "assignment_expression":
        return _as_assigned(reader, parent.child_by_field_name("left"))
    if parent.type == "arguments":
        return ARGUMENT
    return _returned(reader, at, parent)


def _gives_on(reader: Reader, node: Node, parent: Node, *, is_whole: bool) -> bool:
    if parent.type in ("parenthesized_expression", "reference_expression", "else_clause"):
        return True
    if is_whole:
        return False
    if parent.type in ("try_expression", "field_expression"):
        name = reader.text(parent.child_by_field_name("field"))
        return parent.type == "try_expression" or name in _GIVING_WHOLE
    return parent.type == "call_expression" and parent.child_by_field_name("function") == node


def _plain(reader: Reader, kind: Node | None) -> Expression:
    """A type whose own function makes it; an option's makes nothing."""
    if kind is None or reader.text(kind).startswith("Option<"):
        return None
    return reader.type(kind)


def _of_field(reader: Reader, field: Node) -> Expression:
    listed = field.parent
    made = listed.parent if listed is not None else None
    kind = reader.type(made.child_by_field_name("name")) if made is not None else None
    if kind is None or field.type == "base_field_initializer":
        return kind
    name = reader.text(field.child_by_field_name("field"))
    return ["q", ["a", ["y", kind, None], name]]


def _as_assigned(reader: Reader, left: Node | None) -> Expression:
    if left is not None and left.type == "identifier":
        return ["q", reader.name(reader.text(left))]
    if left is None or left.type != "field_expression":
        return None
    owner = left.child_by_field_name("value")
    name = reader.text(left.child_by_field_name("field"))
    if owner is not None and owner.type in ("self", "identifier"):
        base = "this" if owner.type == "self" else reader.name(reader.text(owner))
        return ["q", ["a", base, name]]
    return None


def _returned(reader: Reader, node: Node, parent: Node) -> Expression:
    """The type of the function that ends with a node, or returns it."""
    at: Node | None = parent
    if parent.type == "block":
        while at is not None and at.type == "block":
            is_last = bool(parts_of(at)) and parts_of(at)[-1] == node
            if not is_last:
                return None
            node, at = at, at.parent
    elif parent.type == "return_expression":
        while at is not None and at.type not in _FUNCTIONS:
            at = at.parent
    if at is None or at.type != "function_item":
        return None
    return _plain(reader, at.child_by_field_name("return_type"))
