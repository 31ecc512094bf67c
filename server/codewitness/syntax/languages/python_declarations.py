"""Functions of Python that only declare what another one of their name defines.

Of a function's overloads only the last counts, which is its implementation if it has one. What is
written for type checkers alone, or has no body but `...`, declares the one that is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codewitness.syntax.languages.spec import last_name

_BRANCHES = frozenset({"block", "if_statement", "elif_clause", "else_clause"})
_CHECKING = re.compile(rb"^(?!.*\bnot\b).*\bTYPE_CHECKING\b", re.DOTALL)


def is_declaration(node: Node) -> bool:
    """True for an overload, stub or signature for type checkers beside what it declares."""
    whole = _whole(node)
    is_overload = _is_overload(whole)
    if not (is_overload or _is_stub(node) or _is_for_checkers(whole)):
        return False
    after = _next_function(whole)
    if after is not None and _name(after) == _name(node):
        if is_overload:
            return True
        if whole == node and _whole(after) == after and not _is_stub(after):
            return True
    block = whole.parent
    branch = None if block is None else block.parent
    is_branched = branch is not None and branch.type in _BRANCHES
    return is_branched and any(_defines(one, node) for one in _functions_around(whole))


def _whole(node: Node) -> Node:
    """The function with its decorators."""
    parent = node.parent
    return parent if parent is not None and parent.type == "decorated_definition" else node


def _name(function: Node) -> bytes | None:
    name = function.child_by_field_name("name")
    return None if name is None else name.text


def _is_overload(whole: Node) -> bool:
    return any(last_name(one).text == b"overload" for one in _decorators(whole))


def _decorators(whole: Node) -> Iterator[Node]:
    if whole.type == "decorated_definition":
        for one in whole.named_children:
            named = one.named_child(0) if one.type == "decorator" else None
            if named is not None:
                yield named


def _is_stub(function: Node) -> bool:
    """True for a body of `...` or a docstring alone."""
    body = function.child_by_field_name("body")
    if body is None:
        return False
    is_stub = False
    for number in range(body.named_child_count):  # nearly always the first one tells
        one = body.named_child(number)
        if one is not None and one.type == "expression_statement" and one.named_child_count == 1:
            one = one.named_child(0)
        if one is None or one.type == "comment":
            continue
        if one.type not in ("ellipsis", "string"):
            return False
        is_stub = True
    return is_stub


def _next_function(whole: Node) -> Node | None:
    after = whole.next_named_sibling
    while after is not None and after.type == "comment":
        after = after.next_named_sibling
    return None if after is None else _function_of(after)


def _function_of(statement: Node) -> Node | None:
    if statement.type == "decorated_definition":
        return _function_of(statement.child_by_field_name("definition") or statement)
    return statement if statement.type == "function_definition" else None


def _is_for_checkers(whole: Node) -> bool:
    """True in a branch that is never run: `if TYPE_CHECKING:`."""
    node: Node | None = whole
    while node is not None and node.parent is not None and node.parent.type in _BRANCHES:
        block, node = node, node.parent
        if node.type in ("if_statement", "elif_clause"):
            condition = node.child_by_field_name("condition")
            is_then = node.child_by_field_name("consequence") == block
            if is_then and condition is not None and _CHECKING.match(condition.text or b""):
                return True
    return False


def _functions_around(whole: Node) -> Iterator[Node]:
    """The functions of the same class or module, those in branches of `if` among them."""
    outer = whole
    while outer.parent is not None and outer.parent.type in _BRANCHES:
        outer = outer.parent
    waiting = [outer if outer.type == "block" or outer.parent is None else outer.parent]
    while waiting:
        for one in waiting.pop().named_children:
            if one.type in _BRANCHES:
                waiting.append(one)
            elif (function := _function_of(one)) is not None:
                yield function


def _defines(function: Node, declared: Node) -> bool:
    """True if `function` is what `declared` declares."""
    if _name(function) != _name(declared) or function == declared or _is_stub(function):
        return False
    whole = _whole(function)
    is_accessor = any(one.type == "attribute" for one in _decorators(whole))
    return not (is_accessor or _is_overload(whole) or _is_for_checkers(whole))
