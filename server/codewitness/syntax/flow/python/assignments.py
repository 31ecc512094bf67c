"""Assignments of Python: what gets which part of a value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.parts import is_beside, parts_of
from codewitness.syntax.flow.python.reader import PLAIN, Reader
from codewitness.syntax.flow.python.types import TypeReader, bracket, first, quoted

# On the line of what it is about; `# type: ignore` is about checkers.
_TYPE_COMMENT = re.compile(rb"[ \t]*#[ \t]*type:[ \t]*(?!ignore\b)([^#\r\n]+)")
OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
    "<": "lt",
    "<=": "le",
    "==": "eq",
    "!=": "ne",
    ">": "gt",
    ">=": "ge",
}
_SEVERAL = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"})


def assign(reader: Reader, target: Node | None, value: Expression) -> None:
    """Give a target its value; of several targets each its own."""
    if target is None:
        return
    kind = target.type
    if kind == "identifier":
        reader.recorder.assign(reader.text(target), value)
    elif kind == "attribute":
        base = reader.value(parts_of(target)[0])
        name_node = parts_of(target)[-1]
        place = ["a", base, reader.text(name_node)]
        if base is not None:
            reader.site("p", place, name_node)
        _assign_place(reader, target, place, value)
    elif kind == "subscript":
        base = reader.value(parts_of(target)[0])
        key = reader.value(parts_of(target)[-1])
        if base is not None:
            reader.site("o", ["a", base, "__setitem__"], bracket(target), [key, value])
        is_slice = parts_of(target)[-1].type == "slice"
        _assign_place(reader, target, ["i", base, key], ["e", value] if is_slice else value)
    elif kind in ("list_splat_pattern", "parenthesized_expression", "as_pattern_target"):
        assign(reader, first(target), value)
    elif kind in _SEVERAL:
        _assign_each(reader, parts_of(target), value)


def _assignment(reader: Reader, node: Node) -> Expression:
    right = node.child_by_field_name("right")
    value = reader.value(right)
    annotation = node.child_by_field_name("type")
    if annotation is not None:
        declared = TypeReader(reader.raw).read(annotation)
        value = value if declared is None and right is not None else ["y", declared, value]
    elif right is None:
        return None
    elif (declared := _type_comment(reader, node)) is not None:
        value = ["y", declared, value]
    left = node.child_by_field_name("left")
    if left is not None and left.type in _SEVERAL and value is not None:
        reader.iterated(value, reader.name_node(right or node))
    assign(reader, left, value)
    return value


def _type_comment(reader: Reader, node: Node) -> Expression:
    """The type that a comment behind an assignment says: `rows = []  # type: List[Row]`."""
    found = _TYPE_COMMENT.match(reader.raw, node.end_byte)
    behind = node.next_sibling if found is not None else None
    if found is None or behind is None or behind.type != "comment":
        return None
    return quoted(found[1].decode("utf-8", "replace"))


def _augmented(reader: Reader, node: Node) -> Expression:
    children = [child for child in node.children if not is_beside(child)]
    left, operator, right = children[0], children[1], children[-1]
    old = reader.value(left)
    more = reader.value(right)
    name = OPERATORS.get(reader.text(operator)[:-1])
    own = old
    if old is not None and name is not None and form(old) not in PLAIN:
        at = reader.site("o", ["a", old, f"__i{name}__"], operator, [more])
        old = ["u", old, ["c", at]]
    if form(more) in ("L", "C"):
        reader.recorder.bind(["i", own, None], ["e", more])
    else:
        assign(reader, left, old)
    return None


def _type_alias(reader: Reader, node: Node) -> Expression:
    """`type Handler = Callable[[int], None]`; what it is over, `type Rows[T]`, says no more."""
    types = [child for child in parts_of(node) if child.type == "type"]
    name = types[0] if types else None
    while name is not None and name.type != "identifier":
        name = first(name)
    if name is not None and len(types) > 1:
        reader.recorder.assign(reader.text(name), TypeReader(reader.raw).read(types[1]))
    return None


def _named(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    assign(reader, node.child_by_field_name("name"), value)
    return value


def _assign_place(reader: Reader, target: Node, place: Expression, value: Expression) -> None:
    if place[1] is None:
        return
    index = reader.recorder.bind(place, value)
    if form(place[1]) == "a" and place[1][2] == "__dict__" and form(place[2]) == "k":
        reader.recorder.bind(["a", place[1][1], str(place[2][1])], value)
    path = reader.path(target)
    if path is None:
        above = reader.path(parts_of(target)[0])
        if above is not None:
            reader.recorder.forget(above, "[")
    elif value is not None and value != ["t", "None"]:
        reader.recorder.assign_path(path, index)
    elif reader.recorder.env is not None:
        reader.recorder.env.pop(path, None)
        reader.recorder.forget(path)


def _assign_each(reader: Reader, targets: Sequence[Node], value: Expression) -> None:
    n = len(targets)
    star = next((k for k, one in enumerate(targets) if one.type == "list_splat_pattern"), n)
    parts: Sequence[Expression] | None = None
    if form(value) == "L" and not any(map(_is_spread, value[3:])):
        parts = value[3:]
    for k, target in enumerate(targets):
        after = n - k  # counted from the end, for what follows a star
        if parts is not None and star == n and k < len(parts):
            own = parts[k]
        elif parts is not None and star < n:
            many = ["L", "list", reader.recorder.new_id(), *parts[star : len(parts) - n + star + 1]]
            own = many if k == star else _part(parts, k if k < star else -after)
        elif value is None:
            own = None
        elif k == star:
            own = ["s", value, star, 1 - after if after > 1 else None]
        else:
            own = ["i", value, ["k", k if k < star else -after]]
        assign(reader, target, own)


def assign_own(reader: Reader, target: Node | None, element: Expression) -> None:
    """Like `assign`, but the names belong to nobody outside."""
    if target is None:
        return
    if target.type == "identifier":
        reader.recorder.narrow(reader.text(target), element)
        reader.own_names += (reader.text(target),)
    elif target.type in _SEVERAL:
        for k, one in enumerate(parts_of(target)):
            own = None if element is None else ["i", element, ["k", k]]
            assign_own(reader, one, own)
    else:
        assign(reader, target, element)


def _is_spread(value: Expression) -> bool:
    return form(value) == "*"


def _part(parts: Sequence[Expression], k: int) -> Expression:
    return parts[k] if -len(parts) <= k < len(parts) else None


ASSIGNMENTS = {
    "assignment": _assignment,
    "augmented_assignment": _augmented,
    "named_expression": _named,
    "type_alias_statement": _type_alias,
}
