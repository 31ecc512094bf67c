"""Parameters of C, C++ and Objective-C."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.flow.c_family.types import declared, named_in, type_of
from codewitness.syntax.flow.declared import Given
from codewitness.syntax.flow.lexical import Reader, nth


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


def _parameter_list(node: Node) -> Node | None:
    if node.type == "block_literal":
        for child in node.named_children:
            if child.type == "parameter_list":
                return child
            if child.type == "type_name":  # `^Result(Item *a) { … }`
                function = next(iter(child.named_children[-1:]), None)
                return None if function is None else function.child_by_field_name("parameters")
        return None
    at: Node | None = node
    while at is not None and at.child_by_field_name("parameters") is None:
        inside = at.child_by_field_name("declarator")
        if inside is None:
            inside = next((c for c in at.named_children if c.type.endswith("declarator")), None)
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
    for child in node.named_children:
        if child.type == "identifier":
            label = reader.text(child)
        elif child.type == "method_parameter":
            kind = reader.first(child, "method_type")
            own = type_of(reader, nth(kind, 0)) if kind is not None else None
            name = reader.text(child.named_children[-1])
            found.append(Given(name, f"={label}" if found else "", own))
    return found
