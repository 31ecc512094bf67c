"""`using`, `foreach` and `$"{x}"` of C#: what they run of a class without naming it."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators, running
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of


def looped(reader: Reader, node: Node, value: Expression) -> None:
    """The sites of `foreach`, whose iterator has a property besides."""
    way = running.CSHARP_ASYNC if _is_awaited(node) else running.CSHARP
    begun = running.through(reader, value, node, way)
    at = running.word(node)
    if begun is not None and at is not None:
        reader.site("r", ["a", begun, "Current"], at)


def put_together(reader: Reader, node: Node) -> Expression:
    """`$"{a} and {b}"`, which asks each of them for its text."""
    for child in parts_of(node):
        if child.type != "interpolation":
            continue
        inside = [one for one in parts_of(child) if not one.type.startswith("interpolation_")]
        for number, one in enumerate(inside):
            value = reader.value(one)
            if number == 0:
                operators.use(reader, value, "ToString", one, [])
    return ["t", "string"]


def using(reader: Reader, node: Node) -> Expression:
    """`using (var x = y) { ... }`, `using (x) { ... }`."""
    body = node.child_by_field_name("body")
    reader.blocks.append({})
    for child in parts_of(node):
        value = reader.value(child)
        if child.type == "variable_declaration":
            _left(reader, node, child)
        elif child != body:
            running.left(reader, value, _method(node), child)
    reader.blocks.pop()
    return None


def declared(reader: Reader, node: Node) -> Expression:
    """`using var x = y;`, and any other declaration in a function."""
    for child in parts_of(node):
        reader.value(child)
        if child.type == "variable_declaration" and any(c.type == "using" for c in node.children):
            _left(reader, node, child)
    return None


def _left(reader: Reader, node: Node, declaration: Node) -> None:
    for child in parts_of(declaration):
        name = child.child_by_field_name("name") if child.type == "variable_declarator" else None
        if name is not None:
            running.left(reader, reader.name(reader.text(name)), _method(node), name)


def _method(node: Node) -> str:
    return "DisposeAsync" if _is_awaited(node) else "Dispose"


def _is_awaited(node: Node) -> bool:
    return any(child.type == "await" for child in node.children)
