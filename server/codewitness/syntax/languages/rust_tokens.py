"""Calls, fields and subscripts among the tokens of a Rust macro's arguments.

The grammar reads `assert!(a.b(c)[0])` as tokens `a` `.` `b` `(c)` `[0]`: a chain of names and
groups is followed back from where it ends.
"""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages.spec import Callee

_OPERANDS = frozenset(
    {
        "identifier",
        "self",
        "super",
        "crate",
        "metavariable",
        "primitive_type",
        "string_literal",
        "raw_string_literal",
        "integer_literal",
        "token_tree",
    }
)
# Words that the grammar takes for identifiers among tokens.
_WORDS = frozenset({b"else", b"in", b"move", b"dyn", b"ref", b"yield", b"where", b"box", b"return"})
_PATTERN_MACROS = frozenset({b"matches", b"assert_matches", b"debug_assert_matches"})


def callee(name: Node) -> Callee | None:
    """Callee that ends in the token `name`; None if no call is made of it."""
    if name.text in _WORDS or _type_of(name.prev_sibling) == "fn" or _is_pattern(name):
        return None
    # Between tokens an anchor of a query skips all but names and groups.
    after = name.next_sibling
    if after is None or after.type not in ("token_tree", "!", "::"):
        return None
    end = after.end_byte if after.type == "!" else name.end_byte
    return Callee(_start(name), end, name.start_byte, name.end_byte)


def extent(last: Node) -> tuple[int, int] | None:
    """Range of the field access or subscript that ends in the token `last`."""
    before = last.prev_sibling
    if before is None:
        return None
    if last.type == "token_tree":
        is_part = before.type in _OPERANDS and before.text not in _WORDS
    else:
        is_part = before.type == "."
    return (_start(last), last.end_byte) if is_part else None


def is_read(name: Node) -> bool:
    """True if the token is the name of a value: no member, label, lifetime, path or macro."""
    if _type_of(name.prev_sibling) in (".", "::", "'"):
        return False
    after = name.next_sibling
    if _type_of(after) == "!" and after is not None:
        return _type_of(after.next_sibling) != "token_tree"
    return _type_of(after) not in ("::", ":", "=")


def _start(node: Node) -> int:
    """Where the chain begins that `node` ends."""
    while (before := _operand_before(node)) is not None:
        node = before
    return node.start_byte


def _operand_before(node: Node) -> Node | None:
    before = node.prev_sibling
    kind = _type_of(before)
    if before is None:
        return None
    if kind in (".", "::"):
        operand = _without_question_marks(before.prev_sibling)
        return operand if operand is not None and _is_operand(operand) else None
    if node.type != "token_tree":
        return None
    if kind == "!":
        name = before.prev_sibling
        return name if _type_of(name) == "identifier" else None
    return before if _is_operand(before) and before.text not in _WORDS else None


def _without_question_marks(node: Node | None) -> Node | None:
    while node is not None and node.type == "?":
        node = node.prev_sibling
    return node


def _is_operand(node: Node) -> bool:
    return node.type in _OPERANDS or node.type == "await"


def _is_pattern(node: Node) -> bool:
    """True in the patterns of `matches!` and its kin, before a `=`, and at the head of an arm."""
    group = node.next_sibling
    if group is not None and _is_matched(group):
        return True
    while (tree := node.parent) is not None and tree.type == "token_tree":
        if _is_matched(tree):
            return True
        if _macro_of(tree) in _PATTERN_MACROS:
            before = [c.type for c in tree.children if c.end_byte <= node.start_byte]
            return "," in before and "if" not in before
        node = tree
    return False


def _is_matched(group: Node) -> bool:
    """True for `(x)` of `Some(x) => …` and `Some(x) = …`, not of `got = f(x) => …` (`select!`)."""
    if group.type != "token_tree":
        return False
    if not _heads_arm(group):
        return _type_of(group.next_sibling) == "="
    before = group.prev_sibling
    while before is not None and before.type not in (",", "=>"):
        if before.type in ("=", "if"):
            return False
        before = before.prev_sibling
    return True


def _heads_arm(group: Node) -> bool:
    """True if other patterns and a guard are all that stands between the group and a `=>`."""
    after, guarded = group.next_sibling, False
    while after is not None and after.type not in (",", ";", "=>"):
        guarded = guarded or after.type == "if"
        is_pattern = after.type in ("|", "::", "identifier") or _opens(after) == "("
        if not guarded and not is_pattern:
            return False
        after = after.next_sibling
    return _type_of(after) == "=>"


def _opens(tree: Node) -> str:
    return tree.children[0].type if tree.type == "token_tree" and tree.children else ""


def _macro_of(tree: Node) -> bytes | None:
    """Name of the macro whose arguments `tree` is."""
    mark = tree.prev_sibling
    name = mark.prev_sibling if mark is not None and mark.type == "!" else None
    return None if name is None else name.text


def _type_of(node: Node | None) -> str:
    return "" if node is None else node.type
