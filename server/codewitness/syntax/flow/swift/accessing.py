"""Swift: code that runs when a property is set, and what the grammar takes for a comparison."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader, inner


def compared(reader: Reader, node: Node) -> Expression:
    """A comparison; `Box<Item> { ... }` is read as one of `Box`, `Item` and a closure."""
    made = node.child_by_field_name("lhs")
    rest = node.child_by_field_name("rhs")
    closure = rest.child_by_field_name("rhs") if rest is not None else None
    if closure is None or closure.type != "lambda_literal" or rest is None or made is None:
        return operators.SWIFT["comparison_expression"](reader, node)
    kind = reader.text(rest.child_by_field_name("lhs"))
    found = ["G", reader.text(made), kind]
    name = reader.text(made)
    index = reader.site("n", ["T", name], made, [reader.value(closure)])
    return ["y", found, ["c", index]]


def setter(reader: Reader, node: Node) -> Expression:
    """Code that runs when a property is set, which knows the value by a name."""
    declared = node.parent.parent if node.parent is not None else None
    annotation = reader.first(declared, "type_annotation") if declared is not None else None
    own = reader.first(node, "simple_identifier")
    usual = "oldValue" if node.type == "didset_clause" else "newValue"
    reader.blocks.append({})
    if annotation is not None:
        kind = reader.type(annotation)
        reader.let(reader.text(own) if own is not None else usual, ["y", kind, None])
    inner(reader, node)
    reader.blocks.pop()
    return None
