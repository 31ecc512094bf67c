"""Subscripts of C#: what a table holds under a key, and the indexers of classes that they run."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import parts_of


def element(reader: Reader, base: Expression, listed: Node) -> Expression:
    """What the brackets `listed` take out of `base`, with the site of an indexer."""
    inside = [nth(child, 0) or child for child in parts_of(listed)]
    given = [reader.value(child) for child in inside]
    is_one = len(given) == 1
    text = reader.text(nth(listed, 0)) if is_one else ""
    held = keeping.element_at(base, given[0] if is_one else None, text)
    reader.site("r", ["a", base, "this"], listed.children[0], given)
    return ["u", held, ["a", base, "this"]]


def set_in(reader: Reader, made: Expression, listed: Node) -> Expression:
    """`[a] = b` behind `new`: the key, with the site of the indexer that is set."""
    inside = [nth(child, 0) or child for child in parts_of(listed)]
    given = [reader.value(child) for child in inside]
    if made is not None:
        reader.site("p", ["a", made, "this"], listed.children[0], given)
    return given[0] if given else None
