"""Names of Swift that are read: of variables, or of properties of the object around."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, bare
from codewitness.syntax.flow.parts import parts_of

_BINDING = re.compile(rb"\b(?:let|var|case|for|catch)\b([^\n={]*)")
_WORD = re.compile(rb"\w+")


def identifier(reader: Reader, node: Node) -> Expression:
    """A name that is read; `.name` is a member of the type that is expected."""
    name = reader.text(node)
    if name == "Self":
        return ["T", ["q", "this"]]
    around = node.parent
    is_prefixed = around is not None and around.type == "prefix_expression"
    is_implicit = around is not None and is_prefixed and around.children[0].type == "."
    is_plain = name[:1].isupper() or is_implicit or name in _hidden(reader)
    return reader.name(name) if is_plain else bare(reader, node)


def called_before(function: Node) -> Node | None:
    """The call that stands before a closure behind it: `f(x)`, `try f(x)`, `try await f(x)`."""
    at: Node | None = function
    while at is not None and at.type in ("try_expression", "await_expression"):
        at = at.child_by_field_name("expr")
    return at if at is not None and at.type == "call_expression" else None


def _hidden(reader: Reader) -> frozenset[str]:
    """Names that patterns of the scope's own text may bind, and so hide properties."""
    if reader.hidden is None:
        scope = reader.scope
        text = b"" if scope is None else reader.raw[scope.span.start : scope.span.end]
        words = (word for found in _BINDING.findall(text) for word in _WORD.findall(found))
        reader.hidden = frozenset({"error", *(word.decode("utf-8", "replace") for word in words)})
    return reader.hidden


def are_labels(arguments: Node) -> bool:
    """True for `(id:)`, which names a function by its labels and calls none."""
    listed = parts_of(arguments)
    labels = [child.child_by_field_name("reference_specifier") for child in listed]
    return bool(listed) and all(label is not None for label in labels)
