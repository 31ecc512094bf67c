"""Kotlin."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages import kotlin_delegation
from codewitness.syntax.languages.bound import in_cast
from codewitness.syntax.languages.spec import Callee, Declared, LanguageSpec

# In these an identifier is declared, or it is the name of a member.
_NEVER_READ = (
    "catch_block",
    "class_parameter",
    "enum_entry",
    "function_declaration",
    "navigation_suffix",
    "parameter",
    "parameter_with_optional_type",
    "variable_declaration",
)
# The grammar takes the type arguments of calls that others follow for comparisons: `a<T>(b).c()`.
_TYPE_ARGUMENTS = re.compile(
    rb"\w(<[\w.,? *<>]+>)"
    rb"(?=\((?:[^()\n]|\([^()\n]*\))+\)\s*[.?!\[]|[ ]\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*[.?!])"
)
# It does not know these words of multiplatform code everywhere.
_PLATFORM = re.compile(rb"\b(actual|expect)\b(?=\s+(?:\w+\s+)*(?:constructor|va[lr])\b)")
# It does not know the range `a..<b`.
_OPEN_RANGE = re.compile(rb"\.\.(<)(?=[\s\w(])")
# It takes a line end for the end of a declaration here: before a class's constructor, before `as`.
_BROKEN_LINE = re.compile(
    rb"\bclass\s+\w+(?:\s*<[^{}()]*>)?\s+(?:@[\w.:]+(?:\([^()]*\))?\s+)*"
    rb"(?:(?:private|protected|internal|public)\s+)?(?=constructor\s*\()"
    rb"|\s*\n\s*(?=as\b\??\s+\w)"
)
# Ends of expressions that the grammar does not always wrap in a node together with their start.
_SUFFIXES = frozenset({"navigation_suffix", "indexing_suffix"})


def _callee(node: Node) -> Callee | None:
    if node.type == "call_expression":
        parts = node.named_children[:1]
        names = [_last_name(part) for part in parts]
    elif kotlin_delegation.delegate(node) is not None:
        return None
    elif node.type == "constructor_delegation_call":
        parts = names = node.children[:1]
    else:
        parts = names = [part for whole in node.named_children[:1] for part in _type_names(whole)]
    if not names:
        return None
    end = parts[-1].end_byte
    return Callee(parts[0].start_byte, end, names[-1].start_byte, names[-1].end_byte)


def _last_name(node: Node) -> Node:
    if node.type != "navigation_expression":
        return node
    suffix = node.named_children[-1]
    return suffix.named_children[0] if suffix.named_children else suffix


def _type_names(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type == "type_identifier"]


def _extent(node: Node) -> tuple[int, int]:
    whole = node.parent if node.type in _SUFFIXES else None
    return (whole or node).start_byte, node.end_byte


def _is_read(name: Node) -> bool:
    parent = name.parent
    if parent is None or name.type == "interpolated_identifier":
        return True
    if parent.type == "callable_reference":
        return name.type == "type_identifier"
    if name.type == "type_identifier":
        return False
    after = name.next_sibling
    if parent.type == "value_argument":
        return after is None or after.type != "="
    if parent.type == "infix_expression":
        return parent.child(1) != name
    if parent.type == "directly_assignable_expression" and after is None:
        operator = parent.next_sibling
        return operator is not None and operator.type != "="
    return True


def _is_private(node: Node, _name: str) -> bool:
    return any(
        child.text == b"private"
        for part in (node, _leading(node))
        for modifiers in part.named_children[:1]
        if modifiers.type == "modifiers"
        for child in modifiers.named_children
    )


def _prepare(raw: bytes) -> bytes:
    """Without what the grammar reads wrongly, or with it in a form that the grammar knows."""
    return _TYPE_ARGUMENTS.sub(_blank, kotlin_delegation.as_argument(raw))


def _repair(raw: bytes) -> bytes:
    raw = _OPEN_RANGE.sub(_blank, _PLATFORM.sub(_blank, raw))
    return _BROKEN_LINE.sub(_on_one_line, raw)


def _on_one_line(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[\r\n]", b" ", match[0])


def _blank(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    gap = re.sub(rb"[^\r\n]", b" ", match[1])
    return match[0][:start] + gap + match[0][end:]


def _leading(node: Node) -> Node:
    """The property in front of the first of its accessors, if they have lines of their own."""
    before = node.prev_named_sibling if node.type in ("getter", "setter") else None
    while before is not None and before.type.endswith("comment"):
        before = before.prev_named_sibling
    return before if before is not None and before.type == "property_declaration" else node


def _declared(name: Node) -> Declared:
    """A name in back-ticks may hold anything: `` `adds two` `` is known as `adds_two`."""
    text = spelt(name.text or b"")
    return Declared(name, re.sub(r"\W+", "_", text.strip("`")) if "`" in text else text)


def _refine(node: Node, kind: str) -> str:
    if node.type != "class_declaration":
        return kind
    words = {child.type for child in node.children if not child.is_named}
    return "interface" if "interface" in words else "enum" if "enum" in words else kind


SPEC = LanguageSpec(
    name="kotlin",
    grammar="kotlin",
    extensions=("kt", "kts"),
    comment_types=frozenset({"line_comment", "multiline_comment"}),
    identifier_types=frozenset({"simple_identifier", "interpolated_identifier", "type_identifier"}),
    non_reads=dict.fromkeys(_NEVER_READ, ("*",)),
    has_bare_fields=True,
    is_read=_is_read,
    self_names=frozenset({"this", "super"}),
    implicit_self=True,
    call_types=frozenset({"call_expression"}),
    callee=_callee,
    extent=_extent,
    is_private=_is_private,
    package_joins=True,
    refine=_refine,
    declared=_declared,
    prepare=_prepare,
    repair=_repair,
    leading=_leading,
    bound=in_cast,
)
