"""Casts of Kotlin: what is known of a name after it was cast or tested."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import parts_of

Facts = dict[str, Expression]


def narrowed(reader: Reader, subject: Node, kind: Node) -> Facts:
    """A name, or a path of names, with its type."""
    text = reader.text(subject)
    if text.replace(".", "").replace("_", "").isalnum():
        return {text: ["y", reader.type(kind), None]}
    return {}


def cast(reader: Reader, node: Node) -> Expression:
    """`value as Kind`: as a statement, or as what a variable is, it holds for what follows."""
    value, kind = reader.value(nth(node, 0)), parts_of(node)[-1]
    around = node.parent
    if around is not None and around.type == "property_declaration":
        around = around.parent
    if node.children[1].type == "as" and around is not None and around.type == "statements":
        reader.assume(narrowed(reader, parts_of(node)[0], kind))
    return ["y", reader.type(kind), value]
