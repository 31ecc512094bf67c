"""Variables of a file's top level whose values are made by code, where that code has no other name.

Go alone has them: an initializer runs before any function does, and calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.text import Span

_SPECS = frozenset({"var_spec", "const_spec"})
_AROUND = frozenset({"var_declaration", "const_declaration", "var_spec_list"})
LANGUAGES = frozenset({"go"})


class Variable(NamedTuple):
    """`names` covers all that one value or call gives; `whole` the value too."""

    names: Span
    whole: Span


def variables(root: Node, language: str) -> tuple[Variable, ...]:
    """Those of a file, in order."""
    return tuple(_of(root)) if language in LANGUAGES else ()


def _of(node: Node) -> Iterator[Variable]:
    for child in node.named_children:
        if child.type in _AROUND:
            yield from _of(child)
        elif child.type in _SPECS and (names := child.children_by_field_name("name")):
            named = [one for one in names if one.is_named]
            yield Variable(
                Span(named[0].start_byte, named[-1].end_byte),
                Span(child.start_byte, child.end_byte),
            )
