"""The whole condition of Swift's `if`, `guard` and `while`, which its grammar hands out in pieces.

`if let x = y, x.ok {` asks for both: its pieces are joined by `&&`.
"""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.text import Span

_STATEMENTS = frozenset({"if_statement", "guard_statement", "while_statement"})
_ENDING = frozenset({"{", "else", "statements"})


def whole_condition(node: Node) -> tuple[str, Span] | None:
    """What the statement around asks, and where; None if `node` is no piece of such a condition."""
    holder = node.parent
    if holder is None or holder.type not in _STATEMENTS:
        return None
    pieces: list[list[Node]] = [[]]
    for child in holder.children[1:]:
        if child.type in _ENDING:
            break
        if child.type == ",":
            pieces.append([])
        elif "comment" not in child.type:
            pieces[-1].append(child)
    pieces = [piece for piece in pieces if piece]
    if not pieces:
        return None
    raw = holder.text or b""
    texts = [
        raw[one[0].start_byte - holder.start_byte : one[-1].end_byte - holder.start_byte]
        for one in pieces
    ]
    joined = " && ".join(text.decode("utf-8", "replace") for text in texts)
    return joined, Span(pieces[0][0].start_byte, pieces[-1][-1].end_byte)
