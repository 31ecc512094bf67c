"""Parameters of C, C++ and Objective-C."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import CONST, FOR_PASSING, POINTER
from codewitness.syntax.flow.c_family.types import declared, has_operators, named_in, type_of
from codewitness.syntax.flow.declared import Given
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import parts_of


def parameters(reader: Reader, node: Node) -> list[Given]:
    """Parameters of a function, a lambda, a block, a method, a catch clause."""
    if node.type in ("method_definition", "method_declaration"):
        return _of_method(reader, node)
    listed = _parameter_list(node)
    found: list[Given] = []
    for child in listed.children if listed is not None else []:
        if child.type in ("variadic_parameter", "..."):
            found.append(Given("", "*", None))
        if child.type not in (
            "parameter_declaration",
            "optional_parameter_declaration",
            "variadic_parameter_declaration",
        ):
            continue
        name, own = declared(
            reader, child.child_by_field_name("declarator"), type_of(reader, child)
        )
        text = reader.text(name)
        if not text and own == ["t", "void"]:
            continue
        default = child.child_by_field_name("default_value")
        kind = "?" if default is not None else ("*" if child.type.startswith("variadic") else "")
        found.append(Given(text, kind, own, default))
    return found


def is_const(reader: Reader, node: Node) -> bool:
    """True for a declaration, or the declarator of a method, with `const`."""
    return any(c.type == "type_qualifier" and reader.text(c) == CONST for c in node.children)


def mark_const(reader: Reader, node: Node, kind: object) -> None:
    """What was bound last is const, if its declaration says so and it may be an object."""
    if not (isinstance(kind, list) and kind[0] == "t") and is_const(reader, node):
        reader.bind([CONST, len(reader.flow.binds) - 1], None)


def is_pointer(declarator: Node | None) -> bool:
    """True for `*name`, `*name = x` and `*&name`, also for a function that gives a pointer."""
    while declarator is not None and declarator.type in ("init_declarator", "reference_declarator"):
        inside = declarator.child_by_field_name("declarator")
        declarator = inside or nth(declarator, 0)
    return declarator is not None and declarator.type == "pointer_declarator"


def is_reference(declarator: Node | None) -> bool:
    """True for `&name`, and a function that gives a reference."""
    return declarator is not None and declarator.type == "reference_declarator"


def mark(reader: Reader, node: Node, declarator: Node | None, kind: object) -> None:
    """What was bound last is const, or a pointer: told where operators may be a class's."""
    last = len(reader.flow.binds) - 1
    mark_const(reader, node, kind)
    if has_operators(reader) and is_pointer(declarator):
        reader.bind([POINTER, last], None)


def mark_parameters(reader: Reader, node: Node) -> None:
    """The parameters of a function that are const, and those that are pointers."""
    listed = _parameter_list(node) if node.type in _WITH_PARAMETERS else None
    number = 0
    for child in parts_of(listed) if listed is not None else []:
        if child.type in ("parameter_declaration", "optional_parameter_declaration"):
            kind = type_of(reader, child)
            if not (isinstance(kind, list) and kind[0] == "t") and is_const(reader, child):
                reader.bind([CONST, -1 - number], None)
            if has_operators(reader):
                if is_pointer(child.child_by_field_name("declarator")):
                    reader.bind([POINTER, -1 - number], None)
            number += 1


def taking_over(reader: Reader, node: Node) -> list[str]:
    """Marks for the parameters that are for what nobody else has: `Row(Row&& other)`."""
    listed = _parameter_list(node)
    kinds = ("parameter_declaration", "optional_parameter_declaration")
    taken = [one for one in (parts_of(listed) if listed is not None else []) if one.type in kinds]
    return [
        f"{FOR_PASSING}{k}"
        for k, one in enumerate(taken)
        if reader.text(one.child_by_field_name("declarator")).startswith(FOR_PASSING)
    ]


_WITH_PARAMETERS = ("function_definition", "lambda_expression")


def _parameter_list(node: Node) -> Node | None:
    if node.type == "block_literal":
        for child in parts_of(node):
            if child.type == "parameter_list":
                return child
            if child.type == "type_name":  # `^Result(Item *a) { … }`
                function = next(iter(parts_of(child)[-1:]), None)
                return None if function is None else function.child_by_field_name("parameters")
        return None
    at: Node | None = node
    while at is not None and at.child_by_field_name("parameters") is None:
        inside = at.child_by_field_name("declarator")
        if inside is None:
            inside = next((c for c in parts_of(at) if c.type.endswith("declarator")), None)
        at = inside
    if at is None:
        return None
    # Of a function that gives a function pointer, the innermost list is its own.
    inner_one = named_in(at.child_by_field_name("declarator"))
    while inner_one is not None and inner_one.child_by_field_name("parameters") is not None:
        at = inner_one
        inner_one = named_in(at.child_by_field_name("declarator"))
    return at.child_by_field_name("parameters")


def _of_method(reader: Reader, node: Node) -> list[Given]:
    """Parameters of an Objective-C method; each but the first has the label before it."""
    found: list[Given] = []
    label = ""
    for child in parts_of(node):
        if child.type == "identifier":
            label = reader.text(child)
        elif child.type == "method_parameter":
            kind = reader.first(child, "method_type")
            own = reader.type(nth(kind, 0)) if kind is not None else None
            name = reader.text(parts_of(child)[-1])
            found.append(Given(name, f"={label}" if found else "", own))
    return found
