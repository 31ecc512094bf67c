"""What one call gives to a parameter: by what it spreads out, and by what it calls.

`run(*steps)` gives each step to a parameter of its own. In `def both(f, g): f(g)` what `f` is given
depends on what `f` is: a call of `both` gives the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.own_methods import handed_on
from codewitness.model.flow import Expression, Parameter, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls


def own_parameter(value: Expression) -> int | None:
    """The number of the parameter that a value is; None if it may be something else."""
    is_one = form(value) == "v" and len(value) == 3 and value[2] < 0
    return -1 - value[2] if is_one else None


def spread(
    calls: Calls, function: Scope, callee: Value, k: int, scope: Scope, site: Site
) -> Values:
    """What `*args` and `**kwargs` of a site give to the k-th parameter."""
    given = site[4] if len(site) > 4 else []
    named = site[5] if len(site) > 5 else []
    star = next((i for i, one in enumerate(given) if form(one) == "*"), len(given))
    if star == len(given) and "**" not in named[::2]:
        return NONE
    parameter = function.parameters[k]
    found: Values = NONE
    place = k - 1 - star if callee[0] in "BCI" else k - star
    if star < len(given) and place >= 0 and not parameter.kind:
        for owner in calls.flows.values(scope, given[star][1]):
            if owner[0] in "VL":
                found |= calls.cells.get(("el", owner, ("K", place)))
            elif owner[0] in "IGEHU":
                found |= calls.cells.get(("el", owner, None))
    for name, value in zip(named[::2], named[1::2], strict=True):
        if name == "**":
            for owner in calls.flows.values(scope, value):
                if owner[0] in "VDI":
                    found |= calls.cells.get(("el", owner, ("K", parameter.name)))
    return found


def together(calls: Calls, callee: Value, scope: Scope, site: Site, argument: Expression) -> Values:
    """What an argument is where a site calls this.

    Where a function calls one of its parameters, or a method of it, with another one, that is what
    both are given by the same calls.
    """
    whole = handed_on(calls.flows, scope, argument)
    called, own = _called_parameter(site[1]), own_parameter(argument)
    if called is None or own is None or called == own or len(whole) < 2:
        return whole
    parameters = scope.parameters if scope.is_callable else []
    if not all(_is_plain(parameters, k) for k in (called, own)):
        return whole
    found: Values = NONE
    is_told = False
    for home, outer, as_called in calls.wrapped.calls_of(scope):
        parts = [calls.argument(scope, as_called, k, outer) for k in (called, own)]
        if as_called[0] == "P" or None in parts:
            return whole
        if callee in _meant(calls, site[1], calls.flows.values(home, parts[0])):
            found |= handed_on(calls.flows, home, parts[1])
            is_told = True
    return found if is_told else whole


def _is_plain(parameters: list[Parameter], k: int) -> bool:
    """True for a parameter that each call gives something to."""
    return k < len(parameters) and not parameters[k].kind and parameters[k].default is None


def _called_parameter(callee: Expression) -> int | None:
    return own_parameter(callee[1] if form(callee) == "a" else callee)


def _meant(calls: Calls, callee: Expression, owners: Values) -> Values:
    """What is called if a parameter is one of these."""
    if form(callee) != "a":
        return owners
    return calls.flows.each(owners, lambda one: calls.flows.attribute(one, callee[2]))
