"""C#."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages.bound import in_csharp
from codewitness.syntax.languages.c_conditionals import without_conditionals
from codewitness.syntax.languages.spec import Callee, Declared, LanguageSpec

# In these an identifier is declared, or it is a label or a part of a type's name.
_NEVER_READ = (
    "base_list",
    "explicit_interface_specifier",
    "generic_name",
    "goto_statement",
    "labeled_statement",
    "member_binding_expression",
    "parenthesized_variable_designation",
    "qualified_name",
    "subpattern",
    "type_argument_list",
    "type_parameter_constraints_clause",
)
# In these an identifier in front of `=` is a member's name.
_INITIALIZERS = frozenset(
    {"anonymous_object_creation_expression", "let_clause", "with_initializer"}
)
_NAMED = ("catch_declaration", "declaration_expression", "declaration_pattern", "var_pattern")
_TYPED = (
    "array_creation_expression",
    "array_type",
    "cast_expression",
    "default_expression",
    "local_function_statement",
    "nullable_type",
    "object_creation_expression",
    "pointer_type",
    "ref_type",
    "sizeof_expression",
    "tuple_element",
    "type_pattern",
    "typeof_expression",
    "variable_declaration",
)
# What a member, an element or a call is of; and operators that the grammar wrongly puts into it:
# it reads `a ?? b?.c` as `(a ?? b)?.c`.
_CHAIN = {
    "conditional_access_expression": "condition",
    "element_access_expression": "expression",
    "invocation_expression": "function",
    "member_access_expression": "expression",
}
_OPERATIONS = frozenset(
    {
        "await_expression",
        "binary_expression",
        "cast_expression",
        "prefix_unary_expression",
        "range_expression",
    }
)
# The second branch of a method that has a body in the first only.
_NO_BODY = re.compile(rb"(^[ \t]*#else\b[^\n]*\n\s*);(?=\s*#endif)", re.MULTILINE)
# The grammar takes no brackets behind the star of `*(p - 1)`: another sign stands for it.
_POINTED_AT = re.compile(rb"((?:[(\[,=!&|;{}<>?:+-]|\breturn\b)\s*)\*(?=\()")
_ACCESS = frozenset({b"public", b"protected", b"internal"})
_OPEN_TYPES = frozenset({"class_declaration", "struct_declaration", "record_declaration"})


def _callee(node: Node) -> Callee | None:
    if node.type in ("constructor_initializer", "implicit_object_creation_expression"):
        whole = next((c for c in node.children if c.type in ("this", "base", "new")), None)
    else:
        field = "function" if node.type == "invocation_expression" else "type"
        whole = node.child_by_field_name(field)
    if whole is None or whole.type == "array_type":
        return None
    name = _last_name(whole)
    return Callee(_start(whole), _end(whole), name.start_byte, name.end_byte)


def _last_name(node: Node) -> Node:
    while True:
        if node.type == "conditional_access_expression":
            child: Node | None = node.named_children[-1]
        elif node.type == "generic_name":
            child = node.named_child(0)
        else:
            child = node.child_by_field_name("name")
        if child is None:
            return node
        node = child


def _end(node: Node) -> int:
    """Where a member expression ends, the type arguments of its last name left out."""
    name = _last_name(node)
    whole = name.parent if name.parent is not None and name.parent.type == "generic_name" else name
    return name.end_byte if whole.end_byte == node.end_byte else node.end_byte


def _start(node: Node) -> int:
    """Where a member expression begins."""
    while (field := _CHAIN.get(node.type)) is not None or node.type in _OPERATIONS:
        # In broken text an operation may have no operand.
        operands = node.named_children[-1:] if field is None else [node.child_by_field_name(field)]
        child = operands[0] if operands else None
        if child is None:
            break
        node = child
    return node.start_byte


def _extent(node: Node) -> tuple[int, int]:
    whole = node.parent if node.type == "bracketed_argument_list" else None
    return _start(whole or node), _end(node)


def _is_read(name: Node) -> bool:
    parent, after = name.parent, name.next_sibling
    if parent is None or after is None:
        return True
    if parent.type == "assignment_expression" and parent.child(0) == name:
        return after.type != "="
    if parent.type == "argument" and _is_target(parent):
        return False
    return parent.type not in _INITIALIZERS or after.type != "="


def _is_target(argument: Node) -> bool:
    """True for `a` of `(a, b) = pair`."""
    outer = argument.parent
    if outer is None or outer.type != "tuple_expression" or (whole := outer.parent) is None:
        return False
    if whole.type == "argument":
        return _is_target(whole)
    return whole.type == "assignment_expression" and whole.child(0) == outer


def _is_private(node: Node, _name: str) -> bool:
    words = {child.text for child in node.children if child.type == "modifier"}
    if b"private" in words:
        return True
    place = node.parent
    is_member = place is not None and place.type == "declaration_list"
    if not is_member or words & _ACCESS or place is None or place.parent is None:
        return False
    is_explicit = any(child.type == "explicit_interface_specifier" for child in node.children)
    return place.parent.type in _OPEN_TYPES and not is_explicit


def _declared(name: Node) -> Declared:
    """Name of a definition; that of an operator or a destructor has two parts."""
    parts = [name]
    is_conversion = name.parent is not None and name.parent.type.startswith("conversion")
    if name.type in ("operator", "~") and name.next_sibling is not None and not is_conversion:
        parts.append(name.next_sibling)
    return Declared(name, spelt(b"".join(part.text or b"" for part in parts)))


def _repair(raw: bytes) -> bytes:
    return without_conditionals(_NO_BODY.sub(rb"\1 ", _POINTED_AT.sub(rb"\1-", raw)))


def _refine(node: Node, kind: str) -> str:
    if node.type == "record_declaration" and any(c.type == "struct" for c in node.children):
        return "struct"
    return kind


SPEC = LanguageSpec(
    name="csharp",
    grammar="csharp",
    extensions=("cs", "csx"),
    non_reads={
        **dict.fromkeys(_NEVER_READ, ("*",)),
        **dict.fromkeys(_TYPED, ("type",)),
        **dict.fromkeys(_NAMED, ("type", "name")),
        "argument": ("name",),
        "as_expression": ("right",),
        "foreach_statement": ("type", "left"),
        "from_clause": ("type", "name"),
        "join_clause": ("type",),
        "member_access_expression": ("name",),
        "preproc_elif": ("condition",),
        "preproc_if": ("condition",),
        "tuple_pattern": ("*",),
        "variable_declarator": ("name",),
    },
    has_bare_fields=True,
    is_read=_is_read,
    self_names=frozenset({"this", "base"}),
    implicit_self=True,
    call_types=frozenset(
        {
            "invocation_expression",
            "object_creation_expression",
            "implicit_object_creation_expression",
        }
    ),
    callee=_callee,
    extent=_extent,
    is_private=_is_private,
    package_joins=True,
    refine=_refine,
    declared=_declared,
    repair=_repair,
    bound=in_csharp,
)
