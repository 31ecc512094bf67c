"""Functions without a name whose `return` leaves the function around them, too.

Kotlin puts a lambda into the place of its call where that is inlined, and only there may it have a
`return` without a label: what decides of it decides of all that the function around does behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from codewitness.model.text import Span
from codewitness.syntax.scopes import Scope

# What runs its lambda once, come what may; any other may run it never, or more than once.
_ONCE = re.compile(
    rb"(?<![\w.])(?:synchronized|with|run|runCatching|buildString|buildList|buildMap|buildSet)"
    rb"(?:\([^{}]*\))?\s*$"
    rb"|[\w)\]](?<!\?)\.(?:let|also|apply|run|use|withLock)(?:\([^{}]*\))?\s*$"
)
_CALLED_BEFORE = 120  # bytes


def left_through(scope: Scope, scopes: Sequence[Scope], raw: bytes) -> list[Scope]:
    """The lambdas in it whose `return` is its own, and those in them."""
    found = []
    for child in (scopes[index] for index in scope.children):
        if child.node.type == "lambda_literal" and _leaves(child.node, raw):
            found += [child, *left_through(child, scopes, raw)]
    return found


def is_run_once(inlined: Scope, raw: bytes) -> bool:
    """True if the call that it is handed to runs it, and no more than once."""
    start = inlined.node.start_byte
    before = raw[max(start - _CALLED_BEFORE, 0) : start]
    called = before.rpartition(b"\n")[2] if b"?." in before else before
    return _ONCE.search(before) is not None and b"?." not in called


def body_of(inlined: Scope) -> Span:
    """Where that stands which it does."""
    return inlined.body or Span(inlined.node.end_byte, inlined.node.end_byte)


def _leaves(node: Node, raw: bytes) -> bool:
    return b"return" in raw[node.start_byte : node.end_byte] and any(
        True for _ in _plain_returns(node)
    )


def _plain_returns(node: Node) -> Iterator[Node]:
    """Those without a label; one in a function with a name, or behind `fun`, is that one's."""
    stack = [node]
    while stack:
        one = stack.pop()
        if one.type == "jump_expression" and one.children[0].type == "return":
            yield one
        stack += [c for c in one.children if c.type not in _FUNCTIONS]


_FUNCTIONS = frozenset(
    {"anonymous_function", "function_declaration", "class_body", "getter", "setter"}
)
