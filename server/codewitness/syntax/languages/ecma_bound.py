"""What a function of JavaScript is called that is handed to a call whose result is kept.

`const save = debounce(() => 1)` is known as `save`, and so is a component that `memo` is given. A
method that calls back (`map`, `then`) gives no function, and names none.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.syntax.languages.spec import Bound, last_name

_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_FIELDS = frozenset({"field_definition", "public_field_definition"})
_CASTS = frozenset({"as_expression", "satisfies_expression", "non_null_expression"})
_STATEMENTS = frozenset({"lexical_declaration", "variable_declaration", "expression_statement"})
_MOST_CALLS = 3  # around one another
# What gives back a function that does what the one it is given does.
WRAPPING = re.compile(
    r"(?:memo(?:ize\w*)?|forwardRef|observer|useCallback|useEvent\w*|useEffectEvent|debounce\w*"
    r"|throttle\w*|once|cache|unstable_cache|curry\w*|promisify\w*|callbackify|deprecate\w*|bind"
    r"|action|computed|catch\w+|async[A-Z]\w*|wrap\w*|with[A-Z]\w*|createAsyncThunk"
    r"|\w+(?:Handler|Middleware|Wrapper|Wrapped|Async|Decorator|Callback))"
)
# Of calls by a plain name at the top level these keep a function, or give something else.
_KEEPING = re.compile(
    r"(?:set|request|use|create|make|new|build|get|find|start|run|define)(?:[A-Z]\w*)?"
    r"|describe|it|test|expect|require|lazy|dynamic|jest|Symbol|String|Number|Boolean"
)


def bound(node: Node) -> Bound | None:
    """What names a function expression that is an argument."""
    if node.type not in _FUNCTIONS or (arguments := node.parent) is None:
        return None
    if arguments.type != "arguments":
        return None
    call, is_wrapping = arguments.parent, False
    for _ in range(_MOST_CALLS):
        if call is None or call.type != "call_expression":
            return None
        is_wrapping = is_wrapping or _gives_it_back(call)
        outer = call.parent
        if outer is None or outer.type != "arguments":
            break
        call = outer.parent
    if not is_wrapping and not _may_give_it_back(call, arguments):
        return None
    return _holder(call, is_wrapping=is_wrapping)


def _gives_it_back(call: Node) -> bool:
    function = call.child_by_field_name("function")
    if function is None:
        return False
    name = (last_name(function).text or b"").decode("utf-8", "replace")
    return WRAPPING.fullmatch(name) is not None


def _may_give_it_back(call: Node | None, arguments: Node) -> bool:
    """True for a call of a plain name that is given one function, which stands first or last."""
    function = None if call is None else call.child_by_field_name("function")
    if function is None or function.type != "identifier":
        return False
    if _KEEPING.fullmatch((function.text or b"").decode("utf-8", "replace")):
        return False
    return sum(one.type in _FUNCTIONS for one in arguments.named_children) == 1


def _holder(call: Node | None, *, is_wrapping: bool) -> Bound | None:
    value, around = call, None if call is None else call.parent
    while around is not None and around.type in _CASTS:
        value, around = around, around.parent
    if value is None or around is None:
        return None
    if around.type == "variable_declarator":
        name = around.child_by_field_name("name")
        if name is None or name.type != "identifier":
            return None
        if not (is_wrapping or _is_of_file(around)):
            return None
        return Bound(name, _statement(around))
    if around.type == "assignment_expression" and around.child_by_field_name("right") == value:
        return _assigned(around, is_wrapping=is_wrapping)
    if around.type in _FIELDS:
        name = around.child_by_field_name("name") or around.child_by_field_name("property")
        return None if name is None else Bound(name, around)
    if around.type == "pair" and is_wrapping:
        name = around.child_by_field_name("key")
        return Bound(name, around) if name is not None and "identifier" in name.type else None
    return None


def _assigned(assignment: Node, *, is_wrapping: bool) -> Bound | None:
    left = assignment.child_by_field_name("left")
    if left is None or left.type not in ("identifier", "member_expression"):
        return None
    whole = _statement(assignment)
    if left.type == "identifier":
        return Bound(left, whole) if is_wrapping else None
    owner, name = left.child_by_field_name("object"), left.child_by_field_name("property")
    if owner is None or name is None or name.text == b"exports":
        return None
    text = (owner.text or b"").decode("utf-8", "replace").removesuffix(".prototype")
    is_plain = re.fullmatch(r"(?:module\.)?exports|this|self|window|global|globalThis", text)
    if text == "this" and not is_wrapping:
        return None
    return Bound(name, whole, "" if is_plain or not re.fullmatch(r"[\w$.]+", text) else text)


def _is_of_file(declarator: Node) -> bool:
    whole = _statement(declarator)
    return whole.parent is not None and whole.parent.type == "program"


def _statement(inside: Node) -> Node:
    """The statement that does nothing but bind a name, with its `export`."""
    around = inside.parent
    if around is None or around.type not in _STATEMENTS or around.named_child_count != 1:
        return inside
    if around.parent is not None and around.parent.type == "export_statement":
        return around.parent
    return around
