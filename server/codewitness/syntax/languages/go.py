"""Go."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.syntax.languages.bound import in_cast
from codewitness.syntax.languages.spec import Callee, LanguageSpec

# Their field `left` is a list of what they assign, declare or receive into.
_BINDERS = frozenset(
    {"assignment_statement", "short_var_declaration", "range_clause", "receive_statement"}
)
_RECEIVER = re.compile(r"func\s*\(\s*(\w+)\s+[^)]*\)\s*(?!func\b)\w+\s*\(")


def _callee(node: Node) -> Callee | None:
    if node.type == "type_conversion_expression":
        generic = node.child_by_field_name("type")
        function = None if generic is None else generic.child_by_field_name("type")
    else:
        function = node.child_by_field_name("function")
    # A function literal called on the spot has no name that a call could be known by.
    if function is None or function.type == "func_literal":
        return None
    name = function.child_by_field_name("field") or function.child_by_field_name("name") or function
    return Callee(function.start_byte, function.end_byte, name.start_byte, name.end_byte)


def _is_read(identifier: Node) -> bool:
    parent = identifier.parent
    if parent is None or (around := parent.parent) is None:
        return True
    match parent.type:
        case "expression_list" if around.type in _BINDERS:
            return parent != around.child_by_field_name("left")
        case "expression_list":
            return parent != around.child_by_field_name("alias")
        case "literal_element" if around.type == "keyed_element":
            return parent != around.child_by_field_name("key") or _is_key_of_map(around)
        case _:
            return True


def _is_key_of_map(element: Node) -> bool:
    """False if the element's key is the name of a field."""
    literal = element.parent.parent if element.parent is not None else None
    of = None if literal is None else literal.child_by_field_name("type")
    return of is not None and of.type == "map_type"


def _is_private(_node: Node, name: str) -> bool:
    return not name[:1].isupper()


SPEC = LanguageSpec(
    name="go",
    grammar="go",
    extensions=("go",),
    non_reads={
        "var_spec": ("name",),
        "const_spec": ("name",),
        "parameter_declaration": ("*",),
        "variadic_parameter_declaration": ("*",),
    },
    is_read=_is_read,
    self_names=frozenset(),
    receiver=_RECEIVER,
    call_types=frozenset({"call_expression"}),
    callee=_callee,
    is_private=_is_private,
    package_joins=True,
    bound=in_cast,
)
