"""Definitions of Rust: parameters, bodies, bases."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.facts import Kind
from codewitness.model.flow import Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.declared import Given, Shape, grammar
from codewitness.syntax.flow.lexical import Reader, either, flow_reader
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.rust.patterns import bind_pattern, listed
from codewitness.syntax.flow.rust.types import TYPES
from codewitness.syntax.flow.rust.values import VALUES
from codewitness.syntax.languages.rust_macros import ANY, rules
from codewitness.syntax.scopes import Scope

# What a macro's expansion imports as a whole where it is used.
_STARS = re.compile(r"\buse\s+((?:self|super|crate)(?:::\w+)*)::\*\s*;")


def _parameters(reader: Reader, node: Node) -> list[Given]:
    around = node.child_by_field_name("parameters")
    found: list[Given] = []
    for child in listed(around) if around is not None else []:
        if child.type == "parameter":
            pattern = child.child_by_field_name("pattern")
            kind = reader.type(child.child_by_field_name("type"))
            found.append(Given(_plain_name(reader, pattern), "", kind))
        elif child.type != "self_parameter":
            found.append(Given(_plain_name(reader, child), "", None))
    return found


def _plain_name(reader: Reader, pattern: Node | None) -> str:
    while pattern is not None and pattern.type in (
        "mut_pattern",
        "reference_pattern",
        "ref_pattern",
    ):
        pattern = parts_of(pattern)[-1] if n_parts(pattern) else None
    if pattern is not None and pattern.type == "identifier":
        return reader.text(pattern)
    return ""


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    around = node.child_by_field_name("parameters")
    own = [
        child.child_by_field_name("pattern") or child
        for child in (listed(around) if around is not None else [])
        if child.type != "self_parameter"
    ]
    for k, pattern in enumerate(own):
        if not _plain_name(reader, pattern):
            bind_pattern(reader, pattern, ["v", "", -1 - k])
    body = node.child_by_field_name("body")
    return [body] if body is not None else []


def _members(reader: Reader, scope: Scope) -> Sequence[Node]:
    if scope.kind is Kind.MACRO:
        reader.flow.returns += [["k", one] for one in _used_parts(scope.node)]
        reader.flow.stars += [
            found[1].replace(" ", "").replace("::", ".")
            for found in _STARS.finditer(reader.text(scope.node))
        ]
        return []
    body = scope.body_node
    if body is not None and body.type == "ordered_field_declaration_list":
        kinds = [child for child in parts_of(body) if child.type in TYPES]
        for k, kind in enumerate(kinds):
            reader.let(f"{k}", ["y", reader.type(kind), None])
        return []
    return parts_of(body) if body is not None else []


def _used_parts(macro: Node) -> list[str]:
    """The arguments that a macro calls: `1/3` for the second of three, `*` for any.

    With `fn ` before them those that it makes functions of.
    """
    found = []
    for rule in rules(macro):
        for word, numbers in (("", rule.called), ("fn ", rule.defined)):
            any_part = rule.n_parts == ANY
            found += [word + ("*" if any_part else f"{k}/{rule.n_parts}") for k in sorted(numbers)]
    return list(dict.fromkeys(found))


def _bases(reader: Reader, node: Node) -> list[Expression]:
    if node.type == "impl_item":
        trait = node.child_by_field_name("trait")
        return [reader.type(trait)] if trait is not None else []
    bounds = node.child_by_field_name("bounds") if node.type == "trait_item" else None
    return [reader.type(child) for child in parts_of(bounds)] if bounds is not None else []


def _known_as(reader: Reader, node: Node) -> Expression:
    if node.type in ("impl_item", "type_item"):
        return reader.type(node.child_by_field_name("type"))
    return None


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    bounds: dict[str, Expression] = {}
    where = reader.first(node, "where_clause")
    for child in parts_of(where) if where is not None else []:
        if child.type == "where_predicate":
            left = reader.text(child.child_by_field_name("left"))
            bounds[left] = reader.type(child.child_by_field_name("bounds"))
    parameters = node.child_by_field_name("type_parameters")
    for child in parts_of(parameters) if parameters is not None else []:
        if child.type in ("type_parameter", "constrained_type_parameter", "type_identifier"):
            name = reader.text(
                child.child_by_field_name("name") or child.child_by_field_name("left") or child
            )
            bound = reader.type(child.child_by_field_name("bounds"))
            found += (name, either((bound, bounds.get(name))))
    return found


rust_flow = flow_reader(
    grammar(
        Shape(
            parameters=_parameters,
            body=_body,
            gives_value=lambda _node: True,
            members=_members,
            bases=_bases,
            returns=lambda reader, node: reader.type(node.child_by_field_name("return_type")),
            known_as=_known_as,
            type_parameters=_type_parameters,
        ),
        {**VALUES, **operators.RUST},
        TYPES,
        frozenset({"function_item"}),
    )
)
