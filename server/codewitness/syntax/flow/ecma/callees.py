"""What a call of JavaScript or TypeScript calls, without what stands around it."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.languages.javascript import DRAWN_IN, MARKS

_WRAPPED = frozenset({"parenthesized_expression", "non_null_expression"})
_GOES_ON = frozenset({"member_expression", "subscript_expression"})


def unwrapped(function: Node | None) -> Node | None:
    """A callee without parentheses and marks."""
    while function is not None and function.type in _WRAPPED and n_parts(function):
        function = parts_of(function)[0]
    return function


def split(call: Node) -> tuple[Node | None, list[Node]]:
    """What a call calls, and what the grammar has drawn into it: `await`, `!`, `a +`."""
    function, drawn_in = call.child_by_field_name("function"), []
    while function is not None and function.type in MARKS and n_parts(function):
        if function.type in DRAWN_IN:
            drawn_in.append(function)
        function = parts_of(function)[-1 if function.type in DRAWN_IN else 0]
    return unwrapped(function), drawn_in


def read_outside(reader: Reader, drawn_in: list[Node]) -> None:
    """Read the left operand of `a + f<T>(x)`."""
    for node in drawn_in:
        reader.value(node.child_by_field_name("left"))


def with_outside(call: Node, made: Expression, drawn_in: list[Node]) -> Expression:
    """What all of it is worth, if the call gives `made`."""
    if any(node.type != "await_expression" for node in drawn_in):
        return None
    # Of `await f<T>(x).then(g)` it is not what `f` gives that is awaited.
    goes_on = call.parent is not None and call.parent.type in _GOES_ON
    return made if made is None or not drawn_in or goes_on else ["w", made]
