"""Definitions of C#: parameters, bodies, bases."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import DECLARED, Expression
from codewitness.syntax.flow.csharp.types import TYPES, type_name_node
from codewitness.syntax.flow.csharp.values import VALUES, arguments_of
from codewitness.syntax.flow.declared import Given, Shape, grammar, head_known
from codewitness.syntax.flow.lexical import (
    Reader,
    flow_reader,
    nth,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.scopes import Scope


def _listed(reader: Reader, listed: Node | None) -> list[Given]:
    found: list[Given] = []
    if listed is None:
        return found
    if listed.type in ("identifier", "implicit_parameter"):
        return [Given(reader.text(listed), "", None)]
    for at, child in enumerate(listed.children):
        if child.type == "parameter":
            kind = reader.type(child.child_by_field_name("type"))
            default = next(
                (p for p in child.children if p.type in ("=", "equals_value_clause")), None
            )
            name = reader.text(child.child_by_field_name("name"))
            after = parts_of(child)[-1] if default is not None else None
            found.append(Given(name, "" if default is None else "?", kind, after))
        elif child.type in ("identifier", "implicit_parameter"):
            if listed.field_name_for_child(at) == "name":
                kind = reader.type(listed.child_by_field_name("type"))
                found.append(Given(reader.text(child), "*", kind))
            else:
                found.append(Given(reader.text(child), "", None))
    return found


def _parameters(reader: Reader, node: Node) -> list[Given]:
    listed = node.child_by_field_name("parameters")
    if listed is None and node.type == "anonymous_method_expression":
        return [Given("_", "*", None)]  # `delegate { ... }` takes whatever it is given
    own = _listed(
        reader, listed or reader.first(node, "parameter_list", "bracketed_parameter_list")
    )
    block = _extension_block(reader, node)
    return own if block is None else [*_receiver(reader, block), *own]


def _extension_block(reader: Reader, node: Node) -> Node | None:
    """The `extension(T t)` around a method, which the grammar takes for a constructor."""
    around = node.parent
    while around is not None and around.type in ("block", "ERROR"):
        around = around.parent
    if node.type != "local_function_statement" or around is None:
        return None
    is_block = around.type == "constructor_declaration"
    is_block = is_block and reader.text(around.child_by_field_name("name")) == "extension"
    return around if is_block and not _is_static(reader, node) else None


def _is_static(reader: Reader, node: Node) -> bool:
    return any(one.type == "modifier" and reader.text(one) == "static" for one in node.children)


def _receiver(reader: Reader, block: Node) -> list[Given]:
    return _listed(reader, block.child_by_field_name("parameters"))[:1]


def _body(reader: Reader, scope: Scope) -> Sequence[Node]:
    node = scope.node
    found: list[Node] = []
    if (initializer := reader.first(node, "constructor_initializer")) is not None:
        found.append(initializer)
    value = node.child_by_field_name("value")
    if node.type == "property_declaration" and value is not None:
        if value.type != "arrow_expression_clause":
            # With a value to begin with, which the property's type tells of.
            return [*_accessors(node), node]
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    if body is None:
        body = node.child_by_field_name("accessors") or reader.first(node, "block")
    if body is None:
        return found
    if body.type == "accessor_list":
        return _accessors(node)
    return [*found, *(parts_of(body) if body.type == "block" else [body])]


def _accessors(node: Node) -> list[Node]:
    listed = node.child_by_field_name("accessors")
    parts = parts_of(listed) if listed is not None else []
    return [child for one in parts for child in parts_of(one) if child.type != "modifier"]


def _gives_value(node: Node) -> bool:
    parent = node.parent
    if node.type in ("arrow_expression_clause", "property_declaration"):
        return True
    return parent is not None and parent.type == "lambda_expression"


def _members(reader: Reader, scope: Scope) -> Sequence[Node]:
    body = parts_of(scope.body_node) if scope.body_node is not None else []
    bases = reader.first(scope.node, "base_list")
    return body if bases is None else [bases, *body]


def _base_call(reader: Reader, node: Node) -> Expression:
    """`: Base(n)` behind a primary constructor, whose arguments are the class's own code."""
    kind: Node | None = None
    for one in parts_of(node):
        if one.type == "primary_constructor_base_type":
            kind, one = nth(one, 0), reader.first(one, "argument_list") or one
        if one.type == "argument_list" and kind is not None:
            callee, at = ["T", reader.type(kind)], type_name_node(kind)
            with head_known(reader, node.parent or node, _fields):
                given, labels = arguments_of(reader, one)
            reader.site("n", callee, at, given, labels)
        kind = one
    return None


def _fields(reader: Reader, node: Node) -> list[Given]:
    return _listed(reader, reader.first(node, "parameter_list"))


def _bases(reader: Reader, node: Node) -> list[Expression]:
    listed = reader.first(node, "base_list")
    if listed is not None and node.child_by_field_name("body") is None:
        _base_call(reader, listed)  # nothing of a class without a body is read but this
    named = parts_of(listed) if listed is not None else []
    return [reader.type(one) for one in named if one.type != "argument_list"]


def _returns(reader: Reader, node: Node) -> Expression:
    return reader.type(node.child_by_field_name("returns") or node.child_by_field_name("type"))


def _type_parameters(reader: Reader, node: Node) -> list[Expression]:
    listed = reader.first(node, "type_parameter_list")
    bounds: dict[str, Expression] = {}
    for child in parts_of(node):
        if child.type == "type_parameter_constraints_clause" and n_parts(child) > 1:
            named = (part.child_by_field_name("type") for part in parts_of(child)[1:])
            kinds = [reader.type(one) for one in named if one is not None]  # `class` is none
            bound = ["&", *kinds] if len(kinds) > 1 else kinds[0] if kinds else None
            bounds[reader.text(parts_of(child)[0])] = bound
    found: list[Expression] = []
    for child in parts_of(listed) if listed is not None else []:
        name = reader.text(child.child_by_field_name("name") or nth(child, 0))
        found += (name, bounds.get(name))
    return found


def _known_as(reader: Reader, node: Node) -> Expression:
    """Of a method for another class, that class."""
    listed = node.child_by_field_name("parameters") if node.type == "method_declaration" else None
    first = reader.first(listed, "parameter") if listed is not None else None
    if first is not None and any(
        reader.text(c) == "this" for c in first.children if c.type == "modifier"
    ):
        return ["E", reader.type(first.child_by_field_name("type"))]
    block = _extension_block(reader, node)
    if block is not None and (receiver := _receiver(reader, block)):
        return ["E", receiver[0].type]
    if reader.first(node, "explicit_interface_specifier") is not None:
        return ["explicit"]
    if node.type == "property_declaration" and _is_abstract(reader, node):
        return ["abstract"]
    if node.type == "delegate_declaration":
        return ["F", reader.type(node.child_by_field_name("type")), *_taken(reader, node)]
    return None


def _is_abstract(reader: Reader, node: Node) -> bool:
    return any(reader.text(child) == "abstract" for child in node.children)


def _taken(reader: Reader, node: Node) -> list[Expression]:
    return [given.type for given in _parameters(reader, node)]


def _namespace(reader: Reader, node: Node) -> Expression:
    """One that is no definition of its own, as it stands around all of the file."""
    name = "".join(reader.text(node.child_by_field_name("name")).split())
    if name and f"{DECLARED}{name}" not in reader.flow.stars:
        reader.flow.stars.append(f"{DECLARED}{name}")
    reader.values(parts_of(node)[1:])
    return None


_NAMESPACES = ("namespace_declaration", "file_scoped_namespace_declaration")

csharp_flow = flow_reader(
    grammar(
        Shape(
            parameters=_parameters,
            body=_body,
            gives_value=_gives_value,
            members=_members,
            fields=_fields,
            bases=_bases,
            returns=_returns,
            known_as=_known_as,
            type_parameters=_type_parameters,
        ),
        {**VALUES, **dict.fromkeys(_NAMESPACES, _namespace), "base_list": _base_call},
        TYPES,
        frozenset({"local_function_statement"}),
    )
)
