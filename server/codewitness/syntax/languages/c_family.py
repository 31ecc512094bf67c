"""What C, C++ and Objective-C share: declarators, callees, and what is no read of a parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages.spec import Callee, Declared, callee_of

_MACRO = re.compile(r"[A-Z_][A-Z0-9_]{2,}")
_BLANK_BEFORE_SIGN = re.compile(r"\s+(?=\W)")
_KEYWORDS = frozenset(
    {"if", "else", "for", "while", "do", "switch", "case", "return", "catch", "try", "sizeof"}
)
# Written like calls, but the compiler's own.
_NO_CALLS = _KEYWORDS | frozenset(
    {
        "static_cast",
        "dynamic_cast",
        "const_cast",
        "reinterpret_cast",
        "static_assert",
        "_Static_assert",
        "typeid",
        "typeof",
        "__typeof__",
        "__typeof",
        "noexcept",
        "decltype",
        "alignof",
        "offsetof",
        "defined",
        "__attribute__",
    }
)
_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})
_TEMPLATES = frozenset({"template_function", "template_method", "template_type"})
# Declarators that hold the next one in no field.
_BARE_WRAPPERS = frozenset(
    {
        "reference_declarator",
        "parenthesized_declarator",
        "attributed_declarator",
        "variadic_declarator",
        "block_pointer_declarator",
    }
)
_NEVER_READ = (
    "pointer_declarator",
    "reference_declarator",
    "parenthesized_declarator",
    "variadic_declarator",
    "block_pointer_declarator",
    "structured_binding_declarator",
    "qualified_identifier",
    "destructor_name",
    "using_declaration",
    "attribute",
    "preproc_defined",
    "preproc_params",
    "parameter_list",
)
_DECLARING = (
    "declaration",
    "init_declarator",
    "array_declarator",
    "function_declarator",
    "parameter_declaration",
    "optional_parameter_declaration",
    "for_range_loop",
)
NON_READS = {
    "assignment_expression": ("left",),
    "enumerator": ("name",),
    "preproc_ifdef": ("name",),
    "preproc_def": ("name",),
    "preproc_function_def": ("name",),
    **dict.fromkeys(_DECLARING, ("declarator",)),
    **dict.fromkeys(_NEVER_READ, ("*",)),
}


def text_of(node: Node) -> str:
    """The node's text."""
    return spelt(node.text or b"")


def innermost(node: Node) -> Node:
    """What a declarator is about: the name in `*(&name)[3]`."""
    while node.type != "operator_cast":
        child = node.child_by_field_name("declarator")
        if child is None and node.type in _BARE_WRAPPERS and node.named_child_count:
            child = node.named_child(node.named_child_count - 1)
        if child is None:
            break
        node = child
    return node


def declared(node: Node) -> Declared:
    """Name of a declarator, a type or a namespace, with what stands before its last `::`."""
    if (macro := _macro_arguments(node)) is not None:
        *before, last = macro
        return Declared(last, text_of(last), ".".join(map(text_of, before)))
    if (named := _in_macro(node)) is not None:
        return Declared(named, text_of(named))
    node = innermost(_by_typedef(node))
    scopes: list[str] = []
    while node.type in ("qualified_identifier", "nested_namespace_specifier"):
        *before, last = node.named_children or [node]
        scopes += [text_of(_without_arguments(part)) for part in before]
        if last == node:
            break
        node = last
    node = _without_arguments(node)
    return Declared(node, _name_text(node), ".".join(scopes))


def _by_typedef(node: Node) -> Node:
    """The name that a struct, union or enum gets where it is declared, which its users write."""
    owner = node.parent
    if owner is None or not owner.type.endswith("_specifier") or owner.parent is None:
        return node
    if owner.parent.type != "type_definition":
        return node
    name = owner.parent.child_by_field_name("declarator")
    return name if name is not None and name.type == "type_identifier" else node


def _in_macro(node: Node) -> Node | None:
    """`open` of `void PREFIX(open)(int mode) {}`: no function gives back a function."""
    inside = node.child_by_field_name("declarator") if node.type == "function_declarator" else None
    if inside is None or inside.type != "function_declarator":
        return None
    macro, listed = (inside.child_by_field_name(key) for key in ("declarator", "parameters"))
    if macro is None or macro.type != "identifier" or listed is None:
        return None
    parts = listed.named_children
    if len(parts) != 1 or parts[0].named_child_count != 1:
        return None
    return parts[0].named_children[0] if parts[0].named_children[0].type in _TYPES else None


def _macro_arguments(node: Node) -> list[Node] | None:
    """`Suite` and `Case` of `TEST(Suite, Case) {}`, by which everybody calls such a function."""
    definition = node.parent
    if (
        definition is None
        or definition.type != "function_definition"
        or node.type != ("function_declarator")
    ):
        return None
    if definition.child_by_field_name("type") is not None or _is_in_class(definition):
        return None
    name, parameters = (node.child_by_field_name(key) for key in ("declarator", "parameters"))
    if name is None or parameters is None or not _MACRO.fullmatch(text_of(name)):
        return None
    parts = parameters.named_children
    is_plain = all(p.named_child_count == 1 and p.named_children[0].type in _TYPES for p in parts)
    return parts if parts and is_plain else None


def _is_in_class(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "field_declaration_list"


def _without_arguments(node: Node) -> Node:
    while node.type in _TEMPLATES and (name := node.child_by_field_name("name")) is not None:
        node = name
    return node


def _name_text(node: Node) -> str:
    if node.type == "operator_cast":
        type_node = node.child_by_field_name("type")
        return f"operator {text_of(type_node)}" if type_node else "operator"
    return _BLANK_BEFORE_SIGN.sub("", text_of(node))


def refine(node: Node, word: str) -> str:
    """Kind of a definition: constructors, and what is but a macro with a block after it."""
    if node.type != "function_definition":
        name = node.child_by_field_name("name")
        return "" if name is not None and name.is_missing else word
    declarator = node.child_by_field_name("declarator")
    if declarator is None or not _is_function(node, declarator):
        return ""
    if node.child_by_field_name("type") is None and _is_constructor(node, declared(declarator)):
        return "constructor"
    return word


def _is_function(node: Node, declarator: Node) -> bool:
    if any(child.type == "delete_method_clause" for child in node.children):
        return False
    name = innermost(declarator)
    if name.type == "identifier" and text_of(name) in _KEYWORDS:
        return False
    has_type = node.child_by_field_name("type") is not None
    is_nested = node.parent is not None and node.parent.type == "compound_statement"
    if declarator.type == "parenthesized_declarator":
        return not is_nested and has_type and innermost(declarator).type == "identifier"
    return declarator.type != "identifier" and (has_type or not is_nested)


def _is_constructor(node: Node, name: Declared) -> bool:
    if name.qualifier:
        return name.qualifier.rpartition(".")[2] == name.name
    return class_name(node) == name.name


def class_name(node: Node) -> str:
    """Name of the class in whose body a definition stands, directly or as a template."""
    body = node.parent
    while body is not None and body.type in ("template_declaration", "friend_declaration"):
        body = body.parent
    if body is None or body.type != "field_declaration_list" or body.parent is None:
        return ""
    name = body.parent.child_by_field_name("name")
    return declared(name).name if name is not None else ""


def parameter_names(node: Node) -> list[Node]:
    """Name of a parameter of a function, but not of a pointer to one nor of a mere declaration."""
    if node.type == "method_parameter":
        return [child for child in node.named_children if child.type == "identifier"][-1:]
    if not _is_of_definition(node):
        return []
    declarator = node if node.type == "identifier" else node.child_by_field_name("declarator")
    name = innermost(declarator) if declarator is not None else None
    return [name] if name is not None and name.type == "identifier" else []


def _is_of_definition(node: Node) -> bool:
    owner = node.parent.parent if node.parent is not None else None
    if owner is not None and owner.type == "abstract_function_declarator":
        owner = _block_of(owner)
    if owner is None or owner.type != "function_declarator":
        return owner is not None and owner.type in ("lambda_declarator", "block_literal")
    if any(part.type == "function_declarator" for part in _below(owner)):
        return False
    while owner is not None and owner.type.endswith("_declarator"):
        owner = owner.parent
    return owner is not None and (
        owner.type == "field_declaration"
        or (owner.type == "function_definition" and bool(refine(owner, "function")))
    )


def _block_of(declarator: Node) -> Node | None:
    """The block that begins `^int *(int a) {`; there the parameters are the type's."""
    owner = declarator.parent
    while owner is not None and owner.type == "abstract_pointer_declarator":
        owner = owner.parent
    return owner.parent if owner is not None and owner.type == "type_name" else None


def _below(declarator: Node) -> Iterator[Node]:
    node = declarator.child_by_field_name("declarator")
    while node is not None and node.type.endswith("_declarator"):
        yield node
        child = node.child_by_field_name("declarator")
        node = child if child is not None else node.named_child(0)


def callee(node: Node) -> Callee | None:
    """Callee of a call, of `new`, of `Type{...}`, or of a base class's constructor."""
    if node.type in ("new_expression", "compound_literal_expression"):
        made = node.child_by_field_name("type")
        return _callee(made, made) if made is not None and made.type in _TYPES else None
    if node.type == "va_arg_expression":
        return _callee(node.children[0], node.children[0])
    function = node.child_by_field_name("function")
    if function is None or function.type == "primitive_type":
        return None
    name = function
    if function.type in _TEMPLATES and (inner := function.child_by_field_name("name")) is not None:
        name = inner
    if name.type == "identifier":
        return None if text_of(name) in _NO_CALLS else callee_of(name)
    return _callee(function, _unwrapped(function))


def _callee(function: Node, inner: Node) -> Callee:
    name = inner
    while (part := _part(name)) is not None:
        name = part
    is_bare = function == inner and inner.type in (*_TYPES, "field_expression", *_TEMPLATES)
    end = name.end_byte if is_bare else function.end_byte
    return Callee(function.start_byte, end, name.start_byte, name.end_byte)


def callee_of_type(node: Node) -> Callee:
    """Callee of what is made by naming its type."""
    return _callee(node, node)


def _part(node: Node) -> Node | None:
    if node.type == "field_expression":
        return node.child_by_field_name("field")
    if node.type == "dependent_name":
        return node.named_child(node.named_child_count - 1)
    return node.child_by_field_name("name") if node.type in (*_TYPES, *_TEMPLATES) else None


def _unwrapped(node: Node) -> Node:
    """`run` of `(*run)`."""
    while node.type in ("parenthesized_expression", "pointer_expression"):
        child = node.child_by_field_name("argument") or node.named_child(0)
        if child is None:
            break
        node = child
    return node


def member_extent(node: Node) -> tuple[int, int] | None:
    """Range of a member access without type arguments; a pointer to a member is no member."""
    if node.type != "field_expression":
        return node.byte_range
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in (".*", "->*"):
        return None
    name = node
    while (part := _part(name)) is not None:
        name = part
    return node.start_byte, name.end_byte


def is_static(node: Node) -> bool:
    """True for a function that no other file sees."""
    return any(
        child.type == "storage_class_specifier" and child.text == b"static"
        for child in node.children
    )
