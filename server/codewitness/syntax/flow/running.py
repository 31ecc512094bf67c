"""What loops and managed resources run of a class, where the source does not name it.

Each is a site of the kind `o`, as an operator is: edges only if a class has the method. The place
is the word before the value (`in`, `:`), or the name that it gets.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.flow import FAST_ENUMERATION, Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader, either


class Loop(NamedTuple):
    """The method that gives what a loop goes through, and those that this is then asked."""

    begin: str
    steps: tuple[str, ...] = ()
    may_be_itself: bool = False  # the value may be what is gone through


_WORDS = frozenset(("in", "of", ":", "...", "["))  # the last of `const [a, b] = pair`
JVM = Loop("iterator", ("hasNext", "next"))
CPP = Loop("begin", ("operator!=", "operator*", "operator++"))
OBJC = Loop(FAST_ENUMERATION)
CSHARP = Loop("GetEnumerator", ("MoveNext",))
CSHARP_ASYNC = Loop("GetAsyncEnumerator", ("MoveNextAsync",))
ECMA = Loop("iterator", ("next",))  # `[Symbol.iterator]`
ECMA_ASYNC = Loop("asyncIterator", ("next",))
SWIFT = Loop("makeIterator", ("next",), may_be_itself=True)
RUST = Loop("into_iter", ("next",), may_be_itself=True)


def through(reader: Reader, value: Expression, node: Node, loop: Loop) -> Expression:
    """Sites of a loop over a value, at the word before it; gives what it goes through."""
    at = word(node)
    begun = operators.use(reader, value, loop.begin, at, [])
    if loop is CPP:
        operators.use(reader, value, "end", at, [])
    asked = either((begun, value)) if loop.may_be_itself and begun is not None else begun
    for step in loop.steps:
        operators.use(reader, asked, step, at, [])
    return begun


def word(node: Node) -> Node | None:
    """The word of a loop that stands before what it goes through."""
    return next((child for child in node.children if child.type in _WORDS), None)


def left(reader: Reader, value: Expression, method: str, at: Node | None) -> None:
    """The site of what closes a resource."""
    operators.use(reader, value, method, at, [])
