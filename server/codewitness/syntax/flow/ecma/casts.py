"""What is said of the type of a value where it stands."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of


def typed(reader: Reader, node: Node) -> Expression:
    """`x as Kind`, `(x)`."""
    value = reader.value(nth(node, 0))
    kind = reader.type(parts_of(node)[-1]) if n_parts(node) > 1 else None
    return value if kind is None else ["y", kind, value, 1]


def satisfied(reader: Reader, node: Node) -> Expression:
    """`{ ... } satisfies Kind`: what the kind says is expected there; the value stays its own."""
    found = typed(reader, node)
    if form(found) != "y" or form(found[2]) not in ("f", "D"):
        return found[2] if form(found) == "y" and len(found) == 4 else found
    return [*found[:3], 2]


def asserted(reader: Reader, node: Node) -> Expression:
    """`<Kind>x`."""
    arguments = nth(node, 0)
    value = reader.value(parts_of(node)[-1])
    kind = reader.type(nth(arguments, 0)) if arguments is not None else None
    return value if kind is None else ["y", kind, value, 1]
