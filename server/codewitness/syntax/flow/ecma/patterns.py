"""What patterns and other targets of assignments bind."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping, running
from codewitness.syntax.flow.ecma import objects
from codewitness.syntax.flow.lexical import Reader, either, nth
from codewitness.syntax.flow.parts import parts_of

_NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern"})

_USING = (b"using ", b"await ")


def key_of(reader: Reader, node: Node | None) -> str:
    """A property's name, or "" if it is worked out."""
    if node is None:
        return ""
    if node.type == "computed_property_name":
        reader.values(parts_of(node))
        child = nth(node, 0)
        return key_of(reader, child) if child is not None and child.type == "string" else ""
    text = reader.text(node)
    return text[1:-1] if node.type == "string" else text


def bind_pattern(reader: Reader, node: Node | None, value: Expression) -> None:
    """New names with what they get of `value`."""
    _spread_out(reader, node, value, is_new=True)


def assign(reader: Reader, node: Node | None, value: Expression) -> None:
    """Known names and places with what they get of `value`."""
    _spread_out(reader, node, value, is_new=False)


def names_of(node: Node | None) -> list[Node]:
    """The names that a pattern binds."""
    if node is None:
        return []
    if node.type in _NAMES:
        return [node]
    if node.type == "pair_pattern":
        return names_of(node.child_by_field_name("value"))
    if node.type in ("assignment_pattern", "object_assignment_pattern"):
        return names_of(node.child_by_field_name("left"))
    if node.type in ("object_pattern", "array_pattern", "rest_pattern"):
        return [name for child in parts_of(node) for name in names_of(child)]
    return []


def _spread_out(reader: Reader, node: Node | None, value: Expression, *, is_new: bool) -> None:
    if node is None:
        return
    kind = node.type
    if kind in _NAMES:
        (reader.let if is_new else reader.assign)(reader.text(node), value)
    elif kind in ("member_expression", "subscript_expression"):
        _place(reader, node, value)
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        other = reader.value(node.child_by_field_name("right"))
        left = node.child_by_field_name("left")
        if kind == "object_assignment_pattern":
            value = _member(reader, left, value, reader.text(left))
        _spread_out(reader, left, either((value, other)), is_new=is_new)
    elif kind == "object_pattern":
        for child in parts_of(node):
            _property(reader, child, value, is_new=is_new)
    elif kind == "array_pattern":
        running.through(reader, value, node, running.ECMA)
        parts = [child for child in node.children if child.is_named or child.type == ","]
        at = 0
        for child in parts:
            if child.type == ",":
                at += 1
            elif child.type == "rest_pattern":
                _spread_out(reader, nth(child, 0), value, is_new=is_new)
            else:
                part = None if value is None else ["i", value, ["k", at]]
                _spread_out(reader, child, part, is_new=is_new)
    elif kind in ("parenthesized_expression", "non_null_expression", "rest_pattern", "undefined"):
        _spread_out(reader, nth(node, 0), value, is_new=is_new)
    else:
        reader.value(node)


def _property(reader: Reader, node: Node, value: Expression, *, is_new: bool) -> None:
    if node.type == "shorthand_property_identifier_pattern":
        own = _member(reader, node, value, reader.text(node))
        _spread_out(reader, node, own, is_new=is_new)
    elif node.type == "pair_pattern":
        place = node.child_by_field_name("key")
        key = key_of(reader, place)
        own = _member(reader, place, value, key) if key else None
        _spread_out(reader, node.child_by_field_name("value"), own, is_new=is_new)
    elif node.type == "rest_pattern":
        _spread_out(reader, nth(node, 0), value, is_new=is_new)
    else:
        _spread_out(reader, node, value, is_new=is_new)


def _member(reader: Reader, node: Node | None, value: Expression, name: str) -> Expression:
    if value is None:
        return None
    found = ["a", value, name]
    if node is not None and _may_have_getter(reader, value):
        reader.site("r", found, node)
    return found


def _may_have_getter(reader: Reader, value: Expression) -> bool:
    """True for what is often an object of a class.

    What modules, calls and the callers of plain scripts give mostly are options and the like.
    """
    while form(value) in ("a", "y"):
        value = value[1] if value[0] == "a" else value[2]
    if form(value) == "c":
        return bool(reader.flow.sites[value[1]][0] == "n")
    is_parameter = form(value) == "v" and value[1] == ""
    return value == "this" or (form(value) == "v" and not (is_parameter and reader.scripting))


def _holds_exports(reader: Reader, base: Expression) -> bool:
    """True for a variable that stands for what the module exports."""
    variable = reader.find(base[1]) if form(base) == "v" else None
    indexes = variable.binds if variable is not None else []
    return (
        len(indexes) == 1
        and indexes[0] >= 0
        and reader.flow.binds[indexes[0]][1] == objects.EXPORTS
    )


def _place(reader: Reader, node: Node, value: Expression) -> None:
    base = reader.value(node.child_by_field_name("object"))
    if node.type == "member_expression":
        name = reader.text(node.child_by_field_name("property"))
        if reader.text(node) == "module.exports" and reader.find("module") is None:
            reader.bind(["x", "="], value)
        elif base in ("exports", objects.EXPORTS) or _holds_exports(reader, base):
            reader.bind(["x", name], value)
        elif base is not None:
            reader.bind(["a", base, name], value)
            reader.site("p", ["a", base, name], node.child_by_field_name("property") or node)
            objects.put(reader, base, name, value)
        return
    key = reader.value(node.child_by_field_name("index"))
    if base is not None:
        is_name = isinstance(key, list) and key[0] == "k" and isinstance(key[1], str)
        reader.bind(["a", base, key[1]] if is_name else ["i", base, key], value)
        if base == "this" and isinstance(key, str):
            reader.bind(["a", base, key], value)  # `this[kQueue]`, where that is a symbol
        objects.put(reader, base, key[1] if is_name else "", value)
        keeping.keep(reader, base, value, key=key)


def disposed(reader: Reader, node: Node, value: Expression) -> None:
    """`using file = open()`: the resource is disposed of where the block ends."""
    around = node.parent
    if around is None or around.type not in ("lexical_declaration", "using_declaration"):
        return
    # Of what the grammar took for `const` the text still says `using`.
    start = around.children[0].start_byte
    if any(reader.raw.startswith(word, start) for word in _USING):
        is_awaited = reader.raw[:start].endswith(b"await ") or reader.raw.startswith(
            b"await", start
        )
        method = "asyncDispose" if is_awaited else "dispose"
        running.left(reader, value, method, node.child_by_field_name("name"))
