"""Kotlin: `Item(x)` where no constructor takes `x`, but `invoke` of the companion does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import levels
from codewitness.engine.graph.typed.calls import constructors, parameters_of, takes
from codewitness.engine.graph.typed.overloads import PLAIN, best, fits
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, union
from codewitness.model.facts import Kind
from codewitness.model.flow import COMPANION, Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_INVOKE = "invoke"


def invoked(ev: Evaluator, at: Where, site: Site, kind: Value) -> list[Value]:
    """The `invoke` that fits, if no constructor does; empty if one does."""
    file = ev.file(kind[1])
    if file.language != "kotlin" or site[0] != "c" or not ev.world.named(_INVOKE):
        return []
    head: Value = ("f", *kind[1:3], None, None)
    is_made = file.definitions[kind[2]].kind is not Kind.INTERFACE
    if is_made and any(_fits(ev, at, site, one) for one in (head, *constructors(ev, kind))):
        return []
    children = (c for c in file.children.get(kind[2], ()) if levels.is_companion(file, c))
    known = [kind, *(ev.named(kind[1], child) for child in children)]
    found = [v for one in known for v in ev.member(one, _INVOKE + METHOD) if v[0] == "f"]
    of_class = [v for v in found if levels.is_of_class(ev, v[1], v[2])]
    of_class += (v for v in ev.members(bases(ev, kind), _INVOKE + METHOD) if v[0] == "f")
    return best(ev, at, site, [v for v in of_class if _fits(ev, at, site, v)])


def named(ev: Evaluator, at: Where, name: Expression, found: Answer) -> Answer:
    """The class that shares its name with functions, if these are all that was found."""
    if not isinstance(name, str) or not name[:1].isupper() or not found:
        return NOTHING
    if any(value[0] != "f" or value[3] is not None for value in found):
        return NOTHING
    return frozenset(v for v in ev.look_up(at, name, is_type=True) if v[0] == "C")


def of_arity(ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
    """Of a class and functions that bear its name those that take as many arguments."""
    free = [v for v in found if v[0] == "f" and v[3] is None]
    if not free or site[0] != "c":
        return found
    every = found | named(ev, at, site[1], found)
    classes = [v for v in every if v[0] == "C"]
    makers = {v: [("f", *v[1:3], None, None), *constructors(ev, v)] for v in classes}
    made = [v for v, ways in makers.items() if any(takes(ev, one, site) for one in ways)]
    run = [v for v in free if takes(ev, v, site)]
    if bool(made) == bool(run):
        return found
    return every.difference(classes if run else free)


def bases(ev: Evaluator, kind: Value) -> Answer:
    """What the companion of a class stands on, if it has no name."""
    indexes = ev.file(kind[1]).binds(kind[2]).get(COMPANION, ())
    return union(ev.bound(kind[1], kind[2], index) for index in indexes)


def instead(ev: Evaluator, at: Where, site: Site, found: Answer) -> Answer:
    """What a call of classes runs, with such an `invoke` in place of those that have one."""
    if site[0] != "c" or not ev.world.named(_INVOKE):
        return found
    ways = {value: invoked(ev, at, site, value) for value in found if value[0] == "C"}
    own = frozenset(value for value in found if not ways.get(value))
    return own.union(*ways.values())


def _fits(ev: Evaluator, at: Where, site: Site, function: Value) -> bool:
    """As everywhere; a pair is no text and no number."""
    from codewitness.engine.graph.typed.evaluate import Where

    if not fits(ev, at, site, function):
        return False
    given = site[4] if len(site) > 4 else []
    for parameter, argument in zip(parameters_of(ev, function), given, strict=False):
        if form(argument) == "f":  # a closure is no collection
            place = Where(function[1], ev.rules.header_scope(ev.file(function[1]), function[2]))
            wanted = ev.type(place, parameter.type)
            if wanted and all(value[0] == "B" for value in wanted):
                return False
        values = ev.value(at, argument) if parameter.type in PLAIN else frozenset()
        if values and all(value[:2] == ("B", "()") for value in values):
            return False
    return True
