"""C#: the class of `new(...)` that is an argument: what is called is declared to take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, one, substituted, union
from codewitness.model.flow import Expression, Site

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

UNNAMED: list[Expression] = ["T", None]
_OF_ELEMENTS = words(
    "Add Insert Enqueue Push Append Prepend Contains Remove AddFirst AddLast Write"
)
_OF_VALUES = words("Add TryAdd")  # of a dictionary, whose last argument is the value


def classes(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The one class that can be meant where a site makes an object without naming its class."""
    sites = ev.file(at.path).flow(at.scope).sites
    own = ["c", next(number for number, one_ in enumerate(sites) if one_ is site)]
    found: list[Answer] = []
    for number, outer in enumerate(sites):
        given = outer[4] if len(outer) > 4 else []
        named = outer[5] if len(outer) > 5 else []
        places: list[int | str] = [k for k, one_ in enumerate(given) if one_ == own]
        places += [named[k] for k in range(0, len(named), 2) if named[k + 1] == own]
        for place in places:
            for callee in ev.callees(at.path, at.scope, number):
                found.append(_taken(ev, callee, place, len(given)))
    kinds = [("C", *value[1:]) for value in union(found) if value[0] == "I"]
    fitting = [kind for kind in kinds if _is_made_so(ev, kind, site)] if len(kinds) > 1 else kinds
    return one(fitting[0]) if len(fitting) == 1 else NOTHING


def _taken(ev: Evaluator, callee: Value, place: int | str, n_given: int) -> Answer:
    if callee[0] == "C":
        makers = [v for v in calls.constructors(ev, callee) if v[0] == "f"]
        if makers:
            return union(_taken(ev, maker, place, n_given) for maker in makers)
        return _of_head(ev, callee, place)
    if callee[0] == "b":
        return _held(callee, place, n_given)
    if callee[0] != "f":
        return NOTHING
    parameters = calls.parameters_of(ev, callee)
    shift = len(ev.file(callee[1]).header(callee[2]).parameters) - len(parameters)
    names = [parameter.name for parameter in parameters]
    k = place if isinstance(place, int) else names.index(place) if place in names else len(names)
    env = ev.arguments(callee[3]) if callee[3] is not None else {}
    return substituted(ev.parameter(callee[1], callee[2], k + shift), env)


def _of_head(ev: Evaluator, kind: Value, place: int | str) -> Answer:
    """What the head of a record or class takes, which its fields are."""
    names = [
        one_.name for path, at in ev.rules.parts(ev, kind) for one_ in ev.rules.head(ev, path, at)
    ]
    if isinstance(place, int):
        place = names[place] if place < len(names) else ""
    return ev.member(("I", *kind[1:]), place) if place in names else NOTHING


def _held(method: Value, place: int | str, n_given: int) -> Answer:
    """What a collection holds whose method takes an element, or a value."""
    name, receiver = method[1].removesuffix(METHOD), method[2]
    if receiver[0] != "B" or not receiver[2]:
        return NOTHING
    if receiver[1] == "Map":
        is_value = name in _OF_VALUES and place == n_given - 1
        return receiver[2][-1] if is_value else NOTHING
    return receiver[2][0] if name in _OF_ELEMENTS else NOTHING


def _is_made_so(ev: Evaluator, kind: Value, site: Site) -> bool:
    makers = [v for v in calls.constructors(ev, kind) if v[0] == "f"]
    return not makers or any(calls.takes(ev, maker, site) for maker in makers)
