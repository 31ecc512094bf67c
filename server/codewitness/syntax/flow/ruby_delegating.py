"""Ruby's methods that hand calls on to another object, and names that are given as symbols."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader
from codewitness.syntax.flow.parts import n_parts, parts_of

_ALIASING = frozenset(("def_delegator", "def_instance_delegator"))
DELEGATING = _ALIASING | {"delegate", "def_delegators", "def_instance_delegators"}
_OF_SELF = "self."
_WORD = re.compile(r"""["']\w+[?!=]?["']""")


def name_given(reader: Reader, node: Node | None) -> str:
    """The name that a symbol or a string is; empty for anything else."""
    if node is not None and node.type == "simple_symbol":
        return reader.text(node)[1:]
    is_plain = node is not None and node.type == "string" and n_parts(node) == 1
    return reader.text(node)[1:-1] if is_plain and _WORD.fullmatch(reader.text(node)) else ""


def _name_of_own(reader: Reader, node: Node) -> str:
    """The same, of what `self` has: `"self.class"`."""
    is_of_self = node.type == "string" and reader.text(node)[1:].startswith(_OF_SELF)
    if is_of_self:
        return reader.text(node)[1:-1].removeprefix(_OF_SELF)
    return name_given(reader, node)


def delegations(reader: Reader, way: str, arguments: Node | None) -> Expression:
    """`delegate :a, :b, to: :owner`, `def_delegators :@owner, :a`, `def_delegator :@owner, :a, :b`.

    The methods are those of the object that they are handed to.
    """
    listed = parts_of(arguments) if arguments is not None else []
    names = [name for one in listed if (name := _name_of_own(reader, one))]
    pairs = {
        reader.text(one.child_by_field_name("key")): one.child_by_field_name("value")
        for one in listed
        if one.type == "pair"
    }
    owner = name_given(reader, pairs.get("to")) if way == "delegate" else "".join(names[:1])
    own = names if way == "delegate" else names[1:]
    known_as = own[1:] if way in _ALIASING and len(own) == 2 else own
    prefix = reader.text(pairs.get("prefix")).removeprefix(":")
    before = f"{owner if prefix == 'true' else prefix}_" if prefix not in ("", "false") else ""
    for name, method in zip(known_as, own, strict=False):
        if owner:
            reader.let(f"{before}{name}", ["a", ["a", "this", owner], method])
    return None
