"""Attributes of Python that an object is given by their names: `self.__dict__.update(named)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.uses import NO_CALLS
from codewitness.engine.graph.python.objects.records import NAMESPACE
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows
    from codewitness.engine.graph.workspace import Workspace


_FILLING = ("__dict__", "vars", "setattr")


def filled(flows: Flows, key: str, name: str) -> Values:
    """What the methods of a class put into an attribute whose name they do not say."""
    found: Values = NONE
    for entry in flows.names.mro(key):
        around = flows.names.scope(entry[1]) if entry[0] == "C" else None
        for method in around.children if around is not None else ():
            text = method.flow_text
            if '"__dict__"' in text or '"setattr"' in text or '"vars"' in text:
                flows.cells.note("scope", method.key)
                for mapping in _put_in(method):
                    owners = flows.values(method, mapping)
                    found |= flows.each(owners, lambda one: flows.get(("el", one, ("K", name))))
    return found


def names_given(workspace: Workspace) -> set[str]:
    """Names of attributes that calls give to what is filled by them, and to a `SimpleNamespace`."""
    makers = {NAMESPACE}
    for word in _FILLING:
        for scope in workspace.mentioning(word):
            around = scope.parent
            if around is not None and around.is_class and any(True for _ in _put_in(scope)):
                makers.add(around.name)
    return {
        name
        for maker in makers
        for scope in workspace.mentioning(maker)
        for index in scope.sites_of(maker, but=NO_CALLS)
        for name in [*scope.flow.sites[index], [], []][5][::2]
        if name != "**"
    }


def _put_in(method: Scope) -> Iterator[Expression]:
    """The mappings all of whose entries become attributes of the object itself."""
    own = method.parameter_names[:1]
    itself = ["v", *own, -1]
    for site in method.flow.sites:
        given = site[4] if len(site) > 4 else []
        if site[0] != "c" or not own or not given:
            continue
        if form(site[1]) == "a" and site[1][2] == "update" and _is_all(method, site[1][1], itself):
            yield given[0]
        elif site[1] == "setattr" and len(given) > 2 and given[0] == itself:
            yield from _gone_through(method, given)


def _is_all(method: Scope, value: Expression, itself: Expression) -> bool:
    """True for `self.__dict__`, and `vars(self)`."""
    site = method.flow.sites[value[1]] if form(value) == "c" else []
    return value == ["a", itself, "__dict__"] or (site[1:2] == ["vars"] and site[4:] == [[itself]])


def _gone_through(method: Scope, given: list[Expression]) -> Iterator[Expression]:
    """The mapping of which `setattr` is given each name and value: `for k, v in one.items()`."""
    parts = [_assigned(method, one) for one in given[1:3]]
    if all(form(one) == "i" and one[2] == ["k", at] for at, one in enumerate(parts)):
        loops = [one[1] for one in parts]
        if loops[0] == loops[1] and form(loops[0]) == "e" and form(loops[0][1]) == "c":
            items: Site = method.flow.sites[loops[0][1][1]]
            if form(items[1]) == "a" and items[1][2] == "items":
                yield items[1][1]


def _assigned(method: Scope, value: Expression) -> Expression:
    is_one = form(value) == "v" and len(value) == 3 and value[2] >= 0
    return method.flow.binds[value[2]][1] if is_one else None
