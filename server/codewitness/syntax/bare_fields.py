"""Fields that are read and written by their names alone, in languages where that is done.

A scope's own text tells which names stand in it that are none of its variables (`@word` and
`@word.bound` of `signals.scm`); whether they are fields, the classes around it say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.facts import Definition, FileFacts, Item
from codewitness.model.names import spelt
from codewitness.model.text import Span

# A constructor in which the names of a record's components are its parameters.
COMPACT = "compact_constructor_declaration"
_ASSIGNED = frozenset({"assignment_expression", "assignment"})
_TARGETS = frozenset({"directly_assignable_expression"})
_STEPS = frozenset(
    {
        *("update_expression", "postfix_unary_expression", "prefix_unary_expression"),
        *("postfix_expression", "prefix_expression"),
    }
)
_INITIALIZERS = frozenset({"initializer_expression", "with_initializer"})


class BareNames(NamedTuple):
    """Names without a receiver, and the variables of the scope."""

    reads: tuple[Item, ...] = ()
    writes: tuple[Item, ...] = ()
    bound: tuple[str, ...] = ()


def bare_names(
    words: Iterator[Node],
    bound: Sequence[Node],
    parameters: Sequence[Node],
    reads: Callable[[Node], bool],
    base: int,
) -> BareNames:
    """Those of one scope whose words are `words`; `reads` tells whether one is a value."""
    own = {one.text for one in (*bound, *parameters)}
    found: dict[bool, list[Item]] = {True: [], False: []}
    for node in words:
        if node.text in own:
            continue
        is_written = _is_written(node)
        if is_written or reads(node):
            text = spelt(node.text or b"")
            span = Span(node.start_byte - base, node.end_byte - base)
            found[is_written].append(Item(text, span))
    names = {spelt(one.text or b"") for one in bound}
    return BareNames(_placed(found[False]), _placed(found[True]), tuple(sorted(names)))


def own_fields(
    facts: FileFacts,
    definition: Definition,
    containers: Sequence[str],
    fields: Mapping[str, frozenset[str]],
) -> tuple[list[Item], list[Item]]:
    """The names without a receiver that are fields of the classes around: read, and written."""
    own = definition.facts
    if not own.bare_reads and not own.bare_writes:
        return [], []
    known = frozenset[str]().union(*(fields.get(name, ()) for name in containers))
    if not known:
        return [], []
    known -= _around(facts, definition)
    return (
        [one for one in own.bare_reads if one.text in known],
        [one for one in own.bare_writes if one.text in known],
    )


def _around(facts: FileFacts, definition: Definition) -> set[str]:
    """Variables and parameters of the functions around."""
    found: set[str] = set()
    while definition.parent >= 0:
        definition = facts.definitions[definition.parent]
        if definition.kind.is_callable:
            found.update(definition.parameters)
            found.update(definition.facts.bound)
    return found


def _is_written(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type in _TARGETS and parent.named_child_count == 1:
        return parent.child(0) == node
    if parent.type in _ASSIGNED:
        is_own = parent.parent is None or parent.parent.type not in _INITIALIZERS
        return is_own and parent.child(0) == node
    if parent.type in _STEPS:
        return any(child.type in ("++", "--") for child in parent.children)
    return False


def _placed(items: list[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda one: one.span))
