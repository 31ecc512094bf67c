"""Objective-C."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages import c_family, c_repair
from codewitness.syntax.languages.spec import Callee, LanguageSpec


def _callee(node: Node) -> Callee | None:
    """For `[self run:a]` it is `self run`."""
    if node.type != "message_expression":
        return c_family.callee(node)
    receiver, selector = (node.child_by_field_name(key) for key in ("receiver", "method"))
    if receiver is None or selector is None:
        return None
    return Callee(receiver.start_byte, selector.end_byte, selector.start_byte, selector.end_byte)


def _is_private(node: Node, name: str) -> bool:
    return name.startswith("_") if node.type == "method_definition" else c_family.is_static(node)


def _refine(node: Node, word: str) -> str:
    if node.type == "class_interface" and any(child.type == "(" for child in node.children):
        return "extension"
    return c_family.refine(node, word)


SPEC = LanguageSpec(
    name="objc",
    grammar="objc",
    extensions=("m", "mm"),
    non_reads={**c_family.NON_READS, "message_expression": ("method",)},
    implicit_self=True,  # functions between methods
    self_names=frozenset({"self", "super"}),
    call_types=frozenset({"call_expression", "message_expression"}),
    callee=_callee,
    is_private=_is_private,
    refine=_refine,
    parameter_names=c_family.parameter_names,
    declared=c_family.declared,
    repair=c_repair.repair_objc,
)
