"""Definitions of Go: parameters, bodies, bases."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.declared import Shape, grammar
from codewitness.syntax.flow.go.values import (
    TYPES,
    VALUES,
    listed_parameters,
    parameters,
    returned,
)
from codewitness.syntax.flow.lexical import Reader, flow_reader
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.scopes import Scope


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    receiver = node.child_by_field_name("receiver")
    if (
        receiver is not None
        and (own := reader.first(receiver, "parameter_declaration")) is not None
    ):
        if (name := own.child_by_field_name("name")) is not None:
            reader.let(reader.text(name), "this")
    result = node.child_by_field_name("result")
    if result is not None and result.type == "parameter_list":
        for given in listed_parameters(reader, result):
            if given.name:
                reader.let(given.name, ["y", given.type, None])
    body = node.child_by_field_name("body")
    return [body] if body is not None else []


def _members(_reader: Reader, scope: Scope) -> Sequence[Node]:
    return parts_of(scope.body_node) if scope.body_node is not None else []


def _bases(reader: Reader, node: Node) -> list[Expression]:
    kind = node.child_by_field_name("type")
    if kind is None or node.type != "type_spec":
        return []
    if kind.type == "struct_type":
        fields = reader.first(kind, "field_declaration_list")
        return [
            reader.type(field.child_by_field_name("type"))
            for field in (parts_of(fields) if fields is not None else [])
            if field.type == "field_declaration" and not field.children_by_field_name("name")
        ]
    if kind.type == "interface_type":
        return [["I", reader.type(c)] for c in parts_of(kind) if c.type == "type_elem"]
    return [reader.type(kind)]


def _known_as(reader: Reader, node: Node) -> Expression:
    """Whose method it is; what an alias stands for."""
    if node.type == "type_alias":
        return reader.type(node.child_by_field_name("type"))
    receiver = node.child_by_field_name("receiver")
    own = reader.first(receiver, "parameter_declaration") if receiver is not None else None
    kind = reader.type(own.child_by_field_name("type")) if own is not None else None
    return kind[1] if isinstance(kind, list) and kind[0] == "G" else kind


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        own = reader.first(receiver, "parameter_declaration")
        kind = reader.type(own.child_by_field_name("type")) if own is not None else None
        if isinstance(kind, list) and kind[0] == "G":
            for name in kind[2:]:
                found += (name, None)
        return found
    listed = node.child_by_field_name("type_parameters")
    for child in parts_of(listed) if listed is not None else []:
        bound = reader.type(child.child_by_field_name("type"))
        for name in child.children_by_field_name("name"):
            found += (reader.text(name), bound)
    return found


go_flow = flow_reader(
    grammar(
        Shape(
            parameters=parameters,
            body=_body,
            gives_value=lambda _node: False,
            members=_members,
            bases=_bases,
            returns=returned,
            known_as=_known_as,
            type_parameters=_type_parameters,
        ),
        VALUES,
        TYPES,
    )
)
