"""What a base's constructor is given for objects of one class: what is of other classes is not.

`class Add(Command)` hands `super().__init__(out)` its own `out`. What `Erase(Command)` hands there
is nothing that an object of `Add` keeps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.given_by_sites import own_parameter, spread
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.own_methods import handed_on

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls
    from codewitness.engine.graph.python.values.values import Flows

_CONSTRUCTOR = "__init__"


def written_for(flows: Flows, base: Scope, key: str, name: str) -> Values:
    """What objects of a class have by a name that the methods of a base give a value."""
    if base.key == key or not _has_others(flows, base, key):
        return flows.get(("w", base.key, name))
    found: Values = NONE
    for home, index in flows.writes.places(base, name):
        flows.cells.note("scope", home.key)
        k = own_parameter(home.flow.binds[index][1])
        is_told = k is not None and home.parent is base and _is_plain(home, k)
        found |= flows.get(("pc", home.key, k, key) if is_told else ("bd", home.key, index))
    return found


def _has_others(flows: Flows, base: Scope, key: str) -> bool:
    """True if classes come from a base that neither come from this class nor are above it."""
    others = flows.cells.settle(("sub", base.key)) - {key} - flows.cells.settle(("sub", key))
    return bool(others) and not others <= {one[1] for one in flows.names.mro(key)}


def _is_plain(function: Scope, k: int) -> bool:
    """True for a parameter of a constructor that is not declared to be of a type."""
    parameters = function.parameters if function.name == _CONSTRUCTOR else []
    return 0 < k < len(parameters) and not parameters[k].kind and parameters[k].type is None


def given_for(calls: Calls, function: str, k: int, key: str) -> Iterable[Value]:
    """Rule `pc`: what a parameter of a base's constructor is given for objects of a class."""
    maker = calls.names.scope(function)
    around = maker.parent if maker is not None else None
    if maker is None or around is None or not _is_plain(maker, k):
        return NONE
    calls.note_header(maker)
    family = {key, *(one.key for one in calls.names.subclasses(key))}
    above = {one[1] for one in calls.names.mro(key) if one[0] == "C"} - {key}
    found: Values = NONE
    for scope, site, callee in calls.wrapped.calls_of(maker):
        by = _class_of(scope, callee)
        if by is not None and by not in family and by not in above:
            continue
        if callee[0] == "C" and callee[1] not in family:
            continue
        argument = None if callee[0] == "P" else calls.argument(maker, callee, k, site)
        own = own_parameter(argument)
        if argument is None:
            found |= spread(calls, maker, callee, k, scope, site)
            found |= calls.flows.values(around, maker.parameters[k].default)
        elif by in above and own is not None and _is_plain(scope, own):
            found |= calls.cells.get(("pc", scope.key, own, key))
        else:
            found |= handed_on(calls.flows, scope, argument)
    return found


def _class_of(scope: Scope, callee: Value) -> str | None:
    """The class in whose constructor another is called; None for what makes an object."""
    method = method_around(scope)
    if callee[0] not in "BF" or method is None or method is not scope or method.parent is None:
        return None
    return method.parent.key if method.name == _CONSTRUCTOR else None
