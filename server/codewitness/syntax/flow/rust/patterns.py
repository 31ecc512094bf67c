"""Patterns of Rust: what each new name gets of what is matched."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import parts_of

TRANSPARENT = frozenset(("Some", "Ok"))  # a result counts as what it has if nothing failed
_AROUND = frozenset(("ref_pattern", "mut_pattern", "reference_pattern", "match_pattern"))
_REST = "remaining_field_pattern"
_NOT_PARTS = frozenset(("line_comment", "block_comment", "attribute_item"))


def listed(node: Node) -> list[Node]:
    """What stands between commas; `_` too, for which the grammar has no name."""
    return [
        child
        for child in node.children
        if (child.is_named and child.type not in _NOT_PARTS) or child.type == "_"
    ]


def bind_pattern(reader: Reader, node: Node | None, value: Expression) -> None:
    """New names with what they get of `value`."""
    if node is None:
        return
    kind = node.type
    if kind == "identifier":
        name = reader.text(node)
        if not name[:1].isupper():
            reader.let(name, value)
    elif kind in ("tuple_pattern", "slice_pattern"):
        for at, child in _numbered(listed(node)):
            is_rest = kind == "slice_pattern" and _is_rest(child)
            part = value if is_rest else None if value is None else ["i", value, ["k", at]]
            bind_pattern(reader, child, part)
    elif kind == "tuple_struct_pattern":
        _variant(reader, node, value)
    elif kind == "struct_pattern":
        found = reader.type(node.child_by_field_name("type"))
        owner = _enumeration(reader, node, value)
        last = reader.text(node.child_by_field_name("type")).rpartition("::")[2]
        for child in parts_of(node):
            if child.type == "field_pattern":
                _field_pattern(reader, child, ["y", found, None], owner, last)
    elif kind == "or_pattern":
        bind_pattern(reader, nth(node, 0), value)
    elif kind == "captured_pattern":
        for child in listed(node):
            bind_pattern(reader, child, value)
    elif kind in _AROUND:
        inside = [child for child in parts_of(node) if child.type != "mutable_specifier"]
        if inside:
            bind_pattern(reader, inside[0], value)


def _numbered(parts: list[Node]) -> Iterator[tuple[int, Node]]:
    """Each part with its place; behind `..` places count from the end."""
    rest = next((k for k, part in enumerate(parts) if _is_rest(part)), len(parts))
    for k, part in enumerate(parts):
        yield (k if k <= rest else k - len(parts)), part


def _is_rest(part: Node) -> bool:
    return part.type == _REST or (
        part.type == "captured_pattern" and parts_of(part)[-1].type == _REST
    )


def _variant(reader: Reader, node: Node, value: Expression) -> None:
    """`Shape::Circle(a, b)`, `Some(a)`; what stands behind `..` is not known."""
    name = node.child_by_field_name("type")
    variant = reader.text(name)
    parts = [part for part in listed(node) if part != name]
    if variant in TRANSPARENT and len(parts) == 1:
        bind_pattern(reader, parts[0], value)
        return
    owner = _enumeration(reader, node, value) if variant != "Err" else None
    last = variant.rpartition("::")[2]
    for at, part in _numbered(parts):
        is_known = owner is not None and at >= 0
        own: Expression = ["a", owner, f"{last}.{at}"]
        if reader.type(name) is not None:  # a structure without names of fields
            own = ["u", own, ["a", ["y", reader.type(name), None], f"{at}"]]
        if variant == "Err" and (number := _called(reader, value)) is not None:
            bind_pattern(reader, part, ["P", None, number, 0])
            continue
        bind_pattern(reader, part, own if is_known else None)


def _called(reader: Reader, value: Expression) -> int | None:
    """The call that gave what is matched, itself or by a name that has nothing else."""
    if form(value) == "v":
        variable = reader.find(value[1])
        binds = variable.binds if variable is not None else []
        value = reader.flow.binds[binds[0]][1] if len(binds) == 1 and binds[0] >= 0 else None
    return int(value[1]) if form(value) == "c" else None


def _enumeration(reader: Reader, node: Node, value: Expression) -> Expression:
    """What the variant in a pattern is one of; what is matched, if its path does not tell."""
    path = node.child_by_field_name("type")
    outer = path.child_by_field_name("path") if path is not None else None
    kind = reader.type(outer) if outer is not None else None
    return value if kind is None else ["y", kind, None]


def _field_pattern(
    reader: Reader, node: Node, value: Expression, owner: Expression, variant: str
) -> None:
    name = node.child_by_field_name("name")
    pattern = node.child_by_field_name("pattern")
    own: Expression = ["a", value, reader.text(name)]
    if owner is not None:
        own = ["u", own, ["a", owner, f"{variant}.{reader.text(name)}"]]
    if pattern is not None:
        bind_pattern(reader, pattern, own)
    elif name is not None:
        reader.let(reader.text(name), own)
