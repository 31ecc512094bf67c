"""The parts of a node, whatever stands between them."""

from __future__ import annotations

from tree_sitter import Node


def is_beside(node: Node) -> bool:
    """True for a comment and for the sign that a line goes on; what is broken is to be read."""
    return node.is_extra and node.type != "ERROR"


def parts_of(node: Node) -> list[Node]:
    """The named children of a node but for what may stand between any two words."""
    return [child for child in node.named_children if not is_beside(child)]
