"""Blocks of Ruby, whose parameters may have no names, and what `raise` makes."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, nth

IT = "it"  # the parameter of a block without any; with arguments it is a method's name
OF_BLOCK = "it "  # as which a reader knows it
_UNNAMED = re.compile(r"\b(?:it|_1)\b")
_RAISING = frozenset(("raise", "fail"))
_SUBJECT = "subject"
_LETTING = frozenset(("let", "let!", _SUBJECT, "subject!"))


def of_call(reader: Reader, node: Node, base: Expression, named: str) -> Expression:
    """What the block of a call gives, which examples of RSpec may know by a name."""
    within, way = node.child_by_field_name("block"), reader.text(node.child_by_field_name("method"))
    value = None if within is None else block(reader, within, base, way)
    if node.child_by_field_name("receiver") is None:
        _give_name(reader, way, named, value)
    return value


def block(reader: Reader, node: Node, base: Expression, name: str) -> Expression:
    """What a block gives in the end."""
    reader.blocks.append({})
    listed = node.child_by_field_name("parameters")
    if listed is None and base is not None:
        value = base if name in ("tap", "then") else ["e", base]
        for known in sorted({*_UNNAMED.findall(reader.text(node))}):
            reader.let(OF_BLOCK if known == IT else known, value)
    for k, child in enumerate(listed.named_children if listed is not None else []):
        if child.type == "identifier":
            value = ["e", base] if k == 0 and base is not None else None
            if k == 1 and base is not None and name in ("each", "each_pair"):
                value = ["i", ["e", base], ["k", 1]]  # of a hash: what is under a key
            reader.let(reader.text(child), base if name in ("tap", "then") else value)
        else:
            _declare_all(reader, child)
    body = node.child_by_field_name("body")
    values = [reader.value(c) for c in (body.named_children if body is not None else [])]
    reader.blocks.pop()
    return values[-1] if values else None


def _declare_all(reader: Reader, node: Node) -> None:
    for child in node.named_children:
        if child.type == "identifier":
            reader.let(reader.text(child), None)
        else:
            _declare_all(reader, child)


def _give_name(reader: Reader, way: str, name: str, value: Expression) -> None:
    """RSpec's `let(:user) { ... }`, which the examples around it know by that name."""
    if way not in _LETTING or len(reader.blocks) < 2:
        return
    # Bound by another name: outside of the block nothing knows it.
    for known in (name, _SUBJECT if way.startswith(_SUBJECT) else ""):
        if known:
            reader.declare(known, reader.bind(f"let {known}", value))


def raised(reader: Reader, name: str, arguments: Node | None, given: list[Expression]) -> None:
    """`raise Broken, "text"` makes a Broken of the text."""
    first = nth(arguments, 0) if arguments is not None else None
    if name not in _RAISING or first is None or not given or given[0] is None:
        return
    if first.type in ("constant", "scope_resolution"):
        at = first.child_by_field_name("name") or first
        reader.site("n", ["a", given[0], "new"], at, given[1:])
