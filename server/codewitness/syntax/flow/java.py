"""Flow of Java."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping, running
from codewitness.syntax.flow.declared import Given, Shape, generic, grammar
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    either,
    flow_reader,
    in_block,
    inner,
    inner_type,
    literal,
    named,
    nothing,
    nth,
    type_name,
    union,
    word,
)
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.texts import text_literal
from codewitness.syntax.scopes import Scope

_TEXT = ["t", "String"]
_NUMBER = ["t", "number"]
_ASKING = frozenset(("==", "!=", "<", "<=", ">", ">=", "&&", "||"))
_CALCULATING = frozenset("-*/%")
_FUNCTIONS = ("method_declaration", "constructor_declaration", "compact_constructor_declaration")


# Types.


def _generic(reader: Reader, node: Node) -> Expression:
    arguments = reader.first(node, "type_arguments")
    given = [reader.type(child) for child in parts_of(arguments)] if arguments else []
    return generic(reader.type(nth(node, 0)), given)


def _array(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "[]"], reader.type(node.child_by_field_name("element"))]


def _scoped(reader: Reader, node: Node) -> Expression:
    names = [reader.type(child) for child in parts_of(node) if child.type != "annotation"]
    if len(names) == 2 and names[0] is not None and isinstance(names[1], str):
        return ["a", names[0], names[1]]
    return None


def _simple(reader: Reader, node: Node) -> Expression:
    text = reader.text(node)
    return None if text == "var" else text


def _primitive(reader: Reader, node: Node) -> Expression:
    text = reader.text(node)
    return ["t", "Char" if text == "char" else text]


_TYPES: Mapping[str, Handler] = {
    "type_identifier": _simple,
    "identifier": type_name,
    "scoped_identifier": type_name,
    "field_access": type_name,
    "scoped_type_identifier": _scoped,
    "generic_type": _generic,
    "array_type": _array,
    "annotated_type": inner_type,
    "catch_type": union,
    "type_bound": inner_type,
    "wildcard": inner_type,
    "integral_type": _primitive,
    "floating_point_type": _primitive,
    "boolean_type": literal("boolean"),
}


# Values.


def _integer(reader: Reader, node: Node) -> Expression:
    return ["t", "long" if reader.text(node)[-1:] in "lL" else "int"]


def _floating(reader: Reader, node: Node) -> Expression:
    return ["t", "float" if reader.text(node)[-1:] in "fF" else "double"]


def _binary(reader: Reader, node: Node) -> Expression:
    """What is added to a text is one with it; of numbers their own types decide."""
    sides = [reader.value(node.child_by_field_name(side)) for side in ("left", "right")]
    operator = reader.text(node.child_by_field_name("operator"))
    if operator in _ASKING:
        return ["t", "boolean"]
    if operator in _CALCULATING:
        return _NUMBER if None in sides else ["+", *sides]
    if operator != "+":
        return _NUMBER
    if any(isinstance(side, list) and side[:2] == _TEXT for side in sides):
        return _TEXT
    return None if None in sides else ["+", *sides]


def _unary(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("operand"))
    return ["t", "boolean"] if reader.text(node)[:1] == "!" else value


def _invocation(reader: Reader, node: Node) -> Expression:
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    callee: Expression = reader.text(name)
    if owner is not None:
        base = reader.value(owner)
        callee = None if base is None else ["a", base, callee]
    return _called(reader, "c", callee, name or node, node.child_by_field_name("arguments"))


def _called(
    reader: Reader, kind: str, callee: Expression, at: Node, arguments: Node | None
) -> Expression:
    given = [
        reader.value(child) for child in (parts_of(arguments) if arguments is not None else [])
    ]
    return ["c", reader.site(kind, callee, at, given)]


def _created(reader: Reader, node: Node) -> Expression:
    kind = node.child_by_field_name("type")
    outer = nth(node, 0)
    around = reader.value(outer) if outer is not None and outer != kind else None
    callee = reader.type(kind)
    plain = callee[1] if isinstance(callee, list) and callee[0] == "G" else callee
    if around is not None and isinstance(plain, str):  # `outer.new Inner()`
        plain = callee = ["a", ["q", around], plain]
    at = _last_name(kind) if kind is not None else node
    found = _called(reader, "n", ["T", plain], at, node.child_by_field_name("arguments"))
    body = reader.first(node, "class_body")
    made = reader.value(body) if body is not None else None
    if made is not None:
        return made
    return found if plain == callee or len(callee) < 3 else ["y", callee, found]


def _last_name(node: Node) -> Node:
    while node.type in ("generic_type", "scoped_type_identifier", "annotated_type"):
        children = [c for c in parts_of(node) if c.type != "type_arguments"]
        if not children:
            break
        node = children[-1]
    return node


def _explicit(reader: Reader, node: Node) -> Expression:
    target = node.child_by_field_name("constructor") or node
    return _called(reader, "c", reader.text(target), target, node.child_by_field_name("arguments"))


def _field(reader: Reader, node: Node) -> Expression:
    name = node.child_by_field_name("field")
    if name is not None and name.type == "this":
        return ["o", reader.type(node.child_by_field_name("object"))]
    base = reader.value(node.child_by_field_name("object"))
    return None if base is None else ["a", base, reader.text(name)]


def _declaration(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    for child in node.children_by_field_name("declarator"):
        value = reader.value(child.child_by_field_name("value"))
        name = reader.text(child.child_by_field_name("name"))
        reader.let(name, value if kind is None else ["y", kind, value])
    return None


def _constant(reader: Reader, node: Node) -> Expression:
    _made_constant(reader, node)
    reader.let(reader.text(node.child_by_field_name("name")), "this")
    return None


def _made_constant(reader: Reader, node: Node) -> None:
    arguments = node.child_by_field_name("arguments")
    name = node.child_by_field_name("name")
    enum = _enum_of(node)
    made = reader.text(enum.child_by_field_name("name")) if enum is not None else ""
    is_written = arguments is not None or _takes_nothing(enum)
    if is_written and name is not None and made:
        _called(reader, "n", ["T", made], name, arguments)


def _enum_of(node: Node) -> Node | None:
    return node.parent.parent if node.parent is not None else None


def _takes_nothing(enum: Node | None) -> bool:
    """True for an enumeration with a constructor that its constants call without arguments."""
    body = enum.child_by_field_name("body") if enum is not None else None
    listed = parts_of(body)[-1] if body is not None and parts_of(body) else None
    return listed is not None and any(
        child.type == "constructor_declaration" and not _parameters_of(child)
        for child in parts_of(listed)
    )


def _parameters_of(node: Node) -> Sequence[Node]:
    listed = node.child_by_field_name("parameters")
    return [] if listed is None else parts_of(listed)


def _resource(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    kind = reader.type(node.child_by_field_name("type"))
    name = node.child_by_field_name("name")
    if name is None:  # `try (held)`
        value, name = inner(reader, node), nth(node, 0)
    else:
        value = value if kind is None else ["y", kind, value]
        reader.let(reader.text(name), value)
    running.left(reader, value, "close", name)
    return None


def _for_each(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    value = reader.value(node.child_by_field_name("value"))
    running.through(reader, value, node, running.JVM)
    kind = reader.type(node.child_by_field_name("type"))
    element = None if value is None else ["e", value]
    name = reader.text(node.child_by_field_name("name"))
    reader.let(name, element if kind is None else ["y", kind, element])
    reader.value(node.child_by_field_name("body"))
    reader.blocks.pop()
    return None


def _bound(reader: Reader, node: Node) -> Expression:
    """A name that is declared with its type: of a catch clause or a pattern."""
    kind = next((found for c in parts_of(node) if (found := reader.type(c)) is not None), None)
    name = node.child_by_field_name("name") or parts_of(node)[-1]
    reader.let(reader.text(name), ["y", kind, None])
    return None


def _label(reader: Reader, node: Node) -> Expression:
    """`case Shape.Box(int side)`, which the grammar takes for a call; a label has none."""
    for child in parts_of(node):
        listed = child.child_by_field_name("arguments")
        if child.type != "method_invocation" or listed is None:
            reader.value(child)
            continue
        kind: Expression = None
        for part in parts_of(listed):
            if part.type == "ERROR":
                inside = nth(part, 0)
                is_name = inside is not None and inside.type == "identifier"
                kind = reader.text(inside) if is_name else reader.type(inside)
            elif part.type == "identifier":
                reader.let(reader.text(part), ["y", kind, None])
    return None


def _instance_of(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("left"))
    name = node.child_by_field_name("name")
    if name is not None:
        kind = reader.type(node.child_by_field_name("right"))
        reader.let(reader.text(name), ["y", kind, None])
    else:
        reader.value(node.child_by_field_name("pattern"))
    return ["t", "boolean"]


def _cast(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("value"))
    return ["y", reader.type(node.child_by_field_name("type")), value]


def _assignment(reader: Reader, node: Node) -> Expression:
    left, value = node.child_by_field_name("left"), reader.value(node.child_by_field_name("right"))
    if left is None:
        return value
    if left.type == "identifier":
        reader.assign(reader.text(left), value)
    elif left.type == "field_access":
        base = reader.value(left.child_by_field_name("object"))
        if base is not None:
            reader.bind(["a", base, reader.text(left.child_by_field_name("field"))], value)
    else:
        keeping.kept_at(reader, reader.value(left), value)
    return value


def _ternary(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("condition"))
    first = reader.value(node.child_by_field_name("consequence"))
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _array_access(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("array"))
    reader.value(node.child_by_field_name("index"))
    return None if base is None else ["i", base, None]


def _array_display(reader: Reader, node: Node) -> Expression:
    """`{ a, b }`: the functions in it."""
    return keeping.display(reader, [reader.value(c) for c in parts_of(node)], "[]")


def _reference(reader: Reader, node: Node) -> Expression:
    base, name = reader.value(nth(node, 0)), reader.text(parts_of(node)[-1])
    is_new = any(child.type == "new" for child in node.children)
    return None if base is None else (base if is_new else ["a", base, name])


def _return(reader: Reader, node: Node) -> Expression:
    reader.flow.returns.append(inner(reader, node))
    return None


def _import(reader: Reader, node: Node) -> Expression:
    path = reader.text(reader.first(node, "scoped_identifier", "identifier"))
    if reader.first(node, "asterisk") is not None:
        reader.flow.stars.append(path)
        return None
    package, _, name = path.rpartition(".")
    reader.let(name, ["m", package, name])
    return None


_VALUES: Mapping[str, Handler] = {
    "identifier": named,
    "this": word("this"),
    "super": word("super"),
    "method_invocation": _invocation,
    "object_creation_expression": _created,
    "explicit_constructor_invocation": _explicit,
    "field_access": _field,
    "enum_constant": _constant,
    "field_declaration": _declaration,
    "constant_declaration": _declaration,
    "local_variable_declaration": _declaration,
    "resource": _resource,
    "enhanced_for_statement": _for_each,
    "for_statement": in_block,
    "block": in_block,
    "constructor_body": in_block,
    "switch_block": in_block,
    "switch_rule": in_block,
    "try_with_resources_statement": in_block,
    "catch_clause": in_block,
    "catch_formal_parameter": _bound,
    "switch_label": _label,
    "type_pattern": _bound,
    "record_pattern_component": _bound,
    "instanceof_expression": _instance_of,
    "cast_expression": _cast,
    "assignment_expression": _assignment,
    "ternary_expression": _ternary,
    "array_access": _array_access,
    "array_initializer": _array_display,
    "method_reference": _reference,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "return_statement": _return,
    "yield_statement": _return,
    "import_declaration": _import,
    "package_declaration": nothing,
    "string_literal": text_literal("String"),
    "character_literal": literal("Char"),
    "decimal_integer_literal": _integer,
    "hex_integer_literal": _integer,
    "decimal_floating_point_literal": _floating,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "true": literal("boolean"),
    "false": literal("boolean"),
    "modifiers": nothing,
    "line_comment": nothing,
    "block_comment": nothing,
    "class_literal": nothing,
}


# Definitions.


def _parameters(reader: Reader, node: Node) -> list[Given]:
    if node.type == "compact_constructor_declaration":
        outer = node.parent.parent if node.parent is not None else None
        node = outer if outer is not None else node
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return []
    if listed.type == "identifier":
        return [Given(reader.text(listed), "", None)]
    found = []
    for child in parts_of(listed):
        if child.type == "identifier":
            found.append(Given(reader.text(child), "", None))
        elif child.type == "formal_parameter":
            name = reader.text(child.child_by_field_name("name"))
            found.append(Given(name, "", reader.type(child.child_by_field_name("type"))))
        elif child.type == "spread_parameter":
            declared = reader.first(child, "variable_declarator")
            name = reader.text(declared.child_by_field_name("name") if declared else None)
            kinds = [kind for c in parts_of(child) if (kind := reader.type(c)) is not None]
            found.append(Given(name, "*", ["G", ["t", "[]"], kinds[0] if kinds else None]))
    return found


def _body(_reader: Reader, scope: Scope) -> Sequence[Node]:
    body = scope.node.child_by_field_name("body")
    if body is None:
        return []
    return parts_of(body) if body.type in ("block", "constructor_body") else [body]


def _gives_value(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "lambda_expression"


def _members(_reader: Reader, scope: Scope) -> Sequence[Node]:
    body = scope.body_node
    return parts_of(body) if body is not None else []


def _fields(reader: Reader, node: Node) -> list[Given]:
    if node.type == "record_declaration":
        return _parameters(reader, node)
    return []


def _bases(reader: Reader, node: Node) -> list[Expression]:
    if node.type == "class_body" and node.parent is not None:
        kind = node.parent.child_by_field_name("type")
        return [reader.type(kind)] if kind is not None else []
    if node.type == "enum_constant":  # one with members of its own, of a class below the enum's
        _made_constant(reader, node)
        around = _enum_of(node)
        return [reader.text(around.child_by_field_name("name"))] if around is not None else []
    found: list[Expression] = []
    for child in parts_of(node):
        if child.type == "superclass":
            found.append(inner_type(reader, child))
        elif child.type in ("super_interfaces", "extends_interfaces"):
            for listed in parts_of(child):
                found += [["I", reader.type(one)] for one in parts_of(listed)]
    return found


def _returns(reader: Reader, node: Node) -> Expression:
    return reader.type(node.child_by_field_name("type")) if node.type in _FUNCTIONS else None


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    found: list[Expression] = []
    listed = node.child_by_field_name("type_parameters")
    for child in parts_of(listed) if listed is not None else []:
        if child.type == "type_parameter":
            bound = reader.first(child, "type_bound")
            found += (reader.text(reader.first(child, "type_identifier", "identifier")),)
            found.append(reader.type(nth(bound, 0)) if bound is not None else None)
    return found


SHAPE = Shape(
    parameters=_parameters,
    body=_body,
    gives_value=_gives_value,
    members=_members,
    fields=_fields,
    bases=_bases,
    returns=_returns,
    type_parameters=_type_parameters,
)
java_flow = flow_reader(grammar(SHAPE, _VALUES, _TYPES))
