"""Expressions and statements of Rust."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping, operators, running
from codewitness.syntax.flow.lexical import Handler, Reader, either, inner, literal, nothing, nth
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.rust.expected import default_callee, made_type
from codewitness.syntax.flow.rust.holding import hold
from codewitness.syntax.flow.rust.macros import macro_value
from codewitness.syntax.flow.rust.patterns import TRANSPARENT, bind_pattern
from codewitness.syntax.flow.texts import text_literal
from codewitness.syntax.languages.spec import last_name

_ROOTS = frozenset(("crate", "self", "super"))


# Names, paths, calls.


def _identifier(reader: Reader, node: Node) -> Expression:
    name = reader.text(node)
    return "this" if name == "Self" else reader.name(name)


def _path(reader: Reader, node: Node | None) -> Expression:
    """What stands before `::`."""
    if node is None:
        return None
    if node.type in _ROOTS:
        return ["m", node.type]
    if node.type in ("generic_type", "bracketed_type", "type_identifier"):
        if node.type == "bracketed_type":
            return _qualified(reader, nth(node, 0))
        found = reader.type(node)
        return found[1] if found == ["q", "this"] else ["T", found]
    if node.type == "identifier":
        return _space(reader, reader.text(node))
    return reader.value(node)


def _qualified(reader: Reader, node: Node | None) -> Expression:
    """`<T as Trait>`: the type, or the trait if the type is a parameter."""
    if node is None or node.type != "qualified_type":
        return ["T", reader.type(node)]
    kind = node.child_by_field_name("type")
    text = reader.text(kind)
    if text == "Self":
        return "this"
    is_known = kind is not None and kind.type == "type_identifier" and len(text) > 1
    return ["T", reader.type(kind if is_known else node.child_by_field_name("alias"))]


def _space(reader: Reader, name: str) -> Expression:
    """A name before `::`, which no variable hides; but it may be imported in the function."""
    if name == "Self":
        return "this"
    variable = reader.find(name)
    if variable is None or any(
        index < 0 or _head(reader.flow.binds[index][1]) != "m" for index in variable.binds
    ):
        return name
    return reader.name(name)


def _head(expression: Expression) -> str:
    return expression[0] if isinstance(expression, list) and expression else ""


def _scoped(reader: Reader, node: Node) -> Expression:
    name = reader.text(node.child_by_field_name("name"))
    outer = node.child_by_field_name("path")
    if outer is None:
        return name
    base = _path(reader, outer)
    if base is None:
        return None
    if isinstance(base, list) and base[0] == "m" and len(base) == 2:
        return ["m", base[1], name]
    return ["a", base, name]


def _field(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("value"))
    name = node.child_by_field_name("field")
    if base is None:
        return None
    text = reader.text(name)
    return ["i", base, ["k", int(text)]] if text.isdecimal() else ["a", base, text]


def _call(reader: Reader, node: Node) -> Expression:
    function = node.child_by_field_name("function")
    if function is None:
        return None
    types: list[Expression] = []
    if function.type == "generic_function":
        types = _type_arguments(reader, function.child_by_field_name("type_arguments"))
        function = function.child_by_field_name("function") or function
    callee = default_callee(reader, node, function) or reader.value(function)
    types = types or made_type(reader, node, function)
    if callee is None and function.type == "field_expression":  # its name is known all the same
        callee = ["a", None, reader.text(function.child_by_field_name("field"))]
    arguments = node.child_by_field_name("arguments")
    given = [reader.value(c) for c in parts_of(arguments)] if arguments is not None else []
    index = reader.site("c", callee, last_name(function), given, types=types)
    hold(reader, callee, given)
    if reader.text(function) in TRANSPARENT and given:
        return given[0]
    return ["c", index] if reader.text(function) != "Err" else None


def _type_arguments(reader: Reader, node: Node | None) -> list[Expression]:
    """`::<Row>`; nothing if no type of it is told."""
    children = [] if node is None else parts_of(node)
    found = [reader.type(child) for child in children if child.type != "lifetime"]
    found = [None if "'_'" in repr(kind) else kind for kind in found]
    return found if any(kind is not None for kind in found) else []


def _struct(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    for child in parts_of(body) if body is not None else []:
        if child.type in ("field_initializer", "base_field_initializer"):
            value = reader.value(parts_of(child)[-1])
            _fill(reader, kind, child.child_by_field_name("field"), value)
        elif child.type == "shorthand_field_initializer":
            name = parts_of(child)[-1]
            _fill(reader, kind, name, reader.value(name))
    return ["y", kind, None]


def _fill(reader: Reader, kind: Expression, name: Node | None, value: Expression) -> None:
    """A field of a new structure gets what may be a function, or hold some."""
    if name is not None and keeping.may_be_called(reader, value):
        reader.bind(["a", ["y", kind, None], reader.text(name)], keeping.unboxed(reader, value))


# Statements.


def _let(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    kind = reader.type(node.child_by_field_name("type"))
    other = node.child_by_field_name("alternative")
    reader.value(other)
    given = value if kind is None else ["y", kind, value]
    bind_pattern(reader, node.child_by_field_name("pattern"), given)
    return None


def _let_condition(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    bind_pattern(reader, node.child_by_field_name("pattern"), value)
    return None


def _for(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("value"))
    running.through(reader, value, node, running.RUST)
    bind_pattern(
        reader, node.child_by_field_name("pattern"), None if value is None else ["e", value]
    )
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _if(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    reader.value(node.child_by_field_name("condition"))
    body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    first = reader.value(body)
    reader.blocks.pop()
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _match(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    body = node.child_by_field_name("body")
    found: list[Expression] = []
    for arm in parts_of(body) if body is not None else []:
        if arm.type != "match_arm":
            continue
        reader.blocks.append({})
        pattern = arm.child_by_field_name("pattern")
        bind_pattern(reader, pattern, value)
        if pattern is not None:
            reader.value(pattern.child_by_field_name("condition"))
        found.append(reader.value(arm.child_by_field_name("value")))
        reader.blocks.pop()
    return either(found)


def _block(reader: Reader, node: Node) -> Expression:
    """A block gives what its last expression gives."""
    reader.blocks.append({})
    value: Expression = None
    for child in parts_of(node):
        value = reader.value(child)
        if child.type == "expression_statement" and reader.text(child).endswith(";"):
            value = None
    reader.blocks.pop()
    return value


def _assignment(reader: Reader, node: Node) -> Expression:
    left, value = node.child_by_field_name("left"), reader.value(node.child_by_field_name("right"))
    if left is not None and left.type == "identifier":
        reader.assign(reader.text(left), value)
    elif left is not None and left.type == "field_expression":
        base = reader.value(left.child_by_field_name("value"))
        if base is not None:
            reader.bind(["a", base, reader.text(left.child_by_field_name("field"))], value)
    else:
        keeping.kept_at(reader, reader.value(left), value)
    return None


def _cast(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    return ["y", reader.type(node.child_by_field_name("type")), value]


def _index(reader: Reader, node: Node) -> Expression:
    base = reader.value(nth(node, 0))
    given = [reader.value(child) for child in parts_of(node)[1:]]
    if base is None:
        return None
    at = operators.operator_of(node)
    is_part = parts_of(node)[-1].type == "range_expression"
    found = base if is_part else keeping.element_at(base, given[0], reader.text(nth(node, 1)))
    return either((found, operators.use(reader, base, "index", at, given)))


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _reference_value(reader: Reader, node: Node) -> Expression:
    return reader.value(node.child_by_field_name("value"))


def _tuple_value(reader: Reader, node: Node) -> Expression:
    return ["L", "()", reader.new_id(), *[reader.value(c) for c in parts_of(node)]]


def _array_value(reader: Reader, node: Node) -> Expression:
    return ["L", "[]", reader.new_id(), *[reader.value(c) for c in parts_of(node)]]


def _constant(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    kind = reader.type(node.child_by_field_name("type"))
    reader.let(reader.text(node.child_by_field_name("name")), ["y", kind, value])
    return None


def _field_declaration(reader: Reader, node: Node) -> Expression:
    name = reader.text(node.child_by_field_name("name"))
    reader.let(name, ["y", reader.type(node.child_by_field_name("type")), None])
    return None


def _variant(reader: Reader, node: Node) -> Expression:
    variant = reader.text(node.child_by_field_name("name"))
    reader.let(variant, "this")
    body = node.child_by_field_name("body")
    if body is None:
        return None
    for k, kind in enumerate(body.children_by_field_name("type")):
        reader.let(f"{variant}.{k}", ["y", reader.type(kind), None])
    for child in parts_of(body):
        if child.type == "field_declaration":
            name = reader.text(child.child_by_field_name("name"))
            kind_ = reader.type(child.child_by_field_name("type"))
            reader.let(f"{variant}.{name}", ["y", kind_, None])
    return None


# Uses.


def _use(reader: Reader, node: Node) -> Expression:
    _used(reader, node.child_by_field_name("argument"), [])
    return None


def _extern(reader: Reader, node: Node) -> Expression:
    alias = reader.text(node.child_by_field_name("alias"))
    _import(reader, [reader.text(node.child_by_field_name("name"))], alias)
    return None


def _used(reader: Reader, node: Node | None, path: list[str]) -> None:
    if node is None:
        return
    kind = node.type
    if kind in ("scoped_use_list", "use_list"):
        listed = node.child_by_field_name("list") if kind == "scoped_use_list" else node
        outer = _segments(reader, node.child_by_field_name("path")) if kind != "use_list" else []
        for child in parts_of(listed) if listed is not None else []:
            _used(reader, child, [*path, *outer])
    elif kind == "use_as_clause":
        full = [*path, *_segments(reader, node.child_by_field_name("path"))]
        _import(reader, full, reader.text(node.child_by_field_name("alias")))
    elif kind == "use_wildcard":
        full = [*path, *_segments(reader, nth(node, 0))]
        reader.flow.stars.append(".".join(full))
    elif kind in ("identifier", "scoped_identifier", "self", "crate", "super"):
        full = [*path, *_segments(reader, node)]
        _import(reader, full, "")


def _import(reader: Reader, path: list[str], alias: str) -> None:
    if len(path) > 1 and path[-1] == "self":
        path = path[:-1]
    if path and path[-1] not in _ROOTS:
        reader.let(alias or path[-1], ["m", ".".join(path[:-1]), path[-1]])


def _segments(reader: Reader, node: Node | None) -> list[str]:
    return [part for part in reader.text(node).replace(" ", "").split("::") if part]


def _try(reader: Reader, node: Node) -> Expression:
    """`read()?`, which may make an error of another kind of the one that came."""
    value = inner(reader, node)
    if form(value) == "c":
        operators.use(reader, value, "from", node.children[-1], [])
    return value


VALUES: Mapping[str, Handler] = {
    "identifier": _identifier,
    "self": lambda _reader, _node: "this",
    "scoped_identifier": _scoped,
    "field_expression": _field,
    "call_expression": _call,
    "generic_function": lambda reader, node: reader.value(node.child_by_field_name("function")),
    "struct_expression": _struct,
    "macro_invocation": macro_value,
    "let_declaration": _let,
    "let_condition": _let_condition,
    "for_expression": _for,
    "if_expression": _if,
    "while_expression": _if,
    "else_clause": inner,
    "match_expression": _match,
    "block": _block,
    "unsafe_block": inner,
    "assignment_expression": _assignment,
    "type_cast_expression": _cast,
    "index_expression": _index,
    "return_expression": _return,
    "reference_expression": _reference_value,
    "unary_expression": inner,
    "try_expression": _try,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "await_expression": inner,
    "tuple_expression": _tuple_value,
    "array_expression": _array_value,
    "const_item": _constant,
    "static_item": _constant,
    "field_declaration": _field_declaration,
    "enum_variant": _variant,
    "use_declaration": _use,
    "extern_crate_declaration": _extern,
    "string_literal": text_literal("str"),
    "integer_literal": literal("i32"),
    "float_literal": literal("f64"),
    "boolean_literal": literal("bool"),
    "line_comment": nothing,
    "block_comment": nothing,
    "attribute_item": nothing,
    "visibility_modifier": nothing,
    "type_arguments": nothing,
    "lifetime": nothing,
}
