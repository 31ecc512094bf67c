"""Assignments of Ruby: `x = 1`, `self.name = x`, `list[0] = x`, `x.count += 1`, `a, b = pair`."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow import ruby_collections as collections
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of

_VARIABLES = frozenset(("identifier", "instance_variable"))
_SPELLED = operators.spelled()


def assignment(reader: Reader, node: Node) -> Expression:
    """Any of them; gives what is assigned."""
    value = reader.value(node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    if left is None:
        return value
    if left.type == "left_assignment_list":
        put_into(reader, left, value)
    elif left.type == "element_reference":
        return collections.set_element(reader, left, value, is_read=node.type != "assignment")
    else:
        if node.type == "operator_assignment" and left.type == "call":
            reader.value(left)  # which reads it first
        elif node.type == "operator_assignment" and left.type in _VARIABLES:
            operators.compound(reader, node, left, _plain, value)
        _assign(reader, left, value)
    return value


def _plain(operator: str) -> str:
    """`+` of `+=`."""
    return _SPELLED(operator[:-1])


def put_into(reader: Reader, target: Node, value: Expression) -> None:
    """A variable or several of them get a value, or its parts."""
    if target.type != "left_assignment_list":
        _assign(reader, target, value)
        return
    for k, child in enumerate(parts_of(target)):
        _assign(reader, child, None if value is None else ["i", value, ["k", k]])


def _assign(reader: Reader, target: Node, value: Expression) -> None:
    if target.type in ("identifier", "constant"):
        name = reader.text(target)
        if reader.find(name) is None:
            reader.hoist(name, value)
        else:
            reader.assign(name, value)
    elif target.type in ("instance_variable", "class_variable"):
        reader.bind(["a", "this", reader.text(target)], value)
    elif target.type == "call":
        _set(reader, target, value)
    elif target.type == "element_reference":
        collections.set_element(reader, target, value)
    else:
        reader.value(target)


def _set(reader: Reader, target: Node, value: Expression) -> None:
    """`x.name = value` runs `name=`, of which `attr_writer` makes one that fills `@name`."""
    base = reader.value(target.child_by_field_name("receiver"))
    place = target.child_by_field_name("method")
    if base is None or place is None:
        return
    name = reader.text(place)
    reader.bind(["a", base, name], value)
    if base == "this":
        reader.bind(["a", base, f"@{name}"], value)
    operators.use(reader, base, f"{name}=", place, [value])


def default(reader: Reader, node: Node) -> Expression:
    """`limit = default_limit`: read where the method runs, and not where it is defined."""
    value = reader.value(node.child_by_field_name("value"))
    if value is not None:
        reader.assign(reader.text(node.child_by_field_name("name")), value)
    return None


def defaults(method: Node) -> list[Node]:
    """The parameters of a method that have a default value."""
    listed = method.child_by_field_name("parameters")
    kinds = ("optional_parameter", "keyword_parameter")
    return [one for one in (parts_of(listed) if listed else ()) if one.type in kinds]
