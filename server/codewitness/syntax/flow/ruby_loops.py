"""`for` of Ruby, which runs `each`, and operators before a value."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.ruby_assignments import put_into

# `!` is left out: hardly any class has one, and every second line asks it.
unary = operators.unary(operators.named({"-": "-@", "+": "+@", "~": "~"}))


def loop(reader: Reader, node: Node) -> Expression:
    """`for x in xs`; its variables are those of the method around."""
    inside = node.child_by_field_name("value")
    value = reader.value(nth(inside, 0)) if inside is not None else None
    if inside is not None:
        operators.use(reader, value, "each", inside.children[0], [])
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        put_into(reader, pattern, None if value is None else ["e", value])
    reader.value(node.child_by_field_name("body"))
    return None
