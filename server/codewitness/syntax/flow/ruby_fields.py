"""Fields of Ruby's structures, `Struct.new(:x, :y)`, by their places; what a `refine` is of."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.syntax.flow.declared import Given
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import parts_of

_MAKERS = (("Struct", "new"), ("Data", "define"))


def of_structure(reader: Reader, definition: Node) -> list[str]:
    """The fields of a class that such a call makes, or that stands on one; empty for others."""
    made = definition
    if definition.type == "assignment":
        made = definition.child_by_field_name("right") or definition
    elif definition.type == "class":
        above = definition.child_by_field_name("superclass")
        made = parts_of(above)[-1] if above is not None else definition
    if made.type != "call":
        return []
    receiver, method = made.child_by_field_name("receiver"), made.child_by_field_name("method")
    if (reader.text(receiver), reader.text(method)) not in _MAKERS:
        return []
    arguments = made.child_by_field_name("arguments")
    listed = parts_of(arguments) if arguments is not None else []
    return [reader.text(one)[1:] for one in listed if one.type == "simple_symbol"]


def given(reader: Reader, definition: Node) -> list[Given]:
    """The same as what the class is made with."""
    return [Given(name, "?", None) for name in of_structure(reader, definition)]


def declare(reader: Reader, definition: Node) -> None:
    """Each field is read by its name, and is what the class is made with in its place."""
    for k, name in enumerate(of_structure(reader, definition)):
        reader.let(name, ["v", name, -1 - k])
        reader.bind(["attr", name], None)


def refined(reader: Reader, method: Node) -> str | None:
    """The class that a method is added to by `refine Array do ... end` around it."""
    body = method.parent if method.type == "method" else None
    block = body.parent if body is not None and body.type == "body_statement" else None
    call = block.parent if block is not None and block.type in ("do_block", "block") else None
    if call is None or reader.text(call.child_by_field_name("method")) != "refine":
        return None
    arguments = call.child_by_field_name("arguments")
    listed = parts_of(arguments) if arguments is not None else []
    return reader.text(listed[0]) if len(listed) == 1 else None
