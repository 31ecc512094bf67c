"""Definitions of Kotlin: parameters, bodies, bases."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import COMPANION, OF_CLASS, Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.declared import Given, Shape, grammar, head_known
from codewitness.syntax.flow.kotlin.types import TYPES, TYPES_OF_TYPES, type_of
from codewitness.syntax.flow.kotlin.values import VALUES, bind_parts, invoked
from codewitness.syntax.flow.lexical import (
    Reader,
    flow_reader,
    nth,
)
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.languages.kotlin_delegation import delegate
from codewitness.syntax.scopes import Scope


def _parameters(reader: Reader, node: Node) -> list[Given]:
    if node.type == "lambda_literal":
        return _of_lambda(reader, node)
    listed = reader.first(node, "function_value_parameters")
    found: list[Given] = []
    is_many = False
    for child in listed.children if listed is not None else []:
        if child.type == "parameter":
            name = reader.text(reader.first(child, "simple_identifier"))
            kind = type_of(reader, child)
            found.append(
                Given(name, "*", ["G", ["t", "[]"], kind]) if is_many else Given(name, "", kind)
            )
            is_many = False
        elif child.type == "parameter_modifiers":
            is_many = "vararg" in reader.text(child)
        elif child.is_named and found and child.type not in ("line_comment", "multiline_comment"):
            found[-1] = found[-1]._replace(kind="?", default=child)
    return found


def _of_lambda(reader: Reader, node: Node) -> list[Given]:
    listed = reader.first(node, "lambda_parameters")
    if listed is None:
        return [Given("it", "?", None)]
    found = []
    for child in parts_of(listed):
        name = reader.text(reader.first(child, "simple_identifier"))
        found.append(Given(name, "", type_of(reader, child)))
    return found


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    if node.type == "lambda_literal":
        listed = reader.first(node, "lambda_parameters")
        for k, child in enumerate(parts_of(listed) if listed is not None else []):
            if child.type == "multi_variable_declaration":
                bind_parts(reader, child, ["v", "", -1 - k])
        body = reader.first(node, "statements")
        return [body] if body is not None else []
    if node.type == "secondary_constructor":
        return [
            c for c in parts_of(node) if c.type in ("constructor_delegation_call", "statements")
        ]
    bodies = (
        [node]
        if node.type in ("getter", "setter")
        else [child for child in parts_of(node) if child.type in ("getter", "setter")]
    )
    for one in bodies:
        _take_value(reader, one)
    found = [reader.first(one, "function_body") for one in bodies or [node]]
    return [child for one in found if one is not None for child in parts_of(one)]


def _gives_value(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "lambda_literal":
        return True
    return parent.type == "function_body" and any(c.type == "=" for c in parent.children)


def _members(reader: Reader, scope: Scope) -> Sequence[Node]:
    node: Node | None = scope.node
    if node is not None and node.type not in ("class_body", "enum_class_body"):
        node = reader.first(node, "class_body", "enum_class_body")
    found = parts_of(node) if node is not None else []
    for child in found:
        if child.type == "companion_object":
            _bases_of_companion(reader, child)
    return found


def _bases_of_companion(reader: Reader, node: Node) -> None:
    """What a companion without a name stands on: it is no definition of its own."""
    if reader.first(node, "type_identifier") is not None:
        return
    for specifier in parts_of(node):
        one = nth(specifier, 0) if specifier.type == "delegation_specifier" else None
        if one is not None and one.type in ("constructor_invocation", "explicit_delegation"):
            one = nth(one, 0)
        if one is not None:
            reader.let(COMPANION, ["y", reader.type(one), None])


def _fields(reader: Reader, node: Node) -> list[Given]:
    listed = reader.first(node, "primary_constructor")
    found = []
    for child in parts_of(listed) if listed is not None else []:
        if child.type == "class_parameter":
            name = reader.text(reader.first(child, "simple_identifier"))
            has_default = any(part.type == "=" for part in child.children)
            kind, default = "?" if has_default else "", parts_of(child)[-1]
            is_function = has_default and default.type in _FUNCTIONS
            taken = type_of(reader, child)
            if _takes_any_number(reader, child):
                kind, taken = "*", ["G", ["t", "[]"], taken]
            found.append(Given(name, kind, taken, default if is_function else None))
    return found


def _takes_any_number(reader: Reader, parameter: Node) -> bool:
    modifiers = reader.first(parameter, "modifiers")
    return modifiers is not None and any(
        reader.text(one) == "vararg" for one in parts_of(modifiers)
    )


_FUNCTIONS = ("callable_reference", "lambda_literal")


def _bases(reader: Reader, node: Node) -> list[Expression]:
    if node.type in ("class_body", "enum_class_body") and node.parent is not None:
        node = node.parent
    if node.type == "enum_entry":
        return _of_entry(reader, node)
    found: list[Expression] = []
    for child in parts_of(node):
        if child.type == "primary_constructor":
            reader.values(parts_of(child))
        if child.type != "delegation_specifier":
            continue
        one = nth(child, 0)
        if one is not None and one.type in ("constructor_invocation", "explicit_delegation"):
            if one.type == "constructor_invocation":
                with head_known(reader, node, _fields):
                    invoked(reader, one)
            one = nth(one, 0)
        if one is not None:
            found.append(reader.type(one))
    return found


def _of_entry(reader: Reader, node: Node) -> list[Expression]:
    """An entry with members of its own is of a class below its enumeration."""
    around = node.parent.parent if node.parent is not None else None
    name = reader.first(around, "type_identifier") if around is not None else None
    return [] if name is None else [reader.text(name)]


def _returns(reader: Reader, node: Node) -> Expression:
    if node.type == "property_declaration":
        one = reader.first(node, "variable_declaration")
        return None if one is None else type_of(reader, one)
    after = False
    for child in parts_of(node):
        if child.type == "function_value_parameters":
            after = True
        elif after and child.type in TYPES_OF_TYPES:
            return reader.type(child)
    return None


def _known_as(reader: Reader, node: Node) -> Expression:
    if node.type == "type_alias":
        return type_of(reader, node)
    if (on := reader.receivers.get(node.id)) is not None:
        return ["R", on]
    if delegates := _delegates(reader, node):
        return ["by", *delegates]
    if node.type in _ACCESSORS:
        node = _property_of(node)
    receiver = reader.first(node, "receiver_type")
    return None if receiver is None else type_of(reader, receiver)


def _delegates(reader: Reader, node: Node) -> list[Expression]:
    """The types for which a class has delegates, each with what that is."""
    if node.type in ("class_body", "enum_class_body") and node.parent is not None:
        node = node.parent
    found: list[Expression] = []
    for child in parts_of(node):
        specifier = nth(child, 0) if child.type == "delegation_specifier" else None
        if specifier is not None and (to := delegate(specifier)) is not None:
            found += (reader.type(nth(specifier, 0)), reader.value(to))
    return found


_ACCESSORS = ("getter", "setter")


def _property_of(accessor: Node) -> Node:
    """The declaration behind which an accessor stands."""
    before = accessor.prev_named_sibling
    while before is not None and before.type in (*_ACCESSORS, "line_comment", "multiline_comment"):
        before = before.prev_named_sibling
    is_property = before is not None and before.type == "property_declaration"
    return before if before is not None and is_property else accessor


def _take_value(reader: Reader, accessor: Node) -> None:
    """What a setter is given is of the property's type."""
    taken = reader.first(accessor, "parameter_with_optional_type")
    around = accessor.parent
    if taken is None or around is None:
        return
    before = around if around.type == _PROPERTY else _property_of(accessor)
    declared = reader.first(before, "variable_declaration")
    kind = None if declared is None else type_of(reader, declared)
    reader.let(reader.text(reader.first(taken, "simple_identifier")), ["y", kind, None])


def _ways(_reader: Reader, node: Node) -> list[Expression]:
    if node.type == "function_declaration" and node.parent is not None:
        around = node.parent.parent if node.parent.type == "class_body" else None
        return OF_CLASS if around is not None and around.type == "companion_object" else []
    found = [node, *parts_of(node)] if node.type in (*_ACCESSORS, _PROPERTY) else []
    return [one.type[:3] for one in found if one.type in _ACCESSORS]


_PROPERTY = "property_declaration"


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    listed = reader.first(node, "type_parameters")
    for child in parts_of(listed) if listed is not None else []:
        if child.type == "type_parameter":
            found.append(reader.text(reader.first(child, "type_identifier")))
            found.append(type_of(reader, child))
    return found


kotlin_flow = flow_reader(
    grammar(
        Shape(
            parameters=_parameters,
            body=_body,
            gives_value=_gives_value,
            members=_members,
            fields=_fields,
            bases=_bases,
            returns=_returns,
            known_as=_known_as,
            type_parameters=_type_parameters,
            ways=_ways,
        ),
        {**VALUES, **operators.KOTLIN},
        TYPES,
        frozenset({"function_declaration"}),
    )
)
