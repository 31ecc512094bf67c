"""Names, attributes and subscripts of Python."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.parts import is_beside, parts_of
from codewitness.syntax.flow.python.reader import PLAIN, Reader
from codewitness.syntax.flow.python.types import bracket


def _identifier(reader: Reader, node: Node) -> Expression:
    return reader.recorder.read(reader.text(node))


def dotted(reader: Reader, node: Node) -> Expression:
    """A name with dots, as patterns have it."""
    first, *rest = reader.text(node).split(".")
    value = reader.recorder.read(first)
    for name in rest:
        value = ["a", value, name]
    return value


def _attribute(reader: Reader, node: Node) -> Expression:
    """A read of an attribute."""
    value, name_node = member(reader, node)
    if form(value) == "a":
        reader.site("r", value, name_node)
    elif value is not None and (base := reader.path(parts_of(node)[0])) is not None:
        # What was put there is known, yet a property may run.
        if base.isidentifier():
            owner = reader.recorder.read(base)
            reader.site("r", ["a", owner, reader.text(name_node)], name_node)
    return value


def member(reader: Reader, node: Node) -> tuple[Expression, Node]:
    """An attribute's value, and where its name stands; the read itself is not recorded."""
    children = parts_of(node)
    name_node = children[-1]
    base = reader.value(children[0])
    if base is None:
        return None, name_node
    if (path := reader.path(node)) is not None:
        known = reader.recorder.read_path(path)
        if known is not None:
            return known, name_node
    return ["a", base, reader.text(name_node)], name_node


def _subscript(reader: Reader, node: Node) -> Expression:
    children = parts_of(node)
    base = reader.value(children[0])
    keys: list[Expression] = []
    if len(children) == 2 and children[1].type == "slice":
        reader.value(children[1])
        if base is not None and form(base) not in PLAIN:
            reader.site("o", ["a", base, "__getitem__"], bracket(node))
        return None if base is None else ["s", base, *_bounds(reader, children[1])]
    for child in children[1:]:
        keys.append(reader.value(child))
    if base is None:
        return None
    if form(base) not in PLAIN:
        reader.site("o", ["a", base, "__getitem__"], bracket(node), keys[-1:])
    if (path := reader.path(node)) is not None:
        known = reader.recorder.read_path(path)
        if known is not None:
            return known
    if len(keys) > 1:
        return ["i", base, ["L", "tuple", reader.recorder.new_id(), *keys]]
    return ["i", base, *keys[:1]] if keys else None


def _bounds(reader: Reader, node: Node) -> list[Expression]:
    """Low and high of a slice without a step; [None, None] if they are no whole numbers."""
    found: list[Expression] = [None, None]
    at = 0
    for child in node.children:
        if is_beside(child):
            continue
        if child.type == ":":
            at += 1
        elif at > 1 or (bound := number(reader.text(child))) is None:
            return [None, None]
        else:
            found[at] = bound
    return found


def number(text: str) -> int | None:
    """A whole number as it may be a key; None for others."""
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None


NAMES = {
    "identifier": _identifier,
    "dotted_name": dotted,
    "attribute": _attribute,
    "subscript": _subscript,
}
