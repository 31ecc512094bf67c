"""Calls of C, C++ and Objective-C, and what the library's helpers make of functions."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.languages.spec import last_name

_CASTS = frozenset(["static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"])
_POINTER_CASTS = frozenset(
    [
        "static_pointer_cast",
        "dynamic_pointer_cast",
        "make_unique",
        "make_shared",
        "unique_ptr",
        "shared_ptr",
        "any_cast",
    ]
)
_SAME = frozenset(["move", "forward", "ref", "cref", "as_const", "addressof"])
# Functions of the library whose result is called like the function that they are given.
_BINDING = frozenset(["bind", "bind_front", "bind_back", "mem_fn"])
_TO_MEMBER = re.compile(r"\((?:this|\*?\w+)\s*(?:->|\.)\*\s*(\w+)\)")
_INVOKE = ["a", "std", "invoke"]


def call(reader: Reader, node: Node) -> Expression:
    """A call, a cast, or what gives back what it is given."""
    function = node.child_by_field_name("function")
    if function is not None and _is_behind_loop(reader, node, function):
        reader.value(function)
        return arguments_of(reader, node.child_by_field_name("arguments"))[0]
    return _call(reader, node, function)


def _call(reader: Reader, node: Node, function: Node | None) -> Expression:
    arguments = node.child_by_field_name("arguments")
    if function is None:
        return None
    whole = function
    while function.type == "parenthesized_expression" and n_parts(function) == 1:
        function = parts_of(function)[0]
    member = _TO_MEMBER.fullmatch(reader.text(whole))
    if member is not None and whole.type == "parenthesized_expression":
        return _through_member(reader, whole, member[1], arguments)
    template = _template(function)
    if template is not None:
        name = reader.text(template.child_by_field_name("name"))
        kind = _first_type(reader, template.child_by_field_name("arguments"))
        if name in _CASTS:
            given = arguments_of(reader, arguments)
            listed = template.child_by_field_name("arguments")
            if name == "static_cast" and listed is not None and len(given) == 1:
                convert(reader, given[0], listed, template.child_by_field_name("name") or template)
            return ["y", kind, None]
        at = template.child_by_field_name("name") or template
        callee = reader.value(function) if function != template else reader.name(name)
        given = arguments_of(reader, arguments)
        index = reader.site("c", callee, at, given, types=_types_of(reader, template))
        if name == "get" and kind is None and len(given) == 1:
            return _element(reader, template, given[0])
        if name in _POINTER_CASTS:
            is_whole = kind is None or name == "any_cast"
            return ["y", kind if is_whole else ["&", kind], None]
        return _same(node, given[0]) if name in _SAME and len(given) == 1 else ["c", index]
    is_name = function.type == "identifier" and reader.text(function) == "self"
    callee = "self" if is_name else reader.value(function)  # `self()` is called of nobody
    at = last_name(function)
    if function.type == "pointer_expression":
        at = last_name(function.child_by_field_name("argument") or function)
    if function.type == "subscript_expression":
        at = last_name(function.child_by_field_name("argument") or function)
    given = arguments_of(reader, arguments)
    if function.type == "primitive_type" and len(given) == 1:
        convert(reader, given[0], function, function)
    field = function.child_by_field_name("field")
    is_template = field is not None and field.type == "template_method"
    types = _types_of(reader, field) if field is not None and is_template else []
    if callee == _INVOKE and given:
        return ["c", reader.site("c", given[0], at, given[1:])]
    index = reader.site("c", callee, at, given, types=types)
    is_same = reader.text(at) in _SAME and len(given) == 1
    is_bound = form(callee) == "a" and callee[1] == "std" and callee[2] in _BINDING
    return _same(node, given[0]) if is_same or (is_bound and given) else ["c", index]


def _same(node: Node, given: Expression) -> Expression:
    """What is given back; `std::move(text).str()` is told from `text.str()`."""
    is_object = node.parent is not None and node.parent.type == "field_expression"
    return ["y", None, given] if is_object and given is not None else given


def _through_member(
    reader: Reader, function: Node, name: str, arguments: Node | None
) -> Expression:
    """`(object.*method)(x)`, `(this->*method)(x)`: what the variable holds is called."""
    given = arguments_of(reader, arguments)
    waiting, at = [function], function
    for node in waiting:
        waiting += parts_of(node)
        at = node if node.child_count == 0 and reader.text(node) == name else at
    return ["c", reader.site("c", reader.name(name), at, given)]


def _is_behind_loop(reader: Reader, node: Node, function: Node) -> bool:
    """True for `EACH(it, l) ((Row *)it->data)->next`, where no call gives a function."""
    around, name = node.parent, function.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    is_owner = around is not None and around.type == "field_expression"
    if not is_owner or function.type != "call_expression" or name is None:
        return False
    is_macro = name.type == "identifier" and reader.text(name).isupper()
    return is_macro and arguments is not None and n_parts(arguments) == 1


def convert(reader: Reader, value: Expression, kind: Node, at: Node) -> None:
    """`static_cast<bool>(value)` and `bool(value)` run an `operator bool`."""
    name = reader.text(kind).strip("<> ")
    if name.replace("::", "").replace(" ", "").isidentifier():
        operators.use(reader, value, f"operator {name}", at, [])


def _template(function: Node) -> Node | None:
    while function.type == "qualified_identifier":
        inside = function.child_by_field_name("name")
        if inside is None:
            return None
        function = inside
    return function if function.type == "template_function" else None


def _first_type(reader: Reader, arguments: Node | None) -> Expression:
    if arguments is None or not n_parts(arguments):
        return None
    return reader.type(parts_of(arguments)[0])


def _types_of(reader: Reader, template: Node) -> list[Expression]:
    """The types in `f<A, B>(...)`."""
    listed = template.child_by_field_name("arguments")
    return [reader.type(child) for child in parts_of(listed)] if listed is not None else []


def _element(reader: Reader, template: Node, pair: Expression) -> Expression:
    """`std::get<1>(pair)`."""
    key = reader.text(template.child_by_field_name("arguments")).strip("<> ")
    return ["i", pair, ["k", int(key)]] if key.isdecimal() and pair is not None else None


def arguments_of(reader: Reader, arguments: Node | None) -> list[Expression]:
    """What a call is given."""
    if arguments is None:
        return []
    return [reader.value(child) for child in parts_of(arguments)]
