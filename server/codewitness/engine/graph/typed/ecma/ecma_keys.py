"""TypeScript: `Types[keyof Types]`, any of the types that an interface or a type lists by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import MAX_VALUES, Value, union

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def listed(ev: Evaluator, kinds: Answer) -> Answer:
    """The types under all keys of types, those of bases among them; nothing if they are many."""
    names = dict.fromkeys(name for value in sorted(kinds, key=repr) for name in _names(ev, value))
    if len(names) > MAX_VALUES:
        return NOTHING
    return union(ev.members(kinds, name) for name in names)


def _names(ev: Evaluator, value: Value, depth: int = 0) -> Iterator[str]:
    if value[0] == "O":
        shown = ev.file(value[1]).display(value[2], value[3])
        yield from (name for name in shown[2::2] if name.isidentifier())
    if value[0] != "I" or depth > MAX_VALUES:
        return
    for path, ordinal in ev.rules.parts(ev, value):
        yield from (name for name in ev.file(path).binds(ordinal) if name.isidentifier())
    for base in ev.rules.bases_in_order(ev, value):
        yield from _names(ev, base, depth + 1)
