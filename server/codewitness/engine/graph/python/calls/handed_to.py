"""Calls that may run a function because of where it goes, told by names alone.

`def hash_all(rows, key): ... key(row)` calls what `hash_all(rows, lambda row: row.name)` hands it,
and `def on(self, event, handler)` keeps what another method of its class calls. A lambda is called
by the name that it is given, or by what takes it from a table beside it; what a decorator makes is
called by the names of what it decorates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.calls.handed_over import HANDING
from codewitness.engine.graph.python.containers.handed_containers import (
    Handed,
    arguments,
    handed,
    meant,
    number,
    passed_on,
)
from codewitness.engine.graph.python.naming.uses import NO_CALLS, is_of_call
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.sites import Place, Sites

_MAX_RECEIVERS = 12  # functions that one is handed to, by one call after another
_MAX_DECORATING = 150
_MAX_CALLS = 60  # of one kind; of more none is looked at


def called_there(sites: Sites, function: Scope, names: Sequence[str]) -> list[Place]:
    """Such calls: each kind of them, unless they are many."""
    receivers = [_whole(one) for one in _receivers(sites, function, names)]
    found = [
        list(_of_maker(sites, function)),
        _calls_of_values(sites, receivers),
        _by_name(sites, function, _decorated(sites, function)),
    ]
    if function.kind is Kind.LAMBDA and function.parent is not None:
        found.append(_calls_of_values(sites, [_around(function.parent)]))
        found.append(_by_name(sites, function, _bound_as(function)))
    places = {(one[0].key, one[1]): one for kind in found for one in kind}
    return list(places.values())


def _of_maker(sites: Sites, function: Scope) -> Iterator[Place]:
    """Calls of what a call of the function around gives: `@cached(10)`, `made(10)(one)`.

    Of an object that is called they are the decorators that are values, if they are not many.
    """
    if function.name == "__call__":
        decorating = sites.all_decorating()
        yield from decorating if len(decorating) <= _MAX_DECORATING else ()
    around = function.parent
    if around is None or not around.is_callable:
        return
    sites.cells.note("mention", around.name)
    for scope in sites.calling(function, around.name):
        for index, _ in scope.indirect:
            callee = scope.flow.sites[index][1]
            if form(callee) == "c" and is_of_call(scope, callee, around.name):
                yield scope, index


def _whole(function: Scope) -> Scope:
    """The class of a method; else the function."""
    around = function.parent
    return around if around is not None and around.is_class else function


def _around(scope: Scope) -> Scope:
    """The outermost class or function that a scope is in; the module itself for what is in none."""
    while scope.parent is not None and scope.parent.parent is not None:
        scope = scope.parent
    return scope


def _calls_of_values(sites: Sites, homes: Sequence[Scope]) -> list[Place]:
    """All calls of values in some scopes, and of what calls those that it is given."""
    scopes = {scope.key: scope for home in homes for scope in (home, *home.below())}
    paths = dict.fromkeys(home.file.path for home in homes)
    values = sites.values_by_path() if paths else {}
    found = [one for path in paths for one in values.get(path, ()) if one[0].key in scopes]
    for scope in scopes.values():
        sites.cells.note("scope", scope.key)
        for index, word in enumerate(scope.callees.split(" ")):
            if word[1:] in HANDING and word[0] not in NO_CALLS:
                found.append((scope, index))
    return found if len(found) <= _MAX_CALLS else []


def _by_name(sites: Sites, function: Scope, names: set[str]) -> list[Place]:
    found = []
    for name in sorted(names):
        sites.cells.note("mention", name)
        for scope in sites.calling(function, name):
            found += [(scope, index) for index in scope.sites_of(name, but=NO_CALLS)]
    return found if len(found) <= _MAX_CALLS else []


def _bound_as(function: Scope) -> set[str]:
    """Names that a lambda is given in the scope around it: `self.is_done = lambda row: ...`."""
    around = function.parent
    own = ["f", function.number]
    binds = around.flow.binds if around is not None else []
    found = (target for target, value in binds if value == own)
    return {last_name(one) for one in found if isinstance(one, str) or form(one) == "a"} - {""}


def _decorated(sites: Sites, function: Scope) -> set[str]:
    """Names of the functions that the one around a function decorates."""
    around = function.parent
    if around is None or not around.is_callable or not function.name:
        return set()
    outer = around.parent
    makers = [around.name, outer.name if outer is not None and outer.is_callable else ""]
    found: set[str] = set()
    for maker in filter(None, makers):
        for scope in sites.mentioning(function, maker):
            found |= {child.name for child in scope.children if maker in child.decorators}
    return found


def _receivers(sites: Sites, function: Scope, names: Sequence[str]) -> list[Scope]:
    waiting = list(_given(sites, function, names))
    found: list[Scope] = []
    seen: set[tuple[str, int]] = set()
    for site, place in waiting:
        for one in meant(sites.workspace, sites.cells, last_name(site[1])):
            k = number(one, place)
            if k is None or (one.key, k) in seen or len(seen) >= _MAX_RECEIVERS:
                continue
            seen.add((one.key, k))
            sites.cells.note("scope", one.key)
            found.append(one)
            waiting += passed_on(one, k)
    return found


def _given(sites: Sites, function: Scope, names: Sequence[str]) -> Iterator[Handed]:
    """The calls that are given a function, and at which place."""
    around = function.parent
    if around is not None:
        sites.cells.note("scope", around.key)
        own = ["f", function.number]
        yield from ((site, place) for site, place, one in arguments(around) if one == own)
        for index in function.header[0]:
            yield ["d", _decorator(around, around.flow.sites[index][1])], 0
    for name in names:
        sites.cells.note("mention", name)
        for scope in sites.mentioning(function, name):
            yield from handed(scope, {name})


def _decorator(around: Scope, callee: Expression) -> Expression:
    """What is called as a decorator; of one with arguments what makes it."""
    return around.flow.sites[callee[1]][1] if form(callee) == "c" else callee
