"""Displays, comprehensions, literals and what else is in Python's expressions."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.python.assignments import assign_own
from codewitness.syntax.flow.python.names import number
from codewitness.syntax.flow.python.operators import assume, named_like, truth
from codewitness.syntax.flow.python.reader import PLAIN, Read, Reader
from codewitness.syntax.flow.python.types import first
from codewitness.syntax.flow.recorder import key_text

_CONVERTING = {"": "__format__", "!s": "__str__"}
_OBJECTS = ("c", "v")  # forms of what may be an object
_MAX_HASHED = 40  # elements of a display; longer ones are tables of constants
_TRAILERS = frozenset({"call", "attribute", "subscript"})
_COMPREHENSIONS = {
    "list_comprehension": "list",
    "set_comprehension": "set",
    "dictionary_comprehension": "dict",
    "generator_expression": "generator",
}


def _sequence(reader: Reader, node: Node) -> Expression:
    kind = node.type if node.type in ("list", "set") else "tuple"
    display = reader.recorder.new_id()
    children = parts_of(node)
    elements = [_element(reader, child) for child in children]
    if kind == "set":
        _hashed(reader, children, elements)
    return ["L", kind, display, *elements]


def _hashed(
    reader: Reader, nodes: Sequence[Node], values: Sequence[Expression], n_more: int = 0
) -> None:
    """Objects may say themselves by which hash they are kept and, if they are several, what is one.

    They are several too if there are more of the same, of a comprehension.
    """
    for node, value in zip(nodes, values, strict=True) if len(nodes) <= _MAX_HASHED else ():
        if form(value) in _OBJECTS:
            several = [value] if len(nodes) + n_more > 1 else []
            reader.site("o", ["a", value, "__hash__"], node, several)


def _element(reader: Reader, node: Node) -> Expression:
    """An element of a display; the grammar reads `*f(x)` there as a call of `*f`."""
    value = reader.value(node)
    at: Node | None = node
    while at is not None and at.type in _TRAILERS:
        at = first(at)
    is_spread = at is not node and at is not None and at.type == "list_splat"
    return ["*", value] if is_spread and value is not None else value


def _mapping(reader: Reader, node: Node) -> Expression:
    found: list[Expression] = ["D", reader.recorder.new_id()]
    keys: list[Node] = []
    for child in parts_of(node):
        if child.type == "pair":
            own = parts_of(child)
            found += (reader.value(own[0]), reader.value(own[-1]))
            keys.append(own[0])
        elif child.type == "dictionary_splat":
            found += (["**", None], reader.value(first(child)))
    written = [one for one in found[2::2] if form(one) != "**"]
    _hashed(reader, keys, written)
    return found


def _comprehension(reader: Reader, node: Node) -> Expression:
    """Its names are its own: what they hid is there again after it."""
    recorder = reader.recorder
    kept, names = recorder.fork(), reader.own_names
    body: Node | None = None
    for child in parts_of(node):
        if child.type == "for_in_clause":
            value = reader.value(child.child_by_field_name("right"))
            at = next((part for part in child.children if part.type == "in"), child)
            element = reader.iterated(value, at, child)
            assign_own(reader, child.child_by_field_name("left"), element)
        elif child.type == "if_clause":
            truth(reader, first(child))
            assume(reader, first(child), True)
        elif body is None and child.type != "comment":
            body = child
    kind = _COMPREHENSIONS[node.type]
    display = recorder.new_id()
    if body is not None and body.type == "pair":
        key, value = reader.value(parts_of(body)[0]), reader.value(parts_of(body)[-1])
        _hashed(reader, parts_of(body)[:1], [key], n_more=1)
        found = ["C", kind, display, value, key]
    else:
        element = reader.value(body)
        if kind == "set" and body is not None:
            _hashed(reader, [body], [element], n_more=1)
        found = ["C", kind, display, element]
    recorder.env, reader.own_names = kept, names
    return found


def _string(reader: Reader, node: Node) -> Expression:
    children = parts_of(node)
    put = [_put_into_text(reader, child) for child in children if child.type == "interpolation"]
    if len(children) == 3 and children[1].type == "string_content" and not parts_of(children[1]):
        return key_text(reader.text(children[1]))
    return ["k", ""] if len(children) == 2 else _f_string(reader, children, put)


def _put_into_text(reader: Reader, node: Node) -> Expression:
    """`{one}`, `{one!r}` in a string: a text is made of a value, which it has as it is if given."""
    value = reader.value(node.child_by_field_name("expression") or node)
    for child in parts_of(node):
        if child.type == "format_specifier":
            reader.value(child)
    if value is None or form(value) in (*PLAIN, "L", "D", "C"):
        return None
    conversion = node.child_by_field_name("type_conversion")
    method = _CONVERTING.get("" if conversion is None else reader.text(conversion), "__repr__")
    reader.site("o", ["a", value, method], node)
    return value if len(parts_of(node)) == 1 else None


def _f_string(reader: Reader, children: list[Node], put: list[Expression]) -> Expression:
    """A string with parts: how it begins and ends, if that may be of a name."""
    ends = [children[1], children[-2]]
    begin, end = (reader.text(one) if one.type == "string_content" else "" for one in ends)
    if reader.text(children[1]) in _OWN_PACKAGE and children[2].type == "string_content":
        begin = reader.text(children[2])  # a module of it begins with a dot
        begin = begin if begin.startswith(".") else ""
    part = put[0] if len(put) == 1 else None
    return named_like(begin, end, part) if has_parts_in(children) else ["t", "str"]


_OWN_PACKAGE = ("{__package__}", "{__name__}")


def has_parts_in(children: list[Node]) -> bool:
    """True if there are expressions among the parts of a string."""
    return any(child.type == "interpolation" for child in children)


def _strings(reader: Reader, node: Node) -> Expression:
    for child in parts_of(node):
        reader.value(child)
    return ["t", "str"]


def _integer(reader: Reader, node: Node) -> Expression:
    value = number(reader.text(node))
    return ["t", "int"] if value is None else ["k", value]


def inner(reader: Reader, node: Node) -> Expression:
    """The value of the last expression in a node that adds nothing to it."""
    found: Expression = None
    for child in parts_of(node):
        if child.type != "comment":
            found = reader.value(child)
    return found


def _await(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    if value is None:
        return None
    if form(value) not in PLAIN:
        reader.site("o", ["a", value, "__await__"], node.children[0])
    return ["w", value]


def _yield(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    if any(child.type == "from" for child in node.children):
        given = None if value is None else reader.iterated(value, node.children[0])
        reader.recorder.flow.yields.append(given)
        return None if value is None else ["w", value]
    reader.recorder.flow.yields.append(value)
    return ["S"]


def _spread(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    is_whole = node.parent is None or node.parent.type not in _TRAILERS
    return ["*", value] if is_whole and value is not None else value


def _of_type(name: str) -> Read:
    return lambda _reader, _node: ["t", name]


def _nothing(_reader: Reader, _node: Node) -> Expression:
    return None


DISPLAYS: dict[str, Read] = {
    "list": _sequence,
    "tuple": _sequence,
    "tuple_expression": _sequence,
    "expression_list": _sequence,
    "set": _sequence,
    "dictionary": _mapping,
    **dict.fromkeys(_COMPREHENSIONS, _comprehension),
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "interpolation": inner,
    "await": _await,
    "yield": _yield,
    "list_splat": _spread,
    "string": _string,
    "concatenated_string": _strings,
    "integer": _integer,
    "float": _of_type("float"),
    "true": _of_type("bool"),
    "false": _of_type("bool"),
    "none": _of_type("None"),
    "type": _nothing,
    "comment": _nothing,
}
