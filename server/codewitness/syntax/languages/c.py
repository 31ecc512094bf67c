"""C."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages import c_family, c_repair, c_strays
from codewitness.syntax.languages.spec import LanguageSpec


def _is_private(node: Node, _name: str) -> bool:
    return c_family.is_static(node)


SPEC = LanguageSpec(
    name="c",
    grammar="c",
    extensions=("c", "h"),
    non_reads=c_family.NON_READS,
    self_names=frozenset(),
    call_types=frozenset({"call_expression"}),
    callee=c_family.callee,
    is_private=_is_private,
    refine=c_family.refine,
    parameter_names=c_family.parameter_names,
    declared=c_family.declared,
    repair=c_repair.repair,
    repair_at=c_strays.without_strays,
)
