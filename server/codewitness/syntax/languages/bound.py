"""What functions without a name are called that are kept under one, language by language.

In parentheses or a cast one has the name that it would have without: `val f = ({ x: Int -> x })`.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from codewitness.syntax.languages.spec import Bound

_FUNCTIONS = frozenset(
    {
        *("lambda_literal", "anonymous_function", "lambda_expression", "func_literal", "lambda"),
        *("anonymous_method_expression", "closure_expression"),
    }
)
_CASTS = frozenset(
    {
        *("parenthesized_expression", "parenthesized_statements", "tuple_expression"),
        *("as_expression", "cast_expression", "type_cast_expression", "postfix_unary_expression"),
    }
)
_NAMES = frozenset({"identifier", "simple_identifier", "constant"})


def in_cast(node: Node) -> Bound | None:
    """`let f = (|x| x)`, and the like in Go, Kotlin, Ruby, Swift, C++."""
    if node.type not in _FUNCTIONS or (value := _with_casts(node)) == node:
        return None
    around = value.parent
    if around is not None and around.type == "expression_list":
        around = around.parent if around.named_child_count == 1 else None
    if around is None or (naming := _NAMING.get(around.type)) is None:
        return None
    name = naming(around)
    if name is None or name.type not in _NAMES or name.start_byte > value.start_byte:
        return None
    return Bound(name, _statement(around) if around.type in _PARTS else around)


def _with_casts(value: Node) -> Node:
    while value.parent is not None and value.parent.type in _CASTS:
        if value.parent.type == "tuple_expression" and value.parent.named_child_count != 1:
            break
        value = value.parent
    return value


def _field(name: str) -> Callable[[Node], Node | None]:
    return lambda node: node.child_by_field_name(name)


def _of_property(node: Node) -> Node | None:
    """The name that a property of Kotlin or Swift has."""
    pattern = node.child_by_field_name("name")
    if pattern is not None:
        return pattern.child_by_field_name("bound_identifier")
    named = next((c for c in node.named_children if c.type == "variable_declaration"), None)
    return None if named is None else named.named_child(0)


def _on_the_left(node: Node) -> Node | None:
    left = node.child_by_field_name("left")
    if left is not None and left.type == "expression_list":
        return left.named_child(0) if left.named_child_count == 1 else None
    return left


_NAMING: dict[str, Callable[[Node], Node | None]] = {
    "property_declaration": _of_property,
    "var_spec": _field("name"),
    "short_var_declaration": _on_the_left,
    "assignment_statement": _on_the_left,
    "assignment": _on_the_left,
    "let_declaration": _field("pattern"),
    "init_declarator": _field("declarator"),
}
_PARTS = frozenset({"var_spec", "init_declarator"})


def in_csharp(node: Node) -> Bound | None:
    """`Func<int> next = () => 1`, as a field or a local variable, also with a cast."""
    if node.type not in ("lambda_expression", "anonymous_method_expression"):
        return None
    around = _with_casts(node).parent
    if around is None or around.type != "variable_declarator":
        return None
    name = around.child_by_field_name("name")
    return None if name is None else Bound(name, _whole(around, "variable_declaration"))


def in_cpp(node: Node) -> Bound | None:
    """`std::function<void()> done = [] {};` in a class."""
    if node.type != "lambda_expression" or (around := _with_casts(node).parent) is None:
        return None
    if around.type != "field_declaration":
        return in_cast(node)
    name = around.child_by_field_name("declarator")
    return Bound(name, around) if name is not None and name.type == "field_identifier" else None


def in_ruby(node: Node) -> Bound | None:
    """`scope :recent, -> { … }`: what the call makes is a method of this name."""
    if node.type != "lambda" or (around := node.parent) is None:
        return None
    if around.type != "argument_list":
        return in_cast(node)
    call = around.parent
    word = None if call is None else call.child_by_field_name("method")
    if call is None or word is None or word.text != b"scope":
        return None
    name = around.named_children[0]
    return Bound(name, call) if name.type == "simple_symbol" else None


def _statement(part: Node) -> Node:
    """The declaration around its only part."""
    if (around := part.parent) is None:
        return part
    return around if sum(one.type == part.type for one in around.named_children) == 1 else part


def _whole(declarator: Node, declaration: str) -> Node:
    """The statement or field around a declarator that is the only one in it."""
    around = declarator.parent
    if around is None or around.type != declaration or around.parent is None:
        return declarator
    alone = sum(child.type == declarator.type for child in around.named_children) == 1
    return around.parent if alone else declarator
