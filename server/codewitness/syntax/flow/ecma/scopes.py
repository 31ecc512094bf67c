"""Scopes of JavaScript and TypeScript: where their own names come from, and their headers."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.facts import Kind
from codewitness.model.flow import ITSELF, MAKER, OF_ASSIGNED, OF_OBJECT, OF_TYPE, Expression
from codewitness.syntax.flow.ecma.jsdoc import (
    comment_of,
    imported_types,
    parameter_types,
    returned_type,
)
from codewitness.syntax.flow.ecma.modules import declared_names
from codewitness.syntax.flow.ecma.patterns import bind_pattern, key_of
from codewitness.syntax.flow.ecma.types import applied, constructor_type, function_type
from codewitness.syntax.flow.lexical import Reader, inner, nth
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.scopes import Scope

_MEMBERS = frozenset({Kind.OBJECT, Kind.EXTENSION})
_FIELDS = ("public_field_definition", "field_definition", "property_signature")
_EXPRESSIONS = ("function_expression", "generator_function")
_REQUIRED = ("required_parameter", "optional_parameter")


def start(reader: Reader, scope: Scope | None, root: Node) -> None:
    """Read a scope's own code."""
    if scope is None or scope.kind is Kind.NAMESPACE:
        body = root if scope is None else scope.body_node
        _statements(reader, body)
        if scope is None and reader.scripting:
            for name, kind in imported_types(reader, root).items():
                if name not in reader.blocks[0]:
                    reader.let(name, kind)
    elif scope.kind in _MEMBERS:
        _object(reader, scope.body_node)
    elif scope.kind.is_callable:
        _function(reader, scope)
    elif scope.kind is not Kind.TYPE and scope.body_node is not None:
        _class(reader, scope.body_node)


def _statements(reader: Reader, body: Node | None) -> None:
    if body is None:
        return
    for child in parts_of(body):
        for name in declared_names(child):
            if (text := reader.text(name)) not in reader.blocks[0]:
                reader.declare(text)
    reader.values(parts_of(body))


def _function(reader: Reader, scope: Scope) -> None:
    _own_name(reader, scope)
    for k, (_, pattern, is_field) in enumerate(_parameters(scope.node)):
        if pattern.type in ("identifier", "this"):
            name = reader.text(pattern)
            variable = reader.declare(name, -1 - k)
            if is_field:
                reader.bind(["a", "this", name], ["v", variable.name, -1 - k])
        else:
            bind_pattern(reader, _without_default(pattern), ["v", "", -1 - k])
    body = scope.body_node
    if body is not None and body.type == "statement_block":
        _statements(reader, body)
    elif body is not None:
        reader.flow.returns.append(reader.value(body))


def _own_name(reader: Reader, scope: Scope) -> None:
    """`run = function again() { again() }`: the name by which only the function knows itself."""
    named = scope.node.child_by_field_name("name") if scope.node.type in _EXPRESSIONS else None
    if named is None or scope.body_node is None:
        return
    name = reader.text(named)
    body = scope.body_node
    is_mentioned = reader.raw.find(name.encode(), body.start_byte, body.end_byte) >= 0
    if is_mentioned and all(name != reader.text(one[1]) for one in _parameters(scope.node)):
        reader.let(name, [ITSELF])


def _without_default(pattern: Node) -> Node:
    if pattern.type == "assignment_pattern":
        return pattern.child_by_field_name("left") or pattern
    inside = nth(pattern, 0) if pattern.type == "rest_pattern" else None
    return pattern if inside is None else inside


def _parameters(node: Node) -> list[tuple[Node, Node, bool]]:
    """Each parameter: its node, its pattern, and whether it is a field too."""
    sole = node.child_by_field_name("parameter")
    if sole is not None:
        return [(sole, sole, False)]
    listed = node.child_by_field_name("parameters")
    found = []
    for child in parts_of(listed) if listed is not None else []:
        pattern = child
        if child.type in _REQUIRED:
            pattern = child.child_by_field_name("pattern") or child
        if pattern.type == "this":
            continue
        is_field = any(
            part.type in ("accessibility_modifier", "override_modifier", "readonly")
            for part in child.children
        )
        if pattern.type == "assignment_pattern" and _is_name(pattern):
            pattern = pattern.child_by_field_name("left") or pattern
        if pattern.type == "rest_pattern" and n_parts(pattern):
            inside = parts_of(pattern)[0]
            pattern = inside if inside.type == "identifier" else pattern
        found.append((child, pattern, is_field))
    return found


def _is_name(pattern: Node) -> bool:
    left = pattern.child_by_field_name("left")
    return left is not None and left.type == "identifier"


def _class(reader: Reader, body: Node) -> None:
    for child in parts_of(body):
        if child.type == "call_signature":
            reader.bind("=>", ["y", function_type(reader, child), None])
            continue
        if child.type == "construct_signature":
            reader.bind(MAKER, ["y", constructor_type(reader, child), None])
            continue
        if child.type not in _FIELDS:
            reader.value(child)
            continue
        name = child.child_by_field_name("name") or child.child_by_field_name("property")
        for part in parts_of(child):
            if part.type == "decorator":
                reader.value(part)
        value = reader.value(child.child_by_field_name("value"))
        kind = reader.type(child.child_by_field_name("type"))
        if key := key_of(reader, name):
            reader.bind(key, value if kind is None else ["y", kind, value])


def _object(reader: Reader, body: Node | None) -> None:
    for child in parts_of(body) if body is not None else []:
        if child.type == "pair":
            place = child.child_by_field_name("key")
            key = key_of(reader, place) or _symbol(reader, place)
            reader.bind(key or None, reader.value(child.child_by_field_name("value")))
        elif child.type == "shorthand_property_identifier":
            reader.bind(reader.text(child), reader.text(child))
        elif child.type == "spread_element":
            reader.bind(["**"], inner(reader, child))
        else:
            reader.value(child)


def _symbol(reader: Reader, key: Node | None) -> str:
    """`[kRun]`, by which `this[kRun]` asks for it."""
    inside = nth(key, 0) if key is not None else None
    return f"[{reader.text(inside)}]" if inside is not None and inside.type == "identifier" else ""


def header(reader: Reader, scope: Scope) -> list[Expression]:
    """Decorator sites, parameters, bases, return type, what it stands for, type parameters."""
    node = scope.node
    own = _type_parameters(reader, node)
    reader.values(child for child in parts_of(node) if child.type == "decorator")
    if node.type == "type_alias_declaration":
        return [[], [], [], None, reader.type(node.child_by_field_name("value")), own]
    if not scope.kind.is_callable:
        return [[], [], _bases(reader, node), None, None, own]
    parameters = []
    comment = comment_of(reader, node) if reader.scripting else ""
    documented = parameter_types(comment)
    for child, pattern, _ in _parameters(node):
        reader.values(part for part in parts_of(child) if part.type == "decorator")
        default = child.child_by_field_name("value") or child.child_by_field_name("right")
        kind = "?" if child.type == "optional_parameter" or default is not None else ""
        if "rest_pattern" in (child.type, (child.child_by_field_name("pattern") or child).type):
            kind = "*"
        name = reader.text(pattern) if pattern.type == "identifier" else ""
        annotation = reader.type(child.child_by_field_name("type")) or documented.get(name)
        parameters.append([name, kind, annotation, reader.value(default)])
    returned = reader.type(node.child_by_field_name("return_type")) or returned_type(comment)
    is_static = any(child.type == "static" for child in node.children)
    told = ["static"] if is_static else _declared_this(reader, node) or _whose(node)
    return [[], parameters, [], returned, told, own]


def _declared_this(reader: Reader, node: Node) -> Expression:
    """What `this` is declared to be: `add(this: Bag, x)`."""
    listed = node.child_by_field_name("parameters")
    for child in parts_of(listed)[:1] if listed is not None else []:
        pattern = child.child_by_field_name("pattern") if child.type in _REQUIRED else None
        if pattern is not None and pattern.type == "this":
            return [OF_TYPE, reader.type(child.child_by_field_name("type"))]
    return None


def _whose(node: Node) -> Expression:
    """Of a function in an object, or assigned to a member, that its `this` is that object.

    None for an arrow function, whose `this` is that of the function around.
    """
    around = node.parent
    if around is None:
        return None
    if node.type == "method_definition":
        return OF_OBJECT if around.type == "object" else None
    if node.type not in _EXPRESSIONS:
        return None
    if around.type == "assignment_expression":
        left = around.child_by_field_name("left")
        return OF_ASSIGNED if left is not None and left.type == "member_expression" else None
    return OF_OBJECT if around.type == "pair" else None


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    listed = node.child_by_field_name("type_parameters")
    for child in parts_of(listed) if listed is not None else []:
        if child.type == "type_parameter":
            bound = reader.type(child.child_by_field_name("constraint"))
            found += (reader.text(child.child_by_field_name("name")), bound)
    return found


def _bases(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    for child in parts_of(node):
        if child.type == "class_heritage":
            for clause in parts_of(child):
                found += _clause(reader, clause)
        elif child.type in ("extends_type_clause", "extends_clause"):
            found += [reader.type(one) for one in parts_of(child)]
    return found


def _clause(reader: Reader, clause: Node) -> list[Expression]:
    if clause.type == "implements_clause":
        return [["I", reader.type(one)] for one in parts_of(clause)]
    if clause.type != "extends_clause":
        return [reader.value(clause)]
    value = reader.value(clause.child_by_field_name("value"))
    return [applied(reader, value, clause.child_by_field_name("type_arguments"))]
