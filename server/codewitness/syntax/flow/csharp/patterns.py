"""Patterns of C#: what each new name gets of what is matched, and which properties are read."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Handler, Reader, either, nth
from codewitness.syntax.flow.parts import n_parts, parts_of

_NAMING = ("declaration_pattern", "recursive_pattern")
_JOINING = ("and_pattern", "or_pattern", "parenthesized_pattern", "negated_pattern")


def bound(reader: Reader, node: Node) -> Expression:
    """A name with its type: of a catch clause, an `out` argument."""
    kind = reader.type(node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    if name is not None and name.type == "identifier":
        reader.let(reader.text(name), None if kind is None else ["y", kind, None])
    return None


def bind_pattern(reader: Reader, node: Node, value: Expression) -> None:
    """New names with what they get of `value`."""
    if node.type in _JOINING:
        for child in parts_of(node):
            bind_pattern(reader, child, value)
        return
    if node.type == "invocation_expression":
        positional(reader, node.child_by_field_name("function"), node)
        return
    if node.type not in _NAMING:
        reader.value(node)
        return
    kind = reader.type(node.child_by_field_name("type"))
    own = value if kind is None else ["y", kind, None]
    name = node.child_by_field_name("name")
    for child in parts_of(node):
        if child.type == "property_pattern_clause":
            for part in parts_of(child):
                _property(reader, part, own)
        elif child.type == "positional_pattern_clause":
            for k, part in enumerate(parts_of(child)):
                held = None if own is None else ["i", own, ["k", k]]
                bind_pattern(reader, parts_of(part)[-1], held)
    if name is not None and name.type == "identifier":
        reader.let(reader.text(name), own)


def positional(reader: Reader, kind: Node | None, call: Node) -> None:
    """`Circle(var centre, _)` in a pattern, which the grammar takes for a call."""
    own: Expression = ["y", reader.type(kind), None]
    listed = call.child_by_field_name("arguments")
    for k, argument in enumerate(parts_of(listed) if listed is not None else []):
        part = parts_of(argument)[-1]
        if part.type == "declaration_expression" or part.type.endswith("_pattern"):
            _declared(reader, part, ["i", own, ["k", k]])


def _declared(reader: Reader, node: Node, value: Expression) -> None:
    kind = reader.type(node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    if node.type != "declaration_expression":
        bind_pattern(reader, node, value)
    elif name is not None:
        reader.let(reader.text(name), value if kind is None else ["y", kind, None])


def is_test(function: Node | None) -> bool:
    """True for `x is Circle` in front of brackets."""
    return function is not None and function.type == "is_pattern_expression"


def tested(reader: Reader, function: Node, call: Node) -> Expression:
    """`x is Circle(var centre, _)`, which the grammar takes for a call of `x is Circle`."""
    reader.value(function.child_by_field_name("expression"))
    pattern = function.child_by_field_name("pattern")
    positional(reader, pattern if pattern is None else nth(pattern, 0) or pattern, call)
    return ["t", "bool"]


def _property(reader: Reader, node: Node, owner: Expression) -> None:
    """`Name: pattern`, `Outer.Name: pattern`."""
    named, pattern = nth(node, 0), parts_of(node)[-1]
    own = owner
    if named is not None and named != pattern:
        for word in reader.text(named).split("."):
            own = None if own is None else ["a", own, word.strip()]
        if own is not None:
            reader.site("r", own, parts_of(named)[-1] if n_parts(named) else named)
    bind_pattern(reader, pattern, own if own is not owner else None)


def _is(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("expression"))
    if (pattern := node.child_by_field_name("pattern")) is not None:
        bind_pattern(reader, pattern, value)
    return ["t", "bool"]


def _switch(reader: Reader, node: Node) -> Expression:
    """A statement, or an expression that gives what its arms do."""
    subject = node.child_by_field_name("value") or nth(node, 0)
    value = reader.value(subject)
    body = node.child_by_field_name("body") or node
    found: list[Expression] = []
    for arm in parts_of(body):
        if arm == subject:
            continue
        reader.blocks.append({})
        last: Expression = None
        for child in parts_of(arm):
            is_alone = child.type == "invocation_expression" and (
                arm.type == "switch_section" or child != parts_of(arm)[-1]
            )
            if is_alone or child.type.endswith("_pattern"):
                bind_pattern(reader, child, value)
            else:
                last = reader.value(child)
        found.append(last)
        reader.blocks.pop()
    return either(found) if node.type == "switch_expression" else None


PATTERNS: Mapping[str, Handler] = {
    "declaration_expression": bound,
    "catch_declaration": bound,
    "declaration_pattern": bound,
    "recursive_pattern": bound,
    "is_pattern_expression": _is,
    "switch_statement": _switch,
    "switch_expression": _switch,
}
