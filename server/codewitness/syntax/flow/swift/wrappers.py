"""Property wrappers of Swift: `@Clamped(0...5) var level = 3`.

The attribute makes an object of the wrapper, which the class keeps beside the property: reading
and setting it runs `wrappedValue`, and `$level` is `projectedValue`.
"""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import WRAPPED, Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of


def wrapped(reader: Reader, node: Node, name: Node | None, value: Expression) -> None:
    """The site of a wrapper of a property, and what it is known by."""
    bound = None if name is None else name.child_by_field_name("bound_identifier")
    modifiers = reader.first(node, "modifiers")
    if bound is None or modifiers is None:
        return
    for attribute in parts_of(modifiers):
        kind = reader.first(attribute, "user_type") if attribute.type == "attribute" else None
        if kind is None or not reader.text(kind)[:1].isupper():
            continue
        given = [reader.value(c) for c in parts_of(attribute) if c != kind]
        labels: list[Expression] = [] if value is None else ["wrappedValue", value]
        made = ["c", reader.site("o", ["T", reader.type(kind)], kind, given, labels)]
        known = reader.text(bound)
        reader.bind([WRAPPED, known], made)
        reader.let(f"${known}", ["a", made, "projectedValue"])
