"""Blocks of Ruby, whose parameters may have no names, and what `raise` makes."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import YIELDED, Expression
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import parts_of

IT = "it"  # the parameter of a block without any; with arguments it is a method's name
OF_BLOCK = "it "  # as which a reader knows it
_UNNAMED = re.compile(r"\b(?:it|_1)\b")
_RAISING = frozenset(("raise", "fail"))
_FOLDING = frozenset(("inject", "reduce", "each_with_object"))
_MOST_HANDED = 4  # parameters of a block
# Methods of `Enumerable` that hand their block each element of the object itself.
ENUMERATED = frozenset(
    (
        *("all?", "any?", "collect", "count", "detect", "each_entry", "each_with_index"),
        *("each_with_object", "filter", "filter_map", "find", "find_all", "find_index"),
        *("flat_map", "group_by", "inject", "map", "max_by", "min_by", "none?", "partition"),
        *("reduce", "reject", "select", "sort_by", "sum", "sum_by", "take_while", "tally"),
        *("uniq", "to_h", "each", "each_slice", "reverse_each", "drop_while"),
    )
)
_SUBJECT = "subject"
_LETTING = frozenset(("let", "let!", _SUBJECT, "subject!"))


def of_call(reader: Reader, node: Node, base: Expression, named: str) -> Expression:
    """What the block of a call gives, which examples of RSpec may know by a name.

    The call is the last site before it.
    """
    within, way = node.child_by_field_name("block"), reader.text(node.child_by_field_name("method"))
    value = None if within is None else block(reader, within, base, way)
    if node.child_by_field_name("receiver") is None:
        _give_name(reader, way, named, value)
    return value


def block(reader: Reader, node: Node, base: Expression, name: str) -> Expression:
    """What a block gives in the end."""
    reader.blocks.append({})
    listed = node.child_by_field_name("parameters")
    call: Expression = reader.receivers.get(node.id)
    if base is None and name in ENUMERATED:
        base = "this"
    if listed is None and (base is not None or call is not None):
        value = base if name in ("tap", "then") else _handed(base, call, 0)
        for known in sorted({*_UNNAMED.findall(reader.text(node))}):
            reader.let(OF_BLOCK if known == IT else known, value)
    for k, child in enumerate(parts_of(listed) if listed is not None else []):
        if child.type == "identifier":
            value = _handed(base if k == 0 else None, call, k)
            if k == 1 and base is not None and name in ("each", "each_pair"):
                # Of a hash what is under a key.
                value = ["u", ["i", ["e", base], ["k", 1]], value]
            if name in _FOLDING:
                value = _folded(reader, base, call, k, name)
            reader.let(reader.text(child), base if name in ("tap", "then") else value)
        else:
            _declare_all(reader, child)
    body = node.child_by_field_name("body")
    values = [reader.value(c) for c in (parts_of(body) if body is not None else [])]
    reader.blocks.pop()
    return values[-1] if values else None


def _handed(base: Expression, call: Expression, k: int) -> Expression:
    """What a block gets: an element of what the method is called on, or what that yields."""
    if call is None:
        return None if base is None else ["e", base]
    yielded: Expression = ["P", None, call[1], k]
    return yielded if base is None else ["u", ["e", base], yielded]


def _folded(reader: Reader, base: Expression, call: Expression, k: int, name: str) -> Expression:
    """What a fold hands on, and what it has of each element."""
    site = reader.flow.sites[call[1]] if call is not None else []
    begun = site[4][0] if len(site) > 4 and site[4] else None
    is_kept = (k == 1) == (name == "each_with_object")
    if is_kept and begun is not None:
        return begun
    return _handed(base, call, 0) if base is not None else None


def yielded(reader: Reader, node: Node) -> Expression:
    """`yield a, b`: what a block gets, by its places."""
    listed = reader.first(node, "argument_list")
    inside = parts_of(listed) if listed is not None else parts_of(node)
    hand(reader, [reader.value(child) for child in inside])
    return None


def hand(reader: Reader, given: list[Expression]) -> None:
    """What the block of the scope is handed."""
    for k, value in enumerate(given[:_MOST_HANDED]):
        if value is not None:
            reader.bind([YIELDED, k], value)


def is_block(reader: Reader, name: str) -> bool:
    """True for the name of the scope's own block: `def each(&block)`."""
    node = reader.scope.node if reader.scope is not None else None
    listed = node.child_by_field_name("parameters") if node is not None else None
    last = parts_of(listed)[-1] if listed is not None and parts_of(listed) else None
    own = last.child_by_field_name("name") if last is not None else None
    is_last = last is not None and last.type == "block_parameter"
    return is_last and bool(name) and reader.text(own) == name


def _declare_all(reader: Reader, node: Node) -> None:
    for child in parts_of(node):
        if child.type == "identifier":
            reader.let(reader.text(child), None)
        else:
            _declare_all(reader, child)


def _give_name(reader: Reader, way: str, name: str, value: Expression) -> None:
    """RSpec's `let(:user) { ... }`, which the examples around it know by that name."""
    if way not in _LETTING or len(reader.blocks) < 2:
        return
    # Bound by another name: outside of the block nothing knows it.
    for known in (name, _SUBJECT if way.startswith(_SUBJECT) else ""):
        if known:
            reader.declare(known, reader.bind(f"let {known}", value))


def raised(reader: Reader, name: str, arguments: Node | None, given: list[Expression]) -> None:
    """`raise Broken, "text"` makes a Broken of the text."""
    first = nth(arguments, 0) if arguments is not None else None
    if name not in _RAISING or first is None or not given or given[0] is None:
        return
    if first.type in ("constant", "scope_resolution"):
        at = first.child_by_field_name("name") or first
        reader.site("n", ["a", given[0], "new"], at, given[1:])
