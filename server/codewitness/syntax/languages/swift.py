"""Swift."""

from __future__ import annotations

import re
from itertools import takewhile

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages.bound import in_cast
from codewitness.syntax.languages.spec import Callee, Declared, LanguageSpec, last_name

# In these an identifier labels, declares or names something.
_NEVER_READ = (
    "value_argument_label",
    "navigation_suffix",
    "parameter",
    "lambda_parameter",
    "capture_list_item",
    "macro_invocation",
    "directive",
    "identifier",
    "attribute",
)
# The field that leads to the first part of a chain; of binary operators it is the right side.
_INNER = {
    "navigation_expression": "target",
    "postfix_expression": "target",
    "prefix_expression": "target",
    "try_expression": "expr",
    "await_expression": "expr",
}
_PRIVATE = (b"private", b"fileprivate")
_CALLS = ("call_expression", "constructor_expression")
_CONDITIONS = frozenset({"if_statement", "guard_statement", "while_statement"})
# What the grammar can't read (well): directives, `throws(E)`, `nonisolated(unsafe)`, `sending T`,
# `try` before `await` in a condition, whose block it takes for a closure, and `switch await`.
_UNREADABLE = re.compile(
    rb"^[ \t]*#(?:if|elseif|else|endif|error|warning|sourceLocation)\b[^\r\n]*"
    rb"|(?<=\bswitch )(?:try[?!]?[ \t]+await|try[?!]?|await)(?=[ \t])|#_sourceLocation\b"
    rb"|(?<=\bdo )throws\([\w.]+\)|\btry[?!]?(?=[ \t]+await\b)"
    rb"|(?<=throws)\([\w.]+\)|(?<=nonisolated)\(unsafe\)|(?<=[:>] )sending(?= )",
    re.MULTILINE,
)


def _repair(raw: bytes) -> bytes:
    return _UNREADABLE.sub(_readable, raw)


def _readable(match: re.Match[bytes]) -> bytes:
    word = b"#line" if match[0] == b"#_sourceLocation" else b""
    return word.ljust(len(match[0]))


def _first(node: Node) -> Node:
    """Where a chain of members begins in truth.

    The grammar may take `a + b.c` for `(a + b).c`, and so for `!b.c` and `try b.c()`.
    """
    first: Node | None = node
    while first is not None:
        node = first
        if node.type == "call_expression":
            first = _first_named(node)
        elif node.type == "prefix_expression" and _is_implicit_member(node):
            first = None
        else:
            first = node.child_by_field_name(_INNER.get(node.type, "rhs"))
    return node


def _is_implicit_member(node: Node) -> bool:
    return node.type == "prefix_expression" and node.children[0].type == "."


def _first_named(node: Node) -> Node | None:
    return node.named_children[0] if node.named_child_count else None


def _extent(node: Node) -> tuple[int, int] | None:
    """From the true beginning; of a caught pattern the case alone. `T.self` is no member."""
    if node.type == "pattern":
        return _pattern_extent(node)
    first = _first(node)
    if first.type == "key_path_expression":
        return None
    if node.type == "navigation_expression" and (node.text or b"").endswith(b".self"):
        return None
    return first.start_byte, node.end_byte


def _pattern_extent(node: Node) -> tuple[int, int] | None:
    """`E.bad` of `E.bad(let code)` and of `let E.bad(code)`."""
    sound = takewhile(lambda child: not child.is_error, node.named_children)
    parts = [child for child in sound if child.type in ("user_type", "simple_identifier")]
    if not parts or node.child_by_field_name("bound_identifier") is not None:
        return None
    start = parts[0].start_byte
    before = parts[0].prev_sibling
    if before is not None and before.type == ".":
        start = before.start_byte
    return start, parts[-1].end_byte


def _callee(node: Node) -> Callee | None:
    if node.type == "constructor_expression":
        return _type_callee(node)
    if node.type == "macro_invocation":
        name = _first_named(node)
        return None if name is None else _named(node.start_byte, name)
    function = None if _is_subscript(node) else _function(node)
    if function is None or function.type == "bang" or function.text == b"defer":
        return None
    if function.type == "prefix_expression":
        return _named(function.start_byte, function.children[-1])
    return _named(_first(function).start_byte, last_name(function))


def _function(call: Node) -> Node | None:
    """What is called. In `f(1) { .. }` it is the inner of two calls: the outer adds an argument."""
    function: Node | None = _first_named(call)
    while function is not None and function.type not in ("navigation_expression", *_CALLS):
        if _is_implicit_member(function):
            return function
        inner = function.child_by_field_name(_INNER.get(function.type, "rhs"))
        if inner is None:
            return function
        function = inner
    if function is None or function.type == "navigation_expression":
        return function
    added = call.children[-1].text or b""
    is_trailing = added.startswith(b"{") and (function.text or b"").endswith(b")")
    return None if is_trailing else function


def _is_subscript(node: Node) -> bool:
    return (node.text or b"").endswith(b"]")


def _named(start: int, name: Node) -> Callee:
    return Callee(start, name.end_byte, name.start_byte, name.end_byte)


def _type_callee(node: Node) -> Callee | None:
    """`Foo` of `Foo<Int>(1)`."""
    constructed = node.child_by_field_name("constructed_type")
    if constructed is None:
        return None
    names = [child for child in constructed.named_children if child.type == "type_identifier"]
    if not names:
        return _named(constructed.start_byte, constructed)
    return _named(constructed.start_byte, names[-1])


def _is_read(leaf: Node) -> bool:
    before, parent = leaf.prev_sibling, leaf.parent
    if before is not None and before.type == ".":
        return False  # `.name`, `case .name`
    if parent is None:
        return False
    if parent.type in _CONDITIONS and before is not None and before.type == "value_binding_pattern":
        after = leaf.next_sibling  # `if let name = ..` binds, `if let name` reads too
        return after is None or after.type not in ("=", "type_annotation")
    if parent.type == "directly_assignable_expression":
        operator = parent.parent.child_by_field_name("operator") if parent.parent else None
        return operator is None or operator.type != "="
    return True


def _refine(node: Node, kind: str) -> str:
    """The block of `defer` is no function: the grammar reads it as a closure that is passed."""
    if node.type == "lambda_literal" and (call := _call_around(node)) is not None:
        function = _first_named(call)
        return "" if function is not None and function.text == b"defer" else kind
    return kind


def _call_around(node: Node) -> Node | None:
    suffix = node.parent
    return suffix.parent if suffix is not None and suffix.type == "call_suffix" else None


def _is_private(node: Node, _name: str) -> bool:
    parent = node.parent
    member = parent if parent is not None and parent.type == "property_declaration" else node
    modifiers = _first_named(member)
    if modifiers is None or modifiers.type != "modifiers":
        return False
    return any(child.text in _PRIVATE for child in modifiers.named_children)


def _declared(name: Node) -> Declared:
    """A keyword is a name in back-ticks, which its callers behind a dot leave out."""
    return Declared(name, spelt(name.text or b"").strip("`"))


SPEC = LanguageSpec(
    name="swift",
    grammar="swift",
    extensions=("swift",),
    comment_types=frozenset({"comment", "multiline_comment"}),
    identifier_types=frozenset({"simple_identifier"}),
    non_reads={
        "function_declaration": ("name",),
        "pattern": ("bound_identifier",),
        "call_suffix": ("name",),
        "tuple_expression": ("name",),
        **dict.fromkeys(_NEVER_READ, ("*",)),
    },
    self_names=frozenset({"self", "super", "Self"}),
    implicit_self=True,
    call_types=frozenset(_CALLS),
    callee=_callee,
    declared=_declared,
    extent=_extent,
    has_bare_fields=True,
    is_read=_is_read,
    is_private=_is_private,
    refine=_refine,
    repair=_repair,
    bound=in_cast,
)
