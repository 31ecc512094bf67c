"""`println!("{} {name:?}", x)` of Rust: the values are asked for their texts, by `fmt`."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader

_PLACE = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?::(?P<how>[^{}]*))?\}")
_TRAITS = {
    "?": "Debug",
    "x": "LowerHex",
    "X": "UpperHex",
    "b": "Binary",
    "o": "Octal",
    "e": "LowerExp",
    "E": "UpperExp",
    "p": "Pointer",
}


def put_together(reader: Reader, tree: Node, parts: list[Expression]) -> None:
    """Sites for what a text with places in it is given; `parts` stand between the commas."""
    at, number = _text(tree)
    if at is None:
        return
    given = parts[number + 1 :]
    n_seen = 0
    for place in _PLACE.finditer(reader.text(at)):
        name = place["name"]
        if name is None:
            continue
        if not name or name.isdecimal():
            n_seen, k = (n_seen, int(name)) if name else (n_seen + 1, n_seen)
            value = given[k] if k < len(given) else None
        else:
            value = None if _is_given(reader, tree, name) else reader.name(name)
        if form(value) in ("v", "a", "c"):
            how = ["k", _TRAITS.get((place["how"] or "")[-1:], "Display")]
            reader.site("o", ["a", value, "fmt"], at, [how])


def _text(tree: Node) -> tuple[Node | None, int]:
    """The text with places, and how many parts stand before it."""
    n_commas = 0
    for child in tree.children:
        if child.type == "string_literal":
            return child, n_commas
        n_commas += child.type == ","
    return None, 0


def _is_given(reader: Reader, tree: Node, name: str) -> bool:
    """True for `name = value` among what the macro is given."""
    return any(
        child.type == "identifier"
        and reader.text(child) == name
        and child.next_sibling is not None
        and child.next_sibling.type == "="
        for child in tree.children
    )
