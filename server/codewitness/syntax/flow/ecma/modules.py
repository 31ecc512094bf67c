"""Imports and exports of JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.ecma.patterns import names_of
from codewitness.syntax.flow.lexical import Handler, Reader, nth, type_name
from codewitness.syntax.flow.parts import n_parts, parts_of

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})


def own_exports(reader: Reader, node: Node) -> bool:
    """True for `module.exports`."""
    return reader.text(node) == "module.exports" and reader.find("module") is None


def _source(reader: Reader, node: Node) -> str | None:
    text = reader.text(node.child_by_field_name("source"))
    return text[1:-1] if len(text) > 2 else None


def _import(reader: Reader, node: Node) -> Expression:
    source = _source(reader, node)
    for clause in parts_of(node):
        if clause.type == "import_require_clause":
            path = reader.text(clause.child_by_field_name("source"))[1:-1]
            reader.let(reader.text(nth(clause, 0)), ["m", path, "="])
        elif clause.type == "import_clause" and source is not None:
            _import_clause(reader, clause, source)
    return None


def _import_clause(reader: Reader, clause: Node, source: str) -> None:
    for child in parts_of(clause):
        if child.type == "identifier":
            reader.let(reader.text(child), ["m", source, "default"])
        elif child.type == "namespace_import":
            reader.let(reader.text(nth(child, 0)), ["m", source])
        elif child.type == "named_imports":
            for one in parts_of(child):
                name = _name(reader, one.child_by_field_name("name"))
                alias = one.child_by_field_name("alias")
                reader.let(name if alias is None else reader.text(alias), ["m", source, name])


def _name(reader: Reader, node: Node | None) -> str:
    text = reader.text(node)
    return text[1:-1] if text[:1] in "'\"" else text


def _alias(reader: Reader, node: Node) -> Expression:
    """`import A = B.C`."""
    if n_parts(node) == 2:
        first, *rest = reader.text(nth(node, 1)).split(".")
        value = reader.name(first)
        for part in rest:
            value = ["a", value, part]
        reader.let(reader.text(nth(node, 0)), value)
    return None


def _export(reader: Reader, node: Node) -> Expression:
    source = _source(reader, node)
    for child in parts_of(node):
        if child.type == "export_clause":
            _export_clause(reader, child, source)
        elif child.type == "namespace_export" and source is not None:
            reader.bind(["x", _name(reader, nth(child, 0))], ["m", source])
        elif child.type == "decorator":
            reader.value(child)
    if source is not None:
        if any(child.type == "*" for child in node.children):
            reader.flow.stars.append(source)
        return None
    declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
    is_default = any(child.type == "default" for child in node.children)
    if declaration is not None:
        _export_declaration(reader, declaration, is_default=is_default)
    elif value is not None:
        reader.bind(["x", "default"], reader.value(value))
    elif any(child.type == "=" for child in node.children) and n_parts(node):
        reader.bind(["x", "="], reader.value(parts_of(node)[-1]))
    return None


def _export_clause(reader: Reader, clause: Node, source: str | None) -> None:
    for one in parts_of(clause):
        if one.type != "export_specifier":
            continue
        name = _name(reader, one.child_by_field_name("name"))
        alias = one.child_by_field_name("alias")
        known_as = name if alias is None else _name(reader, alias)
        value = reader.name(name) if source is None else ["m", source, name]
        reader.bind(["x", known_as], value)


def _export_declaration(reader: Reader, declaration: Node, *, is_default: bool) -> None:
    value = reader.value(declaration)
    if is_default:
        reader.bind(["x", "default"], value)
        return
    for name in _declared(declaration):
        text = reader.text(name)
        reader.bind(["x", text], reader.name(text))


def _declared(node: Node) -> list[Node]:
    if node.type in _DECLARATIONS:
        return [
            name for child in parts_of(node) for name in names_of(child.child_by_field_name("name"))
        ]
    if node.type == "ambient_declaration":
        return [name for child in parts_of(node) for name in _declared(child)]
    name = node.child_by_field_name("name")
    return [] if name is None else [name]


def declared_names(node: Node) -> list[Node]:
    """Names that a statement of a block declares."""
    if node.type == "export_statement":
        node = node.child_by_field_name("declaration") or node
        if node.type == "export_statement":
            return []
    if node.type == "expression_statement" and n_parts(node):
        node = parts_of(node)[0]
        return _declared(node) if node.type == "internal_module" else []
    return _declared(node) if node.type.endswith(("declaration", "module", "signature")) else []


MODULE_VALUES: Mapping[str, Handler] = {
    "import_statement": _import,
    "import_alias": _alias,
    "export_statement": _export,
    "nested_identifier": type_name,
}
