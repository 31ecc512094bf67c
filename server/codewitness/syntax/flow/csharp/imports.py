"""Imports of C#, and other names for types."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import DECLARED, GLOBAL, Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import n_parts, parts_of


def using(reader: Reader, node: Node) -> Expression:
    """`using A.B;`, `using C = A.B;`."""
    alias = node.child_by_field_name("name")
    path = parts_of(node)[-1] if n_parts(node) else None
    text = "".join(reader.text(path).replace("global::", "").split())
    is_global = any(child.type == "global" for child in node.children)
    if alias is not None and path != alias:
        outer, _, name = text.partition("<")[0].rpartition(".")
        inside = DECLARED if _is_in_namespace(reader, node) else ""
        kind: Expression = ["m", f"{inside}{outer}", name]
        if "<" in text and path is not None:  # with what it is of
            kind = reader.type(path) or kind
        reader.let(reader.text(alias), kind)
        reader.flow.stars += [f"{GLOBAL}={reader.text(alias)}"] if is_global else []
    elif text:
        reader.flow.stars.append(f"{GLOBAL}{text}" if is_global else text)
    return None


def _is_in_namespace(reader: Reader, node: Node) -> bool:
    """True for an import behind the beginning of a namespace, also of one without braces."""
    around = node.parent is not None and node.parent.type == "declaration_list"
    return around or any(star.startswith(DECLARED) for star in reader.flow.stars)
