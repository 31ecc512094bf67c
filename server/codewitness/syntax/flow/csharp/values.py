"""Types, expressions and statements of C#."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    either,
    in_block,
    inner,
    inner_type,
    literal,
    named,
    nothing,
    nth,
    type_name,
    word,
)
from codewitness.syntax.languages.spec import last_name

_WORDS = {"this": "this", "base": "super"}  # words that the grammar has no nodes for


# Types.


def _generic(reader: Reader, node: Node) -> Expression:
    arguments = reader.first(node, "type_argument_list")
    given = [reader.type(child) for child in arguments.named_children] if arguments else []
    return generic(reader.text(nth(node, 0)), given)


def _qualified(reader: Reader, node: Node) -> Expression:
    outer = reader.type(node.child_by_field_name("qualifier"))
    last = reader.type(node.child_by_field_name("name"))
    if isinstance(last, str) and outer is not None:
        return ["a", outer, last]
    if isinstance(last, list) and last[0] == "G" and isinstance(last[1], str):
        return ["G", ["a", outer, last[1]], *last[2:]]
    return None


def _array(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "[]"], reader.type(node.child_by_field_name("type"))]


def _tuple(reader: Reader, node: Node) -> Expression:
    parts = [reader.type(child.child_by_field_name("type")) for child in node.named_children]
    return ["G", ["t", "()"], *parts]


TYPES: Mapping[str, Handler] = {
    "identifier": lambda reader, node: reader.text(node),
    "qualified_name": _qualified,
    "alias_qualified_name": type_name,
    "generic_name": _generic,
    "nullable_type": inner_type,
    "ref_type": inner_type,
    "pointer_type": inner_type,
    "scoped_type": inner_type,
    "array_type": _array,
    "tuple_type": _tuple,
    "predefined_type": lambda reader, node: ["t", reader.text(node)],
    "type": inner_type,
    "primary_constructor_base_type": lambda reader, node: reader.type(nth(node, 0)),
}


# Calls and members.


def _invocation(reader: Reader, node: Node) -> Expression:
    function = node.child_by_field_name("function")
    if function is None:
        return None
    callee, at = _callee(reader, function)
    given, labels = arguments_of(reader, node.child_by_field_name("arguments"))
    return ["c", reader.site("c", callee, at, given, labels)]


def _callee(reader: Reader, function: Node) -> tuple[Expression, Node]:
    if function.type == "member_access_expression":
        return _accessed(reader, function)
    if function.type == "conditional_access_expression":
        return _conditional(reader, function)
    if function.type == "generic_name":
        name = function.named_children[0]
        return reader.name(reader.text(name)), name
    return reader.value(function), last_name(function)


def _accessed(reader: Reader, node: Node) -> tuple[Expression, Node]:
    name = node.child_by_field_name("name") or node
    if name.type == "generic_name" and name.named_child_count:
        name = name.named_children[0]
    if reader.narrowed and (known := reader.known(reader.text(node))) is not None:
        return known, name
    base = _owner(reader, node)
    return (None if base is None else ["a", base, reader.text(name)]), name


def _owner(reader: Reader, node: Node) -> Expression:
    owner = node.child_by_field_name("expression")
    if owner is not None:
        return reader.value(owner)
    first = node.children[0]
    if first.type in ("this", "base"):
        return "this" if first.type == "this" else "super"
    return reader.type(first) if first.is_named else ["t", reader.text(first)]


def _conditional(reader: Reader, node: Node) -> tuple[Expression, Node]:
    base = reader.value(node.child_by_field_name("condition") or nth(node, 0))
    binding = node.named_children[-1]
    chain: list[Node] = []
    while binding.type in (
        "member_access_expression",
        "element_access_expression",
        "invocation_expression",
    ):
        chain.append(binding)
        binding = binding.named_children[0]
    if binding.type != "member_binding_expression" or chain:
        reader.value(binding)
        return None, last_name(node)
    name = binding.child_by_field_name("name") or binding
    if name.type == "generic_name" and name.named_child_count:
        name = name.named_children[0]
    return (None if base is None else ["a", base, reader.text(name)]), name


def _member(reader: Reader, node: Node) -> Expression:
    found, name = _accessed(reader, node)
    if isinstance(found, list) and found[0] == "a":
        reader.site("r", found, name)
    return found


def _conditional_member(reader: Reader, node: Node) -> Expression:
    return _conditional(reader, node)[0]


def arguments_of(reader: Reader, node: Node | None) -> tuple[list[Expression], list[Expression]]:
    """Arguments by place, and those with a name."""
    given: list[Expression] = []
    labels: list[Expression] = []
    for child in node.named_children if node is not None else []:
        if child.type != "argument":
            continue
        name = child.child_by_field_name("name")
        last = child.children[-1]
        value = reader.value(last) if last.is_named else _WORDS.get(last.type)
        if name is not None:
            labels += (reader.text(name), value)
        else:
            given.append(value)
    return given, labels


def _created(reader: Reader, node: Node) -> Expression:
    kind = node.child_by_field_name("type")
    found = reader.type(kind)
    plain = found[1] if isinstance(found, list) and found[0] == "G" else found
    given, labels = arguments_of(reader, node.child_by_field_name("arguments"))
    at = type_name_node(kind) if kind is not None else node
    index = reader.site("n", ["T", plain], at, given, labels)
    reader.value(node.child_by_field_name("initializer"))
    return ["y", found, ["c", index]] if plain != found else ["c", index]


def type_name_node(node: Node) -> Node:
    """Where the last name of a type stands."""
    while node.named_child_count and node.type in (
        "qualified_name",
        "generic_name",
        "nullable_type",
    ):
        children = [c for c in node.named_children if c.type != "type_argument_list"]
        node = children[-1]
    return node


def _implicit(reader: Reader, node: Node) -> Expression:
    """`new(...)`, of the type that is declared beside it."""
    given, labels = arguments_of(reader, reader.first(node, "argument_list"))
    kind = _declared_beside(reader, node)
    reader.value(reader.first(node, "initializer_expression"))
    if kind is None:
        return None
    plain = kind[1] if isinstance(kind, list) and kind[0] == "G" else kind
    return ["c", reader.site("n", ["T", plain], node.children[0], given, labels)]


def _declared_beside(reader: Reader, node: Node) -> Expression:
    parent = node.parent
    if parent is not None and parent.type == "variable_declarator" and parent.parent is not None:
        return reader.type(parent.parent.child_by_field_name("type"))
    if parent is not None and parent.type == "property_declaration":
        return reader.type(parent.child_by_field_name("type"))
    return None


def _initializer(reader: Reader, node: Node) -> Expression:
    """`: this(...)` and `: base(...)`."""
    word_ = next((c for c in node.children if c.type in ("this", "base")), None)
    given, labels = arguments_of(reader, reader.first(node, "argument_list"))
    if word_ is not None:
        callee = "this" if word_.type == "this" else "super"
        reader.site("c", callee, word_, given, labels)
    return None


def _element(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("expression"))
    reader.value(node.child_by_field_name("subscript"))
    return None if base is None else ["i", base, None]


# Declarations.


def _variables(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    for child in node.named_children:
        if child.type != "variable_declarator":
            continue
        name = child.child_by_field_name("name") or nth(child, 0)
        values = [c for c in child.named_children if c != name]
        value = reader.value(values[-1]) if values else None
        if name is not None and name.type == "tuple_pattern":
            for k, part in enumerate(name.named_children):
                reader.let(reader.text(part), None if value is None else ["i", value, ["k", k]])
        else:
            reader.let(reader.text(name), value if kind is None else ["y", kind, value])
    return None


def _property(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    value = reader.value(node.child_by_field_name("value"))
    name = node.child_by_field_name("name")
    if name is not None:
        reader.let(reader.text(name), ["y", kind, value])
    return None


def _for_each(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("right"))
    kind = reader.type(node.child_by_field_name("type"))
    element = None if value is None else ["e", value]
    left = node.child_by_field_name("left")
    if left is not None and left.type == "identifier":
        reader.let(reader.text(left), element if kind is None else ["y", kind, element])
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _bound(reader: Reader, node: Node) -> Expression:
    """A name with its type: of a pattern, a catch clause, an `out` argument."""
    kind = reader.type(node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    if name is not None and name.type == "identifier":
        reader.let(reader.text(name), None if kind is None else ["y", kind, None])
    return None


def _is(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("expression"))
    reader.value(node.child_by_field_name("pattern"))
    return ["t", "bool"]


def _as(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("left"))
    return ["y", reader.type(node.child_by_field_name("right")), value]


def _cast(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    return ["y", reader.type(node.child_by_field_name("type")), value]


def _assignment(reader: Reader, node: Node) -> Expression:
    left, value = node.child_by_field_name("left"), reader.value(node.child_by_field_name("right"))
    if left is None:
        return value
    if left.type == "identifier":
        reader.assign(reader.text(left), value)
    elif left.type == "member_access_expression":
        base = _owner(reader, left)
        if base is not None:
            name = reader.text(left.child_by_field_name("name"))
            reader.bind(["a", base, name], value)
    else:
        reader.value(left)
    return value


def _binary(reader: Reader, node: Node) -> Expression:
    first = reader.value(node.child_by_field_name("left"))
    second = reader.value(node.child_by_field_name("right"))
    operator = reader.text(node.child_by_field_name("operator"))
    return either((first, second)) if operator == "??" else None


def _ternary(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("consequence"))
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _await(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    return None if value is None else ["w", value]


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _using(reader: Reader, node: Node) -> Expression:
    alias = node.child_by_field_name("name")
    path = node.named_children[-1] if node.named_child_count else None
    text = "".join(reader.text(path).replace("global::", "").split())
    if alias is not None and path != alias:
        outer, _, name = text.partition("<")[0].rpartition(".")
        reader.let(reader.text(alias), ["m", outer, name])
    elif text:
        reader.flow.stars.append(text)
    return None


VALUES: Mapping[str, Handler] = {
    "identifier": named,
    "this": word("this"),
    "base": word("super"),
    "this_expression": word("this"),
    "base_expression": word("super"),
    "generic_name": lambda reader, node: reader.name(reader.text(nth(node, 0))),
    "invocation_expression": _invocation,
    "member_access_expression": _member,
    "conditional_access_expression": _conditional_member,
    "object_creation_expression": _created,
    "implicit_object_creation_expression": _implicit,
    "constructor_initializer": _initializer,
    "element_access_expression": _element,
    "variable_declaration": _variables,
    "property_declaration": _property,
    "foreach_statement": _for_each,
    "declaration_pattern": _bound,
    "recursive_pattern": _bound,
    "declaration_expression": _bound,
    "catch_declaration": _bound,
    "is_pattern_expression": _is,
    "as_expression": _as,
    "cast_expression": _cast,
    "assignment_expression": _assignment,
    "binary_expression": _binary,
    "conditional_expression": _ternary,
    "await_expression": _await,
    "return_statement": _return,
    "arrow_expression_clause": inner,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "postfix_unary_expression": inner,
    "ref_expression": inner,
    "block": in_block,
    "for_statement": in_block,
    "using_statement": in_block,
    "switch_section": in_block,
    "switch_expression_arm": in_block,
    "catch_clause": in_block,
    "using_directive": _using,
    "string_literal": literal("string"),
    "verbatim_string_literal": literal("string"),
    "integer_literal": literal("int"),
    "real_literal": literal("double"),
    "boolean_literal": literal("bool"),
    "constant_pattern": inner,
    "attribute_list": nothing,
    "type_argument_list": nothing,
    "comment": nothing,
    "typeof_expression": nothing,
}
