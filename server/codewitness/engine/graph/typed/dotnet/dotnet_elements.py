"""C#: what loops over objects and texts give, and what stands at a place of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, builtin, substituted, union
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def of_text(value: Value) -> Answer:
    """The characters of a text."""
    return builtin("char") if value[:2] == ("B", "string") else NOTHING


def of_object(ev: Evaluator, value: Value) -> Answer:
    """Of what is no `IEnumerable`, but has what a loop needs; or of a collection below it."""
    ways = [v for v in ev.member(value, "GetEnumerator" + METHOD) if v[0] == "f"]
    given = union(calls.returns(ev, way) for way in ways)
    own = frozenset(v for v in given if v[0] == "I")
    held = ev.elements(frozenset(v for v in given if v[0] == "B"))
    if not ways:
        held = ev.elements(_stood_on(ev, value))
    return held | ev.rules.read(ev, ev.members(own, "Current"))


def at(ev: Evaluator, value: Value, key: Expression) -> Answer:
    """A part that an object is taken apart into, or what its class gives for a subscript."""
    if form(key) == "k" and isinstance(key[1], int):
        return _part(ev, value, key[1])
    own = frozenset(one for one in ev.member(value, "this") if one[0] not in "bX")
    return own or union(ev.rules.item(ev, base, key) for base in _stood_on(ev, value))


def _stood_on(ev: Evaluator, value: Value) -> Answer:
    """The library's collections that a class is one of, by a base of its own or of one above."""
    found: set[Value] = set()
    level, seen = ev.bases(value), {value[:3]}
    while level:
        found |= {base for base in level if base[0] == "B"}
        seen |= {base[:3] for base in level}
        above = union(ev.bases(base) for base in level if base[0] == "I")
        level = frozenset(base for base in above if base[:3] not in seen)
    return frozenset(found)


def _part(ev: Evaluator, value: Value, place: int) -> Answer:
    """What `var (a, b) = value` gives: a parameter of its `Deconstruct`, or of a record."""
    ways = [v for v in ev.member(value, "Deconstruct" + METHOD) if v[0] == "f"]
    if ways:
        return ev.parameter(ways[0][1], ways[0][2], place) if len(ways) == 1 else NOTHING
    fields = ev.file(value[1]).header(value[2]).parameters
    given = ev.parameter(value[1], value[2], place) if place < len(fields) else NOTHING
    return substituted(given, ev.arguments(value))
