"""Python."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.syntax.languages.python_declarations import is_declaration
from codewitness.syntax.languages.spec import Callee, LanguageSpec, last_name

# In these an identifier is bound, deleted or declared, or it names a type or a module.
_NEVER_READ = (
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "list_splat_pattern",
    "as_pattern_target",
    "case_pattern",
    "keyword_pattern",
    "splat_pattern",
    "global_statement",
    "nonlocal_statement",
    "delete_statement",
    "aliased_import",
    "type",
)
_GROUPS = ("tuple", "list", "parenthesized_expression", "expression_list")
_SPLATS = ("list_splat", "list_splat_pattern")
_COMPREHENSIONS = (
    "list_comprehension",
    "set_comprehension",
    "dictionary_comprehension",
    "generator_expression",
)
# Around a comprehension these stand, not within one; `lambda` is a scope of its own.
_NO_EXPRESSIONS = (
    "block",
    "lambda",
    "assignment",
    "augmented_assignment",
    "assert_statement",
    "expression_statement",
    "for_statement",
    "if_statement",
    "raise_statement",
    "return_statement",
)
_CASE_PATTERNS = (
    "case_pattern",
    "class_pattern",
    "keyword_pattern",
    "union_pattern",
    "dict_pattern",
)
# `type(x).y = 1`, which the grammar takes for the alias of a type.
_MAY_BE_TYPE_CALL = re.compile(rb"type[ \t]*[(\[]")  # begins with a word, so it is found fast
_TYPE_CALL = re.compile(rb"((?:^|[;:])[ \t]*)type(?=[ \t]*[(\[][^\n]*[^\n=!<>]=[^=])", re.MULTILINE)


def _prepare(raw: bytes) -> bytes:
    mended = raw
    for call in _MAY_BE_TYPE_CALL.finditer(raw):
        start = raw.rfind(b"\n", 0, call.start()) + 1
        end = raw.find(b"\n", call.end())
        line = raw[start : end if end >= 0 else len(raw)]
        if (better := _TYPE_CALL.sub(rb"\1tyqe", line)) != line:
            mended = mended[:start] + better + mended[start + len(line) :]
    return mended


def _bare(node: Node) -> Node:
    """`node` without the parentheses around it."""
    while node.type == "parenthesized_expression":
        inner = next((child for child in node.named_children if child.type != "comment"), None)
        if inner is None:
            break
        node = inner
    return node


def _start(node: Node) -> int:
    """Where an expression begins; the grammar takes the `*` of `[*a.b]` for a part of it."""
    start = node.start_byte
    if node.type in ("attribute", "call", "subscript"):
        first = node.descendant_for_byte_range(start, start + 1)
        if first is not None and first.type == "*" and first.next_sibling is not None:
            return first.next_sibling.start_byte
    return start


def _extent(node: Node) -> tuple[int, int] | None:
    if node.type == "identifier" and (dotted := node.parent) and dotted.type == "dotted_name":
        return dotted.start_byte, node.end_byte
    node = _bare(node)
    if node.type in ("tuple", "as_pattern", "comment"):
        return None  # captured for a handled type, which is in it
    return _start(node), node.end_byte


def _callee(node: Node) -> Callee | None:
    function = node.child_by_field_name("function")
    if function is None:
        return None
    function = _bare(function)
    if function.type in _SPLATS and (inner := function.named_child(0)) is not None:
        function = inner
    name = last_name(function)
    return Callee(_start(function), function.end_byte, name.start_byte, name.end_byte)


def _is_read(name: Node) -> bool:
    """False for a name that a pattern or a comprehension around it binds."""
    parent = name.parent
    if parent is None or (parent.type == "as_pattern" and _is_case(parent.named_child(0))):
        return False
    if parent.type == "dotted_name":
        holder = parent.parent
        is_alone = parent.named_child_count == 1
        is_first = parent.named_child(0) == name and _is_case(holder)
        return is_first and holder is not None and (not is_alone or holder.type == "class_pattern")
    node: Node | None = parent
    while node is not None and node.type in _GROUPS:
        node = node.parent
    if node is not None and node.type in ("delete_statement", "as_pattern_target"):
        return False
    node = parent
    while node is not None and node.type not in _NO_EXPRESSIONS:
        if node.type in _COMPREHENSIONS and _hides(node, name):
            return False
        node = node.parent
    return True


def _is_case(node: Node | None) -> bool:
    return node is not None and node.type in _CASE_PATTERNS


def _hides(comprehension: Node, name: Node) -> bool:
    clauses = [node for node in comprehension.named_children if node.type == "for_in_clause"]
    first_source = clauses[0].child_by_field_name("right") if clauses else None
    if first_source is not None:
        start, end = first_source.byte_range
        if start <= name.start_byte < end:
            return False  # it is evaluated outside
    return any(_binds(clause, name) for clause in clauses)


def _binds(clause: Node, name: Node) -> bool:
    stack = clause.children_by_field_name("left")
    while stack:
        node = stack.pop()
        if node.type == "identifier" and node.text == name.text:
            return True
        if node.type not in ("attribute", "subscript"):
            stack += node.named_children
    return False


def _docstring(_node: Node, body: Node | None) -> Node | None:
    first = body.named_child(0) if body is not None and body.named_child_count else None
    if first is not None and first.type == "expression_statement":
        first = first.named_child(0)
    return first if first is not None and first.type == "string" else None


def _refine(node: Node, kind: str) -> str:
    """What a function is; nothing for one that only declares what another one defines."""
    is_function = node.type == "function_definition"
    return "" if is_function and is_declaration(node) else kind


def _is_private(_node: Node, name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


SPEC = LanguageSpec(
    name="python",
    grammar="python",
    extensions=("py", "pyi", "pyw"),
    filenames=("SConstruct", "SConscript"),
    non_reads={
        "attribute": ("attribute",),
        "keyword_argument": ("name",),
        "assignment": ("left",),
        "augmented_assignment": ("left",),
        "for_statement": ("left",),
        "for_in_clause": ("left",),
        "named_expression": ("name",),
        "function_definition": ("name",),
        "class_definition": ("name",),
        **dict.fromkeys(_NEVER_READ, ("*",)),
    },
    self_names=frozenset({"self", "cls", "super()"}),
    call_types=frozenset({"call"}),
    is_read=_is_read,
    callee=_callee,
    extent=_extent,
    prepare=_prepare,
    refine=_refine,
    docstring=_docstring,
    is_private=_is_private,
)
