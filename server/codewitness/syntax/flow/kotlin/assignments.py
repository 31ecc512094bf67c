"""Assignments of Kotlin: `x = 1`, `x.y = 1`, `list += x`, `map[k] = x`."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping, operators
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of


def assignment(reader: Reader, node: Node) -> Expression:
    """Any of them; gives nothing."""
    target, value = nth(node, 0), reader.value(parts_of(node)[-1])
    if target is None:
        return None
    last = parts_of(target)[-1] if n_parts(target) else target
    is_simple = n_parts(target) == 1 and last.type == "simple_identifier"
    is_added = any(child.type == "+=" for child in node.children)
    if is_simple and is_added:
        keeping.add(reader, reader.value(last), value)
    if operators.compound(reader, node, target, operators.KOTLIN_COMPOUND, value):
        if is_added and not is_simple:
            _add(reader, value)
        return None
    if is_simple:
        reader.assign(reader.text(last), value)
        if reader.find(reader.text(last)) is None:
            reader.site("p", reader.text(last), last, [value])
    elif last.type == "navigation_suffix":
        base = reader.value(nth(target, 0))
        if base is not None:
            name = parts_of(last)[-1]
            reader.bind(["a", base, reader.text(name)], value)
            reader.site("p", ["a", base, reader.text(name)], name, [value])
    elif last.type == "indexing_suffix":
        base = reader.value(nth(target, 0))
        given = [reader.value(child) for child in parts_of(last)]
        keeping.keep(reader, base, value, key=given[0])
        operators.use(reader, base, "set", last, [*given, value])
    else:
        reader.value(target)
    return None


def _add(reader: Reader, value: Expression) -> None:
    """`map.getOrPut(key) { list } += value`: the operator's site, the last one, has the holder."""
    for _, operator, *_ in reader.flow.sites[-1:]:
        if form(operator) == "a" and operator[2] == "plusAssign":
            keeping.add(reader, operator[1], value)
