"""Rust: where a type is named so that all of its fields, or all of its variants, must be named."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

_SCOPED = frozenset({"scoped_identifier", "scoped_type_identifier"})
_GENERIC = frozenset({"generic_type", "generic_type_with_turbofish"})
_OF_VARIANT = frozenset({"tuple_struct_pattern", "struct_pattern"})


def lacks(node: Node, names: frozenset[str]) -> bool:
    """True if the word at a node names a type of which one of these is left out there.

    It is made without a field; or a `match` has no branch for a variant, told at its first branch.
    """
    node = _whole_path(node)
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "struct_expression":
        return _is(parent, "name", node) and _lacks_field(parent, names)
    if parent.type in _SCOPED and _is(parent, "path", node):
        return _lacks_variant(parent, names)
    return False


def _whole_path(node: Node) -> Node:
    while (parent := node.parent) is not None:
        is_last = parent.type in _SCOPED and _is(parent, "name", node)
        if not is_last and not (parent.type in _GENERIC and _is(parent, "type", node)):
            break
        node = parent
    return node


def _lacks_field(made: Node, names: frozenset[str]) -> bool:
    given = made.child_by_field_name("body")
    if given is None or any(one.type == "base_field_initializer" for one in given.children):
        return False
    keys = (one.child_by_field_name("field") or one for one in given.named_children)
    return bool(names - {_text(one) for one in keys})


def _lacks_variant(variant: Node, names: frozenset[str]) -> bool:
    pattern = variant
    if (parent := pattern.parent) is not None and parent.type in _OF_VARIANT:
        pattern = parent
    while (parent := pattern.parent) is not None and parent.type == "or_pattern":
        if parent.named_children[0] != pattern:
            return False
        pattern = parent
    arm = parent.parent if parent is not None and parent.type == "match_pattern" else None
    block = arm.parent if arm is not None else None
    if block is None:
        return False
    arms = [one for one in block.named_children if one.type == "match_arm"]
    patterns = [one.child_by_field_name("pattern") for one in arms]
    sure = [one for one in patterns if one is not None and not one.child_by_field_name("condition")]
    if arms[0] != arm or any(_takes_all(one) for one in sure):
        return False
    return bool(names - {name for one in sure for name in _variants(one)})


def _takes_all(pattern: Node) -> bool:
    """True for `_` and for a name alone, which may as well be that of a variant."""
    inner = pattern.named_children
    return not inner or inner[0].type in ("identifier", "captured_pattern", "macro_invocation")


def _variants(pattern: Node) -> Iterator[str]:
    todo = [pattern]
    while todo:
        one = todo.pop()
        name = one.child_by_field_name("name") if one.type in _SCOPED else None
        if name is not None:
            yield _text(name)
        todo += one.named_children


def _is(parent: Node, field: str, node: Node) -> bool:
    return parent.child_by_field_name(field) == node


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
