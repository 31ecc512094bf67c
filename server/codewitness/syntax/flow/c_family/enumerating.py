"""Enumerators of C++: each is a value of its enumeration, also in the scope around an unscoped one.

So overloads and operators that take an enumeration are told from others.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.facts import Kind
from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Handler, Reader
from codewitness.syntax.flow.parts import n_parts, parts_of

_SCOPING = frozenset(("class", "struct"))
_MAX_LISTED = 200  # a longer list is a table of numbers


def _enumerator(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("value"))
    scope = reader.scope
    is_named = scope is not None and scope.kind is Kind.ENUM
    _let(reader, node, scope.name if scope is not None and is_named else "")
    return None


def _let(reader: Reader, node: Node, enumeration: str) -> None:
    kind: Expression = enumeration or ["t", "int"]
    listed = n_parts(node.parent) if node.parent is not None else 0
    if listed <= _MAX_LISTED:
        reader.let(reader.text(node.child_by_field_name("name")), ["y", kind, None])


def unscoped(reader: Reader, node: Node, name: str) -> None:
    """What `enum Name { A, B }` adds to the names around it; `enum class` adds nothing."""
    body = node.child_by_field_name("body")
    if body is None or any(child.type in _SCOPING for child in node.children):
        return
    for child in parts_of(body):
        if child.type == "enumerator":
            _let(reader, child, name)


ENUMERATING: Mapping[str, Handler] = {"enumerator": _enumerator}
