"""C++."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.languages import c_family, c_repair, c_strays
from codewitness.syntax.languages.bound import in_cpp
from codewitness.syntax.languages.spec import Callee, LanguageSpec


def _callee(node: Node) -> Callee | None:
    if node.type != "field_initializer":
        return c_family.callee(node)
    named = node.named_child(0)
    if named is None or not (named.type != "field_identifier" or _is_class(node, named)):
        return None
    return c_family.callee_of_type(named)


def _extent(node: Node) -> tuple[int, int] | None:
    """That of a member; of an initialiser's name only if it is no class."""
    owner = node.parent
    if owner is not None and owner.type == "field_initializer" and owner.named_child(0) == node:
        return None if _is_class(owner, node) else node.byte_range
    return c_family.member_extent(node)


def _is_class(node: Node, named: Node) -> bool:
    """True if an initialiser is of a base or of the class itself; members begin in lower case."""
    name = c_family.text_of(named)
    definition = node.parent
    while definition is not None and definition.type != "function_definition":
        definition = definition.parent
    declarator = definition.child_by_field_name("declarator") if definition is not None else None
    if definition is None or declarator is None:
        return False
    if name == c_family.declared(declarator).name or name in _bases(definition):
        return True
    return name[:1].isupper() and not name.isupper() and not name.endswith("_")


def _bases(definition: Node) -> set[str]:
    body = definition.parent
    while body is not None and body.type == "template_declaration":
        body = body.parent
    owner = body.parent if body is not None else None
    if owner is None or body is None or body.type != "field_declaration_list":
        return set()
    clauses = [child for child in owner.children if child.type == "base_class_clause"]
    return {c_family.declared(base).name for clause in clauses for base in clause.named_children}


def _is_private(node: Node, _name: str) -> bool:
    while node.parent is not None and node.parent.type in (
        "template_declaration",
        "field_declaration",
    ):
        node = node.parent
    parent = node.parent
    if parent is not None and parent.type == "field_declaration_list":
        return _access(node, parent) == "private"
    return c_family.is_static(node) or _is_unnamed(parent)


def _access(node: Node, body: Node) -> str:
    sibling = node.prev_sibling
    while sibling is not None:
        if sibling.type == "access_specifier":
            return c_family.text_of(sibling)
        sibling = sibling.prev_sibling
    return "private" if body.parent is not None and body.parent.type == "class_specifier" else ""


def _is_unnamed(scope: Node | None) -> bool:
    while scope is not None:
        if scope.type == "namespace_definition" and scope.child_by_field_name("name") is None:
            return True
        scope = scope.parent
    return False


SPEC = LanguageSpec(
    name="cpp",
    grammar="cpp",
    extensions=(
        *("cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++"),
        *("ipp", "inl", "tpp", "txx", "tcc", "ixx", "cppm"),
    ),
    non_reads=c_family.NON_READS,
    has_bare_fields=True,
    self_names=frozenset({"this", "(*this)"}),
    implicit_self=True,
    call_types=frozenset({"call_expression", "new_expression", "compound_literal_expression"}),
    callee=_callee,
    extent=_extent,
    is_private=_is_private,
    refine=c_family.refine,
    parameter_names=c_family.parameter_names,
    declared=c_family.declared,
    prepare=c_repair.prepare_cpp,
    repair=c_repair.repair,
    repair_at=c_strays.without_strays,
    bound=in_cpp,
)
