"""Expressions and statements of C#."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping, operators
from codewitness.syntax.flow.csharp import keys, made_there, managed, tuples
from codewitness.syntax.flow.csharp.beside import declared_beside, is_given
from codewitness.syntax.flow.csharp.imports import using
from codewitness.syntax.flow.csharp.patterns import PATTERNS, is_test, tested
from codewitness.syntax.flow.csharp.types import type_name_node
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    bare,
    either,
    in_block,
    inner,
    literal,
    named,
    nothing,
    nth,
    word,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.texts import text_literal
from codewitness.syntax.languages.spec import last_name

_OPERATORS = operators.spelled("operator")
_WORDS = {"this": "this", "base": "super"}  # words that the grammar has no nodes for


# Calls and members.


def _invocation(reader: Reader, node: Node) -> Expression:
    function = node.child_by_field_name("function")
    if function is None:
        return None
    if is_test(function):
        return tested(reader, function, node)
    callee, at = _callee(reader, function)
    arguments = node.child_by_field_name("arguments")
    given, labels = arguments_of(reader, arguments)
    index = reader.site("c", callee, at, given, labels, types=_types_of(reader, function))
    made_there.bind(reader, callee, arguments, index)
    return ["c", index]


def _types_of(reader: Reader, function: Node) -> list[Expression]:
    """The types in `f<A, B>(...)`."""
    name = function.child_by_field_name("name") or function
    listed = reader.first(name, "type_argument_list") if name.type == "generic_name" else None
    return [reader.type(child) for child in parts_of(listed)] if listed is not None else []


def _callee(reader: Reader, function: Node) -> tuple[Expression, Node]:
    if function.type == "member_access_expression":
        return _accessed(reader, function)
    if function.type == "conditional_access_expression":
        return _conditional(reader, function)
    if function.type == "generic_name":
        name = parts_of(function)[0]
        return reader.name(reader.text(name)), name
    return reader.value(function), last_name(function)


def _accessed(reader: Reader, node: Node) -> tuple[Expression, Node]:
    name = node.child_by_field_name("name") or node
    if name.type == "generic_name" and n_parts(name):
        name = parts_of(name)[0]
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


def _generic_name(reader: Reader, node: Node) -> Expression:
    """`Box<int>` in `Box<int>.Empty` is a class, and a function where it stands alone."""
    name = reader.name(reader.text(nth(node, 0)))
    return ["T", reader.type(node)] if _is_owner(node) else name


def _is_owner(node: Node) -> bool:
    around = node.parent
    return (
        around is not None
        and around.type == "member_access_expression"
        and around.child_by_field_name("expression") == node
    )


def _conditional(reader: Reader, node: Node) -> tuple[Expression, Node]:
    base = _asked(reader, node.child_by_field_name("condition") or nth(node, 0))
    last = binding = parts_of(node)[-1]
    while binding.type in (
        "member_access_expression",
        "element_access_expression",
        "invocation_expression",
        "conditional_access_expression",
    ):
        binding = parts_of(binding)[0]
    reader.receivers[binding.id] = base
    if last.type == "member_access_expression":
        return _accessed(reader, last)
    return reader.value(last), _name_of(last) if last == binding else last_name(node)


def _asked(reader: Reader, node: Node | None) -> Expression:
    """What stands before a question mark; of `a + b` the grammar names all, and `b` is meant."""
    while node is not None and node.type == "binary_expression":
        reader.value(node.child_by_field_name("left"))
        node = node.child_by_field_name("right")
    return reader.value(node)


def _name_of(binding: Node) -> Node:
    name = binding.child_by_field_name("name") or binding
    return parts_of(name)[0] if name.type == "generic_name" else name


def _bound_member(reader: Reader, node: Node) -> Expression:
    """`.x` behind a question mark."""
    base = reader.receivers.get(node.id)
    return None if base is None else ["a", base, reader.text(_name_of(node))]


def _bound_element(reader: Reader, node: Node) -> Expression:
    """`[x]` behind a question mark."""
    base = reader.receivers.get(node.id)
    return None if base is None else keys.element(reader, base, node)


def _name(reader: Reader, node: Node) -> Expression:
    """A name; properties are written with a capital."""
    is_capital = reader.text(node)[:1].isupper()
    return bare(reader, node) if is_capital else named(reader, node)


def _member(reader: Reader, node: Node) -> Expression:
    found, name = _accessed(reader, node)
    if isinstance(found, list) and found[0] == "a":
        reader.site("r", found, name)
        if _is_owner(node) and (given := _types_of(reader, node)):
            return ["T", ["G", found, *given]]  # `Space.Box<int>.Empty`
    return found


def _conditional_member(reader: Reader, node: Node) -> Expression:
    found, name = _conditional(reader, node)
    if isinstance(found, list) and found[0] == "a":
        reader.site("r", found, name)
    return found


def arguments_of(reader: Reader, node: Node | None) -> tuple[list[Expression], list[Expression]]:
    """Arguments by place, and those with a name."""
    given: list[Expression] = []
    labels: list[Expression] = []
    for child in parts_of(node) if node is not None else []:
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
    given, labels = arguments_of(reader, node.child_by_field_name("arguments"))
    at = type_name_node(kind) if kind is not None else node
    index = reader.site("n", ["T", found], at, given, labels)
    made: Expression = ["y", found, ["c", index]]
    held = found[-1] if isinstance(found, list) and found[0] == "G" else None
    filled = _initialized(reader, node.child_by_field_name("initializer"), made, held)
    return made if filled is None else ["y", found, filled]


def _initialized(
    reader: Reader, node: Node | None, made: Expression, held: Expression = None
) -> Expression:
    """`{ A = b }`, `{ [a] = b }`, `{ { a, b } }` and `{ a, b }` behind `new`: what it holds."""
    values: list[Expression] = []
    known: list[Expression] = []
    kind = "[]"
    for child in parts_of(node) if node is not None else []:
        left = child.child_by_field_name("left")
        if child.type == "assignment_expression" and left is not None:
            value = reader.value(child.child_by_field_name("right"))
            if left.type == "identifier":
                reader.bind(["a", made, reader.text(left)], value)
                continue
            added: list[Expression] | None = None
            key = keys.set_in(reader, None if form(made) == "q" else made, left)
            kind = "Map"
        elif child.type == "initializer_expression" and n_parts(child):
            added = [reader.value(one) for one in parts_of(child)]
            key, value = added[0], added[-1]
            kind = "Map"
        else:
            key, value = None, reader.value(child)
            added = [value]
        values.append(value)
        known.append(key)
        if form(made) == "q":
            keeping.keep(reader, made[1], value, kind, key)
        elif added is not None:
            operators.use(reader, made, "Add", child, added)
        if form(made) != "q" and value is not None and held is not None:
            reader.bind(["i", made, None], ["y", held, value])
    return keeping.display(reader, values, kind, known)


def _implicit(reader: Reader, node: Node) -> Expression:
    """`new(...)`, of the type that is declared beside it."""
    given, labels = arguments_of(reader, reader.first(node, "argument_list"))
    kind = declared_beside(reader, node)
    made: Expression = None
    if kind is not None or is_given(node):
        made = ["c", reader.site("n", ["T", kind], node.children[0], given, labels)]
    place = kind[1] if form(kind) == "q" else None  # a field that is given it
    held: Expression = kind[-1] if form(kind) == "G" else None
    held = ["q", ["i", place, None]] if place is not None else held
    filled = _initialized(reader, reader.first(node, "initializer_expression"), place or made, held)
    return made if filled is None else either((made, filled))


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
    subscript = node.child_by_field_name("subscript")
    if base is None or subscript is None:
        reader.value(subscript)
        return None
    return keys.element(reader, base, subscript)


def _listed(reader: Reader, node: Node) -> Expression:
    """`{ a, b }` and `[a, b]`: the functions in it."""
    return keeping.display(reader, [reader.value(c) for c in parts_of(node)], "[]")


def _collection(reader: Reader, node: Node) -> Expression:
    """`[a, b]` is some collection, whatever is in it; `[]` may make anything."""
    listed = _listed(reader, node)
    return listed or (["L", "[]", reader.new_id()] if n_parts(node) else None)


# Declarations.


def _variables(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    for child in parts_of(node):
        if child.type != "variable_declarator":
            continue
        name = child.child_by_field_name("name") or nth(child, 0)
        values = [c for c in parts_of(child) if c != name]
        value = reader.value(values[-1]) if values else None
        if name is not None and name.type == "tuple_pattern":
            tuples.deconstruct(reader, name, value)
            for k, part in enumerate(parts_of(name)):
                reader.let(reader.text(part), None if value is None else ["i", value, ["k", k]])
        else:
            reader.let(reader.text(name), value if kind is None else ["y", kind, value])
    return None


def _enumerator(reader: Reader, node: Node) -> Expression:
    """A member of an enumeration, which is of it."""
    around = node.parent.parent if node.parent is not None else None
    name = around.child_by_field_name("name") if around is not None else None
    reader.value(node.child_by_field_name("value"))
    reader.let(reader.text(node.child_by_field_name("name")), ["y", reader.text(name), None])
    return None


def _property(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    value = reader.value(node.child_by_field_name("value"))
    name = node.child_by_field_name("name")
    if name is not None:
        reader.let(reader.text(name), ["y", kind, value])
    return ["y", kind, value]


def _for_each(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("right"))
    kind = reader.type(node.child_by_field_name("type"))
    managed.looped(reader, node, value)
    element = None if value is None else ["e", value]
    left = node.child_by_field_name("left")
    if left is not None and left.type == "identifier":
        reader.let(reader.text(left), element if kind is None else ["y", kind, element])
    elif left is not None and left.type == "tuple_pattern" and element is not None:
        for k, part in enumerate(parts_of(left)):
            reader.let(reader.text(part), ["i", element, ["k", k]])
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _query(reader: Reader, node: Node) -> Expression:
    """`from x in xs ... select e`; a clause sees the names of those before."""
    reader.blocks.append({})
    value: Expression = None
    for clause in parts_of(node):
        name = clause.child_by_field_name("name")
        inside = [reader.value(child) for child in parts_of(clause) if child != name]
        last = inside[-1] if inside else None
        if clause.type in ("from_clause", "join_clause") and name is not None:
            reader.let(reader.text(name), None if last is None else ["e", last])
        elif clause.type == "let_clause":
            reader.let(reader.text(nth(clause, 0)), last)
        elif clause.type == "select_clause":
            value = last
    reader.blocks.pop()
    return None if value is None else ["L", "[]", reader.new_id(), value]


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
    at = operators.operator_of(node)
    sign = reader.text(at)[:-1]
    if sign not in ("", "??") and left.type in ("identifier", "member_access_expression"):
        is_name = left.type == "identifier"
        first = reader.name(reader.text(left)) if is_name else _accessed(reader, left)[0]
        operators.use(reader, first, _OPERATORS(sign), at, [value])
    if left.type == "identifier":
        name = reader.text(left)
        if reader.find(name) is None:
            reader.site("p", name, left)
        reader.assign(name, value)
    elif left.type == "member_access_expression":
        base, at = _owner(reader, left), left.child_by_field_name("name")
        if base is not None and at is not None:
            reader.site("p", ["a", base, reader.text(at)], at)
            reader.bind(["a", base, reader.text(at)], value)
    elif left.type == "tuple_expression":
        tuples.take_apart(reader, left, value)
    else:
        keeping.kept_at(reader, reader.value(left), value)
    return value


def _binary(reader: Reader, node: Node) -> Expression:
    first = reader.value(node.child_by_field_name("left"))
    second = reader.value(node.child_by_field_name("right"))
    operator = reader.text(node.child_by_field_name("operator"))
    if operator == "??":
        return either((first, second))
    at = operators.operator_of(node)
    return operators.use(reader, first, _OPERATORS(operator), at, [second])


def _ternary(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("consequence"))
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _await(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    return None if value is None else ["w", value]


def _yield(reader: Reader, node: Node) -> Expression:
    """`yield return one`."""
    if any(child.type == "return" for child in node.children):
        reader.flow.yields.append(reader.value(parts_of(node)[-1]))
    return None


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _array(reader: Reader, node: Node) -> Expression:
    """`new T[] { ... }`, `new[] { ... }`."""
    kind = reader.type(node.child_by_field_name("type"))
    listed = reader.first(node, "initializer_expression")
    held = [reader.value(one) for one in parts_of(listed)] if listed is not None else []
    value = ["L", "[]", reader.new_id(), *held]
    if (functions := keeping.display(reader, held, "[]")) is not None:
        value = ["u", value, functions]
    return value if kind is None else ["y", kind, value]


VALUES: Mapping[str, Handler] = {
    **PATTERNS,
    "identifier": _name,
    "array_creation_expression": _array,
    "implicit_array_creation_expression": _array,
    "this": word("this"),
    "base": word("super"),
    "this_expression": word("this"),
    "base_expression": word("super"),
    "generic_name": _generic_name,
    "invocation_expression": _invocation,
    "member_access_expression": _member,
    "conditional_access_expression": _conditional_member,
    "object_creation_expression": _created,
    "implicit_object_creation_expression": _implicit,
    "constructor_initializer": _initializer,
    "element_access_expression": _element,
    "initializer_expression": _listed,
    "collection_expression": _collection,
    "predefined_type": lambda reader, node: ["y", reader.type(node), None, 3],  # `string.Join`
    "variable_declaration": _variables,
    "property_declaration": _property,
    "foreach_statement": _for_each,
    "enum_member_declaration": _enumerator,
    "query_expression": _query,
    "member_binding_expression": _bound_member,
    "element_binding_expression": _bound_element,
    "as_expression": _as,
    "cast_expression": _cast,
    "assignment_expression": _assignment,
    "binary_expression": _binary,
    "conditional_expression": _ternary,
    "await_expression": _await,
    "return_statement": _return,
    "yield_statement": _yield,
    "arrow_expression_clause": inner,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "postfix_unary_expression": inner,
    "ref_expression": inner,
    "block": in_block,
    "for_statement": in_block,
    "using_statement": managed.using,
    "local_declaration_statement": managed.declared,
    "catch_clause": in_block,
    "using_directive": using,
    "string_literal": text_literal("string"),
    "interpolated_string_expression": managed.put_together,
    "verbatim_string_literal": literal("string"),
    "character_literal": literal("char"),
    "integer_literal": literal("int"),
    "real_literal": literal("double"),
    "boolean_literal": literal("bool"),
    "constant_pattern": inner,
    "tuple_expression": tuples.written,
    "attribute_list": nothing,
    "type_argument_list": nothing,
    "comment": nothing,
    "typeof_expression": lambda _reader, _node: ["y", "Type", None],
}
