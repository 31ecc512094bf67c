"""Definitions of Swift: parameters, bodies, bases."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import OBSERVED, OF_CLASS, Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.declared import Given, Shape, grammar
from codewitness.syntax.flow.lexical import Reader, either, flow_reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.swift.expected import declared_result
from codewitness.syntax.flow.swift.types import TYPE_NODES, TYPES, type_in
from codewitness.syntax.flow.swift.values import VALUES
from codewitness.syntax.scopes import Scope


def _parameters(reader: Reader, node: Node) -> list[Given]:
    if node.type == "property_declaration" and node.child_by_field_name("value") is not None:
        node = node.child_by_field_name("value") or node
    if node.type == "lambda_literal":
        return _of_lambda(reader, node)
    found: list[Given] = []
    for at, child in enumerate(node.children):
        if child.type == "parameter":
            names = [c for c in parts_of(child) if c.type == "simple_identifier"]
            label = reader.text(names[0]) if names else ""
            is_plain = label == "_"
            name = reader.text(names[-1]) if names else ""
            kind = type_in(reader, child)
            if any(part.type == "..." for part in child.children) or reader.text(child).endswith(
                "..."
            ):
                found.append(Given(name, "*", ["G", ["t", "[]"], kind]))
            else:
                found.append(Given(name, "" if is_plain else f"={label}", kind))
        elif node.field_name_for_child(at) == "default_value" and found:
            found[-1] = found[-1]._replace(kind="?" + found[-1].kind, default=child)
    return found


def _of_lambda(reader: Reader, node: Node) -> list[Given]:
    kind = node.child_by_field_name("type") or reader.first(node, "lambda_function_type")
    listed = reader.first(kind, "lambda_function_type_parameters") if kind is not None else None
    if listed is None:
        return [Given(f"${k}", "?", None) for k in range(3)]
    return [
        Given(reader.text(child.child_by_field_name("name")), "", type_in(reader, child))
        for child in parts_of(listed)
    ]


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    if node.type == "lambda_literal":
        return [one for one in parts_of(node) if one.type in ("capture_list", "statements")]
    body = node.child_by_field_name("body") or node.child_by_field_name("computed_value")
    if body is None:
        body = reader.first(node, "computed_property", "willset_didset_block")
    return [body] if body is not None else []


def _gives_value(node: Node) -> bool:
    statements = node
    if node.type != "statements":
        found = [c for c in parts_of(node) if c.type == "statements"]
        if not found:
            return False
        statements = found[0]
    return n_parts(statements) == 1


def _members(_reader: Reader, scope: Scope) -> Sequence[Node]:
    return parts_of(scope.body_node) if scope.body_node is not None else []


def _bases(reader: Reader, node: Node) -> list[Expression]:
    return [
        reader.type(child.child_by_field_name("inherits_from") or nth(child, 0))
        for child in parts_of(node)
        if child.type == "inheritance_specifier"
    ]


def _known_as(reader: Reader, node: Node) -> Expression:
    if node.type == "typealias_declaration":
        kinds = [reader.type(c) for c in parts_of(node) if c.type in TYPE_NODES]
        return kinds[-1] if kinds else None
    if node.type == "class_declaration":
        return _elements(reader, node)
    if node.type in ("function_declaration", "protocol_function_declaration"):
        return OF_CLASS if _is_of_class(reader, node) else None
    is_observed = reader.first(node, "willset_didset_block") is not None
    return OBSERVED if is_observed else None


def _is_of_class(reader: Reader, node: Node) -> bool:
    """True for `static func` and `class func`."""
    words = reader.text(reader.first(node, "modifiers")).split()
    return "static" in words or any(c.type in ("static", "class") for c in node.children)


def _elements(reader: Reader, node: Node) -> Expression:
    """What `where Element == Track` says of an extension."""
    listed = reader.first(node, "type_constraints")
    for child in parts_of(listed) if listed is not None else []:
        told = nth(child, 0)
        if told is not None and n_parts(told) > 1 and told.type.endswith("constraint"):
            if reader.text(told.child_by_field_name("constrained_type")) == "Element":
                return ["W", reader.type(parts_of(told)[-1])]
    return None


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    listed = reader.first(node, "type_parameters")
    bounds = _constraints(reader, node) if listed is not None else {}
    for child in parts_of(listed) if listed is not None else []:
        if child.type == "type_parameter":
            name = reader.text(reader.first(child, "type_identifier"))
            found += (name, either((type_in(reader, child), bounds.get(name))))
    return found


def _constraints(reader: Reader, node: Node) -> dict[str, Expression]:
    """What `where` says of the type parameters by name."""
    found: dict[str, Expression] = {}
    listed = reader.first(node, "type_constraints")
    for child in parts_of(listed) if listed is not None else []:
        told = reader.first(child, "inheritance_constraint")
        if told is not None and n_parts(told) > 1:
            name = reader.text(told.child_by_field_name("constrained_type"))
            found[name] = either((found.get(name), reader.type(parts_of(told)[-1])))
    return found


swift_flow = flow_reader(
    grammar(
        Shape(
            parameters=_parameters,
            body=_body,
            gives_value=_gives_value,
            members=_members,
            bases=_bases,
            returns=declared_result,
            known_as=_known_as,
            type_parameters=_type_parameters,
        ),
        {**operators.SWIFT, **VALUES},
        TYPES,
        frozenset({"function_declaration"}),
    )
)
