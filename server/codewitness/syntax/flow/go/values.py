"""Types, expressions and statements of Go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from codewitness.model.flow import RECEIVED, Expression, form, key_said
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.declared import Given, generic
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    in_block,
    inner,
    inner_type,
    literal,
    named,
    nothing,
    nth,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.texts import text_literal

_TYPE_NODES = frozenset(
    [
        "slice_type",
        "array_type",
        "map_type",
        "channel_type",
        "pointer_type",
        "struct_type",
        "interface_type",
        "function_type",
        "generic_type",
        "qualified_type",
        "implicit_length_array_type",
    ]
)


_MAY_BE_FUNCTIONS = frozenset(["a", "v", "f"])
_MAX_HELD = 40  # functions in a literal; a longer list is read without


# Types.


def _qualified(reader: Reader, node: Node) -> Expression:
    package = reader.text(node.child_by_field_name("package"))
    return ["a", package, reader.text(node.child_by_field_name("name"))]


def _generic(reader: Reader, node: Node) -> Expression:
    arguments = node.child_by_field_name("type_arguments")
    given = [reader.type(child) for child in parts_of(arguments)] if arguments else []
    return generic(reader.type(node.child_by_field_name("type")), given)


def _slice(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "[]"], reader.type(node.child_by_field_name("element"))]


def _channel(reader: Reader, node: Node) -> Expression:
    return ["G", ["t", "chan"], reader.type(node.child_by_field_name("value"))]


def _map(reader: Reader, node: Node) -> Expression:
    key = reader.type(node.child_by_field_name("key"))
    return ["G", ["t", "Map"], key, reader.type(node.child_by_field_name("value"))]


def _structure(reader: Reader, node: Node) -> Expression:
    """A structure without a name, by its fields; None for an empty one."""
    listed = reader.first(node, "field_declaration_list")
    found: list[Expression] = []
    for field in parts_of(listed) if listed is not None else []:
        if field.type == "field_declaration":
            kind = field.child_by_field_name("type")
            told = reader.type(kind)
            names = [reader.text(name) for name in field.children_by_field_name("name")]
            for name in names or [reader.text(kind).strip("*").rpartition(".")[2]]:
                found += (name, told)
    return ["O", reader.new_id(), *found] if found else None


def _function(reader: Reader, node: Node) -> Expression:
    return ["F", returned(reader, node), *[given.type for given in parameters(reader, node)]]


TYPES: Mapping[str, Handler] = {
    "type_identifier": lambda reader, node: reader.text(node),
    "identifier": lambda reader, node: reader.text(node),
    "qualified_type": _qualified,
    "generic_type": _generic,
    "pointer_type": inner_type,
    "parenthesized_type": inner_type,
    "negated_type": inner_type,
    "type_elem": inner_type,
    "type_constraint": inner_type,
    "slice_type": _slice,
    "array_type": _slice,
    "implicit_length_array_type": _slice,
    "channel_type": _channel,
    "map_type": _map,
    "function_type": _function,
    "struct_type": _structure,
}


# Values.


def _selector(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("operand"))
    return None if base is None else ["a", base, reader.text(node.child_by_field_name("field"))]


def _call(reader: Reader, node: Node) -> Expression:
    function = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    if function is None:
        return None
    while function.type == "parenthesized_expression" and n_parts(function) == 1:
        function = parts_of(function)[0]
    name = reader.text(function)
    callee = reader.value(function)
    at = function.child_by_field_name("field") or function
    if function.type == "index_expression":
        operand = function.child_by_field_name("operand") or function
        callee, at = reader.value(operand), operand.child_by_field_name("field") or operand
        key = function.child_by_field_name("index")  # of a table, or `f[int]()`
        callee = None if callee is None else _held_at(reader, callee, key)
    given = [reader.value(child) for child in parts_of(arguments)] if arguments else []
    if function.type == "func_literal" and function.children:
        at = function.children[0]  # it has no name that a call could be known by
    index = reader.site("c", callee, at, given)
    if name in ("make", "new") and arguments is not None and n_parts(arguments):
        return ["y", reader.type(parts_of(arguments)[0]), None]
    if name == "append" and given:
        for value in given[1:]:
            keeping.keep(reader, given[0], value, "[]")
        return given[0]
    return ["c", index]


def _conversion(reader: Reader, node: Node) -> Expression:
    """`f[int](x)`, which is read as a conversion; and conversions."""
    kind = node.child_by_field_name("type")
    value = reader.value(node.child_by_field_name("operand"))
    plain = kind.child_by_field_name("type") if kind is not None else None
    if kind is None or plain is None or kind.type != "generic_type":
        return ["y", reader.type(kind), value]
    at = plain.child_by_field_name("name") or plain
    callee: Expression = reader.name(reader.text(plain))
    if plain.type == "qualified_type":
        package = reader.text(plain.child_by_field_name("package"))
        callee = ["a", reader.name(package), reader.text(at)]
    listed = reader.first(kind, "type_arguments")  # or a call of `table[key]`
    held = keeping.element_at(callee, None, reader.text(listed).strip("[]") if listed else "")
    return ["c", reader.site("c", held, at, [value])]


def _composite(reader: Reader, node: Node) -> Expression:
    kind = node.child_by_field_name("type")
    return _literal(reader, reader.type(kind), node.child_by_field_name("body"))


def _literal(reader: Reader, kind: Expression, body: Node | None) -> Expression:
    """`{ a, b: c }` of a type: fields of a structure, or what a slice or a map holds."""
    held: list[Expression] = []
    keys: list[Expression] = []
    within = kind[-1] if isinstance(kind, list) and kind[0] == "G" else None
    parts = parts_of(body) if body is not None else []
    for number, child in enumerate(parts):
        is_keyed = child.type == "keyed_element"
        value = parts_of(child)[-1] if is_keyed else child
        inside = nth(value, 0) if value.type == "literal_element" else value
        if inside is not None and inside.type == "literal_value":
            given = _literal(reader, within, inside)
        else:
            given = reader.value(value)
        if given is not None and kind is not None and within is None and form(kind) != "O":
            key = reader.text(nth(child, 0)) if is_keyed else f"#{number}"
            if key.isidentifier() or _may_be_function(given):
                reader.bind(["a", ["y", kind, None], key], given)
        if form(kind) == "O" and _may_be_function(given):
            names = kind[2::2]
            key = names[number] if number < len(names) else ""
            key = reader.text(nth(child, 0)) if is_keyed else key
            reader.bind(["a", ["y", kind, None], key], given)
        if _may_be_function(given):
            held.append(given)
            keys.append(reader.value(nth(child, 0)) if is_keyed else None)
    holds = within is not None and 0 < len(held) <= _MAX_HELD
    if holds and any(map(key_said, keys)):
        return ["y", kind, keeping.display(reader, held, "Map", keys)]
    return ["y", kind, ["L", "[]", reader.new_id(), *held] if holds else None]


def _may_be_function(value: Expression) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and value[0] in _MAY_BE_FUNCTIONS)


def _as_type(reader: Reader, node: Node) -> Expression:
    return ["y", reader.type(node), None]


def _assertion(reader: Reader, node: Node) -> Expression:
    reader.value(node.child_by_field_name("operand"))
    return ["y", reader.type(node.child_by_field_name("type")), None]


def _unary(reader: Reader, node: Node) -> Expression:
    value = reader.value(node.child_by_field_name("operand"))
    if any(child.type == "<-" for child in node.children):
        return None if value is None else ["e", value]
    return value


def _index(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("operand"))
    found = _held_at(reader, base, node.child_by_field_name("index"))
    return None if base is None else found


def _held_at(reader: Reader, base: Expression, key: Node | None) -> Expression:
    value = reader.value(key)
    return keeping.element_at(base, value, reader.text(key) if key is not None else "")


def _sliced(reader: Reader, node: Node) -> Expression:
    base = reader.value(node.child_by_field_name("operand"))
    for name in ("start", "end", "capacity"):
        reader.value(node.child_by_field_name(name))
    return base


# Statements.


def _values(reader: Reader, node: Node | None) -> list[Expression]:
    if node is None:
        return []
    if node.type != "expression_list":
        return [reader.value(node)]
    return [reader.value(child) for child in parts_of(node)]


def _parts(values: list[Expression], n: int) -> list[Expression]:
    """What each of n names gets."""
    if len(values) == 1 and n > 1:
        whole = values[0]
        return [None if whole is None else ["i", whole, ["k", k]] for k in range(n)]
    return [values[k] if k < len(values) else None for k in range(n)]


def _short(reader: Reader, node: Node) -> Expression:
    values = _values(reader, node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    names = parts_of(left) if left is not None else []
    one = node.child_by_field_name("right")
    first = nth(one, 0) if one is not None and n_parts(one) == 1 else None
    is_pair = first is not None and first.type in (
        "type_assertion_expression",
        "index_expression",
        "unary_expression",
    )
    if is_pair and len(names) == 2:
        values = [values[0] if values else None, ["t", "bool"]]
    for name, value in zip(names, _parts(values, len(names)), strict=True):
        if name.type == "identifier" and reader.text(name) != "_":
            reader.let(reader.text(name), value)
    return None


def _assignment(reader: Reader, node: Node) -> Expression:
    values = _values(reader, node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    targets = parts_of(left) if left is not None else []
    _assign(reader, targets, _parts(values, len(targets)))
    return None


def _sent(reader: Reader, node: Node) -> Expression:
    """`channel <- f`: what is received from it is called elsewhere."""
    channel = reader.value(node.child_by_field_name("channel"))
    value = reader.value(node.child_by_field_name("value"))
    if channel is not None:
        keeping.keep(reader, channel, value, "chan")
    return None


def _received(reader: Reader, node: Node) -> Expression:
    """`case x, ok := <-channel:`."""
    value = reader.value(node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    targets = parts_of(left) if left is not None else []
    values: list[Expression] = [value, ["t", "bool"]][: len(targets)]
    if any(child.type == ":=" for child in node.children):
        for name, given in zip(targets, values, strict=True):
            if reader.text(name) != "_":
                reader.let(reader.text(name), given)
    else:
        _assign(reader, targets, values)
    return None


def _assign(reader: Reader, targets: list[Node], values: Sequence[Expression]) -> None:
    for target, value in zip(targets, values, strict=True):
        if target.type == "identifier":
            reader.assign(reader.text(target), value)
        elif target.type == "selector_expression":
            base = reader.value(target.child_by_field_name("operand"))
            if base is not None:
                reader.bind(["a", base, reader.text(target.child_by_field_name("field"))], value)
        else:
            keeping.kept_at(reader, reader.value(target), value)


def _spec(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    names = [c for c in node.children_by_field_name("name") if c.type == "identifier"]
    given = node.child_by_field_name("value")
    if given is None and kind is None and node.type == "const_spec":
        values = [_repeated(reader, node, k) for k in range(len(names))]
    else:
        values = _parts(_values(reader, given), len(names))
    for name, value in zip(names, values, strict=True):
        reader.let(reader.text(name), value if kind is None else ["y", kind, value])
    return None


def _repeated(reader: Reader, node: Node, k: int) -> Expression:
    """A constant without a type and a value is of the type of the one before."""
    before = node.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    names = before.children_by_field_name("name") if before is not None else []
    names = [name for name in names if name.type == "identifier"]
    return reader.name(reader.text(names[k])) if k < len(names) else None


def _range(reader: Reader, node: Node) -> Expression:
    right = node.child_by_field_name("right")
    value = reader.value(right)
    if form(value) == "a" and right is not None:  # a loop over what a method hands on
        reader.site("o", value, right, [None])
    left = node.child_by_field_name("left")
    names = parts_of(left) if left is not None else []
    key: Expression = None if value is None else ["i", value, ["k", RECEIVED]]
    gets: list[Expression] = [key, None if value is None else ["i", value, None]]
    is_new = any(child.type == ":=" for child in node.children)
    for name, given in zip(names, gets, strict=False):
        if name.type == "identifier" and reader.text(name) != "_":
            (reader.let if is_new else reader.assign)(reader.text(name), given)
    return None


def _type_switch(reader: Reader, node: Node) -> Expression:
    reader.blocks.append({})
    reader.value(node.child_by_field_name("initializer"))
    subject = reader.value(node.child_by_field_name("value"))
    alias = reader.text(node.child_by_field_name("alias"))
    for case in parts_of(node):
        if case.type not in ("type_case", "default_case"):
            continue
        kinds = [reader.type(kind) for kind in case.children_by_field_name("type")]
        reader.blocks.append({})
        if alias:
            # Of one type it is that; of several, and of all others, what is asked about.
            reader.let(alias, ["y", kinds[0], None] if len(kinds) == 1 else subject)
        reader.values(child for child in parts_of(case) if child.type == "statement_list")
        reader.blocks.pop()
    reader.blocks.pop()
    return None


def _return(reader: Reader, node: Node) -> Expression:
    values = _values(reader, nth(node, 0))
    found = values[0] if len(values) == 1 else ["L", "()", reader.new_id(), *values]
    reader.flow.returns.append(found if values else None)
    return None


def _field(reader: Reader, node: Node) -> Expression:
    kind = reader.type(node.child_by_field_name("type"))
    names = node.children_by_field_name("name")
    for name in names:
        reader.let(reader.text(name), ["y", kind, None])
    if not names:
        plain = kind[1] if isinstance(kind, list) and kind[0] == "G" else kind
        last = plain[2] if isinstance(plain, list) and plain[0] == "a" else plain
        if isinstance(last, str):
            reader.let(last, ["y", kind, None])
    return None


def _import(reader: Reader, node: Node) -> Expression:
    path = reader.text(node.child_by_field_name("path"))[1:-1]
    name = node.child_by_field_name("name")
    if name is not None and name.type == "dot":
        reader.flow.stars.append(path)
    elif name is None or name.type == "package_identifier":
        reader.let(reader.text(name) if name is not None else _package_of(path), ["m", path])
    return None


def _package_of(path: str) -> str:
    """The name that a package of this path has by custom."""
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdecimal():
        last = parts[-2]
    last = last.partition(".")[0] if ".v" in last else last
    return last.removeprefix("go-").removesuffix("-go").replace("-", "_")


VALUES: Mapping[str, Handler] = {
    "identifier": named,
    "selector_expression": _selector,
    "call_expression": _call,
    "type_conversion_expression": _conversion,
    "composite_literal": _composite,
    "type_assertion_expression": _assertion,
    "unary_expression": _unary,
    "index_expression": _index,
    "slice_expression": _sliced,
    "parenthesized_expression": inner,
    "literal_element": inner,
    "variadic_argument": lambda reader, node: ["*", inner(reader, node)],
    "expression_statement": inner,
    "short_var_declaration": _short,
    "assignment_statement": _assignment,
    "var_spec": _spec,
    "const_spec": _spec,
    "range_clause": _range,
    "receive_statement": _received,
    "send_statement": _sent,
    "type_switch_statement": _type_switch,
    "return_statement": _return,
    "field_declaration": _field,
    "import_spec": _import,
    "block": in_block,
    "for_statement": in_block,
    "if_statement": in_block,
    "expression_switch_statement": in_block,
    "expression_case": in_block,
    "default_case": in_block,
    "select_statement": in_block,
    "communication_case": in_block,
    "package_clause": nothing,
    "comment": nothing,
    "interpreted_string_literal": text_literal("string"),
    "raw_string_literal": text_literal("string"),
    "int_literal": literal("int"),
    "float_literal": literal("float64"),
    "true": literal("bool"),
    "false": literal("bool"),
    "nil": nothing,
    **dict.fromkeys(_TYPE_NODES, _as_type),
}


def parameters(reader: Reader, node: Node) -> list[Given]:
    """Parameters of a function."""
    listed = node.child_by_field_name("parameters")
    return listed_parameters(reader, listed)


def listed_parameters(reader: Reader, listed: Node | None) -> list[Given]:
    """Names and types in a list of parameters, or of results."""
    found: list[Given] = []
    for child in parts_of(listed) if listed is not None else []:
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        kind = reader.type(child.child_by_field_name("type"))
        if child.type == "variadic_parameter_declaration":
            name = reader.text(child.child_by_field_name("name"))
            found.append(Given(name, "*", ["G", ["t", "[]"], kind]))
            continue
        names = child.children_by_field_name("name")
        found += [Given(reader.text(name), "", kind) for name in names]
        if not names:
            found.append(Given("", "", kind))
    return found


def returned(reader: Reader, node: Node) -> Expression:
    """What a function gives: several things at once are a tuple."""
    result = node.child_by_field_name("result")
    if result is None or result.type != "parameter_list":
        return reader.type(result)
    kinds = [given.type for given in listed_parameters(reader, result)]
    return kinds[0] if len(kinds) == 1 else ["G", ["t", "()"], *kinds]
