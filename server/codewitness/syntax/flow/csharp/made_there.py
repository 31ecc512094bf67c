"""C#: `out var x`, a variable that is made where it is handed to a method."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader, either, nth
from codewitness.syntax.flow.parts import parts_of

_TRYING_KEYS = frozenset(["TryGetValue", "TryRemove", "Remove"])
_TRYING = _TRYING_KEYS | frozenset(["TryPop", "TryPeek", "TryDequeue", "TryTake"])


def bind(reader: Reader, callee: Expression, arguments: Node | None, index: int) -> None:
    """`out var x` is what the method declares there, or of a collection's what that holds."""
    for k, argument in enumerate(parts_of(arguments) if arguments is not None else []):
        declared = reader.first(argument, "declaration_expression")
        kind = declared.child_by_field_name("type") if declared is not None else None
        if declared is not None and kind is not None and kind.type == "implicit_type":
            told: Expression = ["P", None, index, k]
            held = either((_held(reader, callee, arguments), told))
            reader.assign(reader.text(declared.child_by_field_name("name")), held)


def _held(reader: Reader, callee: Expression, arguments: Node | None) -> Expression:
    if not isinstance(callee, list) or callee[0] != "a" or callee[2] not in _TRYING:
        return None
    if callee[2] not in _TRYING_KEYS:
        return ["e", callee[1]]
    first = nth(arguments, 0) if arguments is not None else None
    return keeping.element_at(callee[1], reader.value(nth(first, 0) if first else None))
