"""Headers of definitions nested in a Python scope."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.python.reader import Reader
from codewitness.syntax.flow.python.types import TypeReader, first


def _decorated(reader: Reader, node: Node) -> None:
    decorators = [child for child in parts_of(node) if child.type == "decorator"]
    inner = node.child_by_field_name("definition")
    if inner is not None:
        definition(reader, inner, decorators)


def _plain_definition(reader: Reader, node: Node) -> None:
    definition(reader, node, [])


def definition(reader: Reader, node: Node, decorators: list[Node]) -> None:
    """Read the header of a definition in this scope, and give its name its value."""
    k = reader.children.get(node.start_byte)
    name = node.child_by_field_name("name")
    if k is None or name is None:
        return
    reader.call_kind, kept = "h", reader.call_kind
    expressions = [(d, reader.value(first(d))) for d in decorators]
    types = TypeReader(reader.raw)
    parameters = _parameters(reader, node.child_by_field_name("parameters"), types)
    bases = _bases(reader, node.child_by_field_name("superclasses"))
    result = types.read(node.child_by_field_name("return_type") or _of_overload(reader, node))
    reader.call_kind = kept
    value: Expression = ["f", k]
    if node.type == "class_definition" and (bases or _holds_objects(node)):
        reader.site("k", value, name)
    sites = []
    for decorator, expression in reversed(expressions):
        named = first(decorator)
        at = reader.name_node(named) if named is not None else decorator
        index = reader.site("d", expression, at, [value])
        sites.append(index)
        value = ["c", index]
    reader.recorder.flow.headers[k] = [sites, parameters, bases, result, value]
    reader.recorder.assign(reader.text(name), value)


def _parameters(reader: Reader, node: Node | None, types: TypeReader) -> list[list[Expression]]:
    """[name, kind, type, default] of each parameter, in order."""
    found: list[list[Expression]] = []
    kind = ""
    for child in parts_of(node) if node is not None else ():
        if child.type == "keyword_separator":
            kind = "k"
            continue
        own, name = kind, child
        annotation = default = None
        if child.type in ("default_parameter", "typed_default_parameter"):
            name = child.child_by_field_name("name") or child
            default = reader.value(child.child_by_field_name("value"))
        if child.type in ("typed_parameter", "typed_default_parameter"):
            annotation = types.read(child.child_by_field_name("type"))
            name = name if name != child else parts_of(child)[0]
        if name.type == "list_splat_pattern":
            own, kind = "*", "k"
        elif name.type == "dictionary_splat_pattern":
            own = "**"
        leaf = first(name) if own in ("*", "**") else name
        if leaf is not None and leaf.type == "identifier":
            found.append([reader.text(leaf), own, annotation, default])
    return found


_NONE = re.compile(rb":\s*None\b")


def _of_overload(reader: Reader, node: Node) -> Node | None:
    """What `__get__` says to give an object, where its overloads say it in its place."""
    name, around = node.child_by_field_name("name"), node.parent
    if name is None or reader.text(name) != "__get__" or around is None:
        return None
    for whole in parts_of(around):
        own = whole.child_by_field_name("definition")
        if whole.type != "decorated_definition" or own is None or own.type != node.type:
            continue
        parameters = parts_of(own.child_by_field_name("parameters") or own)
        named = own.child_by_field_name("name")
        is_same = named is not None and reader.text(named) == "__get__"
        if is_same and len(parameters) > 1 and not _NONE.search(parameters[1].text or b""):
            return own.child_by_field_name("return_type")
    return None


# Decorators that make what is no object of the workspace.
_OF_FUNCTIONS = re.compile(rb"@(?:property|\w*method|\w+\.(?:setter|deleter|getter)|override)\b")


def _bases(reader: Reader, node: Node | None) -> list[Expression]:
    found: list[Expression] = []
    for child in parts_of(node) if node is not None else ():
        value = reader.value(child.child_by_field_name("value") or child)
        if child.type == "subscript" and value is not None:  # `Generic[T]`
            said = TypeReader(reader.raw).read(child)
            value = ["i", value, said[2]] if form(said) == "i" else value
        label = child.child_by_field_name("name") if child.type == "keyword_argument" else None
        if label is not None and reader.text(label) == "metaclass":
            found.append(["meta", value])
        elif child.type not in ("keyword_argument", "comment", "list_splat", "dictionary_splat"):
            found.append(value)
    return found


def _holds_objects(node: Node) -> bool:
    """True for a class that keeps what a call, or a decorator, gives: `name = Field()`."""
    body = node.child_by_field_name("body")
    for child in parts_of(body) if body is not None else ():
        if child.type == "decorated_definition" and _OF_FUNCTIONS.match(child.text or b"") is None:
            return True
        one = first(child) if child.type == "expression_statement" else child
        right = one.child_by_field_name("right") if one is not None else None
        if right is not None and right.type == "call":
            return True
    return False


def _lambda(reader: Reader, node: Node) -> Expression:
    k = reader.children.get(node.start_byte)
    if k is None:
        return None
    parameters = _parameters(reader, node.child_by_field_name("parameters"), TypeReader(reader.raw))
    known = {one[0] for one in parameters}
    for name in dict.fromkeys(reader.own_names):  # which are in no scope that a name is sought in
        if name not in known and re.search(rf"\b{name}\b", reader.text(node)):
            parameters.append([name, "k", None, reader.recorder.read(name)])
    reader.recorder.flow.headers[k] = [[], parameters, [], None, ["f", k]]
    return ["f", k]


DEFINITIONS = {
    "decorated_definition": _decorated,
    "function_definition": _plain_definition,
    "class_definition": _plain_definition,
    "lambda": _lambda,
}
