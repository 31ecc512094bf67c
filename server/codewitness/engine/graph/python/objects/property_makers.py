"""Functions that make properties: `def typed(name): ...; return property(getter, setter)`.

What a class is given by a call of one, or a method that one decorates, is run when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from codewitness.engine.graph.files import Scope
from codewitness.model.flow import Expression, Site, form, last_name

PROPERTY = "property"
_GIVEN = {"r": (0, "fget"), "p": (1, "fset"), "x": (2, "fdel")}  # by the kind of a site


def makes_property(function: Scope) -> bool:
    """True for a function that gives back a property which it makes."""
    if not function.is_callable or f'"{PROPERTY}"' not in function.flow_text:
        return False
    return any(_is_made(function, one) for one in function.flow.returns)


def _is_made(function: Scope, value: Expression) -> bool:
    if form(value) == "v":
        binds = function.flow.binds
        return any(i >= 0 and _is_made(function, binds[i][1]) for i in value[2:])
    return form(value) == "c" and makes_one(function, function.flow.sites[value[1]])


def makes_one(scope: Scope, site: Site) -> bool:
    """True for a call of `property` in a function, which is no decorator."""
    return scope.is_callable and site[0] == "c" and site[1] == PROPERTY


def run_by(site: Site, kind: str) -> Expression:
    """What is run of a property that a site makes, where an attribute is read, set or deleted."""
    place, label = _GIVEN[kind]
    given = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    by_name = dict(zip(named[::2], named[1::2], strict=True))
    return given[place] if place < len(given) else by_name.get(label)


def is_run_so(function: Scope) -> bool:
    """True for a function that the one around it makes a property of."""
    around = function.parent
    if around is None or not makes_property(around):
        return False
    made = [site for site in around.flow.sites if makes_one(around, site)]
    return any(_is(function, run_by(site, kind)) for site in made for kind in _GIVEN)


def _is(function: Scope, expression: Expression) -> bool:
    if form(expression) == "f":
        return bool(expression[1] == function.number)
    return bool(function.name) and last_name(expression) == function.name


def given_by(scope: Scope, maker: str) -> Iterator[str]:
    """Names that a class gives to what calls of a name give."""
    for target, value in scope.flow.binds if scope.is_class else ():
        is_made = isinstance(target, str) and form(value) == "c"
        if is_made and _called(scope, value) == maker:
            yield target


def _called(scope: Scope, value: Expression) -> str:
    """The last name of what a call calls, or the call that gives what it calls."""
    callee = scope.flow.sites[value[1]][1]
    return last_name(scope.flow.sites[callee[1]][1] if form(callee) == "c" else callee)
