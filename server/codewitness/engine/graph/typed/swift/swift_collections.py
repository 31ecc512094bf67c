"""What the collections of Swift give, and what they hand to closures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls, pairs
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one, union
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_ELEMENT = words("first last popFirst popLast removeLast removeFirst randomElement min max remove")
_SAME = words(
    "filter sorted reversed prefix suffix shuffled dropFirst dropLast drop lazy append insert "
    "union intersection subtracting"
)
_OF_VALUES = words("removeValue updateValue")
_MAPPING_VALUES = words("mapValues compactMapValues")
_JOINING = words("merge merging")
_COMPARING = words("sorted sort min max")
_CALLED = _COMPARING | words(
    "forEach map compactMap flatMap filter first contains allSatisfy firstIndex lastIndex reduce "
    "removeAll partition last drop prefix"
)
ON_OPTIONALS = words("map flatMap")
PARTS = {"key": 0, "value": 1}


def member(owner: Value, name: str) -> Answer | None:
    """What a property of a collection is, or None."""
    held = owner[2]
    if owner[1] == "[]" and name in ("first", "last"):
        return held[0]  # type: ignore[no-any-return]
    if owner[1] == "()" and held and name in ("first", "last"):  # a list that is written there
        return held[0 if name == "first" else -1]  # type: ignore[no-any-return]
    if owner[1] == "()" and len(held) == 2 and name in PARTS:
        return held[PARTS[name]]  # type: ignore[no-any-return]
    if pairs.is_map(owner):
        if name in ("values", "keys"):
            return builtin("[]", held[name == "values"])
        return pairs.pair_of(owner) if name == "first" else None
    return None


def result(ev: Evaluator, at: Where, name: str, receiver: Value, site: Site) -> Answer:
    """What a method of a collection gives; of an optional's `map` what the closure gives."""
    if receiver[0] != "B":
        return given_back(ev, at, site)
    if name == "reduce":
        first = site[5][1:2] or site[4][:1] if len(site) > 5 else site[4][:1]
        return union(ev.value(at, one_) for one_ in first)
    if receiver[1] in ("[]", "()"):
        return _of_list(ev, at, name, receiver, site)
    if not pairs.is_map(receiver):
        return NOTHING
    if name in _OF_VALUES:
        return receiver[2][1]  # type: ignore[no-any-return]
    if name in _MAPPING_VALUES:
        return builtin("Map", receiver[2][0], given_back(ev, at, site))
    if name == "filter" or name in _JOINING:
        return one(receiver)
    return _of_list(ev, at, name, pairs.listed(receiver), site)


def _of_list(ev: Evaluator, at: Where, name: str, receiver: Value, site: Site) -> Answer:
    held = union(receiver[2])
    if name in _ELEMENT:
        return held
    if name in ("map", "compactMap"):
        return builtin("[]", given_back(ev, at, site))
    if name == "flatMap":
        back = given_back(ev, at, site)
        return builtin("[]", ev.elements(back) or back)
    if name == "joined":
        return builtin("[]", ev.elements(held))
    if name == "enumerated":
        return builtin("[]", builtin("()", builtin("Int"), held))
    return one(receiver) if name in _SAME else NOTHING


def given_back(ev: Evaluator, at: Where, site: Site) -> Answer:
    """What the closure gives that stands last."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    values = ev.value(at, given[-1]) if given else NOTHING
    return union(calls.returns(ev, value) for value in values if value[0] == "f")


def handed(name: str, receiver: Value, k: int, n: int) -> Answer:
    """What a method of a collection gives to the k-th of a closure's n parameters."""
    if receiver[0] != "B":
        return one(receiver) if k == 0 else NOTHING
    if pairs.is_map(receiver):
        if name in _JOINING or (name in _MAPPING_VALUES and k == 0):
            return receiver[2][1]  # type: ignore[no-any-return]
        receiver = pairs.listed(receiver)
    if name not in _CALLED or receiver[1] not in ("[]", "()"):
        return NOTHING
    held = union(receiver[2])
    if name == "reduce":
        return held if k == 1 else NOTHING
    return held if name in _COMPARING else pairs.spread(held, k, n)
