"""Tuples of C#: what they hold, by place and by name, and what takes them apart."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader, either
from codewitness.syntax.flow.parts import n_parts, parts_of


def written(reader: Reader, node: Node) -> Expression:
    """`(a, b)`; one with names is an object as well: `(First: a, Second: b)`."""
    values = [reader.value(_value_of(child)) for child in parts_of(node)]
    held = ["L", "()", reader.new_id(), *values]
    named: list[Expression] = ["D", reader.new_id()]
    for child, value in zip(parts_of(node), values, strict=True):
        if (name := child.child_by_field_name("name")) is not None:
            named += (["k", reader.text(name)], value)
    return either((held, named)) if len(named) > 2 else held


def declared(reader: Reader, node: Node) -> Expression:
    """`(A, B)` as a type; one with names lists its members as well: `(A First, B Second)`."""
    parts = [reader.type(child.child_by_field_name("type")) for child in parts_of(node)]
    names = [child.child_by_field_name("name") for child in parts_of(node)]
    held = ["G", ["t", "()"], *parts]
    if all(name is None for name in names):
        return held
    listed: list[Expression] = ["O", reader.new_id()]
    for name, part in zip(names, parts, strict=True):
        if name is not None:
            listed += (reader.text(name), part)
    return ["&", held, listed]


def deconstruct(reader: Reader, node: Node, value: Expression) -> None:
    """The site of what a class does to be taken apart."""
    operators.use(reader, value, "Deconstruct", node, [None] * n_parts(node))


def take_apart(reader: Reader, node: Node, value: Expression) -> None:
    """`(var a, b) = value`."""
    deconstruct(reader, node, value)
    for k, child in enumerate(parts_of(node)):
        target = _value_of(child)
        part = None if value is None else ["i", value, ["k", k]]
        if target.type == "identifier":
            reader.assign(reader.text(target), part)
        elif target.type == "declaration_expression":
            kind = reader.type(target.child_by_field_name("type"))
            name = target.child_by_field_name("name")
            reader.let(reader.text(name), part if kind is None else ["y", kind, part])
        else:
            reader.value(target)


def _value_of(argument: Node) -> Node:
    """What is given, behind its name."""
    return parts_of(argument)[-1] if n_parts(argument) else argument
