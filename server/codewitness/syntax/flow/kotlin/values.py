"""Expressions and statements of Kotlin."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping, operators, running
from codewitness.syntax.flow.declared import generic
from codewitness.syntax.flow.kotlin import casts
from codewitness.syntax.flow.kotlin.assignments import assignment
from codewitness.syntax.flow.kotlin.types import type_of
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    bare,
    either,
    inner,
    inner_type,
    literal,
    named,
    nothing,
    nth,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.texts import text_literal
from codewitness.syntax.languages.kotlin_delegation import delegate

# Functions of the library that run what they are given on an object.
_ON_ARGUMENT = frozenset(("with",))
_ON_RECEIVER = frozenset(("apply", "run"))
_ON_OWN = frozenset(("apply", "run", "also", "let", "takeIf", "takeUnless"))


# Calls.


def _call(reader: Reader, node: Node) -> Expression:
    function, suffix = nth(node, 0), parts_of(node)[-1]
    if function is None:
        return None
    if function.type == "lambda_literal" and _is_below(suffix, function):
        # The grammar takes a closure and what is in parentheses on a later line for one call.
        reader.value(function)
        arguments = reader.first(suffix, "value_arguments")
        alone = nth(arguments, 0) if arguments is not None else None
        return inner(reader, alone) if alone is not None else None
    at = function
    callee: Expression
    base: Expression = None
    if function.type == "navigation_expression":
        callee, at, base = _navigated(reader, function)
    else:
        callee = reader.value(function)
        if isinstance(callee, str) and callee in _ON_OWN:
            callee, base = ["a", "this", callee], "this"
    name = reader.text(at)
    given: list[Expression] = []
    labels: list[Expression] = []
    for child in parts_of(suffix) if suffix.type == "call_suffix" else []:
        if child.type == "value_arguments":
            _arguments(reader, child, given, labels)
        elif child.type == "annotated_lambda":
            own = reader.first(child, "lambda_literal")
            if own is not None and (name in _ON_ARGUMENT or name in _ON_RECEIVER):
                on = given[0] if name in _ON_ARGUMENT and given else base
                if on is not None:
                    reader.receivers[own.id] = on
            given.append(reader.value(own))
    listed = reader.first(suffix, "type_arguments")
    types = [inner_type(reader, t) for t in parts_of(listed)] if listed is not None else []
    found: Expression = ["c", reader.site("c", callee, at, given, labels, types=types)]
    if types and isinstance(callee, str) and callee[:1].isupper():
        return ["y", generic(callee, types), found]
    return found


def _name(reader: Reader, node: Node) -> Expression:
    is_type = reader.text(node)[:1].isupper()
    return named(reader, node) if is_type else bare(reader, node)


def _is_below(node: Node, other: Node) -> bool:
    return node.start_point[0] > other.end_point[0]


def _compared(reader: Reader, node: Node) -> Expression:
    """`f<T> { ... }` is taken for comparisons by the grammar."""
    left, right = nth(node, 0), parts_of(node)[-1]
    closure: Node | None = right
    while closure is not None and closure.type in ("call_expression", "navigation_expression"):
        closure = nth(closure, 0)
    is_call = left is not None and left.type == "comparison_expression"
    if left is None or not is_call or closure is None or closure.type != "lambda_literal":
        first, second = reader.value(left), reader.value(right)
        operators.use(reader, first, "compareTo", operators.operator_of(node), [second])
        return ["t", "Boolean"]
    function, kind = nth(left, 0), parts_of(left)[-1]
    if function is None or kind.type != "simple_identifier":
        reader.values(parts_of(node))
        return ["t", "Boolean"]
    callee, at = reader.value(function), function
    if function.type == "navigation_expression":
        callee, at, _ = _navigated(reader, function)
    reader.value(right)
    given = [["f", reader.number_by_node[closure.id]]]
    return ["c", reader.site("c", callee, at, given, types=[reader.text(kind)])]


_INFIX_OF_LIBRARY = frozenset(
    ["until", "downTo", "step", "and", "or", "xor", "shl", "shr", "ushr", "matches", "zip"]
)


def _infix(reader: Reader, node: Node) -> Expression:
    """`a tagged b`; `a to b` is a pair."""
    name = nth(node, 1)
    first, second = reader.value(parts_of(node)[0]), reader.value(parts_of(node)[-1])
    if name is None or name.type != "simple_identifier":
        return None
    text = reader.text(name)
    if text == "to":
        return ["L", "()", reader.new_id(), first, second]
    if first is None:
        return None
    if text in _INFIX_OF_LIBRARY:  # which a project may define for its own
        return operators.use(reader, first, text, name, [second])
    return ["c", reader.site("c", ["a", first, text], name, [second])]


def _arguments(
    reader: Reader, node: Node, given: list[Expression], labels: list[Expression]
) -> None:
    for child in parts_of(node):
        if child.type != "value_argument":
            continue
        value = reader.value(parts_of(child)[-1])
        if any(part.type == "=" for part in child.children):
            labels += (reader.text(nth(child, 0)), value)
        else:
            given.append(value)


def _navigated(reader: Reader, node: Node) -> tuple[Expression, Node, Expression]:
    suffix = parts_of(node)[-1]
    name = parts_of(suffix)[-1] if n_parts(suffix) else suffix
    base = reader.value(nth(node, 0))
    return (None if base is None else ["a", base, reader.text(name)]), name, base


def _navigation(reader: Reader, node: Node) -> Expression:
    found, name, _ = _navigated(reader, node)
    if reader.narrowed and (known := reader.known(reader.text(node))) is not None:
        return known
    if found is not None:
        reader.site("r", found, name)
    return found


def invoked(reader: Reader, node: Node) -> Expression:
    """`Base(x)` among what a class stands on; a delegate is read with the class's header."""
    if delegate(node) is not None:
        return None
    kind = nth(node, 0)
    given, labels = _given(reader, node)
    if kind is not None:
        names = [child for child in parts_of(kind) if child.type == "type_identifier"]
        found = reader.type(kind)
        plain = found[1] if isinstance(found, list) and found[0] == "G" else found
        reader.site("n", ["T", plain], names[-1] if names else kind, given, labels)
    return None


def _delegation(reader: Reader, node: Node) -> Expression:
    """`this(...)` and `super(...)` of a constructor."""
    word = node.children[0]
    reader.site("c", reader.text(word), word, *_given(reader, node))
    return None


def _given(reader: Reader, node: Node) -> tuple[list[Expression], list[Expression]]:
    """The arguments that stand directly in a node, and what those with names are called."""
    given: list[Expression] = []
    labels: list[Expression] = []
    arguments = reader.first(node, "value_arguments")
    if arguments is not None:
        _arguments(reader, arguments, given, labels)
    return given, labels


def _reference(reader: Reader, node: Node) -> Expression:
    names = parts_of(node)
    last = reader.text(names[-1])
    if len(names) == 1:
        return reader.name(last)
    base = reader.text(names[0])
    is_object = base[:1].islower() or reader.find(base) is not None
    return ["a", reader.name(base) if is_object else ["T", base], last]


def _this(reader: Reader, node: Node) -> Expression:
    label = reader.first(node, "type_identifier")
    return "this" if label is None else ["o", reader.text(label)]


# Declarations.


def _property(reader: Reader, node: Node) -> Expression:
    one = reader.first(node, "variable_declaration")
    several = reader.first(node, "multi_variable_declaration")
    value: Expression = None
    is_after = False
    for child in node.children:
        if child.type in ("=", "property_delegate"):
            is_after = True
        if child.is_named and (is_after and child.type not in ("getter", "setter")):
            value = reader.value(child)
    if one is not None:
        kind = type_of(reader, one)
        name = reader.text(reader.first(one, "simple_identifier"))
        reader.let(name, value if kind is None else ["y", kind, value])
    if several is not None:
        bind_parts(reader, several, value)
    return None


def bind_parts(reader: Reader, node: Node, value: Expression) -> None:
    """`(a, b)`: new names, with what the value's `component1`, `component2` give."""
    for k, part in enumerate(parts_of(node), 1):
        at = reader.first(part, "simple_identifier")
        if (name := reader.text(at)) != "_":
            reader.let(name, None if value is None else ["a", value, f"component{k}"])
            operators.use(reader, value, f"component{k}", at, [])


def _object(reader: Reader, node: Node) -> Expression:
    """`object : Base(x) { ... }` is the object that it defines."""
    body = reader.first(node, "class_body")
    for child in parts_of(node):
        if child != body:
            reader.value(child)
    return reader.value(body)


def _delegated(reader: Reader, node: Node) -> Expression:
    """`by lazy { ... }` gives what the block gives."""
    value = reader.value(parts_of(node)[-1])
    return None if value is None else ["w", value]


def _for(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    parts = [child for child in parts_of(node) if child.type != "annotation"]
    target, rest = parts[0], parts[1:]
    value = reader.value(rest[0]) if rest else None
    running.through(reader, value, node, running.JVM)
    element = None if value is None else ["e", value]
    if target.type == "variable_declaration":
        kind = type_of(reader, target)
        name = reader.text(reader.first(target, "simple_identifier"))
        reader.let(name, element if kind is None else ["y", kind, element])
    else:
        bind_parts(reader, target, element)
    for child in rest[1:]:
        reader.value(child)
    reader.blocks.pop()
    return None


def _entry(reader: Reader, node: Node) -> Expression:
    name = reader.first(node, "simple_identifier")
    reader.let(reader.text(name), "this")
    around = node.parent.parent if node.parent is not None else None
    if reader.first(node, "value_arguments") is not None and around and name is not None:
        made = reader.text(reader.first(around, "type_identifier"))
        reader.site("n", ["T", made], name, *_given(reader, node))
    return None


def _catch(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    name = reader.first(node, "simple_identifier")
    if name is not None:
        reader.let(reader.text(name), ["y", type_of(reader, node), None])
    reader.values(child for child in parts_of(node) if child != name)
    reader.blocks.pop()
    return None


def _import(reader: Reader, node: Node) -> Expression:
    path = reader.text(reader.first(node, "identifier"))
    alias = reader.first(node, "import_alias")
    if reader.first(node, "wildcard_import") is not None:
        reader.flow.stars.append(path)
        return None
    package, _, name = path.rpartition(".")
    known_as = name if alias is None else reader.text(parts_of(alias)[-1])
    reader.let(known_as, ["m", package, name])
    return None


# Conditions.


def _condition(reader: Reader, node: Node | None) -> tuple[casts.Facts, casts.Facts]:
    nothing: tuple[casts.Facts, casts.Facts] = ({}, {})
    return nothing if node is None else reader.below(node, _condition_at, nothing)


def _condition_at(reader: Reader, node: Node) -> tuple[casts.Facts, casts.Facts]:
    if node.type == "parenthesized_expression" and n_parts(node) == 1:
        return _condition(reader, parts_of(node)[0])
    if node.type == "check_expression":
        parts = parts_of(node)
        at = next((child for child in node.children if child.type in ("in", "!in")), None)
        if at is not None and len(parts) == 2:
            operators.use(reader, reader.value(parts[1]), "contains", at, [reader.value(parts[0])])
            return {}, {}
        reader.values(parts[:1])
        facts = casts.narrowed(reader, *parts) if len(parts) == 2 else {}
        is_not = any(child.type == "!is" for child in node.children)
        return ({}, facts) if is_not else (facts, {})
    if node.type in ("conjunction_expression", "disjunction_expression"):
        first = _condition(reader, nth(node, 0))
        is_and = node.type == "conjunction_expression"
        reader.narrowed.append(first[0] if is_and else first[1])
        second = _condition(reader, parts_of(node)[-1])
        reader.narrowed.pop()
        return ({**first[0], **second[0]}, {}) if is_and else ({}, {**first[1], **second[1]})
    if node.type == "prefix_expression" and node.children[0].type == "!":
        return _condition(reader, parts_of(node)[-1])[::-1]
    reader.value(node)
    return {}, {}


def _if(reader: Reader, node: Node) -> Expression:
    yes, no = _condition(reader, node.child_by_field_name("condition"))
    body, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    reader.narrowed.append(yes)
    first = reader.value(body)
    reader.narrowed[-1] = no
    second = reader.value(other)
    reader.narrowed.pop()
    if no and body is not None and "jump_expression" in _last_types(body):
        reader.assume(no)
    return either((first, second))


def _last_types(node: Node) -> list[str]:
    found: list[str] = []
    while n_parts(node) and len(found) < 4:
        node = parts_of(node)[-1]
        found.append(node.type)
    return found[:3]


def _checked(reader: Reader, node: Node) -> Expression:
    _condition(reader, node)
    return ["t", "Boolean"]


def _when(reader: Reader, node: Node) -> Expression:
    subject = reader.first(node, "when_subject")
    of = parts_of(subject)[-1] if subject is not None and n_parts(subject) else None
    reader.blocks.append({})
    if subject is not None:
        declared = reader.first(subject, "variable_declaration")
        value = reader.value(of)
        if declared is not None:
            name = reader.first(declared, "simple_identifier")
            reader.let(reader.text(name), value)
            of = name
    found = [_when_entry(reader, e, of) for e in parts_of(node) if e.type == "when_entry"]
    reader.blocks.pop()
    return either(found)


def _when_entry(reader: Reader, entry: Node, subject: Node | None) -> Expression:
    facts: casts.Facts = {}
    value: Expression = None
    for child in parts_of(entry):
        if child.type == "when_condition":
            test = nth(child, 0)
            if test is not None and test.type == "type_test" and subject is not None:
                facts.update(casts.narrowed(reader, subject, parts_of(test)[-1]))
            else:
                facts.update(_condition(reader, test)[0])
        elif child.type == "control_structure_body":
            reader.narrowed.append(facts)
            value = reader.value(child)
            reader.narrowed.pop()
    return value


# The rest.


def _index(reader: Reader, node: Node) -> Expression:
    base = reader.value(nth(node, 0))
    suffix = nth(node, 1)
    given = [reader.value(child) for child in (parts_of(suffix) if suffix else [])]
    if base is None:
        return None
    said = reader.text(suffix).strip("[]") if suffix else ""
    found = keeping.element_at(base, given[0] if len(given) == 1 else None, said)
    return either((found, operators.use(reader, base, "get", suffix, given)))


def _jump(reader: Reader, node: Node) -> Expression:
    value = inner(reader, node)
    if node.children[0].type.startswith("return"):
        reader.flow.returns.append(value)
    return None


def _statements(reader: Reader, node: Node) -> Expression:
    """A block that gives the value of its last statement."""
    reader.blocks.append({})
    n_narrowed = len(reader.narrowed)
    value = inner(reader, node)
    del reader.narrowed[n_narrowed:]
    reader.blocks.pop()
    return value


VALUES: Mapping[str, Handler] = {
    "simple_identifier": _name,
    "this_expression": _this,
    "super_expression": lambda _reader, _node: "super",
    "call_expression": _call,
    "navigation_expression": _navigation,
    "constructor_invocation": invoked,
    "constructor_delegation_call": _delegation,
    "callable_reference": _reference,
    "property_declaration": _property,
    "property_delegate": _delegated,
    "object_literal": _object,
    "for_statement": _for,
    "assignment": assignment,
    "enum_entry": _entry,
    "catch_block": _catch,
    "if_expression": _if,
    "check_expression": _checked,
    "comparison_expression": _compared,
    "infix_expression": _infix,
    "conjunction_expression": _checked,
    "disjunction_expression": _checked,
    "when_expression": _when,
    "as_expression": casts.cast,
    "elvis_expression": lambda reader, node: either(map(reader.value, parts_of(node))),
    "indexing_expression": _index,
    "jump_expression": _jump,
    "statements": _statements,
    "control_structure_body": _statements,
    "parenthesized_expression": inner,
    "postfix_expression": operators.KOTLIN_POSTFIX,
    "spread_expression": lambda reader, node: ["*", inner(reader, node)],
    "import_header": _import,
    "package_header": nothing,
    "string_literal": text_literal("String"),
    "integer_literal": literal("int"),
    "real_literal": literal("float"),
    "boolean_literal": literal("Boolean"),
    "interpolated_identifier": _name,
    # Those of another scope: what is in them is no code of this one.
    "lambda_literal": nothing,
    "anonymous_function": nothing,
    "modifiers": nothing,
    "type_parameters": nothing,
    "line_comment": nothing,
    "multiline_comment": nothing,
}
