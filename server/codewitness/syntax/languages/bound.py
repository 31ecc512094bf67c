"""What functions without a name are called that are kept under one, language by language."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages.spec import Bound


def in_csharp(node: Node) -> Bound | None:
    """`Func<int> next = () => 1`, as a field or a local variable."""
    if node.type not in ("lambda_expression", "anonymous_method_expression"):
        return None
    around = node.parent
    if around is None or around.type != "variable_declarator":
        return None
    name = around.child_by_field_name("name")
    return None if name is None else Bound(name, _whole(around, "variable_declaration"))


def in_cpp(node: Node) -> Bound | None:
    """`std::function<void()> done = [] {};` in a class."""
    if node.type != "lambda_expression" or (around := node.parent) is None:
        return None
    if around.type != "field_declaration":
        return None
    name = around.child_by_field_name("declarator")
    return Bound(name, around) if name is not None and name.type == "field_identifier" else None


def in_ruby(node: Node) -> Bound | None:
    """`scope :recent, -> { … }`: what the call makes is a method of this name."""
    if node.type != "lambda" or (around := node.parent) is None or around.type != "argument_list":
        return None
    call = around.parent
    word = None if call is None else call.child_by_field_name("method")
    if call is None or word is None or word.text != b"scope":
        return None
    name = around.named_children[0]
    return Bound(name, call) if name.type == "simple_symbol" else None


def _whole(declarator: Node, declaration: str) -> Node:
    """The statement or field around a declarator that is the only one in it."""
    around = declarator.parent
    if around is None or around.type != declaration or around.parent is None:
        return declarator
    alone = sum(child.type == declarator.type for child in around.named_children) == 1
    return around.parent if alone else declarator
