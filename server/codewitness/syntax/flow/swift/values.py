"""Types, expressions and statements of Swift."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form, held_by
from codewitness.syntax.flow import keeping, operators, running
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
from codewitness.syntax.flow.swift import accessing, displays, names, wrappers
from codewitness.syntax.flow.swift.expected import implicit
from codewitness.syntax.flow.swift.names import called_before, identifier
from codewitness.syntax.flow.swift.types import TYPE_NODES, type_in
from codewitness.syntax.flow.texts import text_literal

# Where an operator's last operand is, in whose place the grammar calls the whole expression.
_INNER = {
    "postfix_expression": "target",
    "prefix_expression": "target",
    "try_expression": "expr",
    "await_expression": "expr",
}


# Calls.


_COLLECTIONS = ("Array", "Set", "ContiguousArray", "ArraySlice")  # made by going through another


def _call(reader: Reader, node: Node, *behind: Node) -> Expression:
    """A call; `behind` are closures that stand behind it."""
    function, suffix = nth(node, 0), parts_of(node)[-1]
    if function is None or suffix.type != "call_suffix":
        return inner(reader, node)
    arguments = reader.first(suffix, "value_arguments")
    if function.type in ("array_literal", "dictionary_literal") and arguments is not None:
        _arguments(reader, arguments)
        return ["y", displays.literal_type(reader, function), None]
    closures = [child for child in parts_of(suffix) if child.type == "lambda_literal"]
    if arguments is not None and names.are_labels(arguments):
        return reader.value(function)
    if arguments is None and (called := called_before(function)) is not None:
        # The grammar takes `f(x) { ... }` for a call of what `f(x)`, or `try f(x)`, gives.
        return _call(reader, called, *closures, *behind)
    if arguments is not None and arguments.children and arguments.children[0].type == "[":
        base = reader.value(function)
        inside = [parts_of(child)[-1] for child in parts_of(arguments)]
        given = [reader.value(child) for child in inside]
        if base is None:
            return None
        reader.site("r", ["a", base, "subscript"], arguments.children[0])
        text = reader.text(inside[0]) if len(given) == 1 else ""
        held = keeping.element_at(base, given[0] if len(given) == 1 else None, text)
        return ["u", held, ["a", base, "subscript"]]
    if function.type in operators.SWIFT and function.child_by_field_name("rhs") is not None:
        return _behind_operator(reader, node, function, *behind)
    callee, at = _callee(reader, function)
    given, labels = _arguments(reader, arguments)
    given += [reader.value(child) for child in (*closures, *behind)]
    _may_hold(reader, callee, [*given, *labels[1::2]])
    if callee in _COLLECTIONS and len(given) == 1 and not labels:
        operators.use(reader, given[0], running.SWIFT.begin, at, [])
    return ["c", reader.site("c", callee, at, given, labels)]


def _may_hold(reader: Reader, callee: Expression, given: list[Expression]) -> None:
    """`Op.run(f)`, which may be a case of an enumeration that holds a function."""
    if form(callee) != "a" or not any(keeping.may_be_called(reader, one) for one in given):
        return
    base = callee[1][1] if form(callee[1]) == "T" else callee[1]
    if isinstance(base, str) and base[:1].isupper() and isinstance(callee[2], str):
        held = ["L", "()", reader.new_id(), *given]
        reader.bind(["a", ["y", base, None], held_by(callee[2])], held)


def _behind_operator(reader: Reader, call: Node, sides: Node, *behind: Node) -> Expression:
    """`a + f(x)`, which the grammar takes for a call of `a + f`."""
    first = reader.value(sides.child_by_field_name("lhs"))
    callee, name = _callee(reader, sides.child_by_field_name("rhs") or sides)
    suffix = parts_of(call)[-1]
    given, labels = _arguments(reader, reader.first(suffix, "value_arguments"))
    closures = [child for child in parts_of(suffix) if child.type == "lambda_literal"]
    given += [reader.value(child) for child in (*closures, *behind)]
    second: Expression = ["c", reader.site("c", callee, name, given, labels)]
    at = operators.operator_of(sides)
    return operators.use(reader, first, reader.text(at), at, [second])


def _arguments(reader: Reader, arguments: Node | None) -> tuple[list[Expression], list[Expression]]:
    given: list[Expression] = []
    labels: list[Expression] = []
    if arguments is not None:
        for child in parts_of(arguments):
            label = child.child_by_field_name("name")
            value = reader.value(child.child_by_field_name("value"))
            if label is not None:
                labels += (reader.text(label), value)
            else:
                given.append(value)
    return given, labels


def _callee(reader: Reader, function: Node) -> tuple[Expression, Node]:
    if function.type == "navigation_expression":
        found, at = _navigated(reader, function)
        # What is asked of something unknown keeps its name.
        return found or ["a", None, reader.text(at)], at
    if function.type == "self_expression":
        return ["a", "this", "callAsFunction"], function
    if function.type == "prefix_expression" and function.children[0].type == ".":
        return implicit(reader, function), function.children[-1]
    field = _INNER.get(function.type, "rhs")
    inside = function.child_by_field_name(field)
    if inside is not None and function.type != "navigation_expression":
        # `a + f(x)` is read as a call of `a + f`.
        reader.values(child for child in parts_of(function) if child != inside)
        return _callee(reader, inside)
    return reader.value(function), function


def _navigated(reader: Reader, node: Node) -> tuple[Expression, Node]:
    suffix = node.child_by_field_name("suffix") or parts_of(node)[-1]
    name = suffix.child_by_field_name("suffix") or parts_of(suffix)[-1]
    target = node.child_by_field_name("target") or nth(node, 0)
    if target is not None and target.type in operators.SWIFT:
        # `a + b.c` is read as `(a + b).c`.
        first, at = reader.value(target.child_by_field_name("lhs")), operators.operator_of(target)
        base = reader.value(target.child_by_field_name("rhs"))
        operators.use(reader, first, reader.text(at), at, [None])
    else:
        base = reader.value(target)
    text = reader.text(name)
    return (
        None
        if base is None
        else (["i", base, ["k", int(text)]] if text.isdecimal() else ["a", base, text])
    ), name


def _prefix(reader: Reader, node: Node) -> Expression:
    if node.children[0].type != ".":
        return inner(reader, node)
    found = implicit(reader, node)
    reader.site("r", found, node.children[-1])
    return found


def _navigation(reader: Reader, node: Node) -> Expression:
    found, name = _navigated(reader, node)
    if isinstance(found, list) and found[0] == "a":
        reader.site("r", found, name)
    return found


def _constructor(reader: Reader, node: Node) -> Expression:
    """`Box<Item>(...)`."""
    kind = node.child_by_field_name("constructed_type") or nth(node, 0)
    found = reader.type(kind)
    plain = found[1] if isinstance(found, list) and found[0] == "G" else found
    suffix = reader.first(node, "constructor_suffix")
    arguments = reader.first(suffix, "value_arguments") if suffix is not None else None
    given, labels = _arguments(reader, arguments)
    behind = parts_of(suffix) if suffix is not None else []
    given += [reader.value(child) for child in behind if child.type == "lambda_literal"]
    if kind is None:
        return None
    name = reader.first(kind, "type_identifier") or kind
    index = reader.site("n", ["T", plain], name, given, labels)
    return ["y", found, ["c", index]]


# Declarations and statements.


def _property(reader: Reader, node: Node) -> Expression:
    kind: Expression = None
    names: list[Node] = []
    for at, child in enumerate(node.children):
        if child.type == "pattern":
            for name in names if kind is not None else []:  # `let a: A, b: B`
                bind_pattern(reader, name, ["y", kind, None])
            names = [*(names if kind is None else []), child]
            kind = None
        elif child.type == "type_annotation":
            kind = reader.type(child)
        elif node.field_name_for_child(at) == "value":
            value = reader.value(child)
            for name in names[-1:]:
                bind_pattern(reader, name, value if kind is None else ["y", kind, value])
                wrappers.wrapped(reader, node, name, value)
            names = []
            kind = None
        elif child.type in ("willset_didset_block", "computed_property"):
            reader.value(child)
    for name in names:
        bind_pattern(reader, name, None if kind is None else ["y", kind, None])
        wrappers.wrapped(reader, node, name, None)
    return None


def bind_pattern(reader: Reader, node: Node, value: Expression) -> None:
    """New names with what they get of `value`."""
    bound = node.child_by_field_name("bound_identifier")
    if bound is not None:
        reader.let(reader.text(bound), value)
        return
    inside = [child for child in parts_of(node) if child.type == "pattern"]
    for k, child in enumerate(inside):
        part = None if value is None or len(inside) == 1 else ["i", value, ["k", k]]
        plain = nth(child, 0)
        is_name = plain is not None and plain.type == "simple_identifier"
        if len(inside) > 1 and is_name and plain == child.children[0]:
            reader.let(reader.text(plain), part)
        else:
            bind_pattern(reader, child, part)


def match_pattern(reader: Reader, node: Node, value: Expression) -> None:
    """The names of a pattern with what they get if `value` matches: `.a(let x)`, `let x as T`."""
    kind = type_in(reader, node)
    case = reader.first(node, "simple_identifier")
    inside = [child for child in parts_of(node) if child.type == "pattern"]
    if kind is not None and inside and node.children[0].type != ".":
        bind_pattern(reader, inside[0], ["y", kind, None])
    elif case is None or not inside or value is None:
        bind_pattern(reader, node, value if case is None else None)
    else:
        is_new = reader.first(node, "value_binding_pattern") is not None
        _bind_held(reader, reader.text(case), inside, value, is_new=is_new)


def _bind_held(
    reader: Reader, case: str, inside: list[Node], value: Expression, *, is_new: bool
) -> None:
    """The names of the parts of a case with what it holds; `let` before the case is for all."""
    if case in ("some", "success"):
        bind_pattern(reader, inside[-1], value)
        return
    held = ["a", value, held_by(case)]
    for k, child in enumerate(inside):
        name = nth(child, 0) if is_new and n_parts(child) == 1 else None
        if name is not None and name.type == "simple_identifier":
            reader.let(reader.text(name), ["i", held, ["k", k]])
        else:
            bind_pattern(reader, child, ["i", held, ["k", k]])


def _for(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("collection"))
    item = node.child_by_field_name("item")
    if item is not None:
        bind_pattern(reader, item, None if value is None else ["e", value])
    collection = node.child_by_field_name("collection")
    running.through(reader, value, node, running.SWIFT)
    reader.values(c for c in parts_of(node) if c not in (item, collection))
    reader.blocks.pop()
    return None


def _conditions(reader: Reader, node: Node) -> None:
    """`if let x = y, z is T`: names are bound as they come."""
    name: Node | None = None
    pattern: Node | None = None
    read_to = 0
    for at, child in enumerate(node.children):
        field = node.field_name_for_child(at)
        if at < read_to:
            continue
        if child.type == "case":
            read_to = _case_condition(reader, node.children, at)
        elif field == "bound_identifier":
            name = child
        elif child.type == ",":
            _bind_as_it_is(reader, name)
            name = pattern = None
        elif child.type in ("statements", "else", "value_binding_pattern", "{", "}"):
            if child.type == "statements":
                break
        elif child.type == "pattern":
            pattern = child
        elif child.is_named:
            value = reader.value(child)
            if name is not None:
                reader.let(reader.text(name), value)
            elif pattern is not None:
                match_pattern(reader, pattern, value)
            name = pattern = None
    _bind_as_it_is(reader, name)


def _case_condition(reader: Reader, children: list[Node], at: int) -> int:
    """`if case let .a(x) = value`: gives where it ends; 0 if it holds nothing to bind."""
    end = next((k for k in range(at, len(children)) if children[k].type == "="), 0)
    head = children[at:end]
    inside = [child for child in head if child.type == "pattern"]
    case = next((one for one in reversed(head) if one.type == "simple_identifier"), None)
    if case is None or not inside or end + 1 >= len(children):
        return 0
    value = reader.value(children[end + 1])
    is_new = any(child.type == "value_binding_pattern" for child in head)
    _bind_held(reader, reader.text(case), inside, value, is_new=is_new)
    return end + 2


def _bind_as_it_is(reader: Reader, name: Node | None) -> None:
    """`if let x`: a new `x` with what the one around holds."""
    if name is not None:
        reader.let(reader.text(name), reader.name(reader.text(name)))


def _if(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    _conditions(reader, node)
    found = []
    seen_else = False
    for child in parts_of(node):
        if child.type == "else":
            seen_else = True
            reader.blocks.pop()
            reader.blocks.append({})
        elif child.type == "statements" or (seen_else and child.type == "if_statement"):
            found.append(reader.value(child))
    reader.blocks.pop()
    return either(found)


def _guard(reader: Reader, node: Node) -> Expression:
    _conditions(reader, node)
    for child in parts_of(node):
        if child.type == "statements":
            reader.value(child)
    return None


def _assignment(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("result"))
    target = node.child_by_field_name("target")
    inside = nth(target, 0) if target is not None else None
    if inside is not None and inside.type == "simple_identifier":
        name = reader.text(inside)
        if reader.find(name) is None:
            reader.site("p", name, inside)
        reader.assign(name, value)
    elif inside is not None and inside.type == "navigation_expression":
        place, at = _navigated(reader, inside)
        if place is not None and place[0] == "a":
            reader.site("p", place, at)
            reader.bind(place, value)
    else:
        keeping.kept_at(reader, reader.value(inside or target), value)
    return None


def _transfer(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    if node.children and node.children[0].type == "return":
        reader.flow.returns.append(value)
    return None


def _statements(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = inner(reader, node)
    reader.blocks.pop()
    return value


def _enum_entry(reader: Reader, node: Node) -> Expression:
    name = ""
    for child in parts_of(node):
        if child.type == "simple_identifier":
            name = reader.text(child)
            reader.let(name, "this")
        elif child.type == "enum_type_parameters":
            kinds = [reader.type(one) for one in parts_of(child) if one.type in TYPE_NODES]
            held = ["L", "()", reader.new_id(), *[["y", kind, None] for kind in kinds]]
            reader.let(held_by(name), held)  # `case post(Post), gap(Int)`: of the one before it
    return None


def _protocol_property(reader: Reader, node: Node) -> Expression:
    pattern = reader.first(node, "pattern")
    annotation = reader.first(node, "type_annotation")
    if pattern is not None:
        kind = reader.type(annotation) if annotation is not None else None
        bind_pattern(reader, pattern, ["y", kind, None])
    return None


def _switch(reader: Reader, node: Node) -> Expression:
    subject = reader.value(node.child_by_field_name("expr"))
    for entry in parts_of(node):
        if entry.type != "switch_entry":
            continue
        reader.blocks.append({})
        for child in parts_of(entry):
            if child.type == "switch_pattern":
                for pattern in parts_of(child):
                    match_pattern(reader, pattern, subject)
            else:
                reader.value(child)
        reader.blocks.pop()
    return None


def _catch(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    error = node.child_by_field_name("error")
    if error is not None:
        match_pattern(reader, error, None)
    reader.values(child for child in parts_of(node) if child != error)
    reader.blocks.pop()
    return None


def _as(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("expr") or nth(node, 0))
    return ["y", type_in(reader, node), value]


def _selector(reader: Reader, node: Node) -> Expression:
    """`#selector(tapped(_:))` names a method and calls none."""
    named = nth(node, 0)
    if named is not None and named.type == "call_expression":
        named = nth(named, 0)
    if named is not None and named.type == "simple_identifier":
        return ["t", "Selector", reader.text(named)]
    reader.value(named)
    return ["t", "Selector"]


VALUES: Mapping[str, Handler] = {
    "simple_identifier": identifier,
    "self_expression": lambda _reader, _node: "this",
    "super_expression": lambda _reader, _node: "super",
    "call_expression": _call,
    "constructor_expression": _constructor,
    "navigation_expression": _navigation,
    "selector_expression": _selector,
    "property_declaration": _property,
    "protocol_property_declaration": _protocol_property,
    "for_statement": _for,
    "if_statement": _if,
    "guard_statement": _guard,
    "while_statement": _if,
    "assignment": _assignment,
    "as_expression": _as,
    "ternary_expression": displays.ternary,
    "nil_coalescing_expression": displays.coalescing,
    "array_literal": displays.array,
    "dictionary_literal": displays.dictionary,
    "tuple_expression": displays.tuple_value,
    "control_transfer_statement": _transfer,
    "statements": _statements,
    "function_body": inner,
    "computed_property": inner,
    "computed_getter": inner,
    **dict.fromkeys(("computed_setter", "willset_clause", "didset_clause"), accessing.setter),
    "comparison_expression": accessing.compared,
    "enum_entry": _enum_entry,
    "switch_statement": _switch,
    "capture_list_item": displays.captured,
    "do_statement": in_block,
    "catch_block": _catch,
    "postfix_expression": lambda reader, node: reader.value(nth(node, 0)),
    "try_expression": inner,
    "await_expression": inner,
    "parenthesized_expression": inner,
    "prefix_expression": _prefix,
    "import_declaration": nothing,
    "line_string_literal": text_literal("String"),
    "integer_literal": literal("Int"),
    "real_literal": literal("Double"),
    "boolean_literal": literal("Bool"),
    "modifiers": nothing,
    "type_annotation": nothing,
    "type_parameters": nothing,
    "type_arguments": nothing,
    "comment": nothing,
    "multiline_comment": nothing,
    "typealias_declaration": nothing,
}
