"""Rust: what one's own iterators give, by `impl Iterator for Rows` and `impl IntoIterator`.

And what `Self::Item` stands for, in these blocks and in others, and what methods of maps give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.packages import type_name
from codewitness.engine.graph.typed.rust.rust_library import (
    CALLED,
    CALLED_WITH_TWO,
    ITERATING,
    OF_PAIRS,
    OF_VALUES,
)
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.rust.rustlang import RustRules

# What options and results have, and iterators have not.
OF_OPTIONS = frozenset(
    ("and_then", "is_some_and", "is_none_or", "is_ok_and", "map_or", "map_or_else", "ok_or_else")
)
# What iterators have. Options have some of it, too, but seldom one with an iterator in it.
_ADAPTING = (CALLED | CALLED_WITH_TWO) - OF_OPTIONS | words(
    "by_ref chain cloned collect copied cycle enumerate flatten fuse last max min nth partition "
    "peekable rev skip step_by sum zip"
)


def element(ev: Evaluator, rules: RustRules, owner: Value) -> Answer:
    """What a loop over an object of the workspace gives; nothing if that is no iterator."""
    found = _of_trait(ev, rules, owner, "Iterator", "next")
    if not found:
        made = _of_trait(ev, rules, owner, "IntoIterator", "into_iter")
        found = union(ev.elements(one(value)) for value in made if value[:3] != owner[:3])
    return found


def _of_trait(ev: Evaluator, rules: RustRules, owner: Value, trait: str, name: str) -> Answer:
    blocks = rules.blocks.by_trait.get(trait)
    if not blocks:
        return NOTHING
    return union(
        calls.returns(ev, ("f", path, place, owner, owner))
        for path, block in rules.parts(ev, owner)
        if (path, block) in blocks
        for place in ev.file(path).members.get((block, name), ())
    )


def associated(ev: Evaluator, at: Where, expression: Expression) -> Answer:
    """What `Self::Item` stands for in a block, by its `type Item = Row;`."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    if form(expression) != "a" or expression[1] != "Self":
        return NOTHING
    file, block = ev.file(at.path), at.scope
    while block != MODULE and file.definitions[block].kind is not Kind.EXTENSION:
        block = file.parent(block)
    named = file.members.get((block, expression[2]), ()) if block != MODULE else ()
    kinds = (file.header(one_).known_as for one_ in named)
    return union(ev.type(At(at.path, block), kind) for kind in kinds if kind is not None)


def as_list(ev: Evaluator, rules: RustRules, owner: Value, name: str) -> Value | None:
    """An iterator as the list that it gives, on which `name` is called; None for what is none."""
    if owner[0] not in "IC" or name not in _ADAPTING:
        return None
    held = _of_trait(ev, rules, ("I", *owner[1:]), "Iterator", "next")
    return next(iter(builtin("[]", held))) if held else None


def of_map(name: str, receiver: Value) -> Answer:
    """What a method of a map gives; what iterates over it gives pairs."""
    held = receiver[2]
    if name in OF_VALUES:
        return held[1]  # type: ignore[no-any-return]
    if name in ("values", "values_mut", "into_values"):
        return builtin("[]", held[1])
    if name in ("keys", "into_keys"):
        return builtin("[]", held[0])
    if name in OF_PAIRS:
        return builtin("()", *held)
    if name in ITERATING:
        return builtin("[]", builtin("()", *held))
    return one(receiver) if name not in ("len", "is_empty", "contains_key") else NOTHING


def of_type(base: Expression, arguments: list[Answer]) -> Answer:
    """What an iterator of a map gives, by the name of its type: `btree_map::Values<K, V>`."""
    name = type_name(base)
    if len(arguments) != 2:
        return NOTHING
    if name in ("Values", "ValuesMut", "IntoValues"):
        return builtin("[]", arguments[1])
    if name in ("Keys", "IntoKeys"):
        return builtin("[]", arguments[0])
    if name in ("Iter", "IterMut", "IntoIter", "Drain", "Range", "RangeMut"):
        return builtin("[]", builtin("()", *arguments))
    return NOTHING
