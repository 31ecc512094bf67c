"""Tables whose keys are written: `table["a"]()` runs what is there under that key, and no other.

Among the keys of such a map (`("B", "Map", (keys, values))`) is `("K", key, held)` for each that is
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, union
from codewitness.model.flow import Expression, Site, form, key_said

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_KEY = "K"
# Methods of maps that give what is under the key that they are given first.
GETTING = frozenset(
    (
        *("get", "getOrDefault", "getValue", "GetValueOrDefault", "at", "get_mut", "remove"),
        *("Remove", "fetch", "dig", "delete", "getOrElse", "getOrPut", "objectForKey"),
    )
)
_MAX_DIGITS = 4  # of a place in a list
_WITHOUT_TYPES = frozenset(("javascript", "ruby"))
_KEPT = frozenset("fCFI")  # what is told apart by keys, beside collections of functions


def written(said: str, held: Answer) -> Answer:
    """What stands among the keys of a map for one that is written."""
    is_kept = bool(said and held) and all(v[0] in _KEPT or _is_kept(v) for v in held)
    return frozenset([(_KEY, said, held)]) if is_kept else NOTHING


def keys_of(said: Iterable[str], held: Iterable[Answer]) -> Answer:
    """The keys of a map, as far as they are written; none if what it holds is not of that kind."""
    pairs = [*zip(said, held, strict=True)]
    found = [written(key or "?", values) for key, values in pairs if values]
    return NOTHING.union(*found) if all(found) else NOTHING


def narrowed(values: Answer, said: str) -> Answer:
    """Maps with what is under a key alone, where that is written."""
    tables = frozenset(value for value in values if _keys(value))
    if not said or not tables:
        return values
    others = values - tables
    found = {
        (value, union(held for key, held in _keys(value) if key in (said, "?"))) for value in tables
    }
    if not any(held for _, held in found):
        is_elsewhere = any(v[:2] == ("B", "Map") and _has_functions(v) for v in others)
        return others if is_elsewhere else values
    return others | {("B", "Map", (table[2][0], held)) for table, held in found if held}


def under(table: Value, name: str) -> Answer:
    """The functions that a map holds under a name, or may hold there: its keys are not written."""
    if table[:2] != ("B", "Map") or len(table[2]) != 2:
        return NOTHING
    pairs = _keys(table)
    said = (key_said(["k", name]), "?")
    found = union(held for key, held in pairs if key in said) if pairs else table[2][1]
    return frozenset(value for value in found if value[0] == "f" or _is_kept(value))


def asked(ev: Evaluator, at: Where, site: Site, callees: Answer) -> Answer:
    """What a call of `get` and the like calls, on maps with what is under its key alone."""
    given = site[4] if len(site) > 4 else []
    if not given or form(site[1]) != "a" or site[1][2] not in GETTING:
        return callees
    said = key_said(given[0])
    methods = [v for v in callees if v[0] == "b" and v[1].removesuffix(METHOD) in GETTING]
    receivers = frozenset(method[2] for method in methods if _keys(method[2]))
    if not said or not receivers:
        return callees
    every = frozenset(method[2] for method in methods)
    kept = narrowed(every, said)
    name = methods[0][1]
    return (callees - frozenset(methods)) | frozenset(("b", name, one) for one in kept)


def _keys(value: Value) -> list[tuple[str, Answer]]:
    if value[:2] != ("B", "Map") or len(value[2]) != 2:
        return []
    return [key[1:] for key in value[2][0] if key[0] == _KEY]


def _has_functions(table: Value) -> bool:
    return len(table[2]) == 2 and any(value[0] == "f" for value in table[2][1])


def collection(ev: Evaluator, at: Where, expression: Sequence[Expression]) -> Answer:
    """A collection of functions; beside what is declared of it, no other value counts."""
    parts = [ev.value(at, part) for part in expression[2:]]
    if ev.file(at.path).language not in _WITHOUT_TYPES:
        parts = [frozenset(value for value in part if _is_kept(value)) for part in parts]
    found = union(parts)
    if not found:
        return NOTHING
    if expression[1] in ("[]", "chan"):
        return builtin(expression[1], found)
    said = expression[1][1:] if isinstance(expression[1], list) else ()
    return builtin("Map", keys_of(said, parts) if said else NOTHING, found)


def _is_kept(value: Value) -> bool:
    """True for a function, and for a collection of some."""
    if value[0] != "B":
        return value[0] in "fC"
    return value[1] in ("[]", "Map") and any(_is_kept(v) for v in union(value[2][-1:]))


def held_at(ev: Evaluator, values: Answer, said: str) -> Answer:
    """What is under a written key, or at a place."""
    is_place = said[1:].isdecimal() and len(said) < _MAX_DIGITS
    place: Expression = ["k", int(said[1:])] if is_place else None
    return union(
        ev.rules.item(ev, value, place if value[:2] == ("B", "()") else None)
        for value in narrowed(values, said)
    )


def said_in(expression: Expression) -> str:
    """The key of a subscript, `["i", base, ["K", key]]`; empty for another."""
    return str(expression[1]) if form(expression) == _KEY else ""
