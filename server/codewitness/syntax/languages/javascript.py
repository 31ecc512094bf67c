"""JavaScript, and what TypeScript shares with it."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.syntax.languages.ecma_bound import CASTS, FUNCTIONS, bound, without_casts
from codewitness.syntax.languages.spec import Callee, Declared, LanguageSpec, callee_of

# Fields in which an identifier is bound or declared, by the node that has the field.
NON_READS = {
    "variable_declarator": ("name",),
    "assignment_expression": ("left",),
    "for_in_statement": ("left",),
    "assignment_pattern": ("left",),
    "object_assignment_pattern": ("left",),
    "pair_pattern": ("value",),
    "array_pattern": ("*",),
    "object_pattern": ("*",),
    "rest_pattern": ("*",),
    "formal_parameters": ("*",),
    "arrow_function": ("parameter",),
    "catch_clause": ("parameter",),
    "function_declaration": ("name",),
    "function_expression": ("name",),
    "generator_function_declaration": ("name",),
    "generator_function": ("name",),
    "class_declaration": ("name",),
    "class": ("name",),
    "jsx_closing_element": ("*",),
}
CALL_TYPES = frozenset({"call_expression", "new_expression"})
IDENTIFIERS = frozenset({"identifier", "shorthand_property_identifier"})
SELF_NAMES = frozenset({"this", "super"})
# What the grammar takes for a part of the callee if that has type arguments: `await f<T>(x)` is to
# it a call of `await f`, `a + f<T>(x)` one of `a + f`. Without parentheses it can't be meant so.
DRAWN_IN = frozenset({"await_expression", "unary_expression", "binary_expression"})
STATIC_BLOCK = "static {}"

# The last of a tagged template with type arguments: ``await f<T>`text` ``.
MARKS = DRAWN_IN | {"non_null_expression", "instantiation_expression"}
_JSX_ELEMENTS = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
# What has parameters of its own; types of functions are none of these.
_CALLABLES = frozenset(
    {
        "function_declaration",
        "function_expression",
        "generator_function_declaration",
        "generator_function",
        "arrow_function",
        "method_definition",
        "function_signature",
        "abstract_method_signature",
        "method_signature",
    }
)
# What stands between the file and a value that it declares, assigns or exports.
_STATEMENTS = frozenset(
    {
        "variable_declarator",
        "lexical_declaration",
        "variable_declaration",
        "assignment_expression",
        "expression_statement",
        "export_statement",
        "arguments",
        "call_expression",
    }
)
_BOUND = frozenset({"identifier", "shorthand_property_identifier_pattern"})
# Patterns, by the field of the part that is bound; `*` if all parts are.
_PATTERNS = {
    "required_parameter": "pattern",
    "optional_parameter": "pattern",
    "assignment_pattern": "left",
    "object_assignment_pattern": "left",
    "pair_pattern": "value",
    "rest_pattern": "*",
    "array_pattern": "*",
    "object_pattern": "*",
    "formal_parameters": "*",
}


def callee(node: Node) -> Callee | None:
    """Callee of a call, a `new` or an element; None for elements that are no components."""
    if node.type in _JSX_ELEMENTS:
        name = node.child_by_field_name("name")
        return callee_of(name) if name is not None and _is_component(name) else None
    field = "constructor" if node.type == "new_expression" else "function"
    function = node.child_by_field_name(field)
    return None if function is None else callee_of(_without_mark(function))


def _without_mark(function: Node) -> Node:
    """`f` of TypeScript's `f!`, and of what the grammar draws into a callee."""
    while function.type in MARKS and function.named_child_count:
        function = function.named_children[-1 if function.type in DRAWN_IN else 0]
    return function


def _is_component(name: Node) -> bool:
    first = (name.text or b"")[:1]
    return name.type == "member_expression" or (name.type == "identifier" and not first.islower())


def parameter_names(node: Node) -> list[Node]:
    """Names that a list of parameters binds, those of destructured ones too."""
    if node.type in _BOUND:
        return [node]
    owner = node.parent
    if owner is None or owner.type not in _CALLABLES:
        return []
    if owner.parent is not None and owner.parent.type == "object_type":
        return []
    return list(_bound(node))


def _bound(node: Node) -> Iterator[Node]:
    if node.type in _BOUND:
        yield node
    elif (field := _PATTERNS.get(node.type)) == "*":
        for child in node.named_children:
            yield from _bound(child)
    elif field is not None and (part := node.child_by_field_name(field)) is not None:
        yield from _bound(part)


def refine(node: Node, kind: str) -> str:
    """Tells constructors and accessors from methods; objects count at the top level only."""
    if node.type in ("method_definition", "method_signature"):
        name = node.child_by_field_name("name")
        if name is not None and name.text == b"constructor" and _is_in_class(node):
            return "constructor"
        is_accessor = any(child.type in ("get", "set") for child in node.children[:4])
        return "property" if is_accessor else kind
    if node.type == "object" and not _is_top_level(node):
        return ""
    return "" if kind == "object" and not _holds_functions(node) else kind


def _is_in_class(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "class_body"


def _holds_functions(node: Node) -> bool:
    """True for an object that has a name, and functions of its own."""
    if node.parent is not None and node.parent.type in CASTS and bound(node) is None:
        return False
    return any(
        child.type == "method_definition"
        or (
            child.type == "pair"
            and (value := child.child_by_field_name("value")) is not None
            and without_casts(value).type in FUNCTIONS
        )
        for child in node.named_children
    )


def _is_top_level(node: Node) -> bool:
    """True for the value of a declaration, an assignment or an export of the file itself."""
    parent = node.parent
    while parent is not None and parent.type in CASTS:
        parent = parent.parent
    for _ in range(4):
        if parent is None or parent.type not in _STATEMENTS:
            break
        parent = parent.parent
    return parent is not None and parent.type == "program"


def declared(node: Node) -> Declared:
    """A name as it is written; a static block has one that it is known by."""
    text = spelt(node.text or b"")
    return Declared(node, STATIC_BLOCK if node.type == "static" else text)


def is_private(_node: Node, name: str) -> bool:
    """By name: `#secret`, `_hidden`."""
    return name.startswith(("_", "#"))


SPEC = LanguageSpec(
    name="javascript",
    grammar="javascript",
    extensions=("js", "mjs", "cjs", "jsx"),
    comment_types=frozenset({"comment", "html_comment"}),
    identifier_types=IDENTIFIERS,
    non_reads=NON_READS,
    self_names=SELF_NAMES,
    call_types=CALL_TYPES,
    callee=callee,
    parameter_names=parameter_names,
    is_private=is_private,
    refine=refine,
    declared=declared,
    bound=bound,
)
