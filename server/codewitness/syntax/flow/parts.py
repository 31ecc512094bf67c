"""The parts of a node, without what may stand between any two of them.

That are comments, and the sign that a line goes on; what is broken is to be read.
"""

from __future__ import annotations

from tree_sitter import Node


def is_beside(node: Node) -> bool:
    """True for what may stand between any two parts."""
    return node.is_extra and node.type != "ERROR"


def parts_of(node: Node) -> list[Node]:
    """The named children of a node."""
    return [one for one in node.named_children if not one.is_extra or one.type == "ERROR"]


def n_parts(node: Node) -> int:
    """How many parts a node has."""
    return len(parts_of(node))


def words_of(node: Node) -> list[Node]:
    """All children of a node, brackets and signs too."""
    return [one for one in node.children if not one.is_extra or one.type == "ERROR"]
