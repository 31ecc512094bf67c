"""Objective-C: properties by dot, blocks with a type before their parameters, selectors as values.

`a.played` runs `-played` if there is such a method, `a.played = x` runs `-setPlayed:`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.c_family.values import VALUES
from codewitness.syntax.flow.lexical import Handler, Reader

_PERFORMING = "performSelector"


def _field(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    name = node.child_by_field_name("field")
    if name is not None and isinstance(found, list) and found[0] == "a":
        if reader.text(name) in _MAKING:  # `Door.new`, `Door.alloc.init`
            return ["c", reader.site("c", found, name, [])]
        reader.site("r", found, name)
    return found


def _assignment(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    left = node.child_by_field_name("left")
    name = left.child_by_field_name("field") if left is not None else None
    if left is not None and name is not None and left.type == "field_expression":
        owner = left.child_by_field_name("argument")
        base: Expression = None
        if owner is not None and owner.type == "identifier":
            text = reader.text(owner)
            base = "this" if text == "self" else reader.name(text)
        field = reader.text(name)
        if base is not None and field and reader.text(operators.operator_of(node)) != "=":
            reader.site("r", ["a", base, field], name)  # `a.count += 1`
        if base is not None and field:
            reader.site("p", ["a", base, f"set{field[0].upper()}{field[1:]}"], name, [found])
    return found


def _message(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    names = node.children_by_field_name("method")
    site = reader.flow.sites[found[1]] if found is not None and form(found) == "c" else None
    if names and site is not None and form(site[1]) == "a":
        _runs_besides(reader, site[1][1], names, node, site[4:])
    return found


def _runs_besides(
    reader: Reader, base: Expression, names: list[Node], node: Node, given: list[list[Expression]]
) -> None:
    """What a message runs that it does not name: by a selector, by a key, as a copy."""
    name = reader.text(names[0])
    arguments = given[0] if given else []
    first = arguments[0] if arguments else []
    if name in _COPYING and not arguments:
        operators.use(reader, base, _COPYING[name], names[0], [None])
    elif name == "valueForKey" and form(first) == "t" and len(first) > _SAID:
        reader.site("r", ["a", base, first[2][1:]], names[0])
    elif name == "setValue" and len(given) > 1 and given[1][:1] == ["forKey"]:
        key = given[1][1]
        if form(key) == "t" and len(key) > _SAID and key[2][1:]:
            setter = f"set{key[2][1:2].upper()}{key[2][2:]}"
            reader.site("p", ["a", base, setter], names[0], [first])
    elif name.startswith(_PERFORMING) or name in _ON_ELEMENTS:
        owner = ["e", base] if name in _ON_ELEMENTS else base
        wanted = _known_selector(reader, first)
        selector = reader.first(node, "selector_expression")
        if wanted and base is not None:
            at = selector and (
                reader.first(selector, "identifier")
                or reader.first(selector, "method_identifier")
                or selector
            )
            reader.site("c", ["a", owner, wanted], at or names[0])


def _known_selector(reader: Reader, value: Expression) -> str:
    """The first part of the selector that a value is, or a variable holds; "" if not known."""
    if form(value) == "v":
        variable = reader.find(value[1])
        indexes = [] if variable is None else [k for k in variable.binds if k >= 0]
        known = {_known_selector(reader, reader.flow.binds[k][1]) for k in indexes}
        return known.pop() if len(known) == 1 else ""
    if form(value) == "y":
        return _known_selector(reader, value[2])
    if form(value) == "c":
        site = reader.flow.sites[value[1]]
        is_made = site[1] == "NSSelectorFromString" and len(site) > _GIVEN and site[_GIVEN]
        text = site[_GIVEN][0] if is_made else []
        is_said = form(text) == "t" and len(text) > _SAID
        return str(text[2][1:]).partition(":")[0] if is_said else ""
    is_selector = value is not None and form(value) == "t" and value[1] == "SEL"
    return str(value[2]) if value is not None and is_selector else ""


_COPYING = {"copy": "copyWithZone", "mutableCopy": "mutableCopyWithZone"}
_ON_ELEMENTS = frozenset(
    ("makeObjectsPerformSelector", "sortUsingSelector", "sortedArrayUsingSelector")
)
_MAKING = frozenset(("new", "alloc", "init"))
_GIVEN = 4  # where a site has what it is given
_SAID = 2  # where a literal has its text


def _selector(reader: Reader, node: Node) -> list[Expression]:
    """`@selector(tapped:)` names a method and calls none; its first part is what is looked for."""
    name = reader.text(node).partition("(")[2].strip(" )").partition(":")[0]
    return ["t", "SEL", name]


def _subscript(reader: Reader, node: Node) -> Expression:
    """`a[0]` and `a[@"key"]` run methods, if the class has them."""
    base = reader.value(node.child_by_field_name("argument"))
    index = node.child_by_field_name("indices") or node.child_by_field_name("index")
    key = reader.value(index)
    around = node.parent
    is_set = (
        around is not None
        and around.type == "assignment_expression"
        and around.child_by_field_name("left") == node
    )
    for method, literal in _READING.items():
        if not is_set and index is not None and index.type not in _OTHER[literal]:
            operators.use(reader, base, method, index, [key])
    if is_set and index is not None:  # `setObject:forKeyedSubscript:` and the one by number
        operators.use(reader, base, "setObject", index, [None, key])
    return None if base is None else ["i", base, None]


_READING = {
    "objectAtIndexedSubscript": "number_literal",
    "objectForKeyedSubscript": "string_literal",
}
_OTHER = {
    "number_literal": ("string_literal", "string_expression"),
    "string_literal": ("number_literal",),
}

MESSAGES: Mapping[str, Handler] = {
    "subscript_expression": _subscript,
    "field_expression": _field,
    "assignment_expression": _assignment,
    "message_expression": _message,
    "selector_expression": _selector,
}
