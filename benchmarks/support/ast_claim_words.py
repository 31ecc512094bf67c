"""Conditions and values of Python as a sentence says them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.support.ast_claims import dotted

CONSTANTS = (None, True, False)


LEAVES = ast.Return | ast.Raise | ast.Continue | ast.Break


LOOPS = ast.For | ast.AsyncFor | ast.While


COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


_COMPARED = {
    ast.Gt: ("is greater than", "is at most"),
    ast.Lt: ("is less than", "is at least"),
    ast.GtE: ("is at least", "is less than"),
    ast.LtE: ("is at most", "is greater than"),
    ast.Eq: ("is", "is not"),
    ast.NotEq: ("is not", "is"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("is in", "is not in"),
    ast.NotIn: ("is not in", "is in"),
}


def worded(test: ast.AST) -> Iterator[tuple[str, str]]:
    """A condition in words, and its opposite."""
    match test:
        case ast.Name() | ast.Attribute() if (text := dotted(test)) is not None:
            yield f"`{text}` is truthy", f"`{text}` is falsy"
            yield f"`{text}` is set", f"`{text}` is not set"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            for words, denied in worded(operand):
                yield denied, words
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            one, other = dotted(left), value_of(right)
            if one is not None and other is not None:
                words, denied = _COMPARED[type(op)]
                yield f"`{one}` {words} {other}", f"`{one}` {denied} {other}"


def value_of(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=None | bool() | int() | str() as value):
            text = ast.unparse(node)
            return text if value in CONSTANTS else f"`{text}`" if "`" not in text else None
    text = dotted(node)
    return None if text is None else f"`{text}`"


def texts_in(node: ast.AST) -> set[str]:
    return {text for n in ast.walk(node) if (text := dotted(n))}
