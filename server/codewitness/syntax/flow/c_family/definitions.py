"""Definitions of C, C++ and Objective-C: parameters, bodies, bases."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.facts import Kind
from codewitness.model.flow import (
    CONST,
    FOR_PASSING,
    OF_CLASS,
    OF_SYSTEM,
    POINTER,
    REFERENCE,
    Expression,
    form,
)
from codewitness.syntax.flow.c_family.constructing import CONSTRUCTING
from codewitness.syntax.flow.c_family.directives import calls_of_macro, elsewhere, is_of_system
from codewitness.syntax.flow.c_family.enumerating import ENUMERATING, unscoped
from codewitness.syntax.flow.c_family.messages import MESSAGES
from codewitness.syntax.flow.c_family.operating import OPERATING
from codewitness.syntax.flow.c_family.parameters import (
    is_const,
    is_pointer,
    is_reference,
    mark_parameters,
    parameters,
    taking_over,
)
from codewitness.syntax.flow.c_family.types import TYPES, declared, has_operators, named_in
from codewitness.syntax.flow.c_family.values import (
    VALUES,
)
from codewitness.syntax.flow.declared import Shape, grammar
from codewitness.syntax.flow.lexical import (
    Reader,
    flow_reader,
    nth,
)
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.languages.c_family import declared as declared_name
from codewitness.syntax.scopes import Scope


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    found = []
    mark_parameters(reader, node)
    initial = reader.first(node, "field_initializer_list")
    if initial is not None:
        found.append(initial)
    body = node.child_by_field_name("body") or reader.first(
        node, "compound_statement", "try_statement"
    )
    if body is None:
        return found
    return [*found, *(parts_of(body) if body.type == "compound_statement" else [body])]


def _members(_reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    body = scope.body_node
    if body is not None and body.type in (
        "field_declaration_list",
        "declaration_list",
        "enumerator_list",
    ):
        return parts_of(body)
    return parts_of(node) if scope.kind is not Kind.TYPE else []


def _bases(reader: Reader, node: Node) -> list[Expression]:
    if node.type == "preproc_function_def":
        return _ways(reader, node)
    found: list[Expression] = []
    clause = reader.first(node, "base_class_clause")
    for child in parts_of(clause) if clause is not None else []:
        if child.type not in ("access_specifier", "virtual", "virtual_specifier"):
            found.append(reader.type(child))
    if node.type in ("class_interface", "protocol_declaration"):
        above = node.child_by_field_name("superclass")
        if above is not None:
            found.append(reader.text(above))
        for child in parts_of(node):
            if child.type in ("parameterized_arguments", "protocol_reference_list"):
                found += [["I", name.strip()] for name in reader.text(child)[1:-1].split(",")]
    return found


def _returns(reader: Reader, node: Node) -> Expression:
    if node.type in ("method_definition", "method_declaration"):
        kind = reader.first(node, "method_type")
        name = reader.text(kind)
        if "instancetype" in name or name == "(id)":
            return "this" if "instancetype" in name else None
        return reader.type(nth(kind, 0)) if kind is not None else None
    if node.type in ("lambda_expression", "block_literal"):
        return None
    kind = reader.type(node.child_by_field_name("type"))
    outer = node.child_by_field_name("declarator")
    inside = outer.child_by_field_name("declarator") if outer is not None else None
    if inside is None or inside.type != "parenthesized_declarator":
        return kind
    own = declared(reader, outer, kind)[1]  # `int (*chosen(int k))(int)` gives a function
    return own[1] if form(own) == "F" else kind


# Macros that make a function with a name into a method of the class that they name first.
_FIXTURE = re.compile(r"[A-Z_]*_[FP]|TYPED_TEST")
_STRUCTURES = frozenset(("struct_specifier", "union_specifier", "class_specifier"))


def _known_as(reader: Reader, node: Node) -> Expression:
    """What an alias stands for; that a function is of its file alone, or of a class elsewhere."""
    if node.type in ("type_definition", "alias_declaration"):
        named = node.child_by_field_name("type")
        kind = reader.type(named)
        if named is not None and named.type in _STRUCTURES:
            elsewhere(reader, named)
        name = node.child_by_field_name("declarator")
        return declared(reader, name, kind)[1] if name is not None else kind
    if node.type == "enum_specifier" and ENUMERATING.keys() <= reader.grammar.values.keys():
        number = reader.number_by_node.get(node.id)
        unscoped(reader, node, "" if number is None else reader.nested[number].name)
    if node.type in ("method_definition", "method_declaration"):
        return OF_CLASS if node.children[0].type == "+" else None
    if node.type == "namespace_definition":
        return ["inline"] if node.children[0].type == "inline" else None
    if node.type == "preproc_function_def":
        calls_of_macro(reader, node)  # its own scope has no flow
    if node.type == "function_definition":
        at = named_in(node.child_by_field_name("declarator"))
        inside = at.child_by_field_name("declarator") if at is not None else None
        if inside is not None and inside.type == "qualified_identifier":
            return ["M"]
        if at is not None and inside is not None and _FIXTURE.fullmatch(reader.text(inside)):
            return ["M"] if declared_name(at).qualifier else None
        if node.parent is not None and node.parent.type == "friend_declaration":
            return ["friend"]
        if any(
            reader.text(c) == "static" for c in node.children if c.type == "storage_class_specifier"
        ):
            return ["static"]
    return None


def _ways(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = [OF_SYSTEM] if is_of_system(node) else []
    at = named_in(node.child_by_field_name("declarator"))
    if is_pointer(node.child_by_field_name("declarator")):
        found.append(POINTER)
    elif is_reference(node.child_by_field_name("declarator")):
        found.append(REFERENCE)
    if at is not None and reader.text(reader.first(at, "ref_qualifier")) == FOR_PASSING:
        found.append(FOR_PASSING)
    found += taking_over(reader, node) if has_operators(reader) else []
    return [*found, CONST] if at is not None and is_const(reader, at) else found


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    parent = node.parent
    if parent is None or parent.type != "template_declaration":
        return []
    found: list[Expression] = []
    listed = parent.child_by_field_name("parameters")
    for child in parts_of(listed) if listed is not None else []:
        name = reader.first(child, "type_identifier")
        if child.type.endswith("type_parameter_declaration") and name is not None:
            found += (reader.text(name), None)
    return found


def _gives_value(_node: Node) -> bool:
    return False


_SHAPE = Shape(
    parameters=parameters,
    body=_body,
    gives_value=_gives_value,
    members=_members,
    bases=_bases,
    returns=_returns,
    known_as=_known_as,
    type_parameters=_type_parameters,
    ways=_ways,
)
_DECLARING = frozenset({"function_definition", "preproc_function_def"})

_OBJC_VALUES = {**VALUES, **MESSAGES}

c_flow = flow_reader(grammar(_SHAPE, VALUES, TYPES, _DECLARING))
cpp_flow = flow_reader(
    grammar(
        _SHAPE,
        {**VALUES, **CONSTRUCTING, **OPERATING, **ENUMERATING},
        TYPES,
        _DECLARING,
        qualifies=True,
    )
)
objc_flow = flow_reader(grammar(_SHAPE, _OBJC_VALUES, TYPES, _DECLARING, qualifies=True))
