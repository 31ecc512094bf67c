"""Which type Swift expects of `.name`: a member of the type that is declared for its place."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.swift.types import TYPE_NODES

_AROUND = frozenset(("parenthesized_expression", "try_expression", "await_expression"))
_CHAINED = frozenset(("call_expression", "navigation_expression", "postfix_expression"))
_FUNCTIONS = frozenset(("function_declaration", "protocol_function_declaration"))
_COMPARING = frozenset(("equality_expression", "nil_coalescing_expression", "infix_expression"))
_GIVING = frozenset(("function_body", "computed_property", "computed_getter"))


def implicit(reader: Reader, node: Node) -> Expression:
    """`.name`; no type in its `T` if the place does not tell what is expected."""
    return ["a", ["T", _expected(reader, node)], reader.text(node.children[-1])]


def declared_result(reader: Reader, node: Node) -> Expression:
    """The type that a function or a property is declared to give."""
    if node.type == "property_declaration":
        annotation = reader.first(node, "type_annotation")
        return reader.type(annotation) if annotation is not None else None
    is_after = False
    for child in node.children if node.type in _FUNCTIONS else []:
        if child.type == "->":
            is_after = True
        elif is_after and child.type in TYPE_NODES:
            return reader.type(child)
    return None


def _expected(reader: Reader, node: Node) -> Expression:
    parent = node.parent
    if parent is None:
        return None
    kind = parent.type
    if kind in _AROUND or (kind in _CHAINED and nth(parent, 0) == node):
        return _expected(reader, parent)
    if kind == "ternary_expression":
        return _expected(reader, parent) if nth(parent, 0) != node else None
    if kind == "array_literal":
        listed = _expected(reader, parent)
        return None if listed is None else ["e", listed]
    if kind == "dictionary_literal":
        listed = _expected(reader, parent)
        is_value = listed is not None and parent.children_by_field_name("value").count(node)
        return ["q", ["i", ["y", listed, None], None]] if is_value else None
    if kind == "property_declaration":
        return declared_result(reader, parent)
    if kind == "assignment":
        target = parent.child_by_field_name("target")
        return _kind_of(reader, nth(target, 0) if target is not None else None)
    if kind in _COMPARING:
        first = nth(parent, 0)
        return _kind_of(reader, first) if first != node else None
    if kind == "control_transfer_statement" and parent.children[0].type == "return":
        return _result_around(reader, parent)
    if kind == "statements" and n_parts(parent) == 1:
        is_given = parent.parent is not None and parent.parent.type in _GIVING
        return _result_around(reader, parent) if is_given else None
    return None


def _result_around(reader: Reader, node: Node) -> Expression:
    """What the function around gives, if it is none without a name."""
    around = node.parent
    while around is not None and around.type != "lambda_literal":
        if around.type in _FUNCTIONS or around.type == "property_declaration":
            return declared_result(reader, around)
        around = around.parent
    return None


def _kind_of(reader: Reader, node: Node | None) -> Expression:
    """The type of a variable, or of a property of the object around or of a variable."""
    path = _path(reader, node)
    return None if path is None else ["q", path]


def _path(reader: Reader, node: Node | None) -> Expression:
    if node is None:
        return None
    if node.type == "self_expression":
        return "this"
    if node.type == "simple_identifier":
        return reader.name(reader.text(node))
    if node.type == "call_expression":  # an element: `self.nodes[name]`
        last = parts_of(node)[-1]
        given = parts_of(last)[0] if n_parts(last) else None
        is_element = given is not None and given.children and given.children[0].type == "["
        base = _path(reader, nth(node, 0)) if is_element else None
        return None if base is None else ["i", base, None]
    if node.type == "navigation_expression":
        suffix = node.child_by_field_name("suffix")
        base = _path(reader, node.child_by_field_name("target"))
        name = suffix.child_by_field_name("suffix") if suffix is not None else None
        return None if base is None or name is None else ["a", base, reader.text(name)]
    return None
