"""Names that a file's top level or a class's body declares and that are no definitions.

Constants, variables, fields, macros without arguments, members of enums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tree_sitter import Node, Tree

from codewitness.model.names import spelt
from codewitness.model.text import Span

_DECLARING = re.compile(
    r"assignment|variable_declarator|enum_(?:constant|entry|variant|assignment|member_declaration)"
    r"|enumerator|(?:const|var)_spec|(?:const|static)_item|preproc_def|init_declarator"
    r"|(?:public_)?field_definition|property_(?:signature|declaration)|field_declaration"
    r"|variable_declaration|declaration|class_parameter|struct_declaration"
)
# What may hold such declarations, as deep as they stand in what is no function.
_HOLDING = re.compile(
    r".*(?:_declaration(?:_list)?|_definition|_statement|_list|_body|_block|_spec_list|_clause"
    r"|_type|_specifier|_constructor|_parameters|_item|_spec|_implementation|_interface|_object"
    r"|_declarations|_variables?)"
    r"|(?:declaration|instance_variable|module|program|source_file|compilation_unit|translation_unit|block|class"
    r"|statements|preproc_.*|class_body|primary_constructor|body_statement|object_type"
    r"|implementation_definition|struct_declaration)"
)
_NAMES = frozenset(
    {
        *("identifier", "simple_identifier", "field_identifier", "property_identifier"),
        *("private_property_identifier", "constant", "instance_variable", "class_variable"),
        *("global_variable", "type_identifier", "variable_name"),
    }
)
_FIELDS = ("name", "left", "declarator", "property", "pattern")
_ON_THE_WAY = re.compile(r".*(?:declarator|pattern|_list|variable_declaration)|value_binding.*")
_BY_NAME_ALONE = frozenset({"enum_body"})
_WITH_SEVERAL = frozenset({"pattern_list", "tuple_pattern", "left_assignment_list", "list_pattern"})
_NOT_NAMING = re.compile(r"function_declarator|type|attribute|member|subscript|element_reference")
_MAX_DEPTH = 12


class Declared(NamedTuple):
    """A name, where it stands, and all of its declaration."""

    name: str
    span: Span
    whole: Span


def fields_of(node: Node, raw: bytes, holes: Sequence[Span]) -> tuple[str, ...]:
    """The names that the class of a node declares, sorted."""
    within = Span(node.start_byte, node.end_byte)
    return tuple(sorted({_slice(raw, one.span) for one in _of(node, within, holes, 0)}))


def declared(tree: Tree, raw: bytes, within: Span, holes: Sequence[Span]) -> tuple[Declared, ...]:
    """Those in a part of a file, in order; `holes` are the definitions in it."""
    node = tree.root_node.descendant_for_byte_range(within.start, within.end) or tree.root_node
    node = node.parent or node
    found = {
        one.span: one
        for one in _of(node, within, holes, 0)
        if not any(hole.contains(one.span) for hole in holes)
    }
    return tuple(one._replace(name=_slice(raw, one.span)) for one in found.values())


def _of(node: Node, within: Span, holes: Sequence[Span], depth: int) -> Iterator[Declared]:
    for child in node.named_children:
        span = Span(child.start_byte, child.end_byte)
        if span.end <= within.start or span.start >= within.end:
            continue
        if any(hole.contains(span) for hole in holes):
            continue
        if node.type in _BY_NAME_ALONE and child.type in _NAMES:
            yield Declared("", span, span)
            continue
        if _is_component(child) or (
            _DECLARING.fullmatch(child.type) and not _is_plain_parameter(child)
        ):
            names = list(_names(child, 0))
            yield from (Declared("", one, span) for one in names)
            if names and child.type != "declaration":
                continue
        if depth < _MAX_DEPTH and _HOLDING.fullmatch(child.type):
            yield from _of(child, within, holes, depth + 1)


def _names(node: Node, depth: int) -> Iterator[Span]:
    """Where the names of a declaration stand, none of them in its type or its value."""
    parts = [one for field in _FIELDS for one in node.children_by_field_name(field)]
    if not parts:
        parts = [one for one in node.named_children if _ON_THE_WAY.fullmatch(one.type)]
        n_most = None if node.type in _WITH_SEVERAL else 1
        parts = parts or [one for one in node.named_children if one.type in _NAMES][:n_most]
    for part in parts:
        if part.type in _NAMES:
            yield Span(part.start_byte, part.end_byte)
        elif depth < _MAX_DEPTH and (not _NOT_NAMING.search(part.type) or _is_pointer(part)):
            yield from _names(part, depth + 1)


def _is_plain_parameter(node: Node) -> bool:
    """True for a parameter of a Kotlin class that is no property of it."""
    kinds = {child.type for child in node.children}
    return node.type == "class_parameter" and "binding_pattern_kind" not in kinds


def _is_component(node: Node) -> bool:
    """True for a parameter of a record, which is a field or a property of it."""
    if node.type not in ("formal_parameter", "parameter"):
        return False
    owner = node.parent.parent if node.parent is not None else None
    return owner is not None and owner.type == "record_declaration"


def _is_pointer(node: Node) -> bool:
    """True for a pointer to a function, `(*run)(int)`."""
    inner = node.child_by_field_name("declarator")
    return inner is not None and inner.type == "parenthesized_declarator"


def _slice(raw: bytes, span: Span) -> str:
    return spelt(raw[span.start : span.end])
