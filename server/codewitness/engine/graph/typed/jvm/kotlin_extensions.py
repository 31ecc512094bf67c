"""Kotlin: which of several extensions of one name are declared for an object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.jvm.jvm_library import is_one
from codewitness.engine.graph.typed.jvm.kotlin_visible import names_above, names_of
from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.tabling import Answer
from codewitness.engine.graph.typed.values import Value
from codewitness.model.facts import Kind
from codewitness.model.flow import form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def of_object(ev: Evaluator, owner: Value, places: list[Place]) -> Answer:
    """Those for its own type, else those for what that stands on, else those for any object."""
    own = _for_types(ev, owner, places, names_of(ev, owner))
    own = own or _for_types(ev, owner, places, names_above(owner))
    return own or frozenset(
        ("f", *place, owner, owner) for place in places if _is_for_any(ev, owner, place)
    )


def _for_types(ev: Evaluator, owner: Value, places: list[Place], wanted: set[str]) -> Answer:
    """Those that are declared for one of these types; of properties what they give."""
    found: set[Value] = set()
    for path, ordinal in places:
        definition = ev.file(path).definitions[ordinal]
        around = definition.qualified_name.rpartition(".")[0]
        if around == "Companion" and owner[0] == "C":  # `fun A.Companion.f()`, called as `A.f()`
            told = ev.file(path).header(ordinal).known_as
            around = last_name(told[1]) if form(told) == "a" else around
        if around in wanted:
            value = ("f", path, ordinal, owner, owner)
            is_property = definition.kind is Kind.PROPERTY
            found |= calls.returns(ev, value) if is_property else {value}
    return frozenset(found)


def _is_for_any(ev: Evaluator, owner: Value, place: Place) -> bool:
    """True for a function that is declared for any object: `fun <T> T.also()`."""
    file = ev.file(place[0])
    definition, header = file.definitions[place[1]], file.header(place[1])
    if not is_one(owner) or definition.kind is Kind.PROPERTY:
        return False
    around = definition.qualified_name.rpartition(".")[0]
    is_open = header.known_as == around and around in header.type_parameters[::2]
    return around == "Any" or is_open
