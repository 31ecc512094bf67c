"""Operators that code may define: a site of the kind `o` whose callee is the method that runs.

Between two literals nothing of the project runs, so there is no site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Handler, Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of

Naming = Callable[[str], str]  # from an operator to its method; "" for what no code defines

_TEXTS = (["t", "String"], ["t", "string"])
_JOINING = frozenset(("plus", "+", "operator+", "operator +"))
_ADDED_BY_SIGN = "unaryPlus"  # `+"text"`, which builders of Kotlin define
_LOGICAL = frozenset(("&&", "||", ",", "??", "and", "or", "="))


def spelled(prefix: str = "") -> Naming:
    """Methods that are called as the operator is written, perhaps after a word."""
    return lambda operator: "" if operator in _LOGICAL else prefix + operator


def named(methods: Mapping[str, str]) -> Naming:
    """Methods that have names."""
    return lambda operator: methods.get(operator, "")


def use(
    reader: Reader, first: Expression, method: str, at: Node | None, others: list[Expression]
) -> Expression:
    """What an operator gives; None if the first value can have none of the project's.

    A text that something is added to stays one.
    """
    if not method or at is None or first is None:
        return None
    is_text = isinstance(first, list) and first[:2] in _TEXTS
    if is_text and method in _JOINING:
        return first
    is_literal = isinstance(first, list) and first[:1] in (["k"], ["t"], ["L"], ["D"], ["f"])
    if is_literal and not (is_text and method == _ADDED_BY_SIGN):
        return None
    return ["c", reader.site("o", ["a", first, method], at, others)]


def binary(naming: Naming) -> Handler:
    """`a + b`."""

    def read(reader: Reader, node: Node) -> Expression:
        first = reader.value(_side(node, "left", "lhs", "value"))
        last = parts_of(node)[-1] if n_parts(node) > 1 else None
        second = reader.value(_side(node, "right", "rhs") or last)
        at = operator_of(node)
        return use(reader, first, naming(reader.text(at)), at, [second])

    return read


def unary(naming: Naming) -> Handler:
    """`-a`."""

    def read(reader: Reader, node: Node) -> Expression:
        value = reader.value(parts_of(node)[-1]) if n_parts(node) else None
        at = operator_of(node)
        return use(reader, value, naming(reader.text(at)), at, []) or value

    return read


def postfix(naming: Naming) -> Handler:
    """`a++`, which gives what was there before."""

    def read(reader: Reader, node: Node) -> Expression:
        value = reader.value(nth(node, 0))
        at = node.children[-1]
        use(reader, value, naming(reader.text(at)), at, [])
        return value

    return read


def compound(
    reader: Reader,
    node: Node,
    target: Node | None,
    naming: Naming,
    given: Expression = None,
) -> bool:
    """`a += b`: the use of the operator; False for a plain `=`. The right side has been read."""
    at = operator_of(node)
    text = reader.text(at)
    if text in ("", "=") or not text.endswith("="):
        return False
    last = parts_of(node)[-1] if n_parts(node) else None
    if target is not None and target.type == "directly_assignable_expression":
        target = nth(target, 0) if n_parts(target) == 1 else None
    is_known = given is not None and given[0] != "c"  # what a call gives is its own site's
    others = [given if is_known else _again(reader, last)]
    use(reader, reader.value(target), naming(text), at, others)
    return True


def _again(reader: Reader, node: Node | None) -> Expression:
    """The value of a name that has been read already; of anything else nothing is told."""
    is_name = node is not None and node.type in ("identifier", "simple_identifier")
    return reader.name(reader.text(node)) if is_name else None


def _side(node: Node, *fields: str) -> Node | None:
    for field in fields:
        if (found := node.child_by_field_name(field)) is not None:
            return found
    return nth(node, 0) if fields[0] == "left" else None


def operator_of(node: Node) -> Node | None:
    """The token of an operator."""
    for field in ("operator", "op"):
        if (found := node.child_by_field_name(field)) is not None:
            return found
    return next((child for child in node.children if not child.is_named), None)


RUST_COMPOUND = named(
    {
        "+=": "add_assign",
        "-=": "sub_assign",
        "*=": "mul_assign",
        "/=": "div_assign",
        "%=": "rem_assign",
        "|=": "bitor_assign",
        "&=": "bitand_assign",
        "^=": "bitxor_assign",
        "<<=": "shl_assign",
        ">>=": "shr_assign",
    }
)
RUST: Mapping[str, Handler] = {
    "binary_expression": binary(
        named(
            {
                "+": "add",
                "-": "sub",
                "*": "mul",
                "/": "div",
                "%": "rem",
                "|": "bitor",
                "&": "bitand",
                "^": "bitxor",
                "<<": "shl",
                ">>": "shr",
                "==": "eq",
                "!=": "eq",
            }
        )
    ),
    "unary_expression": unary(named({"-": "neg", "!": "not"})),
    "compound_assignment_expr": binary(RUST_COMPOUND),
}
_KOTLIN_BINARY = binary(
    named(
        {
            "+": "plus",
            "-": "minus",
            "*": "times",
            "/": "div",
            "%": "rem",
            "..": "rangeTo",
            "..<": "rangeUntil",
            "==": "equals",
            "!=": "equals",
        }
    )
)
KOTLIN_COMPOUND = named(
    {
        "+=": "plusAssign",
        "-=": "minusAssign",
        "*=": "timesAssign",
        "/=": "divAssign",
        "%=": "remAssign",
    }
)
_KOTLIN_UNARY = named({"-": "unaryMinus", "+": "unaryPlus", "!": "not", "++": "inc", "--": "dec"})


def _added(reader: Reader, node: Node) -> Expression:
    """`a + b`; a sign that begins a line begins a statement, which the grammar does not see."""
    at, left = operator_of(node), nth(node, 0)
    if at is None or left is None or at.start_point[0] == left.end_point[0]:
        return _KOTLIN_BINARY(reader, node)
    if node.parent is None or node.parent.type == "parenthesized_expression":
        return _KOTLIN_BINARY(reader, node)
    reader.value(left)
    value = reader.value(parts_of(node)[-1])
    return use(reader, value, _KOTLIN_UNARY(reader.text(at)), at, []) or value


KOTLIN: Mapping[str, Handler] = {
    **dict.fromkeys(
        ("multiplicative_expression", "range_expression", "equality_expression"), _KOTLIN_BINARY
    ),
    "additive_expression": _added,
    "prefix_expression": unary(_KOTLIN_UNARY),
}
KOTLIN_POSTFIX = postfix(named({"++": "inc", "--": "dec"}))
SWIFT: Mapping[str, Handler] = dict.fromkeys(
    (
        *("additive_expression", "multiplicative_expression", "infix_expression"),
        *("equality_expression", "comparison_expression", "bitwise_operation"),
    ),
    binary(spelled()),
)
