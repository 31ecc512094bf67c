"""What functions, classes and objects of JavaScript are called by what is around them.

One in parentheses or a cast has the name that it would have without: `const f = ((x) => x) as F`.
A function that is handed to a call has that of what keeps the result: `const save = debounce(…)`
is known as `save`, and so is a component that `memo` is given. A method that calls back (`map`,
`then`) gives no function, and names none.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages.spec import Bound, last_name

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_FIELDS = frozenset({"field_definition", "public_field_definition"})
_MEMBERS = _FIELDS | {"pair"}
_NAMED = FUNCTIONS | {"class", "object"}
# What stands around a value and leaves it what it is.
CASTS = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "type_assertion",
        "non_null_expression",
    }
)
_STATEMENTS = frozenset({"lexical_declaration", "variable_declaration", "expression_statement"})
_MOST_CALLS = 4  # around one another
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
    """What names a value in a cast, or a function expression that is an argument."""
    if node.type not in _NAMED:
        return None
    value = _with_casts(node)
    around = value.parent
    if around is None or around.type != "arguments":
        return None if value == node else _of_value(node, value)
    if node.type not in FUNCTIONS:
        return None
    call, is_wrapping = around.parent, False
    for _ in range(_MOST_CALLS):
        if call is None or call.type != "call_expression":
            return None
        is_wrapping = is_wrapping or _gives_it_back(call, value)
        value = _with_casts(call)
        if value.parent is None or value.parent.type != "arguments":
            break
        call = value.parent.parent
    if not is_wrapping and not _may_give_it_back(call, around):
        return None
    return _holder(value, is_wrapping=is_wrapping)


def _with_casts(value: Node) -> Node:
    while value.parent is not None and value.parent.type in CASTS:
        value = value.parent
    return value


def without_casts(value: Node) -> Node:
    """What stands within parentheses and casts."""
    while value.type in CASTS:
        parts = [part for part in value.named_children if part.type != "comment"]
        if not parts:
            break
        value = parts[-1 if value.type == "type_assertion" else 0]
    return value


def _of_value(node: Node, value: Node) -> Bound | None:
    """What names `node`, which is all that is in `value`."""
    around = value.parent
    own = None if node.type == "object" else node.child_by_field_name("name")
    if around is None or (node.type not in FUNCTIONS and around.type in _MEMBERS):
        return None
    if around.type == "export_statement" and around.child_by_field_name("value") == value:
        default = next((child for child in around.children if child.type == "default"), None)
        return None if default is None else Bound(own or default, around)
    if around.type == "assignment_expression":
        left = around.child_by_field_name("left")
        name = None if left is None else left.child_by_field_name("property")
        if name is not None and name.text == b"exports":
            return Bound(own or name, _statement(around))
    return _holder(value, is_wrapping=True)


def _gives_it_back(call: Node, given: Node) -> bool:
    function = call.child_by_field_name("function")
    if function is None:
        return False
    if function.text == b"Object.assign":
        arguments = given.parent
        return arguments is not None and arguments.named_children[0] == given
    name = spelt(last_name(function).text or b"")
    return WRAPPING.fullmatch(name) is not None


def _may_give_it_back(call: Node | None, arguments: Node) -> bool:
    """True for a call of a plain name that is given one function, which stands first or last."""
    function = None if call is None else call.child_by_field_name("function")
    if function is None or function.type != "identifier":
        return False
    if _KEEPING.fullmatch((function.text or b"").decode("utf-8", "replace")):
        return False
    return sum(without_casts(one).type in FUNCTIONS for one in arguments.named_children) == 1


def _holder(value: Node, *, is_wrapping: bool) -> Bound | None:
    if (around := value.parent) is None:
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
        name = _key(around)
        return None if name is None else Bound(name, around)
    return None


def _key(pair: Node) -> Node | None:
    """The name that a key gives, also a quoted one."""
    key = pair.child_by_field_name("key")
    if key is not None and key.type == "string" and key.named_child_count == 1:
        return key.named_children[0]
    return key if key is not None and "identifier" in key.type else None


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
    text = spelt(owner.text or b"").removesuffix(".prototype")
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
