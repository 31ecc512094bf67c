"""`{ a, .b = c }` of C and C++: what such a list gives to the fields of a structure."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.c_family.types import declared
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of


class _Filled(NamedTuple):
    """What a list fills: an object, or an array of such objects of so many dimensions."""

    thing: Expression
    n_dimensions: int = 0

    @property
    def held(self) -> Expression:
        """The object, if it is one."""
        return None if self.n_dimensions else self.thing


_UNKNOWN = _Filled(None)
_ALL = 1_000_000
_PAIR = 5  # parts of a display of two


def initializers(reader: Reader, node: Node) -> Expression:
    """A list; what it gives to the fields of a structure is bound to them.

    A part without the name of a field is that of its place: `#0` is the first.
    """
    filled = _filled(reader, node)
    parts: list[Expression] = []
    places: list[Node | None] = []
    # Behind a part with a name the place of a part says nothing.
    in_order = iter(enumerate(parts_of(node)))
    n_placed = next((k for k, one in in_order if one.type == "initializer_pair"), _ALL)
    for number, child in enumerate(parts_of(node)):
        if child.type == "initializer_pair":
            value = reader.value(child.child_by_field_name("value"))
            name = reader.first(child, "field_designator")
            thing = filled.thing
            if name is None:
                parts.append(value)
                places.append(reader.first(child, "subscript_designator"))
            elif thing is not None and value is not None:
                reader.bind(["a", thing, reader.text(name).lstrip(".")], value)
            continue
        value = reader.value(child)
        parts.append(value)
        if filled.held is not None and number < n_placed and _may_be_function(value):
            reader.bind(["a", filled.held, f"#{number}"], value)
    if places and len(places) == len(parts):
        if (table := keeping.display(reader, parts, keys=_keys(reader, places))) is not None:
            return table
    if filled.thing is None and not _is_of_nameless(node):
        if (table := _table(reader, parts)) is not None:
            return table
    return ["L", "[]", reader.new_id(), *parts] if parts else None


def _keys(reader: Reader, places: list[Node | None]) -> list[Expression]:
    """The keys of `{ [0] = a, [SECOND] = b }`."""
    texts = [reader.text(place).strip("[] ") if place is not None else "" for place in places]
    return [["K", f"={one}"] if one.isdecimal() else one for one in texts]


def _is_of_nameless(node: Node) -> bool:
    """True for what a list gives to structures whose type stands beside it, without a name."""
    parent = node.parent
    declaration = parent.parent if parent is not None else None
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    return kind is not None and kind.type in ("struct_specifier", "union_specifier")


def _table(reader: Reader, rows: list[Expression]) -> Expression:
    """`{ { key, f }, ... }`: what a map holds; None if the rows are not of that kind."""
    if not all(form(row) == "L" and len(row) == _PAIR and form(row[3]) != "L" for row in rows):
        return None
    keys = [row[3] for row in rows]
    return keeping.display(reader, [row[4] for row in rows], keys=keys)


def _may_be_function(value: Expression) -> bool:
    if isinstance(value, list) and value[0] == "y":
        value = value[2]  # a cast
    name = value[1] if isinstance(value, list) and value[0] == "v" else value
    return isinstance(name, str) and not name.isupper()


def _filled(reader: Reader, node: Node) -> _Filled:
    """What the list `node` fills."""
    parent = node.parent
    if parent is None:
        return _UNKNOWN
    if parent.type == "init_declarator":
        outer = parent.parent
        kind = reader.type(outer.child_by_field_name("type")) if outer is not None else None
        return _of_type(kind, _n_dimensions(parent.child_by_field_name("declarator")))
    if parent.type == "compound_literal_expression":
        written = parent.child_by_field_name("type")
        shape = written.child_by_field_name("declarator") if written is not None else None
        kind = reader.type(written)
        while isinstance(kind, list) and kind[:2] == ["G", ["t", "[]"]]:
            kind = kind[2]
        return _of_type(kind, _n_dimensions(shape))
    if parent.type == "initializer_list":
        return _part(reader, parent, node, node)
    if parent.type == "initializer_pair" and parent.parent is not None:
        return _part(reader, parent.parent, parent, node)
    return _UNKNOWN


def _of_type(kind: Expression, n_dimensions: int) -> _Filled:
    is_plain = isinstance(kind, str) or (isinstance(kind, list) and kind[0] == "a")
    return _Filled(["y", kind, None], n_dimensions) if is_plain else _UNKNOWN


def _part(reader: Reader, outer: Node, part: Node, node: Node) -> _Filled:
    """What a list within a list fills."""
    if outer.type != "initializer_list":
        return _UNKNOWN
    thing, n_dimensions = _filled(reader, outer)
    if thing is None or n_dimensions:
        return _Filled(thing, max(n_dimensions - 1, 0))
    if part is node:
        number = next((k for k, one in enumerate(parts_of(outer)) if one == node), 0)
        return _Filled(["a", thing, f"#{number}"])
    name = reader.first(part, "field_designator")
    return _Filled(["a", thing, reader.text(name).lstrip(".")]) if name is not None else _UNKNOWN


def _n_dimensions(declarator: Node | None) -> int:
    n_found = 0
    while declarator is not None:
        n_found += declarator.type in ("array_declarator", "abstract_array_declarator")
        declarator = declarator.child_by_field_name("declarator")
    return n_found


def keyed(reader: Reader, kind: Node | None, value: Expression) -> Expression:
    """Rows of a list of structures without a name, each with the names of its fields as keys."""
    if kind is None or kind.type != "struct_specifier" or kind.child_by_field_name("name"):
        return value
    body = kind.child_by_field_name("body")
    names = [
        name
        for field in (parts_of(body) if body is not None else [])
        for declarator in field.children_by_field_name("declarator")
        if (name := reader.text(declared(reader, declarator, None)[0]))
    ]
    if not names or not isinstance(value, list) or value[0] != "L":
        return value
    return [*value[:3], *(_row(reader, names, row) for row in value[3:])]


def _row(reader: Reader, names: list[str], row: Expression) -> Expression:
    if not isinstance(row, list) or row[0] != "L":
        return row
    found: list[Expression] = ["D", reader.new_id()]
    for name, part in zip(names, row[3:], strict=False):
        found += (["k", name], part)
    return found
