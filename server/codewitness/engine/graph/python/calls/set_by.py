"""What the setter of a property of Python is given, and `__set__`: what is assigned to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.objects.properties import is_setter, made_of

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

_SETTING = "__set__"
_MADE = '"property"'  # in the text of a class that makes one by a call


def given(calls: Calls, function: Scope, k: int) -> Values:
    """The k-th parameter: the values that are assigned to an attribute which runs the function."""
    around = function.parent
    limits = calls.names.workspace.limits
    if around is None or not around.is_class or not limits.callers:
        return NONE
    if k + 1 != len(function.header[1]) or (k != 1 and function.name != _SETTING):
        return NONE
    found: Values = NONE
    owners = {around.key, *calls.names.cells.settle(("sub", around.key))}
    for name in dict.fromkeys(_names(calls, function, k)):
        for scope, target, value in _assigned(calls, function, name):
            of = calls.flows.values(scope, target)
            if any(one[0] == "I" and (k == 2 or one[1] in owners) for one in of):
                found |= calls.flows.values(scope, value)
    return found


def _names(calls: Calls, function: Scope, k: int) -> Iterator[str]:
    if k == 2:
        if function.parent is not None:
            yield from sorted(calls.flows.descriptors.attributes(function.parent))
        return
    if is_setter(function):
        yield function.name
    if function.parent is not None and _MADE in function.parent.flow_text:
        yield from (name for name, is_set in made_of(function) if is_set)


def _assigned(calls: Calls, function: Scope, name: str) -> Iterator[tuple[Scope, object, object]]:
    """Assignments to an attribute of this name: where, of which object, and what."""
    calls.cells.note("mention", name)
    for scope in calls.sites.calling(function, name):
        for index in scope.sites_of(name):
            site = scope.flow.sites[index]
            if site[0] == "p":
                calls.cells.note("scope", scope.key)
                for target, value in scope.flow.binds:
                    if target == site[1]:
                        yield scope, site[1][1], value
