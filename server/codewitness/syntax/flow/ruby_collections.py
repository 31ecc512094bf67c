"""Arrays, hashes and the elements of both in Ruby, and methods that are named by symbols."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form, key_said
from codewitness.syntax.flow import keeping, operators
from codewitness.syntax.flow.lexical import Reader, either, nth
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.ruby_blocks import ENUMERATED
from codewitness.syntax.flow.texts import text_of

# What gives back the object itself, as far as what it holds is concerned.
SAME = frozenset(("freeze", "compare_by_identity"))
# What gives another object of the same kind, which holds the same.
COPIES = frozenset(("dup", "clone", "itself"))
_ON_ITSELF = frozenset(("tap", "then", "yield_self"))
# Methods of Rails by which a class says which of its methods run before, after or around others.
_HOOKS = re.compile(
    r"(?:skip_)?(?:before|after|around|prepend_before|append_before)_(?:action|filter|save|create"
    r"|update|destroy|validation|commit|perform|enqueue|initialize|find|touch|rollback"
    r"|create_commit|update_commit|destroy_commit|save_commit)|validate"
)

_MOST_SYMBOLS = 40

KINDS = {"Array": "[]", "Hash": "Map"}


def filled(
    base: str, made: Expression, given_by_block: Expression, given: list[Expression]
) -> Expression:
    """`Array.new(2) { Door.new }`, `Hash.new { |h, k| h[k] = Door.new }`: what it holds."""
    rest = given[1:] if base == "Array" else given
    held = given_by_block or (rest[0] if rest else None)
    return made if held is None else ["E", KINDS[base], held]


def array(reader: Reader, node: Node) -> Expression:
    """`[a, b]`."""
    return ["L", "[]", reader.new_id(), *[reader.value(c) for c in parts_of(node)]]


def symbols(reader: Reader, node: Node) -> Expression:
    """`%i[a b]`."""
    named: list[Expression] = [["t", "Symbol", reader.text(c)] for c in parts_of(node)]
    return ["L", "[]", reader.new_id(), *named[:_MOST_SYMBOLS]]


def mapping(reader: Reader, node: Node) -> Expression:
    """`{ a: b, c => d }`."""
    values: list[Expression] = []
    keys: list[Expression] = []
    for child in parts_of(node):
        if child.type == "pair":
            keys.append(_key(reader, child.child_by_field_name("key")))
            values.append(reader.value(child.child_by_field_name("value")))
        else:
            reader.value(child)
    return keeping.display(reader, values, keys=keys) or _of_symbols(keys, values) or ["t", "Map"]


def _of_symbols(keys: list[Expression], values: list[Expression]) -> Expression:
    """`{ "stop" => :halt }`: methods that may be sent by these names."""
    are_names = values and all(value[:2] == ["t", "Symbol"] for value in values if value)
    if not are_names or None in values or len(values) > _MOST_SYMBOLS:
        return None
    return ["E", ["Map", *map(key_said, keys)], *values]


def _key(reader: Reader, node: Node | None) -> Expression:
    """A key of a table: a text, or a symbol by its name."""
    value = reader.value(node)
    is_symbol = node is not None and node.type in ("hash_key_symbol", "simple_symbol")
    return ["K", f"={reader.text(node).lstrip(':')}"] if is_symbol else value


def element(reader: Reader, node: Node) -> Expression:
    """`a[key]`."""
    base = reader.value(node.child_by_field_name("object"))
    given = [reader.value(child) for child in parts_of(node)[1:]]
    if base is None:
        return None
    at = operators.operator_of(node)
    return either((_held_at(reader, base, node), operators.use(reader, base, "[]", at, given)))


def _held_at(reader: Reader, base: Expression, node: Node) -> Expression:
    rest = parts_of(node)[1:]
    key = rest[0] if len(rest) == 1 else None
    is_symbol = key is not None and key.type == "simple_symbol"
    is_text = key is not None and key.type == "string"
    said: Expression = None
    if key is not None and is_symbol:
        said = ["K", f"={reader.text(key).lstrip(':')}"]
    elif key is not None and is_text:
        said = text_of(reader, key, "String")
    return keeping.element_at(base, said)


def set_element(
    reader: Reader, node: Node, value: Expression, *, is_read: bool = False
) -> Expression:
    """`a[key] = value`; `is_read` if it is read before, as `a[key] ||= value` does.

    Gives what is there then.
    """
    base = reader.value(node.child_by_field_name("object"))
    given = [reader.value(child) for child in parts_of(node)[1:]]
    at = operators.operator_of(node)
    if is_read:
        operators.use(reader, base, "[]", at, given)
    operators.use(reader, base, "[]=", at, [*given, value])
    place = _held_at(reader, base, node)
    keeping.kept_at(reader, place, value)
    return either((place, value)) if is_read and base is not None else value


def string(reader: Reader, node: Node) -> Expression:
    """Text, and what is put into it."""
    reader.values(parts_of(node))
    return text_of(reader, node, "String")


def appended(reader: Reader, operator: str, holder: Expression, value: Expression) -> None:
    """`listeners << listener`; a constant in capitals (`io << CRLF`) is no listener."""
    if operator == "<<" and form(value) == "c":
        held(reader, holder, value)
    is_plain = isinstance(value, str) and value.isupper()
    if operator == "<<" and form(holder) in ("a", "v", "i", "u") and not is_plain:
        keeping.keep(reader, holder, value, "[]")


def held(reader: Reader, holder: Expression, value: Expression) -> None:
    """`@toys << Toy.new`: a field holds an object that is made there; `toys` reads one, too."""
    site = reader.flow.sites[value[1]]
    if form(holder) == "c":
        read = reader.flow.sites[holder[1]]
        is_plain = isinstance(read[1], str) and read[1].isidentifier() and not read[4]
        holder = ["a", "this", f"@{read[1]}"] if is_plain else holder
    if form(site[1]) == "a" and site[1][2] == "new" and form(holder) == "a":
        reader.bind(holder, ["E", "[]", value])


def by_symbol(
    reader: Reader,
    base: Expression,
    name: str,
    arguments: Node | None,
    given: list[Expression],
) -> Expression:
    """`items.each(&:save)`: the method runs on each element; what it gives."""
    found: Expression = None
    if base is None and name in ENUMERATED:
        base = "this"
    for child in parts_of(arguments) if arguments is not None else []:
        if child.type == "simple_symbol" and name in ("inject", "reduce") and base is not None:
            begun = given[0] if len(given) > 1 else ["e", base]
            _folded_by(reader, base, begun, child)
        symbol = nth(child, 0) if child.type == "block_argument" else None
        if symbol is not None and symbol.type == "simple_symbol" and base is not None:
            on = base if name in _ON_ITSELF else ["e", base]
            found = ["c", reader.site("c", ["a", on, reader.text(symbol)[1:]], symbol)]
        elif symbol is not None and symbol.type == "call":
            _by_method(reader, base, symbol)
    return found


def _folded_by(reader: Reader, base: Expression, begun: Expression, symbol: Node) -> None:
    """`prices.inject(zero, :+)`: the operator runs on what it begins with, and gives."""
    method = reader.text(symbol)[1:]
    if begun is not None:
        kind = "c" if method[:1].isalpha() else "o"
        reader.site(kind, ["a", begun, method], symbol, [["e", base]])


def _by_method(reader: Reader, base: Expression, call: Node) -> None:
    """`items.each(&method(:save))`: the method is called with each element."""
    arguments = call.child_by_field_name("arguments")
    named = nth(arguments, 0) if arguments is not None else None
    is_method = reader.text(call.child_by_field_name("method")) == "method"
    if is_method and named is not None and named.type == "simple_symbol":
        owner, name = call.child_by_field_name("receiver"), reader.text(named)[1:]
        callee: Expression = name if owner is None else ["a", reader.value(owner), name]
        reader.site("c", callee, named, [None if base is None else ["e", base]])


def hooks(reader: Reader, name: str, arguments: Node | None) -> None:
    """`before_action :check`: methods of the class that run beside others."""
    if arguments is None or not _HOOKS.fullmatch(name) or name.startswith("skip"):
        return
    for child in parts_of(arguments):
        if child.type == "simple_symbol":
            reader.site("c", ["a", "this", reader.text(child)[1:]], child)
