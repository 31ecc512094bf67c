"""Java."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages.spec import Callee, LanguageSpec

# In these an identifier is declared, or it is a label or the name of a type.
_NEVER_READ = (
    "break_statement",
    "continue_statement",
    "inferred_parameters",
    "labeled_statement",
    "record_pattern",
    "record_pattern_component",
    "type_pattern",
)


def _callee(node: Node) -> Callee | None:
    if node.type == "method_invocation":
        start, name = node, node.child_by_field_name("name")
    elif node.type == "explicit_constructor_invocation":
        start, name = node, node.child_by_field_name("constructor")
    else:
        start, name = _created(node)
    if name is None:
        return None
    return Callee(start.start_byte, name.end_byte, name.start_byte, name.end_byte)


def _created(node: Node) -> tuple[Node, Node | None]:
    """First and last node of the name of the class in `new pkg.Name<..>(..)`."""
    name = start = node.child_by_field_name("type")
    while name is not None and (inner := _named_by(name)) is not None:
        if name.type == "annotated_type":
            start = inner
        name = inner
    return start or node, name


def _named_by(node: Node) -> Node | None:
    if node.type == "generic_type":
        return node.named_child(0)
    if node.type in ("scoped_type_identifier", "annotated_type"):
        return node.named_children[-1]
    return None


def _is_read(name: Node) -> bool:
    parent = name.parent
    if parent is None:
        return True
    if parent.type == "method_reference":
        return parent.child(0) == name
    if parent.type == "assignment_expression" and parent.child(0) == name:
        operator = parent.child_by_field_name("operator")
        return operator is not None and operator.type != "="
    return True


def _is_private(node: Node, _name: str) -> bool:
    modifiers = node.child(0)
    if modifiers is None or modifiers.type != "modifiers":
        return False
    return any(child.type == "private" for child in modifiers.children)


SPEC = LanguageSpec(
    name="java",
    grammar="java",
    extensions=("java",),
    comment_types=frozenset({"line_comment", "block_comment"}),
    non_reads={
        "catch_formal_parameter": ("name",),
        "enhanced_for_statement": ("name",),
        "field_access": ("field",),
        "instanceof_expression": ("name",),
        "method_invocation": ("name",),
        "resource": ("name",),
        "variable_declarator": ("name",),
        **dict.fromkeys(_NEVER_READ, ("*",)),
    },
    has_bare_fields=True,
    is_read=_is_read,
    self_names=frozenset({"this", "super"}),
    implicit_self=True,
    call_types=frozenset({"method_invocation", "object_creation_expression"}),
    callee=_callee,
    is_private=_is_private,
    package_joins=True,
)
