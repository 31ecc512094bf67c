"""Rust."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages import rust_items, rust_macros, rust_tokens
from codewitness.syntax.languages.bound import in_cast
from codewitness.syntax.languages.spec import Callee, LanguageSpec, callee_of, extent

# In these an identifier is bound or declared, or it is part of a path, a label or a lifetime.
_NEVER_READ = (
    "tuple_pattern",
    "slice_pattern",
    "tuple_struct_pattern",
    "ref_pattern",
    "reference_pattern",
    "mut_pattern",
    "captured_pattern",
    "or_pattern",
    "field_pattern",
    "closure_parameters",
    "scoped_identifier",
    "scoped_type_identifier",
    "scoped_use_list",
    "use_declaration",
    "use_list",
    "use_as_clause",
    "use_wildcard",
    "extern_crate_declaration",
    "attribute",
    "label",
    "lifetime",
)


def _callee(node: Node) -> Callee | None:
    if node.type == "identifier":
        return rust_tokens.callee(node)
    if node.type == "macro_invocation":
        return _macro(node)
    function = node.child_by_field_name("function")
    if function is not None and function.type == "generic_function":
        function = function.child_by_field_name("function")
    return None if function is None else callee_of(function)


def _macro(node: Node) -> Callee | None:
    name = node.child_by_field_name("macro")
    if name is None or (mark := name.next_sibling) is None:
        return None
    return callee_of(name)._replace(end=mark.end_byte)


def _extent(node: Node) -> tuple[int, int] | None:
    parent = node.parent
    if parent is not None and parent.type == "token_tree":
        return rust_tokens.extent(node)
    return extent(node)


def _is_read(leaf: Node) -> bool:
    parent = leaf.parent
    if parent is None:
        return False
    if leaf.type == "string_content":
        return parent.parent is not None and parent.parent.type == "token_tree"
    if parent.type == "match_pattern":
        return parent.child_by_field_name("condition") == leaf
    if parent.type in ("tuple_expression", "array_expression") and parent.parent is not None:
        return parent.parent.child_by_field_name("left") != parent
    return parent.type != "token_tree" or rust_tokens.is_read(leaf)


def _names(pattern: Node) -> list[Node]:
    """The names that a parameter's pattern binds."""
    if pattern.type in ("identifier", "shorthand_field_identifier"):
        return [pattern]
    kind = pattern.child_by_field_name("type")
    inner = [child for child in pattern.named_children if child != kind]
    return [name for child in inner if child.type != "field_identifier" for name in _names(child)]


def _leading(node: Node) -> Node:
    while (before := node.prev_sibling) is not None and before.type == "attribute_item":
        node = before
    return node


def _is_private(node: Node, _name: str) -> bool:
    if any(child.type == "visibility_modifier" for child in node.children):
        return False
    around = node.parent.parent if node.parent is not None else None
    if around is None or around.type not in ("impl_item", "trait_item"):
        return node.type not in ("impl_item", "macro_definition")
    return around.type == "impl_item" and around.child_by_field_name("trait") is None


SPEC = LanguageSpec(
    name="rust",
    grammar="rust",
    extensions=("rs",),
    comment_types=frozenset({"line_comment", "block_comment"}),
    identifier_types=frozenset({"identifier", "shorthand_field_identifier"}),
    non_reads={
        "let_declaration": ("pattern",),
        "let_condition": ("pattern",),
        "for_expression": ("pattern",),
        "parameter": ("pattern",),
        "assignment_expression": ("left",),
        "compound_assignment_expr": ("left",),
        "const_item": ("name",),
        "static_item": ("name",),
        "function_item": ("name",),
        "mod_item": ("name",),
        "macro_definition": ("name",),
        "macro_invocation": ("macro",),
        **dict.fromkeys(_NEVER_READ, ("*",)),
    },
    format_types=frozenset({"string_content"}),
    is_read=_is_read,
    self_names=frozenset({"self", "Self"}),
    call_types=frozenset({"call_expression"}),
    callee=_callee,
    extent=_extent,
    is_private=_is_private,
    parameter_names=_names,
    leading=_leading,
    made=rust_macros.made,
    prepare=rust_items.prepare,
    bound=in_cast,
)
