"""Changes of the code beneath a claim that is supported, after most of which it does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node, Tree

from codewitness.model.text import Span

_FLIPPED = {
    "==": "!=",
    "!=": "==",
    "===": "!==",
    "!==": "===",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
    "True": "False",
    "False": "True",
    "true": "false",
    "false": "true",
}
# Words by which a claim denies something: what is denied may stay so.
_DENIES = re.compile(
    r"(?i)\b(?:never|not|no|without|none|nothing|neither|only|nor|nobody|nowhere|free of|lacks?"
    r"|avoids?|ignores?|skips?|fails? to|cannot|unless|except|but|else|rather|instead|leaves)\b|n't"
)
_CONDITIONAL = re.compile(r"(?i)\b(?:if|when|unless|while|once|only|whenever|until|provided)\b")
_REPEATED = re.compile(r"(?i)\b(?:each|every|all|loops?|over|iterat\w*|repeat\w*|while|again)\b")
_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_COMMON = frozenset({"self", "None", "null", "this", "true", "false", "error", "value", "name"})


class Edit(NamedTuple):
    """Other bytes in place of `span`."""

    span: Span
    text: bytes


class Change(NamedTuple):
    """`kind` and what is changed in one function, as edits of its file."""

    kind: str
    what: str
    edits: tuple[Edit, ...]

    def of(self, raw: bytes) -> bytes:
        """The text with the edits."""
        for span, new in sorted(self.edits, reverse=True):
            raw = raw[: span.start] + new + raw[span.end :]
        return raw


def changes(claim: str, raw: bytes, tree: Tree, around: Span, lines: set[int]) -> Iterator[Change]:
    """Changes within `around`: on `lines` (1-based), which prove the claim, or over them."""
    nodes = [one for one in _nodes(tree.root_node) if around.contains(_span(one))]
    proving = [one for one in nodes if one.start_point[0] + 1 in lines]
    denies = _DENIES.search(claim) is not None
    if not denies:
        yield from _renamed(claim, raw, nodes, proving)
    if _CONDITIONAL.search(claim):
        yield from _turned(raw, proving, around)
    if _REPEATED.search(claim) and not denies:
        yield from _once(raw, nodes, lines)


def _renamed(claim: str, raw: bytes, nodes: list[Node], proving: list[Node]) -> Iterator[Change]:
    """A name, a number or a text that the claim says is another one, wherever it stands."""
    said = set(re.findall(r"\w+", claim))
    texts = {_text(raw, one) for one in proving if not one.child_count} & said - _COMMON
    for text in sorted(texts):
        if text.isdecimal():
            new = str(int(text) + 7)
        elif _NAME.fullmatch(text):
            new = ("Zq" if text[0].isupper() else "zq") + f"k{len(text)}"
        else:
            continue
        spans = [_span(one) for one in nodes if not one.child_count and _text(raw, one) == text]
        yield Change("renamed", text, tuple(Edit(span, new.encode()) for span in spans))


def _turned(raw: bytes, proving: list[Node], around: Span) -> Iterator[Change]:
    """A condition, or an operator in the lines that prove it, is the opposite."""
    conditions = {
        _span(condition): condition
        for one in proving
        for above in _and_above(one)
        if above.start_byte >= around.start
        and (condition := above.child_by_field_name("condition")) is not None
    }
    for span, node in sorted(conditions.items()):
        text = raw[span.start : span.end]
        is_python = node.parent is not None and node.parent.type.endswith("_statement")
        if b":" in raw[span.end : span.end + 1] and is_python:
            new = b"not (" + text + b")"
        else:
            new = b"(!" + text + b")" if text.startswith(b"(") else b"!(" + text + b")"
        yield Change("turned", text.decode("utf-8", "replace"), (Edit(span, new),))
    for one in proving:
        new_text = _FLIPPED.get(_text(raw, one))
        if new_text is not None and not one.child_count:
            yield Change("turned", _text(raw, one), (Edit(_span(one), new_text.encode()),))


def _once(raw: bytes, nodes: list[Node], lines: set[int]) -> Iterator[Change]:
    """A loop of Python runs once."""
    for one in nodes:
        is_over = lines & set(range(one.start_point[0] + 1, one.end_point[0] + 2))
        if one.type == "while_statement" and is_over:
            keyword = Span(one.start_byte, one.start_byte + len("while"))
            yield Change("once", "while", (Edit(keyword, b"if"),))
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if one.type == "for_statement" and left is not None and right is not None and is_over:
            head = Span(one.start_byte, right.end_byte)
            new = f"if {_text(raw, left)} in {_text(raw, right)}".encode()
            yield Change("once", _text(raw, right), (Edit(head, new),))


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        yield (node := waiting.pop())
        waiting += reversed(node.children)


def _and_above(node: Node) -> Iterator[Node]:
    at: Node | None = node
    while at is not None:
        yield at
        at = at.parent


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _text(raw: bytes, node: Node) -> str:
    return raw[node.start_byte : node.end_byte].decode("utf-8", "replace")
