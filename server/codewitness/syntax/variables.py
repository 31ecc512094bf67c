"""Variables of a file's top level, whose values code makes that stands in no function.

Where an initializer runs before any function does, servers show its calls at the variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.text import Span

# By language: nodes that declare.
_DECLARING = {
    "go": frozenset({"var_spec", "const_spec"}),
    "swift": frozenset({"property_declaration"}),
    "kotlin": frozenset({"property_declaration"}),
    **dict.fromkeys(("c", "cpp", "objc"), frozenset({"init_declarator"})),
}
LANGUAGES = frozenset(_DECLARING)
_AROUND = frozenset(
    {
        *("var_declaration", "const_declaration", "var_spec_list"),
        *("declaration", "namespace_definition", "declaration_list", "linkage_specification"),
        *("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"),
    }
)
_NAMES = frozenset({"identifier", "simple_identifier", "qualified_identifier"})
_NAMING = frozenset({"pattern", "variable_declaration", "multi_variable_declaration"})
_FIELDS = ("name", "declarator")


class Variable(NamedTuple):
    """`names` covers all that one value or call gives; `whole` the value too."""

    names: Span
    whole: Span


def variables(root: Node, language: str) -> tuple[Variable, ...]:
    """Those of a file, in order."""
    declaring = _DECLARING.get(language)
    return tuple(_of(root, declaring)) if declaring is not None else ()


def _of(node: Node, declaring: frozenset[str]) -> Iterator[Variable]:
    for child in node.named_children:
        if child.type in declaring:
            names = list(_names(child))
            if names:
                first, last = names[0].start_byte, names[-1].end_byte
                yield Variable(Span(first, last), Span(child.start_byte, child.end_byte))
        elif child.type in _AROUND:
            yield from _of(child, declaring)


def _names(declaration: Node) -> Iterator[Node]:
    """Nodes of the names that a declaration binds."""
    parts = [one for field in _FIELDS for one in declaration.children_by_field_name(field)]
    parts = parts or [one for one in declaration.named_children if one.type in _NAMING]
    for part in parts:
        if part.type in _NAMES:
            yield part
        elif part.is_named:
            yield from _names_in(part)


def _names_in(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _NAMES:
            yield child
        elif "parameter" not in child.type and "type" not in child.type:
            yield from _names_in(child)
