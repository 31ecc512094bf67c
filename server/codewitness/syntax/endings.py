"""What a body gives where it ends without a `return`, in languages in which that is a value.

A function of Python or JavaScript that runs off its end gives none. One of Ruby gives its last
expression: what `tails` does not list of it is an assignment, and an arm that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from codewitness.syntax.scopes import Scope

_BLOCKS = frozenset({"block", "statement_block"})
_LEAVING = frozenset({"return_statement", "raise_statement", "throw_statement"})
_WHILE = frozenset({"while_statement", "do_statement", "for_statement"})
_LOOPS = _WHILE | {"for_in_statement"}
_FUNCTIONS = frozenset({"function_definition", "class_definition", "function", "arrow_function"})
_FUNCTIONS |= {"function_declaration", "function_expression", "method_definition", "lambda"}
_MAX_DEPTH = 30


def endings(scope: Scope, language: str) -> list[Node]:
    """Where a body ends so: an assignment, whose value it gives, or what gives none."""
    body = scope.body_node
    if body is None or not scope.kind.is_callable:
        return []
    if language == "ruby":
        return list(_ruby_ends(body, 0))
    if body.type in _BLOCKS and language in ("python", "javascript", "typescript", "tsx"):
        last = body.children[-1] if body.children else body
        return [last] if _goes_through(body, 0) else []
    return []


def _goes_through(node: Node | None, depth: int) -> bool:
    """True if what follows `node` may be reached by way of it."""
    if node is None or depth > _MAX_DEPTH:
        return True
    if node.type in _LEAVING:
        return False
    past = _PAST.get(node.type)
    return past(node, depth) if past else not (node.type in _LOOPS and _is_endless(node))


def _past_all(node: Node, depth: int) -> bool:
    return all(_goes_through(child, depth + 1) for child in node.named_children)


def _past_last(node: Node, depth: int) -> bool:
    return _goes_through(node.named_children[-1] if node.named_children else None, depth + 1)


def _past_choice(node: Node, depth: int) -> bool:
    arms = node.children_by_field_name("alternative")
    if not arms or not any(arm.type == "else_clause" for arm in arms):
        return True
    consequences = [node.child_by_field_name("consequence")]
    consequences += [
        arm.child_by_field_name("consequence") if arm.type == "elif_clause" else arm for arm in arms
    ]
    return any(_goes_through(arm, depth + 1) for arm in consequences)


def _past_try(node: Node, depth: int) -> bool:
    body = node.child_by_field_name("body")
    clauses = [c for c in node.named_children if c.type.endswith("_clause")]
    final = [c for c in clauses if c.type == "finally_clause"]
    if final and not _goes_through(final[0], depth + 1):
        return False
    otherwise = [c for c in clauses if c.type == "else_clause"]
    done = [body, *otherwise]
    handlers = [c for c in clauses if c.type not in ("finally_clause", "else_clause")]
    return all(_goes_through(one, depth + 1) for one in done) or any(
        _goes_through(one, depth + 1) for one in handlers
    )


def _past_match(node: Node, depth: int) -> bool:
    body = node.child_by_field_name("body") or node
    cases = [c for c in body.named_children if c.type == "case_clause"]
    is_whole = bool(cases) and _is_wildcard(cases[-1])
    return not is_whole or any(
        _goes_through(case.child_by_field_name("consequence"), depth + 1) for case in cases
    )


def _is_wildcard(case: Node) -> bool:
    pattern = next((c for c in case.named_children if c.type == "case_pattern"), None)
    text = (pattern.text or b"") if pattern is not None else b""
    is_plain = text.strip().decode("utf-8", "replace").isidentifier()
    return is_plain and case.child_by_field_name("guard") is None


def _past_switch(node: Node, depth: int) -> bool:
    """Of a `switch`: without a default, with a `break`, or where the last arm runs on."""
    body = node.child_by_field_name("body")
    arms = [c for c in body.named_children if c.type.startswith("switch_")] if body else []
    if not any(arm.type == "switch_default" for arm in arms) or _is_broken(node, inside=True):
        return True
    return all(_goes_through(one, depth + 1) for one in arms[-1].children_by_field_name("body"))


_PAST: Mapping[str, Callable[[Node, int], bool]] = {
    **dict.fromkeys(_BLOCKS, _past_all),
    **dict.fromkeys(("else_clause", "finally_clause", "catch_clause"), _past_last),
    **dict.fromkeys(("except_clause", "labeled_statement", "with_statement"), _past_last),
    "if_statement": _past_choice,
    "try_statement": _past_try,
    "match_statement": _past_match,
    "switch_statement": _past_switch,
}


def _is_endless(loop: Node) -> bool:
    """True for `while True` and `for (;;)` that nothing breaks off."""
    if loop.type not in _WHILE or _is_broken(loop, inside=True):
        return False
    condition = loop.child_by_field_name("condition")
    if loop.type == "for_statement" and loop.child_by_field_name("right") is not None:
        return False
    text = (condition.text or b"").strip(b"(); ") if condition is not None else b""
    return text in (b"True", b"true", b"1", b"") and loop.child_by_field_name("left") is None


def _is_broken(node: Node, *, inside: bool) -> bool:
    """True if a `break` in it leaves it, or one with a label."""
    for child in node.children:
        if child.type == "break_statement" and (inside or child.named_children):
            return True
        if child.type in _FUNCTIONS:
            continue
        is_other = child.type in _LOOPS or child.type == "switch_statement"
        if _is_broken(child, inside=inside and not is_other):
            return True
    return False


_RUBY_BODIES = frozenset({"body_statement", "then", "else", "begin", "block_body"})
_RUBY_BODIES |= {"parenthesized_statements"}
_RUBY_ARMS = ("consequence", "body")
_RUBY_CHOICES = frozenset({"if", "unless", "elsif", "if_modifier", "unless_modifier"})


def _ruby_ends(node: Node, depth: int) -> Iterator[Node]:
    if depth > _MAX_DEPTH:
        return
    if node.type in _RUBY_BODIES:
        inside = [c for c in node.named_children if c.type not in ("comment", "ensure", "rescue")]
        if not inside:
            yield node
        else:
            yield from _ruby_ends(inside[-1], depth + 1)
        for rescue in (c for c in node.named_children if c.type == "rescue"):
            body = rescue.child_by_field_name("body")
            yield from _ruby_ends(body, depth + 1) if body is not None else [rescue]
    elif node.type in _RUBY_CHOICES:
        others = node.children_by_field_name("alternative")
        arms = [arm for name in _RUBY_ARMS for arm in node.children_by_field_name(name)]
        yield from () if others else [node]
        for arm in (*arms, *others):
            yield from _ruby_ends(arm, depth + 1)
    elif node.type in ("case", "case_match"):
        others = [c for c in node.named_children if c.type == "else"]
        arms = [c for c in node.named_children if c.type in ("when", "in_clause")]
        yield from () if others or node.type == "case_match" else [node]
        for arm in (*arms, *others):
            body = arm.child_by_field_name("body") if arm.type != "else" else arm
            yield from _ruby_ends(body, depth + 1) if body is not None else [arm]
    elif node.type in ("while", "until", "assignment", "method"):
        yield node
