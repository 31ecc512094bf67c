"""Elements of JSX: each calls its component, with what its attributes say."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, inner
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.languages.spec import last_name


def element(reader: Reader, node: Node) -> Expression:
    """An element."""
    name = node.child_by_field_name("name")
    given: list[Expression] = ["D", reader.new_id()]
    for child in parts_of(node):
        spread = reader.first(child, "spread_element") if child.type == "jsx_expression" else None
        if spread is not None:
            given += (["**"], inner(reader, spread))
        elif child.type == "jsx_attribute" and n_parts(child):
            last = parts_of(child)[-1]
            given += (["k", reader.text(parts_of(child)[0])], reader.value(last))
        elif child != name:
            reader.value(child)
    if name is None or not _is_component(reader, name):
        return ["t", "Element"]
    if name.type == "identifier":
        callee: Expression = reader.name(reader.text(name))
    else:
        first, *rest = reader.text(name).split(".")
        callee = reader.name(first)
        for part in rest:
            callee = ["a", callee, part]
    reader.site("c", callee, last_name(name), [given])
    return ["t", "Element"]


def _is_component(reader: Reader, name: Node) -> bool:
    text = reader.text(name)
    return "." in text or not text[:1].islower()
