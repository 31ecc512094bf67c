"""Types, expressions and statements of C, C++ and Objective-C."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import GLOBAL, Expression, form
from codewitness.syntax.flow import keeping, running
from codewitness.syntax.flow.c_family import directives, initializers
from codewitness.syntax.flow.c_family.calling import arguments_of, call, convert
from codewitness.syntax.flow.c_family.directives import behind_macro
from codewitness.syntax.flow.c_family.parameters import mark, parameters
from codewitness.syntax.flow.c_family.types import declared, named_in, type_of
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    either,
    in_block,
    inner,
    literal,
    nothing,
    nth,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.texts import encoded_text, letter
from codewitness.syntax.languages.spec import last_name

_CLASS_BODIES = frozenset(["class_specifier", "struct_specifier"])
_BEFORE_FIELDS = ("m_", "_")
_WORD = re.compile(r"\w+")
_NAMELESS = frozenset(["struct_specifier", "union_specifier"])


# Names, members, calls.


def _identifier(reader: Reader, node: Node) -> Expression:
    name = reader.text(node)
    if name in ("self", "super") and reader.find(name) is None:
        return "this" if name == "self" else "super"
    return reader.name(name)


def _qualified(reader: Reader, node: Node) -> Expression:
    name = node.child_by_field_name("name")
    scope = node.child_by_field_name("scope")
    if scope is None:
        return _under(reader, GLOBAL, name)
    base: Expression = reader.text(scope)
    if scope.type == "template_type":
        base = reader.type(scope)
        base = base[1] if isinstance(base, list) and base[0] == "G" else base
    return _under(reader, base, name)


def _under(reader: Reader, base: Expression, name: Node | None) -> Expression:
    if name is None:
        return None
    if name.type == "qualified_identifier":
        outer = reader.text(name.child_by_field_name("scope"))
        return _under(reader, ["a", base, outer], name.child_by_field_name("name"))
    if name.type in ("template_function", "template_type", "dependent_name"):
        name = name.child_by_field_name("name") or name
    return ["a", base, reader.text(name)]


def _field(reader: Reader, node: Node) -> Expression:
    base = behind_macro(reader, node, reader.value(node.child_by_field_name("argument")))
    base = _behind_arrow(reader, node, base)
    name = node.child_by_field_name("field")
    if name is not None and name.type == "template_method":
        name = name.child_by_field_name("name")
    if name is not None and name.type == "qualified_identifier":
        return _qualified(reader, name)
    if any(child.type == ".*" for child in node.children):  # what a pointer to a member leads to
        return reader.name(reader.text(name))
    return None if base is None else ["a", base, reader.text(name)]


def _behind_arrow(reader: Reader, node: Node, base: Expression) -> Expression:
    """`this->*it->second`: what is behind `->*` has the member; the grammar does not know it."""
    odd = reader.first(node, "ERROR")
    is_arrow = odd is not None and reader.text(odd).startswith("->*")
    return reader.value(nth(odd, 0)) if odd is not None and is_arrow else base


def _new(reader: Reader, node: Node) -> Expression:
    kind = node.child_by_field_name("type")
    found = reader.type(kind)
    plain = found[1] if isinstance(found, list) and found[0] == "G" else found
    given = arguments_of(reader, node.child_by_field_name("arguments"))
    index = reader.site("n", ["T", plain], last_name(kind) if kind is not None else node, given)
    return ["y", found, ["c", index]] if plain != found else ["c", index]


def _initializer(reader: Reader, node: Node) -> Expression:
    """A base or a field that a constructor initialises."""
    name = nth(node, 0)
    given = arguments_of(reader, reader.first(node, "argument_list", "initializer_list"))
    if name is not None and name.type == "field_identifier":
        reader.site("n", ["B", reader.text(name)], name, given)
        if len(given) == 1 and not _may_be_base(reader, node, reader.text(name)):
            reader.bind(["a", "this", reader.text(name)], given[0])
    elif name is not None:
        found = reader.type(name)
        plain = found[1] if isinstance(found, list) and found[0] == "G" else found
        reader.site("n", ["T", plain], last_name(name), given)
    return None


def _may_be_base(reader: Reader, node: Node, name: str) -> bool:
    """True for what a constructor initialises and its class may stand on.

    Outside of its class a constructor does not show the bases; fields are known by their names.
    """
    around = node.parent
    while around is not None and around.type not in _CLASS_BODIES:
        around = around.parent
    if around is None:
        return not name.startswith(_BEFORE_FIELDS) and not name.endswith("_")
    bases = reader.first(around, "base_class_clause")
    return bases is not None and name in _WORD.findall(reader.text(bases))


def _message(reader: Reader, node: Node) -> Expression:
    """`[receiver first: a second: b]`; labels after the first are those of arguments."""
    receiver = node.child_by_field_name("receiver")
    base = reader.value(receiver)
    names = node.children_by_field_name("method")
    given: list[Expression] = []
    labels: list[Expression] = []
    label = ""
    for child in parts_of(node):
        if child == receiver:
            continue
        if child in names:
            label = reader.text(child)
        else:
            value = reader.value(child)
            if names and label != reader.text(names[0]):
                labels += (label, value)
            else:
                given.append(value)
    if not names:
        return None
    callee = None if base is None else ["a", base, reader.text(names[0])]
    return ["c", reader.site("c", callee, names[0], given, labels)]


# Declarations.


def _declaration(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    value_node = node.child_by_field_name("value")
    for child in node.children_by_field_name("declarator"):
        value: Expression = None
        inside = child
        if child.type == "init_declarator":
            value = reader.value(child.child_by_field_name("value"))
            value = initializers.keyed(reader, node.child_by_field_name("type"), value)
            inside = child.child_by_field_name("declarator") or child
            if _bind_parts(reader, inside, value):
                continue
        elif value_node is not None:
            value = reader.value(value_node)
        name, own = declared(reader, inside, kind)
        if name is not None:
            text = f"p:{reader.text(name)}" if _is_prototype(inside) else reader.text(name)
            reader.let(text, value if own is None else ["y", own, value])
            mark(reader, node, child, own)
            _fill_field(reader, inside, value)
    return None


def _fill_field(reader: Reader, declarator: Node, value: Expression) -> None:
    """`const Table Parser::rules = {...};` fills the field that the class declares."""
    while declarator.type in ("array_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or parts_of(declarator)[0]
    if declarator.type == "qualified_identifier" and form(value) in ("E", "L"):
        around = declarator.child_by_field_name("scope")
        name = declarator.child_by_field_name("name")
        if around is not None and name is not None and name.type == "identifier":
            reader.bind(["a", reader.text(around), reader.text(name)], value)


def _bind_parts(reader: Reader, declarator: Node | None, value: Expression) -> bool:
    """`auto& [a, b]`: names for the parts of a value. False if a declarator is none of these."""
    while declarator is not None and declarator.type == "reference_declarator":
        declarator = nth(declarator, 0)
    if declarator is None or declarator.type != "structured_binding_declarator":
        return False
    for k, name in enumerate(parts_of(declarator)):
        reader.let(reader.text(name), None if value is None else ["i", value, ["k", k]])
    return True


def _is_prototype(declarator: Node) -> bool:
    """True for `f(int)`, not for a pointer to a function."""
    at = named_in(declarator)
    inside = at.child_by_field_name("declarator") if at is not None else None
    return inside is not None and inside.type != "parenthesized_declarator"


def _field_declaration(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    value = reader.value(node.child_by_field_name("default_value"))
    for child in node.children_by_field_name("declarator"):
        name, own = declared(reader, child, kind)
        if name is not None and child.type == "function_declarator" and _is_prototype(child):
            reader.let(f"p:{reader.text(name)}", ["y", own, None])
        elif name is not None:
            reader.let(reader.text(name), ["y", own, value])
            mark(reader, node, child, ["t"])
    if not node.children_by_field_name("declarator"):
        _nameless(reader, node.child_by_field_name("type"))
    return None


def _nameless(reader: Reader, kind: Node | None) -> None:
    """What is declared without a name; a structure's fields are then those of the one around."""
    is_field = (
        kind is not None and kind.type in _NAMELESS and kind.child_by_field_name("name") is None
    )
    if is_field:
        reader.bind("", ["k", 0])  # together they have one place; see `places_in_lists.fields`
    reader.value(kind)
    if is_field:
        reader.bind("", ["k", 1])


def _property(reader: Reader, node: Node) -> Expression:
    """`@property`; its variable has an underscore before its name."""
    listed = reader.first(node, "struct_declaration")
    if listed is None:
        return None
    kind = type_of(reader, listed)
    for child in parts_of(listed):
        if child.type == "struct_declarator" and n_parts(child):
            name, own = declared(reader, parts_of(child)[0], kind)
            if name is not None:
                reader.let(reader.text(name), ["y", own, None])
                reader.let(f"_{reader.text(name)}", ["y", own, None])
                text = reader.text(name)
                if f"getter=is{text[:1].upper()}{text[1:]}" in _without_spaces(reader, node):
                    reader.bind(["getter", text], None)
    return None


def _without_spaces(reader: Reader, node: Node) -> str:
    attributes = reader.first(node, "property_attributes_declaration")
    return "".join(reader.text(attributes).split())


def _instance_variables(reader: Reader, node: Node) -> Expression:
    for child in parts_of(node):
        listed = (
            reader.first(child, "struct_declaration")
            if child.type != "struct_declaration"
            else child
        )
        if listed is None:
            continue
        kind = type_of(reader, listed)
        for one in parts_of(listed):
            if one.type == "struct_declarator" and n_parts(one):
                name, own = declared(reader, parts_of(one)[0], kind)
                if name is not None:
                    reader.let(reader.text(name), ["y", own, None])
    return None


def _range_loop(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("right"))
    kind = reader.type(node.child_by_field_name("type"))
    running.through(reader, value, node, running.CPP)
    element = None if value is None else ["e", value]
    declarator = node.child_by_field_name("declarator")
    is_parted = _bind_parts(reader, declarator, element)
    name, own = (None, None) if is_parted else declared(reader, declarator, kind)
    if name is not None:
        reader.let(reader.text(name), element if own is None else ["y", own, element])
        mark(reader, node, declarator, own)
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _for(reader: Reader, node: Node) -> Expression:
    """`for`, also Objective-C's `for (T *x in xs)`."""
    kind = node.child_by_field_name("type")
    if kind is None or not any(child.type == "in" for child in node.children):
        return in_block(reader, node)
    reader.blocks.append({})
    parts = [child for child in parts_of(node) if child != kind]
    name, own = declared(reader, parts[0] if parts else None, reader.type(kind))
    if name is not None:
        reader.let(reader.text(name), ["y", own, None])
    value = reader.value(parts[1]) if len(parts) > 1 else None
    running.through(reader, value, node, running.OBJC)
    reader.values(parts[2:])
    reader.blocks.pop()
    return None


def _catch(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    for given in parameters(reader, node):
        reader.let(given.name, ["y", given.type, None])
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _assignment(reader: Reader, node: Node) -> Expression:
    left, value = node.child_by_field_name("left"), reader.value(node.child_by_field_name("right"))
    if left is None:
        return value
    if left.type == "identifier":
        reader.assign(reader.text(left), value)
    elif left.type == "field_expression":
        base = reader.value(left.child_by_field_name("argument"))
        if base is not None:
            reader.bind(["a", base, reader.text(left.child_by_field_name("field"))], value)
    elif (name := _read_as_call(left)) is not None:
        reader.let(reader.text(name), value)
    else:
        keeping.kept_at(reader, reader.value(left), value)
    return value


def _read_as_call(left: Node) -> Node | None:
    """The name in `void (*f)()`, which C++'s grammar takes for a call within a function."""
    function = left.child_by_field_name("function") if left.type == "call_expression" else None
    if function is None or function.type != "call_expression":
        return None
    kind = function.child_by_field_name("function")
    arguments = function.child_by_field_name("arguments")
    pointer = nth(arguments, 0) if arguments is not None else None
    if kind is None or kind.type != "primitive_type" or pointer is None:
        return None
    name = pointer.child_by_field_name("argument")
    is_list = name is not None and name.type == "subscript_expression"  # `void (*f[2])()`
    return name.child_by_field_name("argument") if name is not None and is_list else name


# The rest.


def _conditional(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("consequence"))
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _cast(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    named = node.child_by_field_name("type")
    if named is not None and reader.text(named) == "bool":
        convert(reader, value, named, named)
    kind = reader.type(named)
    return value if kind is None else ["y", kind, value]


def _compound_literal(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("value"))
    return ["y", reader.type(node.child_by_field_name("type")), None]


def _subscript(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("argument"))
    key = node.child_by_field_name("indices") or node.child_by_field_name("index")
    inside = nth(key, 0) if key is not None and key.type == "subscript_argument_list" else key
    value = reader.value(inside)
    text = reader.text(inside) if inside is not None else ""
    return None if base is None else keeping.element_at(base, value, text)


def _pointer(reader: Reader, node: Node) -> Expression:
    return reader.value(node.child_by_field_name("argument"))


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _number(reader: Reader, node: Node) -> Expression:
    """A number of the type that its form says."""
    text = reader.text(node).lower()
    if not text.startswith("0x") and any(mark in text for mark in ".e"):
        return ["t", "float" if text.endswith("f") else "double"]
    ending = text.lstrip("0123456789x'abcdef")
    return ["t", "long" if "l" in ending else "unsigned" if "u" in ending else "int"]


VALUES: Mapping[str, Handler] = {
    "identifier": _identifier,
    "this": lambda _reader, _node: "this",
    "self": lambda _reader, _node: "this",
    "super": lambda _reader, _node: "super",
    "operator_name": lambda reader, node: reader.name(reader.text(node).replace(" ", "")),
    "qualified_identifier": _qualified,
    "template_function": lambda reader, node: reader.value(node.child_by_field_name("name")),
    "field_expression": _field,
    "call_expression": call,
    "new_expression": _new,
    "field_initializer": _initializer,
    "message_expression": _message,
    "declaration": _declaration,
    "condition_declaration": _declaration,
    "field_declaration": _field_declaration,
    "property_declaration": _property,
    "instance_variables": _instance_variables,
    "for_range_loop": _range_loop,
    "for_statement": _for,
    "catch_clause": _catch,
    "assignment_expression": _assignment,
    "initializer_list": initializers.initializers,
    "conditional_expression": _conditional,
    "cast_expression": _cast,
    "compound_literal_expression": _compound_literal,
    "subscript_expression": _subscript,
    "pointer_expression": _pointer,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "return_statement": _return,
    "co_await_expression": inner,
    "compound_statement": in_block,
    "if_statement": in_block,
    "while_statement": in_block,
    "switch_statement": in_block,
    "preproc_include": directives.include,
    "using_declaration": directives.using,
    "namespace_alias_definition": directives.namespace_alias,
    "string_literal": encoded_text,
    "raw_string_literal": encoded_text,
    "concatenated_string": encoded_text,
    "char_literal": letter,
    "number_literal": _number,
    "true": literal("bool"),
    "false": literal("bool"),
    "comment": nothing,
    "preproc_function_def": nothing,
    "preproc_def": directives.define,
    "type_definition": directives.typedef,
    "struct_specifier": directives.elsewhere,
    "union_specifier": directives.elsewhere,
    "class_specifier": directives.elsewhere,
    "class_declaration": directives.classes_elsewhere,
    "sizeof_expression": nothing,
    "template_argument_list": nothing,
}
