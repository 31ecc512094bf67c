"""What other scopes put into a variable, or into a collection that it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_COLLECTIONS = frozenset(("[]", "()", "Map", "chan"))
_MAX_GIVEN = 100  # binds of a name in the scopes within; of more, nothing is told


def elsewhere(ev: Evaluator, file: FileScopes, scope: int, name: str, known: Answer) -> Answer:
    """What scopes within that of a variable give it: functions, and collections of some.

    Of a variable of which nothing is known, also objects. Of a function its overloads elsewhere.
    """
    return _given_within(ev, file, scope, name, known) | ev.rules.overloads_beside(ev, file, known)


def _given_within(ev: Evaluator, file: FileScopes, scope: int, name: str, known: Answer) -> Answer:
    kinds = _asked_for(ev, known)
    if not kinds:
        return NOTHING
    sharing = ev.rules.sharing(file.path) if scope == MODULE else (file.path,)
    places = [
        (path, *place)
        for path in sharing
        if path == file.path or name not in ev.file(path).binds(MODULE)
        for place in ev.file(path).given_within.get(name, ())
        if _is_meant(ev.file(path), place[0], scope, name)
    ]
    if len(places) > _MAX_GIVEN:
        return NOTHING
    found = [(ev.bound(*place[:3]), place[3]) for place in places]
    return union(
        frozenset(value for value in values if value[0] in kinds and (value[0] == "B") == is_held)
        for values, is_held in found
    )


def _asked_for(ev: Evaluator, known: Answer) -> str:
    """The kinds of values that may be added to what is known of a variable."""
    if any(v[0] == "D" or (v[:1] == ("B",) and v[1] in _COLLECTIONS) for v in known):
        return "B"
    if all(value[0] == "?" for value in known):
        return "fICDSB"
    is_open = all(v[0] in "fX" or ev.rules.is_function(ev, v) for v in known)
    return "f" if is_open else ""


def built_in(ev: Evaluator, at: Where, expression: Expression) -> Answer:
    """A value of a built-in type; a symbol of Ruby with its name, by which a method may be sent."""
    name = expression[1] if expression[0] == "t" else type(expression[1]).__name__
    if name == "Symbol" and len(expression) > 2:
        return builtin(name, one(("X", expression[2])))
    return builtin(ev.rules.literals.get(name, name))


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
        if any(parameter.name == name for parameter in file.header(at).parameters):
            return False
        at = file.parent(at)
    return at == scope
