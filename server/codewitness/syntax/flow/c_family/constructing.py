"""Constructors of C++ that run without being called by their name.

`Board board;`, `Board board(8)`, `Board board{8}`, also as a field, `Board{8}` and
`make_unique<Board>(8)` are sites of the kind `o` whose callee is the class: edges only if it has a
constructor. A field that is an object, not a pointer to one, is bound once more with `v:` before
its name: `board_(8)` before a constructor's body makes such an object.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import operators
from codewitness.syntax.flow.c_family.values import VALUES
from codewitness.syntax.flow.lexical import Handler, Reader, either
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.texts import encoded_text, letter
from codewitness.syntax.languages.spec import last_name

_CLASSES = frozenset(("type_identifier", "qualified_identifier", "template_type"))
_NAMES = frozenset(("identifier", "field_identifier"))
_MAKING = frozenset(("make_unique", "make_shared"))
_LITERALS = {"number_literal": "int", "true": "bool", "false": "bool"}
_TEXTS = {"string_literal": encoded_text, "char_literal": letter}


def _declaration(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    kind = node.child_by_field_name("type")
    if kind is None or kind.type not in _CLASSES or _is_elsewhere(reader, node):
        return found
    for declarator in node.children_by_field_name("declarator"):
        name, value = _made(declarator)
        if name is None and node.parent is not None and node.parent.type == "compound_statement":
            name, value = _like_a_prototype(declarator)
            if name is not None:
                reader.let(reader.text(name), ["y", reader.type(kind), None])
        if name is not None:
            index = _site(reader, kind, name, value)
            _note_exact(reader, name, index)
        else:
            _converted(reader, kind, declarator.child_by_field_name("declarator"), declarator)
    return found


def _converted(reader: Reader, kind: Node, name: Node | None, holder: Node) -> None:
    """`Ref<int> chosen = 0;`, `Path path = "a";`: an object is made of what is written there."""
    value = holder.child_by_field_name("value") or holder.child_by_field_name("default_value")
    is_literal = value is not None and (value.type in _LITERALS or value.type in _TEXTS)
    if is_literal and value is not None and name is not None and name.type in _NAMES:
        _site(reader, kind, name, value, [_again(reader, value)])


def _note_exact(reader: Reader, name: Node, index: int | None) -> None:
    """The variable is of its type itself, of none below it: it is what the site makes."""
    variable = reader.find(reader.text(name))
    if index is None or variable is None or not variable.binds or variable.binds[-1] < 0:
        return
    value = reader.flow.binds[variable.binds[-1]][1]
    if form(value) == "y" and value[2] is None:
        value[2] = ["c", index]


def _is_elsewhere(reader: Reader, node: Node) -> bool:
    return any(
        child.type == "storage_class_specifier" and reader.text(child) == "extern"
        for child in node.children
    )


def _made(declarator: Node) -> tuple[Node | None, Node | None]:
    """The name of what is declared and what its constructor gets."""
    if declarator.type in _NAMES:
        return declarator, None
    if declarator.type != "init_declarator":
        return None, None
    name, value = (
        declarator.child_by_field_name("declarator"),
        declarator.child_by_field_name("value"),
    )
    is_made = value is not None and value.type in ("argument_list", "initializer_list")
    is_assigned = any(child.type == "=" for child in declarator.children)
    if name is None or name.type not in _NAMES or not is_made or is_assigned:
        return None, None
    return name, value


def _like_a_prototype(declarator: Node) -> tuple[Node | None, Node | None]:
    """`Guard guard(lock);` in a function, which looks as if it declared one."""
    name = declarator.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters")
    if declarator.type != "function_declarator" or name is None or listed is None:
        return None, None
    given = parts_of(listed)
    are_names = all(
        one.type == "parameter_declaration"
        and n_parts(one) == 1
        and parts_of(one)[0].type in ("type_identifier", "qualified_identifier")
        for one in given
    )
    return (name, listed) if given and are_names and name.type in _NAMES else (None, None)


def _field_declaration(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("default_value")
    if kind is None or kind.type not in _CLASSES:
        return found
    for name in node.children_by_field_name("declarator"):
        if name.type not in _NAMES:
            continue
        reader.bind(f"v:{reader.text(name)}", ["T", _plain(reader.type(kind))])
        if any(one.type == "type_qualifier" for one in node.children):  # `const` and `mutable`
            reader.bind(f"q:{reader.text(name)}", ["T", _plain(reader.type(kind))])
        if value is not None and value.type == "initializer_list":
            _site(reader, kind, name, value)
        elif value is not None:
            _converted(reader, kind, name, node)
    return found


def _call(reader: Reader, node: Node) -> Expression:
    found = VALUES[node.type](reader, node)
    function = node.child_by_field_name("function")
    while function is not None and function.type == "qualified_identifier":
        function = function.child_by_field_name("name")
    if function is not None and function.type == "template_function":
        listed = function.child_by_field_name("arguments")
        kind = parts_of(listed)[0] if listed is not None and parts_of(listed) else None
        if kind is not None and reader.text(function.child_by_field_name("name")) in _MAKING:
            _site(reader, kind, kind, node.child_by_field_name("arguments"))
    return found


def _braced(reader: Reader, node: Node) -> Expression:
    """`Board{8}`."""
    found = VALUES[node.type](reader, node)
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if kind is not None and kind.type in _CLASSES:
        _site(reader, kind, last_name(kind), value)
    return found


_PLAIN_KEYS = frozenset(("identifier", "string_literal", "char_literal", "number_literal"))


def _subscript(reader: Reader, node: Node) -> Expression:
    """`a[b]` runs an operator of the class, if it has one."""
    found = VALUES[node.type](reader, node)
    indices = node.child_by_field_name("indices")
    at = indices.children[0] if indices is not None and indices.children else None
    if found is None or at is None:
        return found
    inside = parts_of(indices) if indices is not None else []
    is_plain = len(inside) == 1 and inside[0].type in _PLAIN_KEYS
    key = reader.value(inside[0]) if is_plain else None  # anything else was read, with its calls
    return either((found, operators.use(reader, found[1], "operator[]", at, [key])))


def _assign_object(reader: Reader, node: Node, left: Node | None, value: Expression) -> None:
    """`a = b` runs `operator=` of the class, if it has one; a literal is assigned to no object."""
    if left is not None and left.type == "pointer_expression":
        left = left.child_by_field_name("argument")  # `*this = other`
    if left is None or left.type not in _PLAIN_TARGETS or form(value) in ("", "t", "f"):
        return
    inside = left.child_by_field_name("argument")
    if inside is None or inside.type in ("identifier", "this"):
        base = reader.value(left)
        operators.use(reader, base, "operator=", operators.operator_of(node), [value])


_PLAIN_TARGETS = frozenset(("identifier", "field_expression", "this"))


def _assignment(reader: Reader, node: Node) -> Expression:
    """`a += b` runs an operator of the class, if it has one."""
    left = node.child_by_field_name("left")
    if reader.text(operators.operator_of(node)) == "=":
        value = VALUES[node.type](reader, node)
        _assign_object(reader, node, left, value)
        return value
    reader.value(node.child_by_field_name("right"))
    operators.compound(reader, node, left, operators.spelled("operator"))
    return None


def _site(
    reader: Reader,
    kind: Node,
    at: Node,
    value: Node | None,
    given: list[Expression] | None = None,
) -> int | None:
    """The site that makes an object of a class; None for what has no name of a class."""
    plain = _plain(reader.type(kind))
    if plain is not None and not (isinstance(plain, list) and plain[0] == "t"):
        if given is None:
            given = [] if value is None else [_again(reader, one) for one in parts_of(value)]
        return reader.site("o", ["T", plain], at, given)
    return None


def _plain(kind: Expression) -> Expression:
    """A type without its arguments."""
    return kind[1] if isinstance(kind, list) and kind[0] == "G" else kind


def _again(reader: Reader, node: Node) -> Expression:
    """The value of what has been read already, if it is a name, a literal or a function."""
    if node.id in reader.number_by_node:
        return ["f", reader.number_by_node[node.id]]
    if node.type == "parameter_declaration" and n_parts(node) == 1:
        node = parts_of(node)[0]
    if node.type == "qualified_identifier":
        return VALUES[node.type](reader, node)
    if node.type in ("identifier", "type_identifier"):
        return reader.name(reader.text(node))
    if node.type in _TEXTS:
        return _TEXTS[node.type](reader, node)
    return ["t", _LITERALS[node.type]] if node.type in _LITERALS else None


CONSTRUCTING: Mapping[str, Handler] = {
    "declaration": _declaration,
    "condition_declaration": _declaration,
    "field_declaration": _field_declaration,
    "call_expression": _call,
    "compound_literal_expression": _braced,
    "assignment_expression": _assignment,
    "subscript_expression": _subscript,
}
