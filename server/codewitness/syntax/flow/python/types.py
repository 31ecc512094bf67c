"""Annotations of Python as expressions: names, attributes, subscripts and unions alone."""

from __future__ import annotations

import ast

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.model.names import spelt
from codewitness.syntax.flow.parts import parts_of

_MAX_QUOTED = 200  # characters of a type in quotes


def first(node: Node) -> Node | None:
    """The first part of a node, if there is one."""
    found = parts_of(node)
    return found[0] if found else None


def bracket(subscript: Node) -> Node:
    """Where `[` stands in `rows[0]`."""
    return next(child for child in subscript.children if child.type == "[")


class TypeReader:
    """Reads annotations of one file, those in quotes too."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def read(self, node: Node | None) -> Expression:
        """The type that `node` says; None if it is no plain one."""
        if node is None:
            return None
        kind = node.type
        if kind == "identifier":
            return self._text(node)
        if kind in ("type", "parenthesized_expression", "constrained_type"):
            return self.read(first(node))
        if kind in ("attribute", "member_type"):
            base = self.read(first(node))
            name = self._text(parts_of(node)[-1])
            return None if base is None else ["a", base, name]
        if kind in ("generic_type", "subscript"):
            return self._generic(node)
        if kind in ("binary_operator", "union_type"):
            return ["u", *(self.read(child) for child in parts_of(node))]
        if kind == "none":
            return ["t", "None"]
        if kind == "string":
            return quoted(self._text(node))
        return None

    def _generic(self, node: Node) -> Expression:
        base = self.read(first(node))
        given = parts_of(node)[1:]
        if len(given) == 1 and given[0].type in ("type_parameter", "tuple"):
            given = parts_of(given[0])
        if base is None:
            return None
        return ["i", base, ["L", "tuple", 0, *(self.read(child) for child in given)]]

    def _text(self, node: Node) -> str:
        return spelt(self._raw[node.start_byte : node.end_byte])


def quoted(text: str) -> Expression:
    """The type written in a string literal."""
    inner = text.lstrip("rRuU").strip("\"'").strip()
    if len(inner) > _MAX_QUOTED:
        return None
    try:
        return _of_ast(ast.parse(inner, mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def _of_ast(node: ast.expr) -> Expression:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            base = _of_ast(value)
            return None if base is None else ["a", base, name]
        case ast.Subscript(value=value, slice=key):
            base = _of_ast(value)
            parts = key.elts if isinstance(key, ast.Tuple) else [key]
            return None if base is None else ["i", base, ["L", "tuple", 0, *map(_of_ast, parts)]]
        case ast.BinOp(left=left, right=right):
            return ["u", _of_ast(left), _of_ast(right)]
        case ast.Constant(value=None):
            return ["t", "None"]
        case ast.Constant(value=str() as text):
            return quoted(text)
    return None
