"""TypeScript."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from codewitness.syntax.languages import javascript
from codewitness.syntax.languages.ecma_members import end_members

# Nodes that only have types or declared names.
_NEVER_READ = (
    "required_parameter",
    "optional_parameter",
    "nested_identifier",
    "nested_type_identifier",
    "type_query",
    "type_predicate",
    "index_signature",
)
_SIGNATURES = frozenset({"function_signature", "method_signature", "abstract_method_signature"})
_FUNCTIONS = _SIGNATURES | {
    "function_declaration",
    "generator_function_declaration",
    "method_definition",
}
_FIELD = "public_field_definition"
_EXPORT = "export_statement"


def _refine(node: Node, kind: str) -> str:
    """Of a function's overloads only the last counts, which is its implementation if it has one."""
    return "" if _is_overload(node) else javascript.refine(node, kind)


def _is_overload(node: Node) -> bool:
    """True for a signature with another one, or the implementation, of its name below it."""
    if node.type not in _SIGNATURES:
        return False
    parent = node.parent
    after: Node | None = parent if parent is not None and parent.type == _EXPORT else node
    while after is not None and (after := after.next_named_sibling) is not None:
        if after.type != "comment":
            break
    if after is None or (after := _proper(after)).type not in _FUNCTIONS:
        return False
    name, own = after.child_by_field_name("name"), node.child_by_field_name("name")
    return name is not None and own is not None and name.text == own.text


def _leading(node: Node) -> Node:
    """First of the decorators and overloads that stand before a function or method."""
    if _proper(node).type not in _FUNCTIONS:
        return node
    first, before = node, node.prev_named_sibling
    while before is not None:
        if before.type == "decorator" or _is_overload(_proper(before)):
            first = before
        elif before.type != "comment":
            break
        before = before.prev_named_sibling
    return first


def _proper(node: Node) -> Node:
    """The declaration inside an `export`, or the node itself."""
    if node.type != _EXPORT:
        return node
    return node.child_by_field_name("declaration") or node


def _is_private(node: Node, name: str) -> bool:
    if javascript.is_private(node, name):
        return True
    parent = node.parent
    member = parent if parent is not None and parent.type == _FIELD else node
    marks = [child for child in member.named_children if child.type == "accessibility_modifier"]
    return bool(marks) and marks[0].text == b"private"


SPEC = replace(
    javascript.SPEC,
    name="typescript",
    grammar="typescript",
    extensions=("ts", "mts", "cts"),
    non_reads=javascript.NON_READS | dict.fromkeys(_NEVER_READ, ("*",)),
    refine=_refine,
    prepare=end_members,
    leading=_leading,
    is_private=_is_private,
)
