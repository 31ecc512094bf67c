"""Functions given to what makes comparators and collectors: `sort(comparing(row -> row.name()))`.

What they take is told by where the comparator or collector itself goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Asked, Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_COMPARATORS = words(
    "comparing comparingInt comparingLong comparingDouble thenComparing thenComparingInt "
    "thenComparingLong thenComparingDouble compareBy compareByDescending thenBy thenByDescending"
)
_GOING_ON = words(
    "reversed thenComparing thenComparingInt thenComparingLong thenComparingDouble nullsFirst "
    "nullsLast thenBy thenByDescending"
)
_COLLECTORS = words(
    "groupingBy groupingByConcurrent partitioningBy toMap toConcurrentMap toUnmodifiableMap "
    "mapping filtering flatMapping averagingInt averagingLong averagingDouble summingInt "
    "summingLong summingDouble summarizingInt minBy maxBy collectingAndThen"
)
_FIRST = (0,)
_TAKING_ELEMENTS = dict.fromkeys(("toMap", "toConcurrentMap", "toUnmodifiableMap"), (0, 1))
_CHANGING = words("mapping flatMapping")  # collectors whose next one gets something else
_MAKING = _COMPARATORS | _COLLECTORS
_OF_ELEMENTS = words(
    "sort sorted sortWith sortedWith min max minWith maxWith minWithOrNull maxWithOrNull collect"
)
_OF_FIRST = words("sort min max")  # functions of `Collections` and `Arrays`, that get a list
_MOST = 8  # levels of comparators in each other


def handed(ev: Evaluator, at: Where, site: Site, callee: Value, asked: Asked) -> Answer:
    """What a function takes that is given to a call that makes a comparator or collector."""
    name = callee[1].rpartition(".")[2].removesuffix("()")
    if name not in _MAKING or asked.k or asked.argument not in _TAKING_ELEMENTS.get(name, _FIRST):
        return NOTHING  # what comes after it compares keys, or merges values
    sites = ev.file(at.path).flow(at.scope).sites
    number = next((n for n, one_ in enumerate(sites) if one_ == site), None)
    return NOTHING if number is None else _expected(ev, at, number, _MOST)


def _expected(ev: Evaluator, at: Where, number: int, left: int) -> Answer:
    """The elements that the comparator or collector is for which a site gives."""
    flow = ev.file(at.path).flow(at.scope)
    made: Expression = ["c", number]
    found: list[Answer] = []
    for n, site in enumerate(flow.sites):
        if n == number or not left:
            continue
        if form(site[1]) == "a" and site[1][1] == made and site[1][2] in _GOING_ON:
            found.append(_expected(ev, at, n, left - 1))
        elif made in (site[4] if len(site) > 4 else ()):
            found.append(_by_taker(ev, at, n, site[4].index(made), left))
    declared = [bind[1][1] for bind in flow.binds if _is_declared(bind[1], made)]
    if made in flow.returns and at.scope != MODULE:
        declared.append(ev.file(at.path).header(at.scope).returns)
    found += (_first_taken(ev.type(at, kind)) for kind in declared)
    return union(found)


def _is_declared(value: Expression, made: Expression) -> bool:
    return isinstance(value, list) and value[:1] == ["y"] and value[2] == made


def _by_taker(ev: Evaluator, at: Where, number: int, k: int, left: int) -> Answer:
    """The same for the k-th argument of another call."""
    from codewitness.engine.graph.typed.evaluate import Where as Place

    site = ev.site(at.path, at.scope, number)
    name = last_name(site[1])
    found: list[Answer] = []
    for callee in ev.callees(at.path, at.scope, number):
        if callee[0] == "b" and name in _OF_ELEMENTS:
            found.append(ev.elements(frozenset((callee[2],))))
        elif callee[0] == "X" and name in _OF_FIRST and k > 0:
            found.append(ev.elements(ev.value(at, site[4][0])))
        elif (callee[0] == "X" and name in _MAKING - _CHANGING) or name in _GOING_ON:
            found.append(_expected(ev, at, number, left - 1))
        elif callee[0] == "f":
            path, ordinal = callee[1:3]
            parameters = ev.file(path).header(ordinal).parameters
            if k < len(parameters):
                place = Place(path, ev.file(path).parent(ordinal), ordinal)
                found.append(_first_taken(ev.type(place, parameters[k].type)))
    return union(found)


def _first_taken(kinds: Answer) -> Answer:
    return union(value[2][0] for value in kinds if value[0] == "F" and value[2])
