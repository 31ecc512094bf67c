"""Methods of its own object that a method of Python gives: `return getattr(self, "do_" + verb)`.

In a base that gives what any class below has; who asks an object of one class has that of this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.engine.graph.python.values.overrides import asked
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows


def of_its_object(
    flows: Flows, function: Scope, scope: Scope, site: Site, found: set[Value]
) -> set[Value]:
    """What a method gives that is called at a site, less what only objects of others have."""
    methods = {one for one in found if one[0] == "B"}
    if not methods or form(site[1]) != "a" or not function.parameters:
        return found
    leaves = _leaves(function)
    own = [one for one in leaves if _is_of_itself(function, one)]
    owners = flows.values(scope, site[1][1]) if own else NONE
    if not owners or any(one[0] not in "IC" for one in owners):
        return found
    kinds = set().union(*(_kinds(flows, one[1]) for one in owners))
    foreign = {one for one in methods if _class_of(flows, one) not in kinds}
    if not foreign:
        return found
    others = [flows.values(function, one) for one in leaves if one not in own]
    told = set().union(*(flows.values(function, one) for one in own)) - set().union(*others)
    return found - (foreign & told)


def _leaves(function: Scope) -> list[Expression]:
    """What is returned, through the names that it was given."""
    found: list[Expression] = []
    for value in function.flow.returns:
        is_name = form(value) == "v" and min(value[2:], default=-1) >= 0
        found += [function.flow.binds[k][1] for k in value[2:]] if is_name else [value]
    return found


def _is_of_itself(function: Scope, leaf: Expression) -> bool:
    """True for what a method reads of its own object, by a name that is put together, too."""
    own = function.parameters[0].name
    if form(leaf) == "a":
        return asked(function, leaf[1], own) == ""
    site = function.flow.sites[leaf[1]] if form(leaf) == "c" else None
    if site is None or site[1] != "getattr" or len(site) <= 4 or not site[4]:
        return False
    return asked(function, site[4][0], own) == ""


def _kinds(flows: Flows, key: str) -> set[str]:
    """The classes whose methods an object of a class has, or one of a class below."""
    keys = [key, *(one.key for one in flows.names.subclasses(key))]
    return {entry[1] for one in keys for entry in flows.names.mro(one)}


def _class_of(flows: Flows, method: Value) -> str:
    scope = flows.names.scope(method[1])
    return scope.parent.key if scope is not None and scope.parent is not None else ""
