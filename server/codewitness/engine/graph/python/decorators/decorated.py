"""Calls of a decorated function of Python, by the name that it is defined by.

What runs there first is what the decorators made of it, and the graph has an edge to that. Who
looks for the callers of the function means those that name it, and so with what a caller calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.edges import Edge, Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.decorators.wrapped import of_classes
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.objects.properties import RUNNING, below_property
from codewitness.model.flow import Expression, form


def is_decorated(function: Scope) -> bool:
    """True for a function with a decorator."""
    return function.is_callable and function.parent is not None and bool(function.header[0])


def calls_of(
    names: Names, function: Scope, candidates: Iterable[tuple[Scope, int]]
) -> Iterator[Edge]:
    """The calls among `candidates` that name a decorated function."""
    for caller, index in candidates:
        yield from (edge for edge in named_at(names, caller, index) if edge.target == function.key)


def named_at(names: Names, caller: Scope, index: int) -> Iterator[Edge]:
    """Edges to the decorated functions that a call names: by declaration, or on their object."""
    site = caller.flow.sites[index]
    callee = site[1]
    if site[0] in RUNNING and form(callee) == "a":
        yield from _run_at(names, caller, index, callee)
    if site[0] != "c":
        return
    found = names.static(caller, callee, names.cells.settle)
    keys = dict.fromkeys((one[1] for one in found if one[0] == "F"), Resolution.EXACT)
    if not keys and form(callee) == "a":
        keys = dict.fromkeys(_members(names, caller, index, callee), Resolution.TYPED)
    for key, how in sorted(keys.items()):
        target = names.scope(key)
        if target is not None and is_decorated(target):
            yield Edge(caller=caller, site=index, target=key, resolution=how)


def _run_at(names: Names, caller: Scope, index: int, callee: Expression) -> Iterator[Edge]:
    """Edges to what is run of a property where that has other decorators as well."""
    if not names.workspace.lookups.properties[callee[2]]:
        return
    for key in sorted(set(_members(names, caller, index, callee))):
        target = names.scope(key)
        around = target.parent if target is not None else None
        if target is None or around is None:
            continue
        is_run = RUNNING[caller.flow.sites[index][0]](target)
        if is_run and below_property(around, target) is not None:
            yield Edge(caller=caller, site=index, target=key, resolution=Resolution.TYPED)


def _members(names: Names, caller: Scope, index: int, callee: Expression) -> Iterator[str]:
    """The methods of the name that is asked of an object whose class is known."""
    owners = {one[1] for one in names.cells.settle(("va", caller.key, index)) if one[0] == "I"}
    owners |= {one.key for one in _own_class(caller, callee[1])}
    yield from of_classes(names, callee, owners)


def _own_class(caller: Scope, base: Expression) -> Iterator[Scope]:
    """The class of the method around, if what is asked is its `self`."""
    method = method_around(caller)
    if method is None or method.parent is None or not method.parameters:
        return
    if form(base) == "v" and base[1] == method.parameters[0].name:
        yield method.parent
