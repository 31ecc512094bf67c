"""C++: a template's name within it; one whose argument stands on it, `class Row : Base<Row>`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, one, union, with_arguments
from codewitness.engine.graph.typed.world import MODULE

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_MAX_BELOW = 24  # classes of one template; of more, a call tells nothing


def members(ev: Evaluator, parameter: Value, name: str) -> Answer:
    """What the classes have of a name that give themselves to a template that they stand on."""
    _, path, ordinal, k = parameter
    if not ev.file(path).definitions[ordinal].is_class:
        return NOTHING
    below = ev.table.ask(("below", path, ordinal, k), lambda: _below(ev, path, ordinal, k))
    return union(ev.member(one, name) for one in below)


def within(ev: Evaluator, at: Where, kind: Value) -> Value:
    """`Bag` where it stands in the template `Bag` itself: one of the same parameters."""
    file = ev.file(at.path)
    names = file.header(kind[2]).type_parameters if kind[1] == at.path and not kind[3] else []
    scope = at.scope if at.own is None else at.own
    while names and scope not in (MODULE, kind[2]):
        scope = file.parent(scope)
    if not names or scope == MODULE:
        return ("I", *kind[1:])
    own = (one(("T", at.path, kind[2], k)) for k in range(len(names) // 2))
    return with_arguments(("I", *kind[1:]), own)


def _below(ev: Evaluator, path: str, ordinal: int, k: int) -> Answer:
    found: set[Value] = set()
    for scope in ev.world.mentioning(ev.file(path).definitions[ordinal].name):
        for child in scope.children:
            if not child.is_class:
                continue
            own = ev.named(child.file.path, child.ordinal)
            for base in ev.bases(own):
                is_template = base[0] == "I" and base[1:3] == (path, ordinal)
                given = base[3][k] if is_template and k < len(base[3]) else NOTHING
                found |= {v for v in given if v[0] == "I" and v[1:3] == own[1:3]}
    return frozenset(found) if len(found) <= _MAX_BELOW else NOTHING
