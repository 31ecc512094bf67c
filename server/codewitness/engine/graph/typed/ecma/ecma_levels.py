"""JavaScript: whether a method is one of a class itself or of its instances, and which is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.engine.graph.typed.world import MODULE

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


def of_level(ev: Evaluator, found: Answer, *, is_static: bool) -> Answer:
    """Of a class's own method and one of its instances, both of a name, the one that is meant."""
    levels = {v: _is_static(ev, v) for v in found if v[0] == "f"}
    if len(set(levels.values())) < 2:
        return found
    return frozenset(v for v in found if levels.get(v, is_static) == is_static)


def _is_static(ev: Evaluator, method: Value) -> bool:
    return bool(ev.file(method[1]).header(method[2]).known_as == ["static"])


def is_in_static(ev: Evaluator, at: Where) -> bool:
    """True in a class's own method."""
    file, scope = ev.file(at.path), at.scope
    while scope != MODULE and not file.definitions[scope].is_class:
        if file.header(scope).known_as == ["static"]:
            return True
        scope = file.parent(scope)
    return False
