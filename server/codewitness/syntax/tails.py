"""Which expressions a body gives back by being its last, in languages where that needs no word."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

# Of these the last child counts.
_SEQUENCES = frozenset(
    {
        *("block", "body_statement", "then", "else", "statements", "begin", "function_body"),
        *("control_structure_body", "else_clause", "block_body", "parenthesized_statements"),
        *("computed_property", "computed_getter", "unsafe_block"),
    }
)
# Of these every arm counts.
_BRANCHES = frozenset(
    {
        *("if_expression", "if", "unless", "elsif", "case", "when", "when_expression"),
        *("when_entry", "match_expression", "match_block", "if_modifier", "unless_modifier"),
        *("case_match", "in_clause", "switch_statement", "switch_entry", "if_statement"),
    }
)
_ARM_FIELDS = ("consequence", "alternative", "body")
_NO_VALUES = frozenset(
    {
        *("line_comment", "block_comment", "comment", "let_declaration", "empty_statement"),
        *("return_expression", "return", "rescue", "ensure", "jump_expression", "while", "until"),
        *("for", "for_expression", "while_expression", "loop_expression", "use_declaration"),
        *("control_transfer_statement", "for_statement", "while_statement", "guard_statement"),
        *("property_declaration", "assignment", "do_statement", "multiline_comment", "method"),
        *("macro_definition", "function_item", "struct_item", "break_expression", "raise"),
    }
)
_MAX_DEPTH = 12


def tails(node: Node, *, only_alone: bool = False, depth: int = 0) -> Iterator[Node]:
    """The expressions that `node` may end with; with `only_alone` only a body's single one."""
    if depth > _MAX_DEPTH:
        return
    if node.type == "expression_statement":
        if (node.text or b"").rstrip().endswith(b";"):
            return
        yield from _each(node.named_children[:1], only_alone, depth)
    elif node.type in _SEQUENCES:
        # Swift's `nil` is but a word to its grammar.
        children = [c for c in node.children if c.is_named or c.type == "nil"]
        children = [c for c in children if "comment" not in c.type]
        children = [c for c in children if c.type not in ("getter_specifier", "computed_setter")]
        children = [c for c in children if c.type not in ("rescue", "ensure")]
        if only_alone and len(children) > 1:
            return
        yield from _each(children[-1:], only_alone, depth)
        rescues = [c for c in node.named_children if c.type == "rescue"]
        bodies = [c.child_by_field_name("body") for c in rescues]
        yield from _each([body for body in bodies if body is not None], only_alone, depth)
    elif node.type == "match_arm":
        yield from _each(node.children_by_field_name("value"), only_alone, depth)
    elif node.type in _BRANCHES:
        yield from _each(_arms(node), only_alone, depth)
    elif node.type not in _NO_VALUES:
        yield node


def _each(nodes: list[Node], only_alone: bool, depth: int) -> Iterator[Node]:
    for node in nodes:
        yield from tails(node, only_alone=only_alone, depth=depth + 1)


def _arms(node: Node) -> list[Node]:
    named = [arm for name in _ARM_FIELDS for arm in node.children_by_field_name(name)]
    if named:
        return named
    return [
        child
        for child in node.named_children
        if child.type in _SEQUENCES or child.type in _BRANCHES or child.type == "match_arm"
    ]
