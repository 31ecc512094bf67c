"""Operators and conditions of Python, and what conditions say of names."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form, last_name
from codewitness.syntax.flow.parts import is_beside, parts_of
from codewitness.syntax.flow.python.assignments import OPERATORS
from codewitness.syntax.flow.python.reader import MAX_DEPTH, PLAIN, Reader
from codewitness.syntax.flow.python.types import TypeReader, first
from codewitness.syntax.flow.recorder import MAX_KEY


def _binary(reader: Reader, node: Node) -> Expression:
    left = reader.value(node.child_by_field_name("left"))
    operator = node.child_by_field_name("operator")
    right = reader.value(node.child_by_field_name("right"))
    joined = None if operator is None else _joined(left, reader.text(operator), right)
    if form(left) in PLAIN and (right is None or form(right) in PLAIN):
        kind = left[1] if form(left) == "t" else type(left[1]).__name__
        return joined or ["t", kind]
    name = None if operator is None else OPERATORS.get(reader.text(operator))
    if operator is None or name is None or (left is None and right is None):
        return joined
    if name == "mod" and (conversions := _conversions(reader, node.child_by_field_name("left"))):
        left = ["k", conversions]  # all that the text says about what is run
    site = reader.site("o", ["a", left, f"__{name}__"], operator, [right])
    return joined or ["c", site]


def _conversions(reader: Reader, node: Node | None) -> str:
    """`%s%r` of `"%s is not %r"`; empty for what is no plain string, or has too many."""
    while node is not None and node.type == "parenthesized_expression":
        node = first(node)
    if node is None or node.type not in ("string", "concatenated_string"):
        return ""
    found = _CONVERSION.findall(reader.text(node))
    told = "".join(f"%{one}" for one in found if one != "%")
    return told if len(told) <= MAX_KEY and "%*" not in told else ""


def _joined(left: Expression, sign: str, right: Expression) -> Expression:
    """`"load_" + kind`, `"load_%s" % kind`: a string of which a part is known; None for others."""
    begin, end = _text_of(left), _text_of(right)
    named: Expression = None
    if begin and end and sign in "+%" and (whole := _whole(begin, sign, end)) is not None:
        return whole
    if sign == "%" and begin.count("%") == 1 and len(ends := _PUT_IN.split(begin)) == 2:
        before, behind = ends
        only = right[3] if right is not None and form(right) == "L" and len(right) == 4 else right
        only = only if _PLAIN_PUT_IN.search(begin) else None  # what fills it up is not told
        named = named_like(before, behind, only)
    elif sign == "+" and bool(begin) != bool(end):
        named = named_like(begin, end, right if begin else left)
    return None if named is None or len(named) == 2 else named


def _whole(begin: str, sign: str, end: str) -> Expression:
    """Two strings that are put together, if what comes of it is told, and short."""
    if sign == "%":
        is_told = begin.count("%") == 1 and "%s" in begin
        return _whole(begin.replace("%s", end), "+", "") if is_told else None
    return ["k", begin + end] if len(begin + end) <= MAX_KEY else None


def _text_of(value: Expression) -> str:
    return value[1] if form(value) == "k" and isinstance(value[1], str) else ""


def named_like(begin: str, end: str, part: Expression = None) -> Expression:
    """A string of which it is known how it begins and ends; just a string if no name does so.

    part: what stands between.
    """
    is_name = _NAME.fullmatch(begin + end) is not None and len(begin + end) <= MAX_KEY
    is_name = is_name or (begin == "." and not end)  # a module of one's own package
    between = [part] if form(part) == "v" else []
    return ["t", "str", begin, end, *between] if is_name else ["t", "str"]


def _comparison(reader: Reader, node: Node) -> Expression:
    left: Expression = None
    operator: Node | None = None
    for child in node.children:
        if is_beside(child):
            continue
        if child.is_named:
            right = reader.value(child)
            if operator is not None:
                _compare(reader, left, operator, right)
            left = right
        else:
            operator = child
    return ["t", "bool"]


def _compare(reader: Reader, left: Expression, operator: Node, right: Expression) -> None:
    if operator.type in ("in", "not in"):
        if form(right) not in PLAIN:
            reader.site("o", ["a", right, "__contains__"], operator, [left])
    elif (name := OPERATORS.get(operator.type)) is not None:
        is_plain = left is None or (form(left) in PLAIN and (right is None or form(right) in PLAIN))
        if not is_plain:
            reader.site("o", ["a", left, f"__{name}__"], operator, [right])


def _boolean(reader: Reader, node: Node) -> Expression:
    left_node, right_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    is_and = operator is not None and operator.type == "and"
    left = truth(reader, left_node)
    before = reader.recorder.fork()
    assume(reader, left_node, is_and)
    right = reader.value(right_node)
    reader.recorder.env = before
    return right if is_and else ["u", left, right]


def _not(reader: Reader, node: Node) -> Expression:
    truth(reader, node.child_by_field_name("argument"))
    return ["t", "bool"]


def truth(reader: Reader, condition: Node | None) -> Expression:
    """The value of what is asked whether it is true, which may run a method of it."""
    value = reader.value(condition)
    at, asked = condition, value
    while at is not None and at.type in ("boolean_operator", "parenthesized_expression"):
        is_choice = at.type == "boolean_operator"  # what stands on the left is asked there
        asked = asked[-1] if is_choice and form(asked) == "u" else asked
        at = at.child_by_field_name("right") if is_choice else first(at)
    if at is not None and _may_ask(reader, asked):
        reader.site("o", ["a", asked, "__bool__"], reader.name_node(at))
    return value


def _may_ask(reader: Reader, asked: Expression) -> bool:
    """False for what surely has no method that tells whether it is true."""
    if asked is None or form(asked) in (*PLAIN, "L", "D", "C", "u"):
        return False
    return form(asked) != "c" or last_name(reader.recorder.flow.sites[asked[1]][1]) not in _TRUTHS


# What gives `True` or `False`, or a number.
_TRUTHS = frozenset(
    ("isinstance", "issubclass", "hasattr", "callable", "any", "all", "len", "bool", "int")
) | {"startswith", "endswith"}
_UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}


def _unary(reader: Reader, node: Node) -> Expression:
    argument = reader.value(node.child_by_field_name("argument"))
    if form(argument) == "k" and isinstance(argument[1], int):
        return ["k", -argument[1]] if node.children[0].type == "-" else argument
    method = _UNARY.get(node.children[0].type)
    if method is None or argument is None or form(argument) in PLAIN:
        return argument
    return ["c", reader.site("o", ["a", argument, method], node.children[0])]


def _conditional(reader: Reader, node: Node) -> Expression:
    yes, condition, no = [*parts_of(node), None, None, None][:3]
    truth(reader, condition)
    before = reader.recorder.fork()
    assume(reader, condition, True)
    first = reader.value(yes)
    reader.recorder.env = None if before is None else dict(before)
    assume(reader, condition, False)
    second = reader.value(no)
    reader.recorder.env = before
    return ["u", first, second]


def assume(reader: Reader, condition: Node | None, holds: bool, depth: int = 0) -> None:
    """Narrow what a condition says of names, down to where expressions are read."""
    if condition is None or depth > MAX_DEPTH:
        return
    kind = condition.type
    if kind == "parenthesized_expression":
        assume(reader, first(condition), holds, depth + 1)
    elif kind == "not_operator":
        assume(reader, condition.child_by_field_name("argument"), not holds, depth + 1)
    elif kind == "boolean_operator":
        operator = condition.child_by_field_name("operator")
        if operator is not None and (operator.type == "and") == holds:
            assume(reader, condition.child_by_field_name("left"), holds, depth + 1)
            assume(reader, condition.child_by_field_name("right"), holds, depth + 1)
    elif kind == "comparison_operator":
        _assume_other(reader, condition, holds)
    elif kind == "call":
        _assume_instance(reader, condition, holds)
        if holds:
            _assume_text(reader, condition)
            _assume_attribute(reader, condition)


def _assume_instance(reader: Reader, call: Node, holds: bool) -> None:
    name, arguments = reader.text(parts_of(call)[0]), parts_of(call)[-1]
    given = parts_of(arguments)
    if len(given) != _N_ASKED.get(name) or (path := reader.path(given[0])) is None:
        return
    old = reader.owner(given[0])
    kinds = "type" if len(given) == 1 else _kinds(reader, given[1])
    if name == "issubclass" and kinds is not None:
        kinds = ["i", "type", ["L", "tuple", 0, *(kinds[1:] if form(kinds) == "u" else [kinds])]]
    if kinds is not None and (holds or old is not None):
        reader.recorder.narrow(path, ["n", old, kinds, int(holds)])


def _assume_other(reader: Reader, comparison: Node, holds: bool) -> None:
    """`one is not Base`: a class that is left out."""
    children = [child for child in comparison.children if not is_beside(child)]
    if len(children) != 3 or children[1].type != ("is not" if holds else "is"):
        return
    asked, other = children[0], children[2]
    path = reader.path(asked)
    if path is not None and other.type == "identifier" and reader.text(other)[:1].isupper():
        reader.recorder.narrow(path, ["n", reader.owner(asked), reader.value(other), 3])


def _assume_text(reader: Reader, call: Node) -> None:
    """`name.startswith("do_")`: how a text begins or ends that something may be looked up by."""
    asking, arguments = parts_of(call)[0], parts_of(call)[-1]
    given = parts_of(arguments)
    asked = asking.child_by_field_name("object")
    if asking.type != "attribute" or asked is None or [one.type for one in given] != ["string"]:
        return
    if any(part.type == "interpolation" for part in parts_of(given[0])):
        return
    name = reader.text(asking).rpartition(".")[2]
    if name not in ("startswith", "endswith") or (path := reader.path(asked)) is None:
        return
    text = _text_of(reader.value(given[0]))
    like = named_like(text, "") if name == "startswith" else named_like("", text)
    if text and len(like) == 4:
        own = reader.owner(asked)
        reader.recorder.narrow(path, ["n", own, like, 1])
        reader.recorder.narrow_second(own, like)


def _assume_attribute(reader: Reader, call: Node) -> None:
    """`hasattr(one, "mark")`, `getattr(one, "mark", None)`: an attribute that something has."""
    name, given = reader.text(parts_of(call)[0]), parts_of(parts_of(call)[-1])
    if name not in ("hasattr", "getattr") or not 1 < len(given) < 4:
        return
    attribute, path = reader.value(given[1]), reader.path(given[0])
    old = reader.owner(given[0])
    if form(attribute) == "k" and isinstance(attribute[1], str) and path and old is not None:
        reader.recorder.narrow(path, ["n", old, attribute, 1])


def _kinds(reader: Reader, node: Node) -> Expression:
    """The types that `isinstance` or `issubclass` is asked for."""
    if node.type == "tuple":
        return ["u", *(TypeReader(reader.raw).read(one) for one in parts_of(node))]
    return TypeReader(reader.raw).read(node)


# What asks of what type its first argument is, with how many arguments.
_N_ASKED = {"isinstance": 2, "issubclass": 2, "isclass": 1, "inspect.isclass": 1}
# Of `"%-8.3s"` the letter; a key in parentheses says nothing of it, a star takes a value itself.
_CONVERSION = re.compile(r"%(?:\([^()]*\))?[-#0 +]*\d*(?:\.\d*)?[hlL]?([a-zA-Z%*])")
# Where `"part_%s"` and `"part_%02d"` take the one value that they are given.
_PUT_IN = re.compile(r"%(?:s|0?\d*[dix])")
_PLAIN_PUT_IN = re.compile(r"%[sdi]")
# Two letters at least, or one and `_` (`"t_" + verb`): of less too much might be meant; a module's
# name has dots.
_NAME = re.compile(r"(?:\w*\.)*\w*[^\W\d_]\w*[^\W\d_]\w*\.?|[^\W\d_]_|_[^\W\d_]")

OPERATIONS = {
    "binary_operator": _binary,
    "comparison_operator": _comparison,
    "boolean_operator": _boolean,
    "not_operator": _not,
    "unary_operator": _unary,
    "conditional_expression": _conditional,
}
