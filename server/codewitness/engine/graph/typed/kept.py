"""What other scopes put into a collection that a variable holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, union
from codewitness.engine.graph.typed.world import MODULE, FileScopes

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_COLLECTIONS = frozenset(("[]", "()", "Map", "chan"))


def elsewhere(ev: Evaluator, file: FileScopes, scope: int, name: str, known: Answer) -> Answer:
    """The collections of functions that are added to the variable `name` of a scope."""
    if not any(
        value[0] == "D" or (value[:1] == ("B",) and value[1] in _COLLECTIONS) for value in known
    ):
        return NOTHING
    sharing = ev.rules.sharing(file.path) if scope == MODULE else (file.path,)
    return union(
        frozenset(value for value in ev.bound(path, place, index) if value[0] == "B")
        for path in sharing
        for place, index in ev.file(path).kept.get(name, ())
        if _is_meant(ev.file(path), place, scope, name)
    )


def says_less(ev: Evaluator, value: Value) -> bool:
    """True for types that say less than a value that is known beside them."""
    if value[0] != "B":
        return value[0] in "FOX"
    held = value[2][-1:] if value[1] == "Map" else value[2]
    known = [one for part in held for one in part]
    if value[1] == "()" and any(ev.rules.is_function(ev, one) for one in known):
        return True
    return bool(held) and all(says_less(ev, one) or ev.rules.is_function(ev, one) for one in known)


def mapped(found: Answer) -> Answer:
    """What maps are that are made of these sequences of pairs."""
    return frozenset(
        made
        for value in found
        if value[0] == "B" and value[1] in ("[]", "()") and value[2]
        for pairs in [union(value[2])]
        if all(pair[:2] == ("B", "()") and len(pair[2]) == 2 for pair in pairs)
        for made in builtin("Map", *(union(pair[2][k] for pair in pairs) for k in (0, 1)))
    )


def _is_meant(file: FileScopes, place: int, scope: int, name: str) -> bool:
    """True if a name in `place` is the one of `scope`, which is around it."""
    at = file.parent(place) if place != MODULE else MODULE
    while at not in (scope, MODULE):
        if file.binds(at).get(name) or (at, name) in file.members:
            return False
        at = file.parent(at)
    return at == scope
