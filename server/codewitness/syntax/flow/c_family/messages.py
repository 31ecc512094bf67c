"""Objective-C: properties by dot, blocks with a type before their parameters, selectors as values.

`a.played` runs `-played` if there is such a method, `a.played = x` runs `-setPlayed:`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.c_family.values import VALUES
from codewitness.syntax.flow.lexical import Handler, Reader

_PERFORMING = "performSelector"


def _field(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    name = node.child_by_field_name("field")
    if name is not None and isinstance(found, list) and found[0] == "a":
        reader.site("r", found, name)
    return found


def _assignment(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    left = node.child_by_field_name("left")
    name = left.child_by_field_name("field") if left is not None else None
    if left is not None and name is not None and left.type == "field_expression":
        owner = left.child_by_field_name("argument")
        base: Expression = None
        if owner is not None and owner.type == "identifier":
            text = reader.text(owner)
            base = "this" if text == "self" else reader.name(text)
        field = reader.text(name)
        if base is not None and field and reader.text(operators.operator_of(node)) != "=":
            reader.site("r", ["a", base, field], name)  # `a.count += 1`
        if base is not None and field:
            reader.site("p", ["a", base, f"set{field[0].upper()}{field[1:]}"], name, [found])
    return found


def _message(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    names = node.children_by_field_name("method")
    selector = reader.first(node, "selector_expression")
    if names and selector is not None and reader.text(names[0]).startswith(_PERFORMING):
        owner = node.child_by_field_name("receiver")
        name = reader.first(selector, "identifier") or reader.first(selector, "method_identifier")
        if owner is not None and owner.type == "identifier":
            text = reader.text(owner)
            base: Expression = "this" if text == "self" else reader.name(text)
            reader.site("c", ["a", base, _selector(reader, selector)[2]], name or selector)
    return found


def _selector(reader: Reader, node: Node) -> list[Expression]:
    """`@selector(tapped:)` names a method and calls none; its first part is what is looked for."""
    name = reader.text(node).partition("(")[2].strip(" )").partition(":")[0]
    return ["t", "SEL", name]


def _subscript(reader: Reader, node: Node) -> Expression:
    """`a[0]` and `a[@"key"]` run methods, if the class has them."""
    base = reader.value(node.child_by_field_name("argument"))
    index = node.child_by_field_name("indices") or node.child_by_field_name("index")
    key = reader.value(index)
    around = node.parent
    is_set = (
        around is not None
        and around.type == "assignment_expression"
        and around.child_by_field_name("left") == node
    )
    for method, literal in _READING.items():
        if not is_set and index is not None and index.type not in _OTHER[literal]:
            operators.use(reader, base, method, index, [key])
    if is_set and index is not None:  # `setObject:forKeyedSubscript:` and the one by number
        operators.use(reader, base, "setObject", index, [None, key])
    return None if base is None else ["i", base, None]


_READING = {
    "objectAtIndexedSubscript": "number_literal",
    "objectForKeyedSubscript": "string_literal",
}
_OTHER = {
    "number_literal": ("string_literal", "string_expression"),
    "string_literal": ("number_literal",),
}

MESSAGES: Mapping[str, Handler] = {
    "subscript_expression": _subscript,
    "field_expression": _field,
    "assignment_expression": _assignment,
    "message_expression": _message,
    "selector_expression": _selector,
}
