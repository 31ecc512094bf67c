"""Python: what a call gives to which parameter by its place, and whether that is what it takes."""

from __future__ import annotations

import sys
from typing import NamedTuple

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Parameter, Site, form


class Taken(NamedTuple):
    """What a method takes beside its object; `most` is -1 for one that takes any number."""

    most: int
    least: int
    names: frozenset[str]


_ANY = Taken(-1, 0, frozenset())


def takes(method: Scope, site: Site) -> bool:
    """True if a method can be called with as many arguments as a site gives."""
    taken: Taken | None = method.taken
    if taken is None:
        taken = method.taken = _taken(method)
    if taken.most < 0:
        return True
    given = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    if any(form(one) == "*" for one in given) or "**" in named[::2]:
        return True
    n_given = len(given) + len(named) // 2
    is_few = n_given <= taken.most and taken.names.issuperset(named[::2])
    return is_few and (n_given >= taken.least or not taken.most)


def _taken(method: Scope) -> Taken:
    parameters = method.parameters
    if any(one.kind in ("*", "**") for one in parameters):
        return _ANY
    own = parameters if "staticmethod" in method.decorators else parameters[1:]
    names = frozenset(sys.intern(one.name) for one in own)
    return Taken(len(own), sum(one.default is None for one in own), names)


def place_of(parameter: Parameter, callee: Value, k: int, given: list[Expression]) -> int | None:
    """At which place of a call the k-th parameter is given; None if it is not."""
    # The object itself comes first, though nobody writes it.
    place = k - 1 if callee[0] in "BCI" else k
    if parameter.kind or not 0 <= place < len(given):
        return None
    for one in given[: place + 1]:
        if type(one) is list and one[0] == "*":
            return None
    return place


def taken_by_name(function: Scope, callee: Value, site: Site) -> frozenset[str]:
    """Names of the parameters that a site may give by name: those that it gives at no place."""
    given = site[4] if len(site) > 4 else []
    return frozenset(
        one.name
        for k, one in enumerate(function.parameters)
        if place_of(one, callee, k, given) is None
    )
