"""Flow of JavaScript and TypeScript: modules, patterns, calls, narrowing, elements."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form, key_said
from codewitness.syntax.flow import operators, running
from codewitness.syntax.flow.ecma import callees, casts, objects
from codewitness.syntax.flow.ecma.elements import element
from codewitness.syntax.flow.ecma.jsdoc import declared_type
from codewitness.syntax.flow.ecma.modules import MODULE_VALUES, own_exports
from codewitness.syntax.flow.ecma.patterns import assign, bind_pattern, disposed, key_of
from codewitness.syntax.flow.ecma.put_together import put_together
from codewitness.syntax.flow.ecma.scopes import header, start
from codewitness.syntax.flow.ecma.types import TYPES
from codewitness.syntax.flow.lexical import (
    MAX_KEY,
    Grammar,
    Handler,
    Reader,
    either,
    flow_reader,
    in_block,
    inner,
    literal,
    named,
    nothing,
    nth,
    word,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.languages.spec import last_name

Facts = dict[str, Expression]

_ITERATING = frozenset(("array", "arguments"))  # where what is spread out is gone through
_ENDS = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})


# Names, members, calls.


def _identifier(reader: Reader, node: Node) -> Expression:
    name = reader.text(node)
    if name == "exports" and reader.find(name) is None:
        return ["m", ""]
    return reader.name(name)


def _member(reader: Reader, node: Node) -> Expression:
    found = member(reader, node)
    if isinstance(found, list) and found[0] == "a":
        name = node.child_by_field_name("property")
        if name is not None and found[1] != ["m", ""]:
            reader.site("r", found, name)
    return found


def member(reader: Reader, node: Node) -> Expression:
    """A member; the read itself is not recorded."""
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if own_exports(reader, node):
        return ["m", ""]
    if reader.narrowed and (known := reader.known(reader.text(node))) is not None:
        reader.value(owner)
        return known
    base = reader.value(owner)
    return None if base is None else ["a", base, reader.text(name)]


def _subscript(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("object"))
    key = reader.value(node.child_by_field_name("index"))
    if base is None:
        return None
    if isinstance(key, list) and key[0] == "k" and isinstance(key[1], str):
        return ["a", base, key[1]]
    return ["i", base, put_together(reader, node.child_by_field_name("index")) or key]


def _call(reader: Reader, node: Node) -> Expression:
    function, drawn_in = callees.split(node)
    if function is None:
        return None
    callees.read_outside(reader, drawn_in)
    arguments = node.child_by_field_name("arguments")
    if function.type == "import" or (
        reader.text(function) == "require" and reader.find("require") is None
    ):
        return _module(reader, function, arguments)
    callee = (
        member(reader, function) if function.type == "member_expression" else reader.value(function)
    )
    given = _arguments(reader, arguments)
    types = node.child_by_field_name("type_arguments")
    told = [reader.type(child) for child in parts_of(types)] if types is not None else []
    index = reader.site("c", callee, _named_at(function), given, types=told)
    if len(given) > 1:
        objects.put_together(reader, reader.text(function), given)
    made = objects.made(reader, reader.text(function), ["c", index])
    return callees.with_outside(node, made, drawn_in)


def _module(reader: Reader, function: Node, arguments: Node | None) -> Expression:
    """`import("./x")` and `require("./x")`."""
    given = _arguments(reader, arguments)
    reader.site("c", None if function.type == "import" else "require", function, given)
    if len(given) == 1 and isinstance(given[0], list) and given[0][0] == "k":
        if function.type != "import":
            return ["m", given[0][1], "="]
        return ["G", ["t", "Promise"], ["q", ["m", given[0][1]]]]
    return None


def _named_at(function: Node) -> Node:
    """The last name of a callee, also of `(a.b as any)`."""
    inside: Node | None = function
    while inside is not None and inside.type in _TYPED:
        function, inside = inside, callees.unwrapped(nth(inside, 0))
    return last_name(inside or function)


_TYPED = ("as_expression", "satisfies_expression", "parenthesized_expression")


def _arguments(reader: Reader, node: Node | None) -> list[Expression]:
    if node is None:
        return []
    if node.type == "template_string":
        reader.value(node)
        return [None, *[None for child in parts_of(node) if child.type.endswith("tution")]]
    return [reader.value(child) for child in parts_of(node)]


def _new(reader: Reader, node: Node) -> Expression:
    constructor = callees.unwrapped(node.child_by_field_name("constructor"))
    if constructor is None:
        return None
    callee = (
        member(reader, constructor)
        if constructor.type == "member_expression"
        else reader.value(constructor)
    )
    given = _arguments(reader, node.child_by_field_name("arguments"))
    index = reader.site("n", callee, last_name(constructor), given)
    types = node.child_by_field_name("type_arguments")
    if types is None:
        return ["c", index]
    return ["y", ["G", callee, *map(reader.type, parts_of(types))], ["c", index]]


# Operators.


def _first(reader: Reader, node: Node) -> Expression:
    return reader.value(nth(node, 0))


def _await(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    operators.use(reader, value, "then", node.children[0], [])  # of a promise of the project's own
    return None if value is None else ["w", value]


def _yield(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    is_all = any(child.type == "*" for child in node.children)
    reader.flow.yields.append(["e", value] if is_all and value is not None else value)
    return None


def _ternary(reader: Reader, node: Node) -> Expression:
    yes, no, _ = _condition(reader, node.child_by_field_name("condition"))
    reader.narrowed.append(yes)
    first = reader.value(node.child_by_field_name("consequence"))
    reader.narrowed[-1] = no
    second = reader.value(node.child_by_field_name("alternative"))
    reader.narrowed.pop()
    return either((first, second))


def _binary(reader: Reader, node: Node) -> Expression:
    return _condition(reader, node)[2]


def _plain_binary(reader: Reader, node: Node) -> Expression:
    first = reader.value(node.child_by_field_name("left"))
    second = reader.value(node.child_by_field_name("right"))
    operator = reader.text(node.child_by_field_name("operator"))
    if operator == "??":
        return either((first, second))
    return ["t", "boolean"] if operator[:1] in "=!<>i" else None


def _assignment(reader: Reader, node: Node) -> Expression:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = reader.value(right)
    if reader.scripting and (kind := declared_type(reader, node)) is not None:
        value = ["y", kind, value]
    operator = node.child_by_field_name("operator")
    if operator is not None and reader.text(operator) not in ("??=", "||=", "&&="):
        found = reader.value(left)
        name = left.child_by_field_name("property") if left is not None else None
        if name is not None and isinstance(found, list) and found[0] == "a":
            reader.site("p", found, name, [value])
        return None
    n_binds = len(reader.flow.binds)
    assign(reader, left, value)
    if operator is None or value is None:
        return value
    # What was there before may be what is there after.
    places = (target for target, _ in reader.flow.binds[n_binds:])
    return either((next((one for one in places if form(one) in ("a", "i")), None), value))


# Displays.


def _worked_out(reader: Reader, key: Node | None) -> Expression:
    """`[Kind.A]`, which `table[Kind.A]` may ask for."""
    inside = nth(key, 0) if key is not None else None
    is_told = inside is not None and inside.type == "member_expression"
    said = key_said(member(reader, inside)) if inside is not None and is_told else ""
    return ["K", said] if said else None


def _object(reader: Reader, node: Node) -> Expression:
    found: list[Expression] = ["D", reader.new_id()]
    for child in parts_of(node):
        if child.type == "spread_element":
            found += (["**"], inner(reader, child))
        elif child.type == "shorthand_property_identifier":
            found += (["k", reader.text(child)], named(reader, child))
        elif child.type == "pair":
            place = child.child_by_field_name("key")
            name = key_of(reader, place)
            key = ["k", name] if name else _worked_out(reader, place)
            found += (key, reader.value(child.child_by_field_name("value")))
        elif child.type == "method_definition":
            key = key_of(reader, child.child_by_field_name("name"))
            found += (["k", key] if key else None, reader.value(child))
        else:
            reader.value(child)
    return found


def _array(reader: Reader, node: Node) -> Expression:
    values = [reader.value(child) for child in parts_of(node)]
    return ["L", "[]", reader.new_id(), *values]


def _spread(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    if node.parent is not None and node.parent.type in _ITERATING:
        running.through(reader, value, node, running.ECMA)
    return None if value is None else ["*", value]


def _string(reader: Reader, node: Node) -> Expression:
    text = reader.text(node)[1:-1]
    return ["k", text] if len(text) <= MAX_KEY else ["t", "string"]


def _template(reader: Reader, node: Node) -> Expression:
    reader.values(parts_of(node))
    return ["t", "string"]


# Statements.


def _declarator(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    kind = reader.type(node.child_by_field_name("type"))
    if kind is None and reader.scripting:
        kind = declared_type(reader, node)
    if kind is not None:
        value = ["y", kind, value]
    bind_pattern(reader, node.child_by_field_name("name"), value)
    disposed(reader, node, value)
    return None


def _for_in(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    is_of = reader.text(node.child_by_field_name("operator")) == "of"
    is_awaited = any(child.type == "await" for child in node.children)
    if is_of:
        way = running.ECMA_ASYNC if is_awaited else running.ECMA
        running.through(reader, value, node, way)
    element = ["e", value] if is_of and value is not None else (None if is_of else ["t", "string"])
    if is_awaited and element is not None:
        element = ["w", element]
    if node.child_by_field_name("kind") is not None:
        bind_pattern(reader, left, element)
    else:
        assign(reader, left, element)
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _if(reader: Reader, node: Node) -> Expression:
    yes, no, _ = _condition(reader, node.child_by_field_name("condition"))
    body, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    reader.assuming(yes, body)
    reader.assuming(no, other)
    if body is not None and _ends(body):
        reader.assume(no)
    elif other is not None and n_parts(other) and _ends(parts_of(other)[0]):
        reader.assume(yes)
    return None


def _ends(node: Node) -> bool:
    if node.type == "statement_block" and n_parts(node):
        node = parts_of(node)[-1]
    return node.type in _ENDS


def _condition(reader: Reader, node: Node | None) -> tuple[Facts, Facts, Expression]:
    """Walks a condition: what is known where it holds, and where not; its value."""
    nothing: tuple[Facts, Facts, Expression] = ({}, {}, None)
    return nothing if node is None else reader.below(node, _condition_at, nothing)


def _condition_at(reader: Reader, node: Node) -> tuple[Facts, Facts, Expression]:
    if node.type == "parenthesized_expression" and n_parts(node) == 1:
        return _condition(reader, parts_of(node)[0])
    if node.type == "unary_expression" and reader.text(node).startswith("!"):
        yes, no, _ = _condition(reader, node.child_by_field_name("argument"))
        return no, yes, ["t", "boolean"]
    if node.type == "binary_expression":
        return _operator(reader, node)
    value = reader.value(node)
    if node.type == "call_expression" and isinstance(value, list) and value[0] == "c":
        return _predicate(reader, node, value), {}, value
    return {}, {}, value


def _operator(reader: Reader, node: Node) -> tuple[Facts, Facts, Expression]:
    operator = reader.text(node.child_by_field_name("operator"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator in ("&&", "||"):
        first = _condition(reader, left)
        reader.narrowed.append(first[0] if operator == "&&" else first[1])
        second = _condition(reader, right)
        reader.narrowed.pop()
        if operator == "&&":
            return {**first[0], **second[0]}, {}, second[2]
        return {}, {**first[1], **second[1]}, either((first[2], second[2]))
    if operator != "instanceof":
        return {}, {}, _plain_binary(reader, node)
    old, kind = reader.value(left), reader.value(right)
    if kind is not None and (path := _path(reader, left)):
        return {path: ["n", None, kind, 1]}, {path: ["n", old, kind, 0]}, ["t", "boolean"]
    return {}, {}, ["t", "boolean"]


def _predicate(reader: Reader, node: Node, call: list[Expression]) -> Facts:
    """What a function that tells types says of its arguments."""
    arguments = node.child_by_field_name("arguments")
    found: Facts = {}
    for k, child in enumerate(parts_of(arguments) if arguments is not None else []):
        if k < 2 and (path := _path(reader, child)):
            old = reader.name(path) if "." not in path else None
            found[path] = ["P", old, call[1], k]
    return found


_PATH = re.compile(r"[\w$]+(?:\.#?[\w$]+)*")


def _path(reader: Reader, node: Node | None) -> str:
    if node is None or node.type not in ("identifier", "member_expression"):
        return ""
    text = reader.text(node)
    return text if _PATH.fullmatch(text) else ""


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _catch(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    bind_pattern(reader, node.child_by_field_name("parameter"), None)
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _decorator(reader: Reader, node: Node) -> Expression:
    child = nth(node, 0)
    if child is not None and child.type in ("identifier", "member_expression"):
        callee = (
            member(reader, child) if child.type == "member_expression" else named(reader, child)
        )
        reader.site("d", callee, last_name(child))
    else:
        reader.value(child)
    return None


_VALUES: Mapping[str, Handler] = {
    "identifier": _identifier,
    "shorthand_property_identifier": named,
    "undefined": nothing,
    "null": nothing,
    "this": word("this"),
    "super": word("super"),
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": _call,
    "new_expression": _new,
    "jsx_opening_element": element,
    "jsx_self_closing_element": element,
    "jsx_closing_element": nothing,
    "parenthesized_expression": inner,
    "sequence_expression": inner,
    "non_null_expression": inner,
    "expression_statement": inner,
    "as_expression": casts.typed,
    "satisfies_expression": casts.satisfied,
    "type_assertion": casts.asserted,
    "instantiation_expression": _first,
    "await_expression": _await,
    "yield_expression": _yield,
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "object": _object,
    "array": _array,
    "spread_element": _spread,
    "string": _string,
    "template_string": _template,
    "number": literal("number"),
    "true": literal("boolean"),
    "false": literal("boolean"),
    "regex": literal("RegExp"),
    "variable_declarator": _declarator,
    "for_in_statement": _for_in,
    "for_statement": in_block,
    "statement_block": in_block,
    "switch_body": in_block,
    "if_statement": _if,
    "return_statement": _return,
    "catch_clause": _catch,
    "decorator": _decorator,
    "type_annotation": nothing,
    "type_arguments": nothing,
    "type_parameters": nothing,
    "type_alias_declaration": nothing,
    "interface_declaration": nothing,
    "comment": nothing,
    **MODULE_VALUES,
}

GRAMMAR = Grammar(
    values=_VALUES,
    types=TYPES,
    start=start,
    header=header,
    declarations=frozenset(
        {
            "function_declaration",
            "generator_function_declaration",
            "function_signature",
            "class_declaration",
            "abstract_class_declaration",
            "interface_declaration",
            "enum_declaration",
            "type_alias_declaration",
            "internal_module",
            "module",
        }
    ),
)
ecma_flow = flow_reader(GRAMMAR)
# JavaScript may have types in its comments.
javascript_flow = flow_reader(GRAMMAR, scripting=True)
