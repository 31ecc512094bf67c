"""Operators of C++ with their operands, and what conditions ask of an object.

An operand that is `*p` is the union of what `p` leads to and what the site of `operator*` gives:
so it is told from `p` itself, which may be a pointer, for which no operator of a class runs.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import AS_BOOL, Expression
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.c_family.values import VALUES
from codewitness.syntax.flow.lexical import Handler, Reader, either, nth
from codewitness.syntax.flow.parts import parts_of

_NAMING = operators.spelled("operator")
_LOGICAL = frozenset(("&&", "||", "and", "or"))
# What may be an object that says whether it is there; a comparison is a `bool` itself.
_MAY_SAY = frozenset(
    (
        *("identifier", "field_expression", "call_expression", "subscript_expression"),
        *("pointer_expression", "qualified_identifier"),
    )
)


def _bare(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression":
        node = nth(node, 0)
    return node


def _asked(reader: Reader, node: Node | None) -> Expression:
    """What is read as a condition: an object is asked by its `operator bool`."""
    value = reader.value(node)
    bare = _bare(node)
    if bare is not None and bare.type in _MAY_SAY and not _is_address(bare):
        operators.use(reader, value, AS_BOOL, bare, [])
    return value


def _is_address(node: Node) -> bool:
    return node.type == "pointer_expression" and node.children[0].type == "&"


def _operator_word(reader: Reader, node: Node | None) -> Node | None:
    """The word `operator` in `operator==(other)` and `!operator==(other)`."""
    if node is not None and node.type == "unary_expression":
        node = node.child_by_field_name("argument")
    is_word = node is not None and node.type == "identifier" and reader.text(node) == "operator"
    return node if is_word else None


def _named_operator(reader: Reader, name: Node, sign: str, right: Node | None) -> Expression:
    """`operator==(other)`, which is read as a comparison."""
    callee = reader.name(f"operator{sign}")
    return ["c", reader.site("c", callee, name, [reader.value(right)])]


def _binary(reader: Reader, node: Node) -> Expression:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    at = operators.operator_of(node)
    if reader.text(at) in _LOGICAL:
        _asked(reader, left)
        _asked(reader, right)
        return ["t", "bool"]
    bare = _bare(left)
    if (named := _operator_word(reader, bare)) is not None:
        return _named_operator(reader, named, reader.text(at), right)
    first, second = reader.value(left), reader.value(right)
    if bare is not None and _is_address(bare):
        return None
    return operators.use(reader, first, _NAMING(reader.text(at)), at, [second])


def _unary(reader: Reader, node: Node) -> Expression:
    argument = node.child_by_field_name("argument")
    value, at = reader.value(argument), operators.operator_of(node)
    return operators.use(reader, value, _NAMING(reader.text(at)), at, []) or value


def _pointer(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("argument"))
    at = node.children[0]
    if at.type != "*":
        return value
    return either((value, operators.use(reader, value, "operator*", at, [])))


def _condition(reader: Reader, node: Node) -> Expression:
    """`(x)`, `(auto x = f())`, `(auto x = f(); x)`."""
    value = node.child_by_field_name("value")
    for child in parts_of(node):
        if child != value:
            reader.value(child)
    if value is not None and value.type in ("declaration", "condition_declaration"):
        reader.value(value)
        name = value.child_by_field_name("declarator")
        if name is not None and name.type == "identifier":
            operators.use(reader, reader.name(reader.text(name)), AS_BOOL, name, [])
    else:
        _asked(reader, value)
    return None


def _do(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("body"))
    _asked(reader, node.child_by_field_name("condition"))
    return None


def _for(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    condition = node.child_by_field_name("condition")
    for child in parts_of(node):
        if child == condition:
            _asked(reader, child)
        else:
            reader.value(child)
    reader.blocks.pop()
    return None


def _conditional(reader: Reader, node: Node) -> Expression:
    _asked(reader, node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("consequence"))
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _range_loop(reader: Reader, node: Node) -> Expression:
    return VALUES[node.type](reader, node)


def _literal(reader: Reader, node: Node) -> Expression:
    """`2.5_km` runs `operator""_km`; those of the library have no underscore."""
    suffix = parts_of(node)[-1]
    text = reader.text(suffix)
    if suffix.type != "literal_suffix" or not text.startswith("_"):
        return None
    return ["c", reader.site("c", f'operator""{text}', node, [None])]


OPERATING: Mapping[str, Handler] = {
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _unary,
    "pointer_expression": _pointer,
    "condition_clause": _condition,
    "do_statement": _do,
    "for_statement": _for,
    "conditional_expression": _conditional,
    "user_defined_literal": _literal,
}
