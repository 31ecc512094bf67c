"""Swift: the type of whose members `.name()` is one, where it is an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed import calls
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, substituted, union
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, held_by

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where


_TAKING = words("append insert contains firstIndex lastIndex remove update index")


def expected(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The classes that a parameter is declared to be of to which a call's result is given."""
    sites = ev.file(at.path).flow(at.scope).sites
    own = ["c", next(number for number, one in enumerate(sites) if one is site)]
    found: list[Answer] = []
    for number, outer in enumerate(sites):
        given = outer[4] if len(outer) > 4 else []
        named = outer[5] if len(outer) > 5 else []
        places: list[int | str] = [k for k, one in enumerate(given) if _is(one, own)]
        places += [named[k] for k in range(0, len(named), 2) if _is(named[k + 1], own)]
        for place in places:
            callees = ev.callees(at.path, at.scope, number)
            found += (_taken(ev, callee, place) for callee in callees)
            found += (_held(ev, callee, outer, place) for callee in callees)
    kinds = union(found)
    return frozenset(("C", *value[1:]) for value in kinds if value[0] == "I")


def taking(ev: Evaluator, at: Where, site: Site, functions: list[Value]) -> list[Value]:
    """Of functions those whose types have all members that a site gives as `.name`."""
    sites = ev.file(at.path).flow(at.scope).sites
    named = site[5] if len(site) > 5 else []
    places: list[tuple[int | str, Expression]] = [*enumerate(site[4] if len(site) > 4 else ())]
    places += zip(named[::2], named[1::2], strict=False)
    wanted = [(place, name) for place, one in places if (name := _implicit(sites, one))]
    if not wanted:
        return []
    return [
        function
        for function in functions
        if all(_has(ev, _taken(ev, function, place), name) for place, name in wanted)
    ]


def _implicit(sites: list[Site], given: Expression) -> str:
    """The name of `.name` and `.name(1)`; empty for anything else."""
    if form(given) == "c":
        given = sites[given[1]][1]
    return str(given[2]) if form(given) == "a" and given[1] == ["T", None] else ""


def _has(ev: Evaluator, kinds: Answer, name: str) -> bool:
    """True if one of these types has a case, or a member of its own, of this name."""
    for kind in kinds:
        if kind[0] == "I":
            parts = ev.rules.parts(ev, kind)
            if any(ev.file(path).binds(ordinal).get(name) for path, ordinal in parts):
                return True
            if ev.member(("C", *kind[1:]), name):
                return True
    return False


def _is(given: Expression, own: Expression) -> bool:
    """True for the call itself, and for one of what it or another thing gives."""
    if isinstance(given, list) and given[:1] == ["u"]:
        return own in given[1:]
    return bool(given == own)


def _held(ev: Evaluator, callee: Value, site: Site, place: int | str) -> Answer:
    """What a case of an enumeration holds at a place; of a label only where it holds one thing."""
    if callee[0] != "I" or form(site[1]) != "a" or ev.definition(callee).kind is not Kind.ENUM:
        return NOTHING
    held = ev.member(callee, held_by(str(site[1][2])))
    parts = [value[2] for value in held if value[0] == "B" and value[1] == "()"]
    at = place if isinstance(place, int) else 0
    if isinstance(place, str) and not site[4]:  # all have labels, in their order
        at = site[5][::2].index(place)
        return union(part[at] for part in parts if 2 * len(part) == len(site[5]))
    return union(part[at] for part in parts if at < len(part) and (place == at or len(part) == 1))


def _taken(ev: Evaluator, callee: Value, place: int | str) -> Answer:
    """What a function, or the making of an object, takes at a place or under a label."""
    if callee[0] == "C":
        makers = calls.constructors(ev, callee)
        if not makers and isinstance(place, str):
            return ev.member(("I", *callee[1:]), place)
        return union(_taken(ev, maker, place) for maker in makers if maker[0] == "f")
    if callee[0] == "b" and place == 0:  # a method of a collection that takes an element
        is_list = callee[2][0] == "B" and callee[2][1] == "[]"
        takes = is_list and callee[1].removesuffix(METHOD) in _TAKING
        return callee[2][2][0] if takes else NOTHING
    if callee[0] != "f":
        return NOTHING
    labels = [
        parameter.kind.partition("=")[2] if "=" in parameter.kind else None
        for parameter in calls.parameters_of(ev, callee)
    ]
    if isinstance(place, str):
        numbers = [k for k, label in enumerate(labels) if label == place]
    else:
        numbers = [k for k, label in enumerate(labels) if label is None][place : place + 1]
    env = ev.arguments(callee[3]) if callee[3] is not None else {}
    return union(substituted(ev.parameter(callee[1], callee[2], k), env) for k in numbers)
