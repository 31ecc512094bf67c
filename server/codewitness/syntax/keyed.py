"""Which type an object is of that is made or taken apart field by field: `Word { width: 3 }`."""

from __future__ import annotations

import re

from tree_sitter import Node

# By what is around a key, from the inside: the field in which a node has it, if it has it in one.
_KEY_IN = {
    "field_initializer": "field",
    "field_pattern": "name",
    "shorthand_field_initializer": "",
    "assignment_expression": "left",
    "field_designator": "",
}
_LISTS = frozenset({"field_initializer_list", "initializer_expression", "initializer_list"})
# What has such a list, and the field in which it names the type.
_MADE = {
    "struct_expression": "name",
    "struct_pattern": "type",
    "object_creation_expression": "type",
    "compound_literal_expression": "type",
    "declaration": "type",
}
_BETWEEN = frozenset({"initializer_pair", "init_declarator"})
_ELEMENTS = ("element", "value")  # of a type of Go with elements
_WORDS = re.compile(r"\w+")
_GENERIC = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")


def type_of_key(node: Node) -> tuple[str, ...]:
    """The words of the type whose field a node names as a key; empty if it is no key."""
    parent = node.parent
    if parent is None:
        return ()
    if parent.type == "literal_element":
        return _of_literal(parent)
    if parent.type not in _KEY_IN:
        return ()
    field = _KEY_IN[parent.type]
    if field and parent.child_by_field_name(field) != node:
        return ()
    around = parent.parent
    if around is not None and around.type == "struct_pattern":
        return _words(around.child_by_field_name("type"))
    while around is not None and around.type in _BETWEEN:
        around = around.parent
    if around is None or around.type not in _LISTS:
        return ()
    made = around.parent
    while made is not None and made.type in _BETWEEN:
        made = made.parent
    if made is None or made.type not in _MADE:
        return ()
    return _words(made.child_by_field_name(_MADE[made.type]))


def _of_literal(element: Node) -> tuple[str, ...]:
    """Of Go, where the elements of what is made may leave out their type."""
    keyed = element.parent
    if (
        keyed is None
        or keyed.type != "keyed_element"
        or keyed.child_by_field_name("key") != element
    ):
        return ()
    around, depth = keyed.parent, 0
    while around is not None and around.parent is not None:
        outer = around.parent
        if outer.type == "composite_literal":
            return _words(_element(outer.child_by_field_name("type"), depth))
        if around.type == "literal_value" and outer.type == "literal_element":
            depth += 1
        elif around.type != "literal_element" and outer.type != "literal_value":
            break
        around = outer
    return ()


def _element(of: Node | None, depth: int) -> Node | None:
    for _ in range(depth):
        if of is None:
            return None
        of = next((one for name in _ELEMENTS if (one := of.child_by_field_name(name))), None)
    return of


def _words(of: Node | None) -> tuple[str, ...]:
    """`core::Word<'a>` as its names; of a type that is written out where it is used none."""
    if of is None or of.text is None or b"{" in of.text:
        return ()
    text = of.text.decode("utf-8", "replace")
    while (shorter := _GENERIC.sub("", text)) != text:
        text = shorter
    return tuple(word for word in _WORDS.findall(text) if word != "struct")
