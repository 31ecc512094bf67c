"""Functions that a file names and does not define: the C family's prototypes.

In Rust, what the macros of other files may make functions of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.model.text import Span
from codewitness.syntax.languages.rust_macros import given, items

LANGUAGES = frozenset({"c", "cpp", "objc", "rust"})
_AROUND = frozenset(
    {
        *("namespace_definition", "declaration_list", "linkage_specification"),
        *("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"),
    }
)
_POINTERS = frozenset({"pointer_declarator", "reference_declarator"})


class Prototype(NamedTuple):
    """One declaration of a function."""

    name: str
    name_span: Span
    whole: Span


def prototypes(root: Node, language: str) -> tuple[Prototype, ...]:
    """Those outside of classes and functions, in order."""
    if language == "rust":
        return tuple(_given_to_macros(root))
    return tuple(_of(root)) if language in LANGUAGES else ()


def _given_to_macros(root: Node) -> Iterator[Prototype]:
    for item in items(root):
        for name in given(item) if item.type == "macro_invocation" else ():
            if name is not None:
                yield _prototype(name, item)


def _prototype(name: Node, whole: Node) -> Prototype:
    return Prototype(
        spelt(name.text or b""),
        Span(name.start_byte, name.end_byte),
        Span(whole.start_byte, whole.end_byte),
    )


def _of(node: Node) -> Iterator[Prototype]:
    for child in node.named_children:
        if child.type in _AROUND:
            yield from _of(child)
        elif child.type == "declaration":
            for declarator in child.children_by_field_name("declarator"):
                if (name := _name(declarator)) is not None:
                    yield _prototype(name, child)


def _name(declarator: Node) -> Node | None:
    """The name of what is declared if that is a function, and no pointer to one."""
    node: Node | None = declarator
    while node is not None and node.type in _POINTERS:
        node = node.child_by_field_name("declarator") or next(iter(node.named_children), None)
    if node is None or node.type != "function_declarator":
        return None
    name = node.child_by_field_name("declarator")
    return name if name is not None and name.type == "identifier" else None
